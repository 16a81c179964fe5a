// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import CastMediaProbe
import Foundation
import NIOCore
import NIOHTTP1
import Testing

@testable import CastMedia

/// Conversions by the installed `ffmpeg`. They are skipped, with a note, if it is not installed.
@Suite(.timeLimit(.minutes(2))) struct FFmpegTests {
    private static let isInstalled: Bool = {
        let isInstalled = ExternalProgram.find("ffmpeg") != nil && ExternalProgram.find("ffprobe") != nil
        if !isInstalled { print("SKIPPED: ffmpeg is not installed, so conversions are not tested") }
        return isInstalled
    }()

    /// Creates a film of 12 seconds and returns its path.
    private static func film(_ name: String, _ codecs: [String]) async throws -> String {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cast-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appendingPathComponent(name).path
        let program = try #require(ExternalProgram.find("ffmpeg"))
        let source = [
            "-loglevel", "error", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25:duration=12", "-f", "lavfi", "-i",
            "sine=frequency=440:duration=12",
        ]
        _ = try await program.output(source + codecs + ["file:\(path)"], limit: 1, timeLimit: .seconds(60))
        return path
    }

    private static func get(_ url: String) async throws -> (status: Int, body: [UInt8]) {
        let response = try await HTTPClient.shared.execute(HTTPClientRequest(url: url), timeout: .seconds(60))
        return (Int(response.status.code), Array(buffer: try await response.body.collect(upTo: 64 << 20)))
    }

    @Test(
        .enabled(if: isInstalled),
        arguments: [
            (
                "film.mkv", ["-c:v", "libx264", "-g", "50", "-c:a", "ac3"],
                "copy H.264 video, convert AC-3 audio to AAC"
            ),
            (
                "film.avi", ["-c:v", "mpeg4", "-c:a", "libmp3lame"],
                "convert MPEG-4 Visual video to H.264, convert MP3 audio to AAC"
            ),
            (
                "film.ts", ["-c:v", "libx264", "-g", "50", "-bf", "2", "-c:a", "aac"],
                "copy H.264 video, copy AAC audio"
            ),
        ]
    )
    func `a film is converted, and its segments play from any of them`(
        name: String,
        codecs: [String],
        description: String
    ) async throws {
        let path = try await Self.film(name, codecs)
        defer { try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent) }
        try await MediaServer.withServer(configuration: MediaServerConfiguration(host: "127.0.0.1")) { server in
            let file = try server.share(file: path)
            let prepared = try await server.prepare(file, at: path, for: .unknown)
            #expect(prepared.plan?.description == description)
            let url = server.url(for: prepared.media, reachableFrom: "127.0.0.1")
            let playlist = try await Self.get(url)
            #expect(String(decoding: playlist.body, as: UTF8.self).contains("#EXTINF:4.000000,\n1.m4s"))
            let base = try #require(url.lastIndex(of: "/").map { String(url[...$0]) })
            let initialization = try await Self.get(base + "init.mp4").body
            for (index, start) in [(0, 0.0), (2, 6), (1, 2)] {
                let segment = try await Self.get(base + "\(index).m4s")
                #expect(segment.status == 200)
                let whole = path + ".\(index).mp4"
                try Data(initialization + segment.body).write(to: URL(fileURLWithPath: whole))
                let facts = try await MediaInspection.inspect(file: whole)
                #expect(facts.video?.codec == .h264)
                #expect(facts.audio?.codec == .aac)
                let first = try await Self.firstTime(of: whole)
                // A copied video without an index begins with a key frame before the segment.
                #expect(first > start - (name.hasSuffix(".ts") ? 12.2 : 0.2))
                #expect(first < start + 0.2)
            }
            #expect(try await Self.get(base + "4.m4s").status == 404)
        }
    }

    /// Returns the presentation time of the first picture of a file.
    private static func firstTime(of path: String) async throws -> Double {
        let program = try #require(ExternalProgram.find("ffprobe"))
        let output = try await program.output(
            ["-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time", "-of", "csv=p=0", path],
            limit: 1 << 20,
            timeLimit: .seconds(20)
        )
        let times = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline)
        return times.compactMap { Double($0.prefix { $0 != "," }) }.min() ?? -1
    }

    /// Shares a file with options and returns the path of its initialization section and first segment.
    private static func convertedStart(of path: String, _ options: MediaPlan.Options) async throws -> String {
        try await MediaServer.withServer(configuration: MediaServerConfiguration(host: "127.0.0.1")) { server in
            let file = try server.share(file: path)
            let prepared = try await server.prepare(file, at: path, for: .unknown, options: options)
            let url = server.url(for: prepared.media, reachableFrom: "127.0.0.1")
            let base = try #require(url.lastIndex(of: "/").map { String(url[...$0]) })
            let start = try await Self.get(base + "init.mp4").body + Self.get(base + "0.m4s").body
            try Data(start).write(to: URL(fileURLWithPath: path + ".start.mp4"))
            return path + ".start.mp4"
        }
    }

    @Test(
        .enabled(if: isInstalled),
        arguments: [("sound.aiff", ["-vn", "-c:a", "pcm_s16be"]), ("film.mkv", ["-c:v", "libx264", "-c:a", "ac3"])]
    )
    func `the times of converted sound do not begin before zero, which a fragment cannot express`(
        name: String,
        codecs: [String]
    ) async throws {
        let path = try await Self.film(name, codecs)
        defer { try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent) }
        let start = try await Self.convertedStart(of: path, MediaPlan.Options())
        let bytes = ByteBuffer(bytes: try Data(contentsOf: URL(fileURLWithPath: start)))
        let boxes = (0..<bytes.readableBytes - 16).filter { bytes.getString(at: $0, length: 4) == "tfdt" }
        #expect(!boxes.isEmpty)
        for box in boxes {
            #expect(bytes.getInteger(at: box + 4, as: UInt8.self) == 1, "64-bit times")
            #expect(try #require(bytes.getInteger(at: box + 8, as: Int64.self)) >= 0)
        }
    }

    @Test(.enabled(if: isInstalled)) func `the height and the audio language are those that the user chose`()
        async throws
    {
        let codecs = [
            "-f", "lavfi", "-i", "sine=frequency=880:duration=12", "-map", "0", "-map", "1", "-map", "2", "-c:v",
            "libx264",
            "-c:a", "aac", "-ac:a:1", "2", "-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=ger",
        ]
        let path = try await Self.film("film.mkv", codecs)
        defer { try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent) }
        var options = MediaPlan.Options()
        options.maximumHeight = 120
        options.audioLanguage = "de"
        let start = try await Self.convertedStart(of: path, options)
        let facts = try await MediaInspection.inspect(file: start)
        #expect(facts.video?.height == 120)
        // The second track has two channels, the first one has one.
        #expect(facts.audio?.channels == 2)
    }

    @Test(.enabled(if: isInstalled)) func `subtitles that are pictures are drawn into the video`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cast-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (subtitles, path) = (folder.path + "/white.sup", folder.path + "/film.mkv")
        try Data(Self.pictureSubtitles).write(to: URL(fileURLWithPath: subtitles))
        let program = try #require(ExternalProgram.find("ffmpeg"))
        let arguments = [
            "-loglevel", "error", "-f", "lavfi", "-i", "color=black:size=320x240:rate=25:duration=12", "-i", subtitles,
            "-map", "0", "-map", "1", "-c:v", "libx264", "-c:s", "copy", path,
        ]
        _ = try await program.output(arguments, limit: 1, timeLimit: .seconds(60))
        var options = MediaPlan.Options()
        options.burnsIn = 1
        let start = try await Self.convertedStart(of: path, options)
        let frame = try await program.output(
            [
                "-loglevel", "error", "-ss", "1", "-i", start, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "gray",
                "pipe:1",
            ],
            limit: 320 * 240,
            timeLimit: .seconds(20)
        )
        try #require(frame.count == 320 * 240)
        #expect(frame[25 * 320 + 40] > 200)
        #expect(frame[200 * 320 + 200] < 60)
    }

    /// A white rectangle of 60 by 30 pixels at (10, 10), from 0 to 10 seconds, in the format of Blu-ray discs.
    private static let pictureSubtitles: [UInt8] = {
        func segment(_ type: UInt8, at seconds: UInt32, _ content: [UInt8]) -> [UInt8] {
            let time = (0..<4).map { UInt8(truncatingIfNeeded: seconds * 90_000 >> (24 - 8 * UInt32($0))) }
            let size = [UInt8(content.count >> 8), UInt8(content.count & 0xFF)]
            return Array("PG".utf8) + time + [0, 0, 0, 0, type] + size + content
        }
        let window: [UInt8] = [1, 0, 0, 10, 0, 10, 0, 60, 0, 30]
        let lines = Array(repeating: [0, 0x80 | 60, 1, 0, 0] as [UInt8], count: 30).flatMap { $0 }
        let length = lines.count + 4
        let screen: [UInt8] = [1, 64, 0, 240, 0x10]
        return segment(0x16, at: 0, screen + [0, 0, 0x80, 0, 0, 1, 0, 0, 0, 0, 0, 10, 0, 10])
            + segment(0x17, at: 0, window) + segment(0x14, at: 0, [0, 0, 1, 235, 128, 128, 255])
            + segment(
                0x15,
                at: 0,
                [0, 0, 0, 0xC0, 0, UInt8(length >> 8), UInt8(length & 0xFF), 0, 60, 0, 30] + lines
            ) + segment(0x80, at: 0, [])
            + segment(0x16, at: 10, screen + [0, 1, 0, 0, 0, 0]) + segment(0x17, at: 10, window)
            + segment(0x80, at: 10, [])
    }()

    @Test(.enabled(if: isInstalled)) func `the file is served unchanged if the device plays it`() async throws {
        let path = try await Self.film("film.mp4", ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac"])
        defer { try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent) }
        let server = MediaServer()
        let file = try server.share(file: path)
        let prepared = try await server.prepare(file, at: path, for: .unknown)
        #expect(prepared.media == file)
        await server.close()
    }

    @Test(.enabled(if: isInstalled)) func `a missing ffmpeg is reported with the reasons and the remedy`() async throws
    {
        let path = try await Self.film("film.mkv", ["-c:v", "libx264", "-c:a", "aac"])
        let folder = (path as NSString).deletingLastPathComponent
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let probe = try #require(ExternalProgram.find("ffprobe"))
        try FileManager.default.createSymbolicLink(atPath: folder + "/ffprobe", withDestinationPath: probe.path)
        let server = MediaServer()
        let file = try server.share(file: path)
        let error = await #expect(throws: MediaPreparationError.self) {
            _ = try await server.prepare(file, at: path, for: .unknown, searchPath: folder)
        }
        #expect(error?.reasons == ["Cast devices do not play Matroska files"])
        #expect(error?.problem.hasPrefix("ffmpeg is not installed; install it with: ") == true)
        await server.close()
    }

    @Test(
        .enabled(if: isInstalled),
        arguments: [
            "ffconcat version 1.0\nfile '/etc/passwd'\n",
            "ffconcat version 1.0\n# é\nfile 'secret.ts'\n",
            "#EXTM3U\n# é\n#EXT-X-TARGETDURATION:12\n#EXTINF:12,\nsecret.ts\n#EXT-X-ENDLIST\n",
        ]
    )
    func `a playlist with the name of a film is rejected, and the media that it names is not read`(
        text: String
    ) async throws {
        let secret = try await Self.film("secret.ts", ["-c:v", "libx264", "-c:a", "aac"])
        let folder = URL(fileURLWithPath: secret).deletingLastPathComponent()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("film.mkv").path
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        let error = await #expect(throws: MediaInspectionError.self) {
            _ = try await MediaInspection.inspect(file: path)
        }
        #expect(error?.description.contains(path) == false, "the message is shown on pages")
        #expect(error?.description.contains("[") == false)
    }

    @Test(.enabled(if: isInstalled)) func `an encoder in hardware is used only if it encodes a picture`() async throws {
        let program = try #require(ExternalProgram.find("ffmpeg"))
        let broken = VideoEncoder(name: "h264_vaapi", deviceOptions: ["-vaapi_device", "/dev/null"])
        // Stands for an encoder in hardware that works.
        let working = VideoEncoder(name: "libx264rgb", inputFilter: "format=rgb24", acceptsLevel: false)
        let names: Set = ["h264_vaapi", "libx264rgb", "libx264", "libopenh264"]
        #expect(await VideoEncoder.best(of: names, for: program, hardware: [broken]) == .software)
        #expect(await VideoEncoder.best(of: names, for: program, hardware: [broken, working])?.name == "libx264rgb")
        #expect(await VideoEncoder.best(of: ["libopenh264"], for: program, hardware: [working])?.name == "libopenh264")
        #expect(await VideoEncoder.best(of: ["h264_vaapi"], for: program, hardware: [broken]) == nil)
    }

    @Test func `a program that fails is reported with its message`() async throws {
        let shell = ExternalProgram(name: "sh", path: "/bin/sh")
        await #expect(throws: ExternalProgramError.failed(program: "sh", status: "status 3", message: "bad input")) {
            _ = try await shell.output(
                ["-c", #"printf 'bad \033[31m input\n' >&2; exit 3"#],
                limit: 10,
                timeLimit: .seconds(10)
            )
        }
        await #expect(throws: ExternalProgramError.timedOut(program: "sh")) {
            _ = try await shell.output(["-c", "sleep 60"], limit: 10, timeLimit: .milliseconds(100))
        }
        #expect(try await shell.output(["-c", "yes"], limit: 5, timeLimit: .seconds(10)) == Array("y\ny\ny".utf8))
    }
}
