// SPDX-License-Identifier: Apache-2.0

import NIOHTTP1
import Testing

@testable import CastMedia

@Suite struct RequestHeadersTests {
    private static let film = "https://films.example.org/private/film.mp4"

    private func sent(_ headers: RequestHeaders, to url: String, media: String = film, now: Double = 1_000) -> [String]
    {
        headers.fields(for: url, media: media, now: now).map { "\($0.name): \($0.value)" }
    }

    // MARK: - Fields

    @Test func `fields keep their order, and spaces around values are removed`() throws {
        var headers = RequestHeaders()
        try headers.add(line: "X-B:  two words \t")
        try headers.add(line: "Authorization: Bearer a:b")
        try headers.add(name: "X-B", value: "")
        #expect(sent(headers, to: Self.film) == ["X-B: two words", "Authorization: Bearer a:b", "X-B: "])
        try headers.set("x-b", to: "one")
        #expect(sent(headers, to: Self.film) == ["Authorization: Bearer a:b", "x-b: one"])
    }

    @Test(arguments: [
        "A: b\r\nX-Evil: c", "A: b\nX-Evil: c", "A: b\u{0}", "A: \u{7F}", "A: " + String(repeating: "x", count: 9_000),
        "no colon", ": no name", "A b: c", "A\r\nB: c", "Ä: b",
        "Host: x", "range: bytes=0-1", "Content-Length: 1", "Transfer-Encoding: chunked", "Connection: X",
        "If-Range: x", "Proxy-Authorization: x", "TE: x", "Upgrade: h2c", "accept-encoding: gzip",
    ])
    func `a field that would change the request itself is refused, and the error does not contain its value`(
        line: String
    ) throws {
        var headers = RequestHeaders()
        let error = #expect(throws: RequestHeadersError.self) { try headers.add(line: line) }
        #expect(headers.isEmpty)
        let text = "\(try #require(error))"
        #expect(!text.contains("bytes=0-1") && !text.contains("chunked") && !text.contains("no colon"), "\(text)")
    }

