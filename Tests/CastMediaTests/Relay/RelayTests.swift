// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import CastHTTPClient
import CastWire
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import Testing

@testable import CastMedia

/// Tests with servers on loopback, whose media a device requests from the relay.
@Suite("Relay", .timeLimit(.minutes(1)))
struct RelayTests {
    private static let target = CastTarget(capabilities: .unknown, name: "TV", localAddress: "127.0.0.1")
    private static let mp4 = Array("\0\0\0\u{18}ftypisom".utf8) + pattern(100_000)
    private static let secret = "Bearer s3cret"

    private struct Reply {
        var status: Int
        var headers: HTTPHeaders
        var body: [UInt8]
        var text: String { String(decoding: body, as: UTF8.self) }
    }

    private func fetch(_ url: String, method: HTTPMethod = .GET, headers: HTTPHeaders = [:]) async throws -> Reply {
        var request = HTTPClientRequest(url: url)
        request.method = method
        request.headers = headers
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(20))
        let body = try await response.body.collect(upTo: 8 << 20)
        return Reply(
            status: Int(response.status.code),
            headers: response.headers,
            body: Array(body.readableBytesView)
        )
    }

    private func options(_ fields: [String: String] = ["Authorization": secret]) throws -> MediaItem.Options {
        var options = MediaItem.Options()
        options.request = try RequestHeaders(fields)
        options.relays = true
        return options
    }

    /// A server that requires the token, with files by path.
    private func authorized(
        _ files: @escaping @Sendable (String) -> OddWebServer.Answer?
    ) async throws -> OddWebServer {
        try await OddWebServer { head in
            guard head.headers["Authorization"] == [Self.secret] else { return .init(status: 401) }
            return files(head.uri) ?? .init(status: 404)
        }
    }

    /// Prepares a URL for the device, and passes the URL of the relay.
    private func relaying(
        _ url: String,
        _ options: MediaItem.Options? = nil,
        client: RestrictedHTTPClient.Configuration = RestrictedHTTPClient.Configuration(),
        _ body: (MediaItem, String) async throws -> Void
    ) async throws {
        try await MediaServer.withServer { server in
            let item = try MediaItem(.url(url), options: options ?? self.options(), on: server)
            let prepared = try await item.prepare(for: Self.target, client: client)
            try await body(item, #require(prepared.information.contentID))
        }
    }

    // MARK: - Files

    @Test func `an MP4 behind a token is fetched in ranges, and the relay is gone when the item ends`() async throws {
        let server = try await authorized { path in
            guard path.hasPrefix("/film.mp4") else { return nil }
            var answer = OddWebServer.Answer(type: "application/octet-stream", body: Self.mp4, hasRanges: true)
            answer.fields = ["ETag": "\"v1\"", "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"]
            return answer
        }
        try await relaying(server.url("/film.mp4?key=s3cret")) { item, url in
            #expect(url.hasSuffix("/film.mp4"), "the query of the server's URL is not shown to the device")
            let whole = try await fetch(url)
            #expect(whole.status == 200)
            #expect(whole.body == Self.mp4)
            #expect(whole.headers["Content-Type"] == ["video/mp4"], "the type that was declared to the device")
            #expect(whole.headers["ETag"] == ["\"v1\""])
            #expect(whole.headers["Access-Control-Allow-Origin"] == ["*"])
            #expect(whole.headers["Content-Length"] == ["\(Self.mp4.count)"])

            let part = try await fetch(url, headers: ["Range": "bytes=70000-70009"])
            #expect(part.status == 206)
            #expect(part.body == Array(Self.mp4[70_000..<70_010]))
            #expect(part.headers["Content-Range"] == ["bytes 70000-70009/\(Self.mp4.count)"])
            let known = try await fetch(url, headers: ["Range": "bytes=5-9", "If-Range": "\"v1\""])
            #expect(known.status == 206)
            let changed = try await fetch(url, headers: ["Range": "bytes=5-9", "If-Range": "\"v0\""])
            #expect(changed.status == 200)
            let beyond = try await fetch(url, headers: ["Range": "bytes=999999-"])
            #expect(beyond.status == 416)
            #expect(beyond.headers["Content-Range"] == ["bytes */\(Self.mp4.count)"])
            #expect(beyond.headers["Content-Length"] == ["0"], "the page of the server is not passed on")

            let head = try await fetch(url, method: .HEAD)
            #expect(head.status == 200)
            #expect(head.headers["Content-Length"] == ["\(Self.mp4.count)"])
            let preflight = try await fetch(url, method: .OPTIONS)
            #expect(preflight.status == 204)
            #expect(preflight.headers.first(name: "Access-Control-Allow-Headers")?.contains("Range") == true)
            #expect(try await fetch(url, method: .POST).status == 405)

            let traffic = try #require(item.traffic)
            #expect(traffic.isRelayed)
            #expect(traffic.requests == 8)
            let count = server.requests.count
            item.withdraw()
            #expect(try await fetch(url).status == 404)
            #expect(server.requests.count == count)
        }
        await server.close()
    }

    @Test func `without headers and without the option, the device fetches the URL itself`() async throws {
        let server = try await OddWebServer { _ in .init(type: "video/mp4", body: Self.mp4, hasRanges: true) }
        let url = server.url("/film.mp4")
        try await relaying(url, MediaItem.Options()) { item, location in
            #expect(location == url)
            #expect(item.traffic == nil)
        }
        await server.close()
    }

    @Test func `the user and the password of a URL are sent to its server and not shown to the device`() async throws {
        let server = try await OddWebServer { head in
            guard head.headers["Authorization"] == ["Basic cmVhZGVyOnMzOmNyZXQ="] else { return .init(status: 401) }
            return .init(type: "video/mp4", body: Self.mp4, hasRanges: true)
        }
        let url = server.url("/film.mp4").replacing("http://", with: "http://reader:s3%3Acret@")
        try await relaying(url, options([:])) { _, location in
            // Not a name of hexadecimal digits, which the random part of the location may contain.
            #expect(!location.contains("reader") && !location.contains("cret"))
            let reply = try await fetch(location)
            #expect(reply.status == 200)
        }
        await server.close()
    }

    @Test func `a server to which another one redirects does not receive the token`() async throws {
        let other = try await OddWebServer { head in
            let isClean = !head.headers.contains(name: "Authorization") && head.headers["User-Agent"] == ["films"]
            return .init(status: isClean ? 200 : 400, type: "video/mp4", body: Self.mp4, hasRanges: true)
        }
        let target = other.url("/film.mp4")
        let server = try await authorized { _ in .init(status: 302, location: target) }
        try await relaying(server.url("/"), options(["Authorization": Self.secret, "User-Agent": "films"])) { _, url in
            let reply = try await fetch(url, headers: ["Range": "bytes=1-3"])
            #expect(reply.body == Array(Self.mp4[1...3]))
        }
        await server.close()
        await other.close()
    }

    @Test func `media of a site whose server expects headers is relayed with them, and other media of sites is not`()
        async throws
    {
        let server = try await OddWebServer { head in
            let isReferred = head.uri == "/free.mp4" || head.headers["Referer"] == ["https://videos.example/7"]
            return .init(status: isReferred ? 200 : 403, type: "video/mp4", body: Self.mp4, hasRanges: true)
        }
        for (path, headers) in [("/film.mp4", ["Referer": "https://videos.example/7"]), ("/free.mp4", [:])] {
            var format = SiteMedia.Format(url: server.url(path), fileExtension: "mp4", transport: "http")
            format.requestHeaders = headers
            var options = MediaItem.Options()
            options.siteMedia = SiteMedia(isLive: false, formats: [format], subtitles: [])
            try await relaying("https://videos.example/7", options) { item, url in
                #expect((item.traffic != nil) == !headers.isEmpty)
                #expect((url == server.url(path)) == headers.isEmpty)
                let reply = try await fetch(url)
                #expect(reply.body == Self.mp4)
            }
        }
        await server.close()
    }

    // MARK: - Streams

    @Test func `HLS is relayed with its playlists, keys and segments, also after a live playlist changes`() async throws
    {
        let cdn = try await OddWebServer { head in
            .init(status: head.headers.contains(name: "Authorization") ? 400 : 200, type: "text/html", body: [0x47, 1])
        }
        let segment = cdn.url("/2.ts")
        let reloads = Counter()
        let server = try await authorized { path in
            switch path {
            case "/live/main.m3u8":
                let text = """
                    #EXTM3U
                    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a",URI="../sound/audio.m3u8"
                    #EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a"
                    video.m3u8?session=s3cret
                    """
                return .init(type: "application/vnd.apple.mpegurl", body: Array(text.utf8), hasRanges: true)
            case "/live/video.m3u8?session=s3cret":
                let text = """
                    #EXTM3U
                    #EXT-X-TARGETDURATION:2
                    #EXT-X-MEDIA-SEQUENCE:\(reloads.next())
                    #EXT-X-KEY:METHOD=AES-128,URI="/keys/1"
                    #EXT-X-MAP:URI="init.mp4"
                    #EXTINF:2,
                    1.ts
                    #EXTINF:2,
                    \(segment)
                    """
                return .init(type: "text/plain", body: Array(text.utf8))
            case "/sound/audio.m3u8":
                let text = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n1.aac\n"
                return .init(type: "audio/mpegurl", body: Array(text.utf8))
            case "/keys/1": return .init(type: "application/octet-stream", body: pattern(16))
            case "/live/init.mp4", "/live/1.ts", "/sound/1.aac":
                return .init(type: "video/mp2t", body: Array(path.utf8), hasRanges: true)
            default: return nil
            }
        }
        try await relaying(server.url("/live/main.m3u8")) { _, url in
            let base = String(url.prefix { $0 != "/" }) + "//" + url.split(separator: "/")[1]
            let token = url.split(separator: "/")[2]
            let foreign = "\(base)/\(token)/r/http/127.0.0.1:9/"
            #expect(try await fetch(foreign).status == 404)
            let own = server.url("/").replacing("http://", with: "")
            #expect(try await fetch("\(base)/\(token)/r/http/\(own)keys/1").status == 404, "no playlist was rewritten")

            let master = try await fetch(url, headers: ["Range": "bytes=0-10"])
            #expect(master.status == 200)
            #expect(master.headers["Content-Type"] == ["application/vnd.apple.mpegurl"])
            let lines = master.text.split(separator: "\n").map(String.init)
            let audio = try #require(lines[1].split(separator: "\"").last.map(String.init))
            #expect(audio.hasPrefix("/\(token)/r/http/"))
            #expect(try await fetch(base + audio).text.contains("/r/http/"))

            var sequences: [String] = []
            for _ in 0..<2 {
                let video = try await fetch(base + lines[3]).text.split(separator: "\n").map(String.init)
                sequences.append(video[2])
                let key = try #require(video[3].split(separator: "\"").last.map(String.init))
                #expect(try await fetch(base + key).body == pattern(16))
                let map = try #require(video[4].split(separator: "\"").last.map(String.init))
                #expect(try await fetch(base + map).text == "/live/init.mp4")
                let part = try await fetch(base + video[6], headers: ["Range": "bytes=1-4"])
                #expect(part.text == "live")
                #expect(part.headers["Content-Type"] == ["video/mp2t"])
                let other = try await fetch(base + video[8])
                #expect(other.body == [0x47, 1])
                #expect(other.headers["Content-Type"] == ["application/octet-stream"], "never a page")
            }
            #expect(Set(sequences).count == 2)
            #expect(try await fetch(foreign).status == 404)
        }
        await server.close()
        await cdn.close()
    }

    @Test func `DASH is relayed with its base URLs and segments`() async throws {
        let server = try await authorized { path in
            switch path {
            case "/dash/film.mpd":
                let text = """
                    <?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"><Period>
                    <AdaptationSet mimeType="video/mp4"><SegmentTemplate media="$Number$.m4s" initialization="/init.mp4"/>
                    <Representation id="1" bandwidth="1" codecs="avc1.64001f"/></AdaptationSet></Period></MPD>
                    """
                return .init(type: "application/dash+xml", body: Array(text.utf8))
            case "/dash/1.m4s", "/init.mp4": return .init(type: "video/mp4", body: Array(path.utf8))
            default: return nil
            }
        }
        try await relaying(server.url("/dash/film.mpd")) { _, url in
            let base = String(url.prefix { $0 != "/" }) + "//" + url.split(separator: "/")[1]
            let manifest = try await fetch(url)
            #expect(manifest.headers["Content-Type"] == ["application/dash+xml"])
            let text = manifest.text
            let start = try #require(text.firstRange(of: "<BaseURL>")?.upperBound)
            let end = try #require(text.firstRange(of: "</BaseURL>")?.lowerBound)
            #expect(try await fetch(base + text[start..<end] + "1.m4s").text == "/dash/1.m4s")
            let map = try #require(text.split(separator: "initialization=\"").last?.prefix { $0 != "\"" })
            #expect(try await fetch(base + map).text == "/init.mp4")
        }
        await server.close()
    }

    @Test func `a playlist of the internet cannot lead the relay into a private network`() async throws {
        let inner = try await OddWebServer { _ in .init(type: "video/mp2t", body: [0x47]) }
        let segment = inner.url("/1.ts", host: "localhost")
        let server = try await authorized { _ in
            let text = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n\(segment)\n#EXT-X-ENDLIST\n"
            return .init(type: "application/vnd.apple.mpegurl", body: Array(text.utf8))
        }
        var client = RestrictedHTTPClient.Configuration()
        client.resolver = LoopbackResolver()
        client.classify = { $0 == "127.0.0.1" ? .internet : NetworkScope(address: $0) }
        try await relaying(server.url("/a.m3u8"), client: client) { item, url in
            let base = String(url.prefix { $0 != "/" }) + "//" + url.split(separator: "/")[1]
            let path = try #require(try await fetch(url).text.split(separator: "\n").dropLast().last)
            #expect(try await fetch(base + path).status == 502)
            #expect(item.traffic?.lastProblem?.contains("not allowed to connect to localhost") == true)
        }
        #expect(inner.requests == [])
        await server.close()
        await inner.close()
    }

    // MARK: - Failures

    @Test(.timeLimit(.minutes(1)))
    func `a failure of the server is reported without the query, and the device gets an empty response`()
        async throws
    {
        let server = try await authorized { path in
            switch path.prefix(while: { $0 != "?" }) {
            case "/login": .init(type: "text/html", body: Array("<html>Log in</html>".utf8))
            case "/loop": .init(status: 302, location: "/loop?key=s3cret")
            case "/text": .init(type: "text/plain", body: Array("no playlist".utf8))
            default: .init(status: path.hasPrefix("/403") ? 403 : 404, body: Array("<script>".utf8))
            }
        }
        try await MediaServer.withServer { media in
            for (path, type, status, text) in [
                ("/404", "video/mp4", 404, "the server answered 404 (not found)"),
                ("/403", "application/x-mpegurl", 403, "the server answered 403 (access denied)"),
                ("/login", "video/mp4", 502, "leads to a web page, not to media"),
                ("/login", "application/x-mpegurl", 502, "leads to a web page, not to media"),
                ("/loop", "video/mp4", 502, "its redirects lead back to the same URL"),
                ("/text", "application/x-mpegurl", 502, "it is neither an HLS playlist nor a DASH manifest"),
            ] {
                let shared = media.share(
                    relaying: server.url(path + "?key=s3cret"),
                    contentType: type,
                    headers: try RequestHeaders(["Authorization": Self.secret]),
                    client: RestrictedHTTPClient.Configuration()
                )
                let reply = try await fetch(media.url(for: shared, reachableFrom: "127.0.0.1"))
                #expect(reply.status == status, "\(path)")
                #expect(reply.body == [])
                #expect(reply.headers["Access-Control-Allow-Origin"] == ["*"])
                await media.responsesEnd(of: shared)
                let traffic = media.traffic(of: shared)
                let problem = try #require(traffic.lastProblem)
                #expect(problem.contains(text), "\(problem)")
                #expect(!problem.contains("s3cret"))
                #expect(MediaFailureCause(nil, traffic: traffic) == .notRelayed(reason: problem))
            }
        }
        await server.close()
    }

    @Test func `an expired token is reported before the device is involved`() async throws {
        let server = try await authorized { _ in .init(type: "video/mp4", body: Self.mp4, hasRanges: true) }
        let error = await #expect(throws: MediaItemError.self) {
            try await relaying(server.url("/film.mp4"), options(["Authorization": "Bearer old"])) { _, _ in }
        }
        #expect(error?.code == .urlNotPlayable(status: 401))
        #expect(error.map { "\($0)".contains("old") } == false)
        await server.close()
    }

    @Test func `a host that does not receive the token is named when it requires one`() async throws {
        let cdn = try await OddWebServer { head in
            .init(status: head.headers.contains(name: "Authorization") ? 200 : 401, type: "video/mp2t", body: [0x47])
        }
        let segment = cdn.url("/1.ts", host: "localhost")
        let server = try await authorized { _ in
            let text = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n\(segment)\n#EXT-X-ENDLIST\n"
            return .init(type: "application/vnd.apple.mpegurl", body: Array(text.utf8))
        }
        var options = try options()
        for isAllowed in [false, true] {
            if isAllowed { try options.request.allowHost("localhost") }
            try await relaying(server.url("/a.m3u8"), options) { item, url in
                let base = String(url.prefix { $0 != "/" }) + "//" + url.split(separator: "/")[1]
                let path = try #require(try await fetch(url).text.split(separator: "\n").dropLast().last)
                #expect(try await fetch(base + path).status == (isAllowed ? 200 : 401))
                #expect(item.traffic?.lastProblem?.contains("not sent to localhost") == (isAllowed ? nil : true))
            }
        }
        await server.close()
        await cdn.close()
    }

    // MARK: - Slow and endless servers

    private func share(_ url: String, type: String = "video/mp4", on server: MediaServer) -> SharedMedia {
        var limits = MediaRelay.Limits()
        limits.firstByte = .milliseconds(300)
        limits.stall = .milliseconds(300)
        return server.share(
            relaying: url,
            contentType: type,
            headers: RequestHeaders(),
            client: RestrictedHTTPClient.Configuration(),
            limits: limits
        )
    }

    @Test func `a server that never starts its response, or whose head has no end, fails in time`() async throws {
        let silent = try await OddWebServer { _ in nil }
        let endless = try await EndlessHeadServer()
        try await MediaServer.withServer { server in
            for url in [silent.url("/film.mp4"), endless.url] {
                let media = share(url, on: server)
                let reply = try await fetch(server.url(for: media, reachableFrom: "127.0.0.1"))
                #expect(reply.status == 502)
                #expect(server.traffic(of: media).lastProblem != nil)
            }
        }
        await silent.close()
        await endless.close()
    }

    @Test(.timeLimit(.minutes(1)))
    func `a server that stops within a response ends it, and the reason is known`() async throws {
        let server = try await OddWebServer { _ in .init(type: "video/mp4", body: Self.mp4, isEndless: true) }
        try await MediaServer.withServer { relay in
            let media = share(server.url("/film.mp4"), on: relay)
            await #expect(throws: (any Error).self) {
                try await fetch(relay.url(for: media, reachableFrom: "127.0.0.1"))
            }
            await relay.responsesEnd(of: media)
            let traffic = relay.traffic(of: media)
            #expect(traffic.bytesSent == Self.mp4.count + 8192)
            #expect(traffic.lastProblem?.contains("it has sent nothing") == true)
        }
        await server.close()
    }

    @Test func `a playlist without end is refused`() async throws {
        let server = try await PouringServer()
        try await MediaServer.withServer { relay in
            let media = server.url
            let shared = relay.share(
                relaying: media,
                contentType: "application/x-mpegurl",
                headers: RequestHeaders(),
                client: RestrictedHTTPClient.Configuration()
            )
            let reply = try await fetch(relay.url(for: shared, reachableFrom: "127.0.0.1"))
            #expect(reply.status == 502)
            #expect(relay.traffic(of: shared).lastProblem?.contains("larger than 4096 KiB") == true)
            await server.clientLeft()
        }
        await server.close()
    }

    @Test func `a device that does not read does not fill the memory, and one that leaves ends the server's response`()
        async throws
    {
        let server = try await PouringServer()
        try await MediaServer.withServer { relay in
            let media = share(server.url, on: relay)
            let before = try await RawConnection.open(port: relay.port) { device in
                try await device.get(media.path)
                _ = try await device.bytes(1 << 20)
                // The amount settles when all buffers of the system are full.
                var last = -1
                while last != server.bytes {
                    last = server.bytes
                    try await Task.sleep(for: .milliseconds(100))
                }
                return relay.traffic(of: media).bytesSent
            }
            #expect(before < 32 << 20)
            await server.clientLeft()
        }
        await server.close()
    }
}

/// Counts up from 1.
private final class Counter: Sendable {
    private let value = NIOLockedValueBox(0)

    func next() -> Int {
        value.withLockedValue { value in
            value += 1
            return value
        }
    }
}

/// A resolver that knows only this machine.
private struct LoopbackResolver: HostResolver {
    func addresses(of host: String, within limit: Duration) async throws -> [String] { ["127.0.0.3"] }
}
