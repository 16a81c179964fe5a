// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import CastMediaProbe
import Foundation
import NIOCore
import NIOHTTP1
import Testing

@testable import CastMedia

/// Conversions of pictures by the installed `ffmpeg` and ImageMagick. They are skipped, with a note, if these are not
/// installed.
@Suite(.timeLimit(.minutes(2))) struct PictureConversionTests {
    private static let isInstalled: Bool = {
        let isInstalled = ExternalProgram.find("ffmpeg") != nil
        if !isInstalled { print("SKIPPED: ffmpeg is not installed, so conversions of pictures are not tested") }
        return isInstalled
    }()

    /// Creates a picture of 80 × 60 pixels, whose left half is red and right half is blue, and returns its path.
    private static func picture(_ name: String, _ codec: [String] = []) async throws -> String {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cast-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appendingPathComponent(name).path
        let program = try #require(ExternalProgram.find("ffmpeg"))
        let source = [
            "-loglevel", "error", "-f", "lavfi", "-i", "color=red:size=40x60", "-f", "lavfi", "-i",
            "color=blue:size=40x60",
            "-filter_complex", "hstack", "-frames:v", "1",
        ]
        _ = try await program.output(source + codec + ["file:\(path)"], limit: 1, timeLimit: .seconds(60))
        return path
    }

    private static func remove(_ path: String) {
        try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent)
    }

    /// Inserts Exif data with an orientation and text behind the beginning of a JPEG.
    private static func turn(_ path: String, orientation: UInt8) throws {
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let entry: [UInt8] = [1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
        let data: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1] + entry + [0, 0, 0, 0]
        let content = Array("Exif".utf8) + [0, 0] + data + Array("a secret place".utf8)
        bytes.insert(contentsOf: [0xFF, 0xE1, 0, UInt8(content.count + 2)] + content, at: 2)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    /// Returns the color of a pixel as red, green and blue.
    private static func pixel(_ jpeg: [UInt8], x: Int, y: Int) async throws -> [Int] {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).jpg").path
        try Data(jpeg).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let program = try #require(ExternalProgram.find("ffmpeg"))
        let bytes = try await program.output(
            [
                "-loglevel", "error", "-i", path, "-vf", "format=rgb24,crop=1:1:\(x):\(y)", "-f", "rawvideo",
                "-pix_fmt", "rgb24",
                "pipe:1",
            ],
            limit: 16,
            timeLimit: .seconds(20)
        )
        return bytes.map(Int.init)
    }

    /// Prepares a picture and fetches it as a device does.
    private static func fetch(
        _ path: String,
        searchPath: String? = nil,
        _ body: (MediaServer.PreparedMedia, [UInt8]) async throws -> Void
    ) async throws {
        try await MediaServer.withServer(configuration: MediaServerConfiguration(host: "127.0.0.1")) { server in
            let file = try server.share(file: path)
            let prepared = try await server.prepare(file, at: path, for: .unknown, searchPath: searchPath)
            let url = server.url(for: prepared.media, reachableFrom: "127.0.0.1")
            let response = try await HTTPClient.shared.execute(HTTPClientRequest(url: url), timeout: .seconds(60))
            let content = Array(buffer: try await response.body.collect(upTo: 64 << 20))
            #expect(response.status == .ok)
            #expect(response.headers["content-type"].first == prepared.media.contentType)
            #expect(response.headers["content-length"].first == "\(content.count)")
            try await body(prepared, content)
        }
    }

    @Test(.enabled(if: isInstalled), arguments: Array(2...8))
    func `a photo that is stored turned is sent upright, without metadata`(orientation: Int) async throws {
        let path = try await Self.picture("photo.jpg")
        defer { Self.remove(path) }
        try Self.turn(path, orientation: UInt8(orientation))
        try await Self.fetch(path) { prepared, content in
            #expect(prepared.media.contentType == "image/jpeg")
            let facts = try PictureFacts.read(content)
            #expect((facts.width, facts.height) == (orientation >= 5 ? (60, 80) : (80, 60)))
            #expect(facts.orientation == 1)
            #expect(!content.contains("a secret place".utf8))
            // Where red, the left half of the stored picture, is in the upright picture.
            let red: (Int, Int) =
                switch orientation {
                case 2, 3: (70, 30)
                case 4: (10, 30)
                case 5, 6: (30, 10)
                default: (30, 70)
                }
            let color = try await Self.pixel(content, x: red.0, y: red.1)
            #expect(color[0] > 200 && color[2] < 60, "\(color)")
        }
    }

    @Test(
        .enabled(if: isInstalled),
        arguments: [("photo.tiff", [String]()), ("photo.avif", ["-c:v", "libaom-av1", "-still-picture", "1"])]
    )
    func `formats that devices do not show become JPEG`(name: String, codec: [String]) async throws {
        let path = try await Self.picture(name, codec)
        defer { Self.remove(path) }
        try await Self.fetch(path) { prepared, content in
            #expect(prepared.media.name == "photo.jpg")
            let facts = try PictureFacts.read(content)
            #expect(facts.format == .jpeg && (facts.width, facts.height) == (80, 60))
            #expect(try await Self.pixel(content, x: 10, y: 30)[0] > 200)
        }
    }

    @Test(.enabled(if: isInstalled)) func `a HEIC photo becomes JPEG if ImageMagick decodes it`() async throws {
        let source = try await Self.picture("photo.png")
        defer { Self.remove(source) }
        let path = (source as NSString).deletingLastPathComponent + "/photo.heic"
        guard let magick = ExternalProgram.find("magick") ?? ExternalProgram.find("convert"),
            (try? await magick.output(["png:\(source)", "heic:\(path)"], limit: 1, timeLimit: .seconds(60))) != nil,
            FileManager.default.fileExists(atPath: path)
        else {
            print("SKIPPED: ImageMagick with HEIC is not installed")
            return
        }
        try await Self.fetch(path) { prepared, content in
            #expect(prepared.picture?.format == .heic)
            let facts = try PictureFacts.read(content)
            #expect(facts.format == .jpeg && (facts.width, facts.height) == (80, 60))
            #expect(try await Self.pixel(content, x: 10, y: 30)[0] > 200)
        }
    }

    @Test(.enabled(if: isInstalled))
    func `without a converter, a turned photo is sent unchanged, and other formats are errors`() async throws {
        let photo = try await Self.picture("photo.jpg")
        let tiff = try await Self.picture("photo.tiff")
        defer { for path in [photo, tiff] { Self.remove(path) } }
        try Self.turn(photo, orientation: 6)
        try await Self.fetch(photo, searchPath: "/nowhere") { prepared, content in
            #expect(prepared.plan?.delivery == .direct)
            #expect(prepared.plan?.notes.first?.contains("ffmpeg is not installed") == true)
            let original = [UInt8](try Data(contentsOf: URL(fileURLWithPath: photo)))
            #expect(content == original)
        }
        try await MediaServer.withServer(configuration: MediaServerConfiguration(host: "127.0.0.1")) { server in
            let file = try server.share(file: tiff)
            let error = await #expect(throws: MediaPreparationError.self) {
                try await server.prepare(file, at: tiff, for: .unknown, searchPath: "/nowhere")
            }
            #expect(error?.description.contains("do not show TIFF pictures; ffmpeg is not installed") == true)
        }
    }

    @Test func `a picture with too many pixels is refused`() {
        let huge = PictureFacts(format: .tiff, width: .max, height: 2)
        #expect(throws: PictureError.tooLarge) { try PictureConverter(huge) }
        let large = PictureFacts(format: .tiff, width: 20_000, height: 20_000)
        #expect(throws: PictureError.tooLarge) { try PictureConverter(large) }
    }
}
