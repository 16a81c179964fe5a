// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import CastMediaProbe
import CastWire
import Foundation
import NIOCore
import NIOHTTP1
import Testing

@testable import CastMedia

@Suite(.timeLimit(.minutes(1))) struct MediaItemTests {
    private static let target = CastTarget(capabilities: .unknown, name: "TV", localAddress: "127.0.0.1")
    /// The beginning of an MP4 file whose tracks are not known.
    private static let mp4: [UInt8] = [0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 0, 0] + pattern(2_000)

    private static var original: MediaPlan.Options {
        var options = MediaPlan.Options()
        options.isOriginal = true
        return options
    }

    private static func status(_ url: String) async throws -> Int {
        let response = try await HTTPClient.shared.execute(HTTPClientRequest(url: url), timeout: .seconds(10))
        _ = try await response.body.collect(upTo: 1 << 20)
        return Int(response.status.code)
    }

    @Test(arguments: [
        ("https://example.org/a%20film.mp4?token=x", "a film.mp4"),
        ("https://user:password@camera.local:8080?token=x", "https://camera.local:8080"),
        ("rtsp://user:password@camera.local?token=x", "rtsp://camera.local"),
        ("https://example.org/%20#x", "https://example.org/%20"),
    ])
    func `the title of a URL, which other senders see, has no password and no token`(url: String, title: String) {
        #expect(CastSource.url(url).title == title)
    }

    @Test func `a file is described with its title, artwork and sidecar subtitles, and all of them can be fetched`()
        async throws
    {
        let folder = try TemporaryFolder()
        let film = try folder.file("The Film.mp4", Self.mp4)
        _ = try folder.file("The Film.de.srt", Array("1\n00:00:01,000 --> 00:00:02,000\nHallo\n".utf8))
        try await MediaServer.withServer { server in
            let options = MediaItem.Options(
                subtitle: "A line",
                artwork: .data([1, 2, 3], name: "cover.png", contentType: "image/png"),
                conversion: Self.original
            )
            let item = try MediaItem(.file(path: film), options: options, on: server)
            let media = try await item.prepare(for: Self.target).information
            #expect(media.contentType == "video/mp4")
            #expect(media.metadata?.title == "The Film")
            #expect(media.metadata?.subtitle == "A line")
            #expect(media.tracks?.map(\.language) == ["de"])
            let urls = [media.contentID, media.metadata?.images?.first?.url, media.tracks?.first?.trackContentID]
            for url in urls { #expect(try await Self.status(#require(url)) == 200) }
            #expect(item.traffic?.requests == 1)
            item.withdraw()
            for url in urls { #expect(try await Self.status(#require(url)) == 404) }
        }
    }

    @Test func `a file is served only to the device and to this machine, unless it is public`() async throws {
        let folder = try TemporaryFolder()
        let film = try folder.file("film.mp4", Self.mp4)
        var target = Self.target
        target.clients = ClientFilter(addresses: ["192.0.2.7"])
        // The server's address of a connection from 127.0.0.1 to 127.0.0.2 is not the client's.
        target.localAddress = "127.0.0.2"
        var configuration = MediaServerConfiguration()
        configuration.listensOnDemand = true
        try await MediaServer.withServer(configuration: configuration) { [target] server in
            var options = MediaItem.Options(conversion: Self.original)
            let item = try MediaItem(.file(path: film), options: options, on: server)
            let url = try await #require(item.prepare(for: target).information.contentID)
            #expect(try await Self.client("127.0.0.1", url) == 404)
            #expect(item.traffic?.lastRefusedClient == "127.0.0.1")
            #expect(try await Self.client("127.0.0.2", url) == 200, "a program of this machine")
            var device = target
            device.clients = ClientFilter(addresses: ["127.0.0.1"])
            _ = try await item.prepare(for: device)
            #expect(try await Self.client("127.0.0.1", url) == 200)
            options.isPublic = true
            let shared = try MediaItem(.file(path: film), options: options, on: server)
            let sharedURL = try await #require(shared.prepare(for: target).information.contentID)
            #expect(try await Self.client("127.0.0.1", sharedURL) == 200)
        }
    }

    /// Requests a URL from a local address.
    private static func client(_ address: String, _ url: String) async throws -> Int {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "--interface", address, url]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Int(String(decoding: output, as: UTF8.self)) ?? 0
    }

    @Test func `an HLS playlist on the disk is shared with its segments`() async throws {
        let folder = try TemporaryFolder()
        _ = try folder.file("0.ts", pattern(188))
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n0.ts\n#EXT-X-ENDLIST\n"
        let playlist = try folder.file("film.m3u8", Array(text.utf8))
        try await MediaServer.withServer { server in
            let item = try MediaItem(.file(path: playlist), on: server)
            let url = try await #require(item.prepare(for: Self.target).information.contentID)
            let response = try await HTTPClient.shared.execute(HTTPClientRequest(url: url), timeout: .seconds(10))
            let served = String(buffer: try await response.body.collect(upTo: 1 << 20))
            let segment = try #require(served.split(separator: "\n").first { $0.hasPrefix("/") })
            let base = try #require(URL(string: url))
            let address = try #require(URL(string: String(segment), relativeTo: base)).absoluteString
            #expect(try await Self.status(address) == 200)
            item.withdraw()
            #expect(try await Self.status(address) == 404)
        }
    }

    @Test func `the segments of a playlist are served only to the device`() async throws {
        let folder = try TemporaryFolder()
        _ = try folder.file("0.ts", pattern(188))
        let playlist = try folder.file("film.m3u8", Array("#EXTM3U\n#EXTINF:4,\n0.ts\n#EXT-X-ENDLIST\n".utf8))
        var configuration = MediaServerConfiguration()
        configuration.listensOnDemand = true
        try await MediaServer.withServer(configuration: configuration) { server in
            let item = try MediaItem(.file(path: playlist), on: server)
            var target = Self.target
            target.localAddress = "127.0.0.2"
            target.clients = ClientFilter(addresses: ["192.0.2.7"])
            let url = try await #require(item.prepare(for: target).information.contentID)
            let original = try #require(item.original)
            let part = try #require(server.sharedMedia.parts(of: original).first)
            let segment = try #require(URL(string: part.path, relativeTo: URL(string: url))).absoluteString
            #expect(try await Self.client("127.0.0.1", segment) == 404)
            #expect(try await Self.client("127.0.0.2", segment) == 200, "a program of this machine")
        }
    }

    #if os(Linux) || os(macOS)
    /// A folder with a film and an `ffprobe` that records its runs, and waits for a file before it ends.
    private static func slowProbe() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let script = """
            #!/bin/sh
            echo run >>'\(folder.path)/runs'
            until [ -e '\(folder.path)/go' ]; do sleep 0.02; done
            echo '{"streams": [{"index": 0, "codec_name": "h264", "codec_type": "video", "width": 320, "height": 240}], \
            "format": {"format_name": "mov,mp4", "duration": "20", "tags": {"major_brand": "isom"}}}'
            """
        let path = try folder.file("ffprobe", Array(script.utf8))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        _ = try folder.file("film.mp4", mp4)
        return folder
    }

    private static func runs(_ folder: String) -> Int {
        (try? String(contentsOfFile: folder + "/runs", encoding: .utf8))?.split(separator: "\n").count ?? 0
    }

    @Test func `a file is inspected ahead, and its preparation waits for that inspection`() async throws {
        let files = try Self.slowProbe()
        let folder = files.path
        try await MediaServer.withServer { server in
            let item = try MediaItem(.file(path: folder + "/film.mp4"), on: server)
            async let ahead: Void = item.inspectAhead(searchPath: folder)
            while Self.runs(folder) == 0 { try await Task.sleep(for: .milliseconds(5)) }
            async let prepared = item.prepare(for: Self.target, searchPath: folder)
            _ = try files.file("go")
            #expect(try await prepared.facts?.duration == 20)
            await ahead
            #expect(Self.runs(folder) == 1)
            // A preparation for another device inspects the file again, because it can have changed.
            var other = Self.target
            other.capabilities.model = "other"
            _ = try await item.prepare(for: other, searchPath: folder)
            #expect(Self.runs(folder) == 2)
        }
    }

    /// A folder with a film, an `ffprobe`, and an `ffmpeg` that encodes nothing.
    private static func programs() throws -> TemporaryFolder {
        let files = try slowProbe()
        _ = try files.file("go")
        let path = try files.file("ffmpeg", Array("#!/bin/sh\nexit 1\n".utf8))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return files
    }

    @Test(arguments: [
        MediaFailureCause.network, .neverRequested, .notServed(status: 404, reason: nil), .interrupted,
        .requestedElsewhere(client: "192.0.2.1"), .notRelayed(reason: "no"),
    ])
    func `a file that the device could not fetch is not converted`(cause: MediaFailureCause) async throws {
        let files = try Self.programs()
        let folder = files.path
        try await MediaServer.withServer { server in
            let item = try MediaItem(.file(path: folder + "/film.mp4"), on: server)
            #expect(!item.convertAfterRejection(.unsupportedFormat, searchPath: folder), "it was not delivered")
            _ = try await item.prepare(for: Self.target, searchPath: folder)
            #expect(!item.convertAfterRejection(cause, searchPath: folder))
            #expect(!item.convertAfterRejection(.unsupportedFormat, searchPath: folder + "/missing"), "no ffmpeg")
        }
    }

    @Test func `a file that the device did not play is delivered as before if it cannot be converted`() async throws {
        let files = try Self.programs()
        let folder = files.path
        try await MediaServer.withServer { server in
            let item = try MediaItem(.file(path: folder + "/film.mp4"), on: server)
            let first = try await item.prepare(for: Self.target, searchPath: folder)
            #expect(first.plan?.delivery == .direct)
            #expect(item.convertAfterRejection(.unsupportedFormat, searchPath: folder))
            #expect(!item.convertAfterRejection(.unsupportedFormat, searchPath: folder), "once")
            await #expect(throws: MediaItemError.self) {
                try await item.prepare(for: Self.target, searchPath: folder)
            }
            let third = try await item.prepare(for: Self.target, searchPath: folder)
            #expect(third.plan?.delivery == .direct)
        }
    }

    @Test func `a canceled inspection ahead has no result`() async throws {
        let files = try Self.slowProbe()
        let folder = files.path
        try await MediaServer.withServer { server in
            let item = try MediaItem(.file(path: folder + "/film.mp4"), on: server)
            let ahead = Task { await item.inspectAhead(searchPath: folder) }
            while Self.runs(folder) == 0 { try await Task.sleep(for: .milliseconds(5)) }
            ahead.cancel()
            await ahead.value
            _ = try files.file("go")
            #expect(try await item.prepare(for: Self.target, searchPath: folder).facts?.duration == 20)
            #expect(Self.runs(folder) == 2)
        }
    }
    #endif

    @Test func `a URL is requested once, ahead of its preparation, and notes and errors are reported then`()
        async throws
    {
        let server = try await OddWebServer { head in
            head.uri == "/film.mp4" ? .init(type: "video/mp4", body: Self.mp4, hasRanges: true) : .init(status: 404)
        }
        try await MediaServer.withServer { media in
            let film = try MediaItem(.url(server.url("/film.mp4")), on: media)
            await film.inspectAhead()
            #expect(try await film.prepare(for: Self.target).information.contentType == "video/mp4")
            #expect(server.requests.count == 1)
            let missing = try MediaItem(.url(server.url("/missing")), on: media)
            await missing.inspectAhead()
            await #expect(throws: MediaItemError.self) { try await missing.prepare(for: Self.target) }
            #expect(server.requests.count == 2)
        }
        await server.close()
    }

    @Test func `errors name the file, before a device is involved`() async throws {
        let folder = try TemporaryFolder()
        let film = try folder.file("film.mp4", Self.mp4)
        try await MediaServer.withServer { server in
            let missing = #expect(throws: MediaItemError.self) {
                try MediaItem(.file(path: "/missing/film.mp4"), on: server)
            }
            #expect(missing?.code == .fileNotReadable)
            #expect(missing?.message.contains("/missing/film.mp4") == true)
            let subtitles = MediaItem.Options(subtitles: .init(paths: ["/missing/film.srt"]))
            let noSubtitles = #expect(throws: MediaItemError.self) {
                try MediaItem(.file(path: film), options: subtitles, on: server)
            }
            #expect(noSubtitles?.code == .subtitlesNotReadable)
        }
    }

    @Test func `a specified type is not questioned, and the media is not converted`() async throws {
        try await MediaServer.withServer { server in
            let options = MediaItem.Options(title: "Live", contentType: "application/x-mpegurl")
            // Nothing listens at the port.
            let item = try MediaItem(.url("http://127.0.0.1:9/live"), options: options, on: server)
            let prepared = try await item.prepare(for: Self.target)
            #expect(prepared.information.contentType == "application/x-mpegurl")
            #expect(prepared.information.metadata?.title == "Live")
            #expect(item.traffic == nil)
        }
    }
}
