// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Testing

@testable import CastReceiver

@Suite("Media inspection over HTTP", .timeLimit(.minutes(1)))
struct HTTPMediaInspectorTests {
    private let inspector = HTTPMediaInspector(timeLimit: .seconds(2))

    private func inspect(
        _ reply: ScriptedServer.Reply,
        contentType: String = "",
        path: String = "film",
        isLive: Bool = false
    ) async throws -> MediaInspection {
        try await ScriptedServer.with(reply) { server in
            await inspector.inspect(
                PlayerItem(
                    generation: 1,
                    url: "http://127.0.0.1:\(server.port)/\(path)",
                    contentType: contentType,
                    isLive: isLive
                )
            )
        }
    }

    private func failure(_ inspection: MediaInspection) -> (code: Int, message: String)? {
        guard case .unplayable(let code, let message) = inspection else { return nil }
        return (code, message)
    }

    /// One second of silence: 8,000 samples of 8 bits, one channel.
    private static let wave: [UInt8] =
        Array("RIFF".utf8) + [0x64, 0x1F, 0, 0] + Array("WAVEfmt ".utf8)
        + [16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x40, 0x1F, 0, 0, 1, 0, 8, 0]
        + Array("data".utf8) + [0x40, 0x1F, 0, 0] + [UInt8](repeating: 0x80, count: 8000)

    @Test("the duration is read from a file", arguments: [true, false])
    func duration(hasRanges: Bool) async throws {
        let found = try await inspect(.file(Self.wave, type: "audio/wav", hasRanges: hasRanges))
        #expect(found == .playable(MediaMetadataFacts(duration: 1), kind: .audio))
    }

    @Test(
        "status 404 is error 104, and 311 or 321 for playlists",
        arguments: [("", 104), ("application/x-mpegURL", 311), ("application/dash+xml", 321)]
    )
    func notFound(contentType: String, code: Int) async throws {
        let found = try await inspect(
            .text("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"),
            contentType: contentType
        )
        #expect(failure(found)?.code == code)
        #expect(failure(found)?.message.contains("404") == true)
    }

    @Test("a web page is not playable, and the reason names its content type")
    func noMedia() async throws {
        let page = Array("<!doctype html><title>Sign in</title>".utf8)
        let found = try await inspect(.file(page, type: "text/html", hasRanges: false), contentType: "video/mp4")
        #expect(failure(found)?.code == 104)
        #expect(failure(found)?.message.contains("text/html") == true)
    }

    @Test("an empty file is not playable")
    func empty() async throws {
        let found = try await inspect(.file([], type: "video/mp4", hasRanges: false))
        #expect(failure(found)?.code == 104)
    }

    @Test(
        "playlists are recognized by their content",
        arguments: ["#EXTM3U\n#EXT-X-VERSION:3\n", "<?xml version=\"1.0\"?>\n<MPD/>"]
    )
    func playlists(text: String) async throws {
        let found = try await inspect(.file(Array(text.utf8), type: "text/plain", hasRanges: false))
        #expect(found == .playable(MediaMetadataFacts(), kind: .video))
    }

    @Test("an image is recognized by its content, not by its content type")
    func picture() async throws {
        let found = try await inspect(.file(PackageResources.icon_png, type: "video/mp4", hasRanges: true))
        #expect(found == .playable(MediaMetadataFacts(), kind: .image))
    }

    @Test("an endless response that is not media is rejected early")
    func endlessNonsense() async throws {
        let found = try await inspect(.endless(Array(repeating: 0x2E, count: 4096)))
        #expect(failure(found)?.code == 104)
    }

    @Test("an endless audio stream is playable, without a duration")
    func endlessRadio() async throws {
        // Frames of MPEG-1 layer III, 128 kbit/s at 44.1 kHz, 417 bytes each.
        let frame: [UInt8] = [0xFF, 0xFB, 0x90, 0x00] + [UInt8](repeating: 0, count: 413)
        let found = try await inspect(.endless(Array([[UInt8]](repeating: frame, count: 10).joined())))
        guard case .playable = found else {
            Issue.record("\(found)")
            return
        }
    }

    @Test(
        "a URL without a valid port or host fails to play, and does not end the device",
        arguments: ["http://127.0.0.1:70000/film.mp4", "http://127.0.0.1:0/", "http://%5B%5D/film.mp4"]
    )
    func impossibleURL(url: String) async throws {
        let found = await inspector.inspect(PlayerItem(generation: 1, url: url))
        #expect(failure(found)?.code == 104)
        #expect(failure(found)?.message.contains("not a valid") == true, "\(found)")
    }

    @Test("a server that accepts and sends nothing times out")
    func silence() async throws {
        let clock = ContinuousClock()
        let begin = clock.now
        let found = try await inspect(.silence)
        #expect(failure(found)?.code == 104)
        #expect(clock.now - begin < .seconds(10))
    }

    @Test("a server that stops in the middle of a response times out")
    func stall() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\nContent-Length: 1000000\r\n\r\n"
        let found = try await inspect(.text(head + "\0\0\0\u{18}ftyp"))
        #expect(failure(found)?.code == 104)
    }

    @Test("the time limit applies to the codec of a video, too")
    func codecOfSilentServer() async throws {
        // The client alone would wait one second longer than the limit.
        let limit = Duration.milliseconds(100)
        let brief = HTTPMediaInspector(timeLimit: limit)
        try await ScriptedServer.with(.silence) { server in
            let item = PlayerItem(generation: 1, url: "http://127.0.0.1:\(server.port)/film.mp4")
            let begin = ContinuousClock.now
            #expect(await brief.videoCodec(of: item) == nil)
            #expect(ContinuousClock.now - begin < limit + .seconds(1))
        }
    }

    @Test("the reason that a response cannot be read contains no error names")
    func damagedResponse() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\nTransfer-Encoding: chunked\r\n\r\n"
        let found = try await inspect(.text(head + "zz\r\n"))
        #expect(failure(found)?.message.hasSuffix(": the response of the server is not valid HTTP") == true)
    }

    @Test("a refused connection is reported as unreachable")
    func refused() async throws {
        let port = try await ScriptedServer.with(.silence) { $0.port }
        let item = PlayerItem(generation: 1, url: "http://127.0.0.1:\(port)/film.mp4")
        let found = await inspector.inspect(item)
        #expect(failure(found)?.code == 104)
        #expect(failure(found)?.message.contains("cannot be reached") == true)
    }

    @Test(
        "only http and https are loaded",
        arguments: ["file:///etc/passwd", "", "ftp://127.0.0.1/a", "film.mp4", "http://"]
    )
    func otherSchemes(url: String) async {
        let found = await inspector.inspect(PlayerItem(generation: 1, url: url))
        #expect(failure(found)?.code == 104)
    }

    @Test("canceling an inspection ends it")
    func cancellation() async throws {
        let slow = HTTPMediaInspector(timeLimit: .seconds(60))
        try await ScriptedServer.with(.silence) { server in
            let task = Task {
                await slow.inspect(PlayerItem(generation: 1, url: "http://127.0.0.1:\(server.port)/"))
            }
            task.cancel()
            _ = await task.value
        }
    }
}
