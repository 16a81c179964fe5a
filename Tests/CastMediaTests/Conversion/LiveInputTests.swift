// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import CastMediaProbe
import Foundation
import NIOCore
import NIOHTTP1
import Testing

@testable import CastMedia

/// Live streams by the installed `ffmpeg`. They are skipped, with a note, if it is not installed.
@Suite(.timeLimit(.minutes(2))) struct LiveInputTests {
    private static let isInstalled: Bool = {
        let isInstalled = ExternalProgram.find("ffmpeg") != nil && ExternalProgram.find("ffprobe") != nil
        if !isInstalled { print("SKIPPED: ffmpeg is not installed, so live inputs are not tested") }
        return isInstalled
    }()

    /// Returns a film of 40 seconds.
    private static func film(_ options: [String], duration: Int = 40) async throws -> [UInt8] {
        let program = try #require(ExternalProgram.find("ffmpeg"))
        let source = [
            "-loglevel", "error", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25:duration=\(duration)", "-f",
            "lavfi", "-i", "sine=frequency=440:duration=\(duration)", "-c:v", "libx264", "-preset", "ultrafast", "-g",
            "50",
        ]
        return try await program.output(source + options + ["pipe:1"], limit: 64 << 20, timeLimit: .seconds(60))
    }

    private static func get(_ url: String) async throws -> (status: Int, body: [UInt8]) {
        let response = try await HTTPClient.shared.execute(HTTPClientRequest(url: url), timeout: .seconds(60))
        return (Int(response.status.code), Array(buffer: try await response.body.collect(upTo: 64 << 20)))
    }

    /// Creates a folder for a test, and removes it afterward.
    private static func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cast-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.path)
    }

    private static func withStream(
        of reader: LiveReader,
        _ body: (MediaServer.PreparedMedia, String) async throws -> Void
    ) async throws {
        let converter = try await MediaConverter.find(encodesVideo: true)
        try await MediaServer.withServer(configuration: MediaServerConfiguration(host: "127.0.0.1")) { server in
            let options = MediaPlan.Options()
            let prepared = try await server.share(reader, named: "Test", .unknown, options, converter, searchPath: nil)
            try await body(prepared, server.url(for: prepared.media, reachableFrom: "127.0.0.1"))
        }
    }

    /// Fetches a stream to its end, as a device does. Returns its file and the number of segments.
    private static func fetch(_ url: String, to path: String) async throws -> Int {
        let base = try #require(url.lastIndex(of: "/").map { String(url[...$0]) })
        var file = try await get(base + "init.mp4").body
        var index = 0
        while true {
            let playlist = String(decoding: try await get(url).body, as: UTF8.self)
            while playlist.contains("\n\(index).m4s\n") {
                let segment = try await get(base + "\(index).m4s")
                try #require(segment.status == 200)
                file += segment.body
                index += 1
            }
            if playlist.hasSuffix("#EXT-X-ENDLIST\n") { break }
            try await Task.sleep(for: .milliseconds(20))
        }
        try Data(file).write(to: URL(fileURLWithPath: path))
        return index
    }

    @Test(
        .enabled(if: isInstalled),
        arguments: [
            (["-c:a", "aac", "-f", "matroska"], "copy H.264 video, copy AAC audio"),
            (["-c:a", "aac", "-f", "mpegts"], "copy H.264 video, copy AAC audio"),
            (["-vn", "-c:a", "libmp3lame", "-f", "mp3"], "convert MP3 audio to AAC"),
        ]
    )
    func `a pipe is played from its beginning to its end, and waits for the device`(
        options: [String],
        plan: String
    ) async throws {
        let film = try await Self.film(options)
        try await Self.withFolder { folder in
            let path = folder + "/film"
            try Data(film).write(to: URL(fileURLWithPath: path))
            let descriptor = open(path, O_RDONLY)
            let reader = LiveReader(descriptor: descriptor, ownsDescriptor: true, growthLimit: nil)
            try await Self.withStream(of: reader) { prepared, url in
                #expect(prepared.isLive)
                #expect(prepared.plan?.description == plan)
                let playlist = String(decoding: try await Self.get(url).body, as: UTF8.self)
                #expect(playlist.contains("#EXT-X-MEDIA-SEQUENCE:0\n#EXT-X-START:TIME-OFFSET=0"))
                #expect(!playlist.contains("ENDLIST"), "the converter waits after a few segments")
                let base = try #require(url.lastIndex(of: "/").map { String(url[...$0]) })
                #expect(try await Self.get(base + "500.m4s").status == 404)
                _ = try await Self.fetch(url, to: folder + "/result.mp4")
                let facts = try await MediaInspection.inspect(file: folder + "/result.mp4")
                #expect(abs((facts.duration ?? 0) - 40) < 0.5, "nothing is lost")
            }
        }
    }

    @Test(arguments: [MediaFacts.Container.matroska, .quickTime, .mp4, .webm])
    func `a live stream is converted also for a device that plays its container`(
        container: MediaFacts.Container
    ) throws {
        let video = TrackFacts(index: 0, kind: .video, codec: .h264)
        let facts = MediaFacts(container: container, duration: nil, tracks: [video])
        let plan = try MediaServer.plan(for: facts, on: .forModel("swift-cast"), MediaPlan.Options())
        #expect(plan.description == "copy H.264 video")
    }

    @Test(.enabled(if: isInstalled)) func `a growing file is played until it no longer grows`() async throws {
        let film = try await Self.film(["-c:a", "aac", "-f", "matroska"])
        try await Self.withFolder { folder in
            let path = folder + "/film.mkv"
            try Data(film.prefix(film.count / 3)).write(to: URL(fileURLWithPath: path))
            let reader = try LiveReader.growingFile(path, growthLimit: .seconds(1))
            try await Self.withStream(of: reader) { _, url in
                let writer = try #require(FileHandle(forWritingAtPath: path))
                try writer.seekToEnd()
                try writer.write(contentsOf: Data(film.suffix(from: film.count / 3)))
                try writer.close()
                _ = try await Self.fetch(url, to: folder + "/result.mp4")
                let facts = try await MediaInspection.inspect(file: folder + "/result.mp4")
                #expect(abs((facts.duration ?? 0) - 40) < 0.5)
            }
        }
    }

    @Test(
        .enabled(if: isInstalled),
        arguments: [
            (
                Array("This is not a film.\n".utf8),
                LiveInputError.notMedia(reason: "Invalid data found when processing input")
            ),
            ([], .noInput(isTerminal: false)),
        ]
    )
    func `an input without media is an error`(bytes: [UInt8], error: LiveInputError) async throws {
        try await Self.withFolder { folder in
            try Data(bytes).write(to: URL(fileURLWithPath: folder + "/text"))
            let reader = LiveReader(
                descriptor: open(folder + "/text", O_RDONLY),
                ownsDescriptor: true,
                growthLimit: nil
            )
            await #expect(throws: error) { try await Self.withStream(of: reader) { _, _ in } }
        }
    }

    @Test(.enabled(if: isInstalled)) func `an MP4 file whose index is at its end is an error with advice`() async throws
    {
        try await Self.withFolder { folder in
            let path = folder + "/film.mp4"
            let program = try #require(ExternalProgram.find("ffmpeg"))
            let source = ["-loglevel", "error", "-f", "lavfi", "-i", "testsrc2=size=640x480:rate=25:duration=10"]
            _ = try await program.output(source + ["-c:v", "mpeg4", path], limit: 1, timeLimit: .seconds(60))
            let reader = LiveReader(descriptor: open(path, O_RDONLY), ownsDescriptor: true, growthLimit: nil)
            await #expect(throws: LiveInputError.indexAtEnd) { try await Self.withStream(of: reader) { _, _ in } }
        }
    }

    @Test(.enabled(if: isInstalled))
    func `no converter starts if the server closes while the input is inspected`() async throws {
        let film = try await Self.film(["-c:a", "aac", "-f", "matroska"])
        try await Self.withFolder { folder in
            try Data(film).write(to: URL(fileURLWithPath: folder + "/film"))
            let reader = LiveReader(
                descriptor: open(folder + "/film", O_RDONLY),
                ownsDescriptor: true,
                growthLimit: nil
            )
            let converter = try await MediaConverter.find(encodesVideo: true)
            let server = try await MediaServer.start(configuration: MediaServerConfiguration(host: "127.0.0.1"))
            await server.close()
            await #expect(throws: LiveInputError.conversion(.failed("the conversion was ended"))) {
                _ = try await server.share(
                    reader,
                    named: "Test",
                    .unknown,
                    MediaPlan.Options(),
                    converter,
                    searchPath: nil
                )
            }
        }
    }

    @Test func `a pipe is closed without waiting for its reader`() async throws {
        let pipe = try ProgramPipe(for: "test")
        // Nobody reads, so the pipe is full before everything is written.
        let writing = Task { try await pipe.write(Array(repeating: 1, count: 4 << 20)) }
        writing.cancel()
        await #expect(throws: ProgramPipe.Closed.self) { try await writing.value }
        await #expect(throws: ProgramPipe.Closed.self) { try await pipe.write([1]) }
    }

    @Test func `a write to a program that has ended is an error, not a signal`() async throws {
        let pipe = try ProgramPipe(for: "test")
        close(pipe.takeReadingEnd())
        await #expect(throws: ProgramPipe.Closed.self) { try await pipe.write([1]) }
    }

    @Test func `canceling a read of an idle pipe ends it`() async throws {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        let reader = LiveReader(descriptor: descriptor, ownsDescriptor: false, growthLimit: nil)
        let reading = Task { try await reader.read() }
        reading.cancel()
        #expect(try await reading.value == [])
        try pipe.fileHandleForWriting.close()
    }
}