    @Test func `the number and the size of fields are limited`() throws {
        var headers = RequestHeaders()
        for number in 0..<100 { try headers.add(name: "X-\(number)", value: "v") }
        #expect(throws: RequestHeadersError.self) { try headers.add(name: "X", value: "v") }
        var large = RequestHeaders()
        for _ in 0..<4 { try large.add(name: "X", value: String(repeating: "v", count: 8_000)) }
        #expect(throws: RequestHeadersError.self) {
            try large.add(name: "X", value: String(repeating: "v", count: 8_000))
        }
    }

    @Test func `no description of headers shows a value`() throws {
        var options = MediaItem.Options()
        options.request = try RequestHeaders(["Authorization": "Bearer s3cret", "Cookie": "id=s3cret"])
        options.request.add([cookie()])
        var text = ""
        dump(options, to: &text)
        text += "\(options) \(options.request) \(String(reflecting: options)) \([options.request])"
        #expect(text.contains("Authorization"))
        #expect(!text.contains("s3cret"))
    }

    // MARK: - Destinations

    @Test(arguments: [
        ("https://films.example.org/other", true), ("https://films.example.org:443/", true),
        ("https://FILMS.example.org/", true), ("http://films.example.org/private/film.mp4", false),
        ("https://films.example.org:8443/", false), ("https://cdn.example.org/", false),
        ("https://films.example.org.evil.example/", false), ("https://films.example.org@evil.example/", false),
    ])
    func `credentials are sent only to the origin of the media, but the user agent and the referer to all`(
        url: String,
        isSent: Bool
    ) throws {
        let headers = try RequestHeaders(["Authorization": "a", "Referer": "b", "User-Agent": "c", "X-Api-Key": "d"])
        let all = ["Authorization: a", "Referer: b", "User-Agent: c", "X-Api-Key: d"]
        #expect(sent(headers, to: url) == (isSent ? all : ["Referer: b", "User-Agent: c"]))
    }

    @Test func `a redirect from http to https of the same host keeps the credentials`() throws {
        let headers = try RequestHeaders(["Authorization": "a"])
        let media = "http://films.example.org/film.mp4"
        #expect(sent(headers, to: "https://films.example.org/film.mp4", media: media) == ["Authorization: a"])
        #expect(sent(headers, to: "https://films.example.org:8443/film.mp4", media: media) == [])
    }

    @Test func `allowed hosts receive the credentials, but not over http if the media is https`() throws {
        var headers = try RequestHeaders(["Authorization": "a"])
        try headers.allowHost("cdn.example.net")
        try headers.allowHost("*.media.example")
        #expect(sent(headers, to: "https://cdn.example.net/1.ts") == ["Authorization: a"])
        #expect(sent(headers, to: "https://cdn.example.net:8443/1.ts") == ["Authorization: a"])
        #expect(sent(headers, to: "http://cdn.example.net/1.ts") == [])
        #expect(sent(headers, to: "https://a.b.media.example/1.ts") == ["Authorization: a"])
        #expect(sent(headers, to: "https://media.example/1.ts") == [])
        #expect(sent(headers, to: "https://x.cdn.example.net/1.ts") == [])
    }

    @Test(arguments: ["", "*", "*.", "a/b", "https://a", "a:80", "a b", "u@a", "a?b", "*.*.a"])
    func `a text that is not a host is refused`(host: String) {
        var headers = RequestHeaders()
        #expect(throws: RequestHeadersError.self) { try headers.allowHost(host) }
    }

    // MARK: - Cookies

    private func cookie(
        domain: String = "films.example.org",
        subdomains: Bool = false,
        path: String = "/",
        secure: Bool = false,
        expiry: Double? = nil
    ) -> WebCookie {
        WebCookie(
            name: "id",
            value: "s3cret",
            domain: domain,
            includesSubdomains: subdomains,
            path: path,
            isSecure: secure,
            expiry: expiry
        )
    }

    private func isSent(_ cookie: WebCookie, to url: String = film, media: String = film) -> Bool {
        var headers = RequestHeaders()
        headers.add([cookie])
        return sent(headers, to: url, media: media) == ["Cookie: id=s3cret"]
    }

    @Test func `cookies are sent by domain, path, expiry and security`() {
        #expect(isSent(cookie()))
        #expect(!isSent(cookie(domain: "example.org")))
        #expect(isSent(cookie(domain: "example.org", subdomains: true)))
        #expect(!isSent(cookie(domain: "ample.org", subdomains: true)))
        #expect(isSent(cookie(path: "/private")))
        #expect(isSent(cookie(path: "/private/")))
        #expect(!isSent(cookie(path: "/priv")))
        #expect(!isSent(cookie(path: "/other")))
        #expect(isSent(cookie(expiry: 1_001)))
        #expect(!isSent(cookie(expiry: 1_000)))
        let plain = "http://films.example.org/private/film.mp4"
        #expect(isSent(cookie(), to: plain, media: plain))
        #expect(!isSent(cookie(secure: true), to: plain, media: plain))
        #expect(!isSent(cookie(domain: "0.0.1", subdomains: true), to: "http://127.0.0.1/", media: "http://127.0.0.1/"))
    }

    @Test func `a playlist cannot make the relay send cookies of unrelated hosts`() {
        let bank = cookie(domain: "bank.example")
        #expect(!isSent(bank, to: "https://bank.example/transfer"))
        let shared = cookie(domain: "example.org", subdomains: true)
        #expect(isSent(shared, to: "https://cdn.example.org/1.ts"))
        #expect(!isSent(cookie(domain: "cdn.example.org"), to: "https://cdn.example.org/1.ts"))
    }

    @Test func `no cookie goes from https to http`() {
        let shared = cookie(domain: "example.org", subdomains: true)
        #expect(!isSent(shared, to: "http://cdn.example.org/1.ts"))
        #expect(isSent(shared, to: "http://cdn.example.org/1.ts", media: "http://films.example.org/a.m3u8"))
    }

    @Test func `an entry of a list gets the user's cookies only if its host is allowed`() throws {
        var headers = RequestHeaders()
        headers.add([cookie()])
        #expect(sent(headers.restrictedToHosts(), to: Self.film).isEmpty)
        try headers.allowHost("*.example.org")
        #expect(sent(headers.restrictedToHosts(), to: Self.film) == ["Cookie: id=s3cret"])
    }

    @Test func `cookies of a file are read, and those of a field are joined with them`() throws {
        let folder = try TemporaryFolder()
        let text = """
            # Netscape HTTP Cookie File

            films.example.org\tFALSE\t/\tTRUE\t0\tshort\t1
            #HttpOnly_.example.org\tTRUE\t/private\tTRUE\t2000000000\tlong\ta=b\r
            .example.org\tTRUE\t/\tFALSE\t500\told\tx
            films.example.org\tFALSE\t/\tFALSE\t0\tempty
            """
        var headers = try RequestHeaders(["cookie": "own=0"])
        try headers.addCookies(file: folder.file("cookies.txt", Array(text.utf8)))
        #expect(sent(headers, to: Self.film) == ["cookie: own=0; long=a=b; short=1; empty="])
        #expect(headers.description == "cookie, 4 cookies")
    }

    @Test(arguments: [
        "{\"cookies\": []}", "a\tTRUE\t/\tFALSE\t0\tname\tva;lue", "a\tTRUE\t/\tFALSE\tsoon\tname\tvalue",
        "a\tTRUE\t/\tFALSE\t0\tname\tvalue\textra", "\tTRUE\t/\tFALSE\t0\tname\tvalue",
        "a\tTRUE\t/\tFALSE\t0\tna\u{1}me\tvalue", "a\tTRUE\t/\tFALSE\tinf\tname\tvalue",
    ])
    func `a line of another format is named by its number`(line: String) throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("cookies.txt", Array("# comment\n\(line)\n".utf8))
        var headers = RequestHeaders()
        let error = #expect(throws: RequestHeadersError.self) { try headers.addCookies(file: path) }
        #expect(error?.code == .invalidCookies(line: 2))
        #expect(headers.isEmpty)
    }

    @Test func `a missing, endless or large cookies file is refused`() throws {
        let folder = try TemporaryFolder()
        var headers = RequestHeaders()
        let large = try folder.sparseFile("large.txt", size: 5 << 20, ending: [])
        for path in ["\(folder.path)/none", "/dev/zero", folder.path, large] {
            let error = #expect(throws: RequestHeadersError.self) { try headers.addCookies(file: path) }
            #expect(error?.code == .cookiesNotReadable, "\(path)")
        }
    }

    // MARK: - Inspection

    @Test func `the inspection of a URL sends the headers, also to the parts of a stream, but not to other servers`()
        async throws
    {
        let other = try await OddWebServer { head in
            .init(
                status: head.headers.contains(name: "Authorization") ? 400 : 200,
                type: "video/mp2t",
                allowedOrigin: "*",
                body: [0x47]
            )
        }
        let segment = other.url("/1.ts")
        let server = try await OddWebServer { head in
            guard head.headers["Authorization"] == ["Bearer s3cret"] else { return .init(status: 401) }
            let master = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nmedia.m3u8\n"
            let media = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n\(segment)\n#EXT-X-ENDLIST\n"
            let body = head.uri == "/media.m3u8" ? media : master
            return .init(type: "application/vnd.apple.mpegurl", allowedOrigin: "*", body: Array(body.utf8))
        }
        let url = server.url("/master.m3u8")
        #expect(await WebInspection.inspect(url: url).problems == [.status(401)])
        let headers = try RequestHeaders(["authorization": "Bearer s3cret"])
        let found = await WebInspection.inspect(url: url, headers: headers)
        #expect(found.problems.filter { $0 != .noRanges } == [])
        #expect(other.requests.count == 1)
        await server.close()
        await other.close()
    }
}
