// SPDX-License-Identifier: Apache-2.0

import CastHTTPClient
import CastMediaProbe
import CastTesting
import NIOSSL
import Testing

@testable import CastArtwork
@testable import CastArtworkHTTP

@Suite("Loading images", .timeLimit(.minutes(1)))
struct ArtworkFetcherTests {
    private let fetcher = ArtworkFetcher(limits: ArtworkLimits(time: .seconds(5)))

    private func failure(
        of reply: PictureServer.Reply,
        limits: ArtworkLimits = ArtworkLimits(time: .seconds(5))
    ) async throws -> (error: ArtworkError?, written: Int) {
        try await PictureServer.with(.always(reply)) { server throws in
            do throws(ArtworkError) {
                _ = try await ArtworkFetcher(limits: limits).fetch(server.url("/a"))
                return (nil, server.bytesWritten)
            } catch {
                return (error, server.bytesWritten)
            }
        }
    }

    @Test("An image is returned unchanged")
    func picture() async throws {
        try await PictureServer.with(.always(.picture(Picture.jpeg, type: "image/jpeg"))) { server throws in
            let artwork = try await fetcher.fetch(server.url("/poster.jpg?size=6"))
            #expect(artwork == Artwork(format: .jpeg, width: 6, height: 4, bytes: Picture.jpeg))
            #expect(server.requests == ["/poster.jpg?size=6"])
        }
    }

    @Test("The Content-Type of the server is ignored")
    func lyingType() async throws {
        try await PictureServer.with(.always(.picture(Picture.png, type: "text/html"))) { server throws in
            #expect(try await fetcher.fetch(server.url("/")).format == .png)
        }
        let page = Array("<!doctype html><title>Sign in</title>".utf8)
        #expect(try await failure(of: .picture(page, type: "image/png")).error == .notAnImage)
        let vector = Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8)
        #expect(try await failure(of: .picture(vector, type: "image/svg+xml")).error == .notAnImage)
    }

    @Test("A huge image is refused by its Content-Length")
    func huge() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 10000001\r\n\r\n"
        let found = try await failure(of: .endless(head, Picture.png(padding: 60_000)))
        #expect(found.error == .tooLarge(limit: 10_000_000))
        #expect(found.written < 10_000_000)
    }

    @Test("An endless image is refused at the size limit")
    func endless() async throws {
        // A PNG whose chunk never ends.
        let head = "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n"
        var limits = ArtworkLimits(time: .seconds(10))
        limits.bytes = 1_000_000
        let found = try await failure(of: .endless(head, Picture.png(padding: 60_000)), limits: limits)
        #expect(found.error == .tooLarge(limit: 1_000_000))
        #expect(found.written < 20_000_000)
    }

    @Test("Content that is not an image is refused after its first bytes")
    func endlessNonsense() async throws {
        let found = try await failure(of: .endless("HTTP/1.1 200 OK\r\n\r\n", [UInt8](repeating: 32, count: 60_000)))
        #expect(found.error == .notAnImage)
    }

    @Test("An image with too many pixels is refused by its header, before the rest is received")
    func pixels() async throws {
        let bytes = Picture.pngHeader(width: 60_000, height: 60_000)
        let found = try await failure(
            of: .answer("HTTP/1.1 200 OK\r\nContent-Length: 9000000\r\n\r\n", bytes, closes: false)
        )
        #expect(found.error == .tooManyPixels(width: 60_000, height: 60_000))
    }

    @Test("A server that does not respond or does not finish times out", arguments: [true, false])
    func slow(isSilent: Bool) async throws {
        var limits = ArtworkLimits()
        limits.time = .milliseconds(300)
        let begun = PictureServer.Reply.answer(
            "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n",
            Array(Picture.png.prefix(40)),
            closes: false
        )
        let start = ContinuousClock.now
        let found = try await failure(of: isSilent ? .silence : begun, limits: limits)
        #expect(found.error == .tooSlow(limit: .milliseconds(300)))
        #expect(ContinuousClock.now - start < .seconds(5))
    }

    @Test("A truncated image is refused", arguments: ["Content-Length: 500\r\n", ""])
    func truncated(length: String) async throws {
        for picture in [Picture.png, Picture.jpeg, Picture.gif, Picture.lossyWebP] {
            let half = Array(picture.dropLast(3))
            #expect(try await failure(of: .answer("HTTP/1.1 200 OK\r\n\(length)\r\n", half)).error == .truncated)
        }
    }

    @Test("An empty response and another status than 200 are errors", arguments: [204, 206, 304, 404, 500])
    func status(code: Int) async throws {
        #expect(
            try await failure(of: .answer("HTTP/1.1 \(code) X\r\nContent-Length: 0\r\n\r\n")).error == .status(code)
        )
        #expect(try await failure(of: .picture([])).error == .truncated)
    }

    @Test(
        "A string that is not an http or https URL is refused",
        arguments: [
            "", "poster.jpg", "file:///etc/passwd", "ftp://a/b", "data:image/png;base64,AAAA", "javascript:alert(1)",
            "http://", "http:///a", "http+unix://%2Fvar%2Frun%2Fdocker.sock/images",
        ]
    )
    func addresses(text: String) async {
        await #expect(throws: ArtworkError.invalidURL(text)) { try await fetcher.fetch(text) }
    }

    @Test("A URL of a million characters is refused with a short error")
    func longAddress() async {
        let address = "http://a/" + String(repeating: "x", count: 1_000_000)
        let error = await #expect(throws: ArtworkError.self) { try await fetcher.fetch(address) }
        #expect((error?.description.count ?? 9999) < 300)
    }

    @Test("A refused connection and an unknown name are reported")
    func unreachable() async throws {
        let port = try await PictureServer.with(.always(.silence)) { $0.port }
        let error = await #expect(throws: ArtworkError.self) { try await fetcher.fetch("http://127.0.0.1:\(port)/") }
        guard case .unreachable("127.0.0.1", _) = error else {
            return #expect(Bool(false), "\(error.debugDescription)")
        }
        let unknown = await #expect(throws: ArtworkError.self) {
            try await ArtworkFetcher.abroad().fetch("http://nowhere.example/")
        }
        guard case .unreachable("nowhere.example", _) = unknown else {
            return #expect(Bool(false), "\(unknown.debugDescription)")
        }
    }

    // MARK: Redirects

    @Test("Redirects are followed, relative ones included", arguments: [301, 302, 303, 307, 308])
    func redirect(status: Int) async throws {
        try await PictureServer.with(
            .paths { path in
                path == "/old/a" ? .redirect("../new/b", status: status) : .picture(Picture.png)
            }
        ) { server throws in
            #expect(try await fetcher.fetch(server.url("/old/a")).format == .png)
            #expect(server.requests == ["/old/a", "/new/b"])
        }
    }

    @Test("A redirect loop ends with an error")
    func loop() async throws {
        try await PictureServer.with(.always(.redirect("/"))) { server throws in
            await #expect(throws: ArtworkError.tooManyRedirects(limit: 5)) { try await fetcher.fetch(server.url("/")) }
            #expect(server.requests.count == 6)
        }
    }

    @Test(
        "A server on the internet cannot redirect to this machine or to the local network",
        arguments: [
            "127.0.0.3", "127.0.0.2", "localhost", "home.example", "[::1]", "[::ffff:127.0.0.3]", "169.254.169.254",
            "0.0.0.0", "10.1.2.3",
        ]
    )
    func redirectInwards(host: String) async throws {
        let fetcher = ArtworkFetcher.abroad([
            "pictures.example": [["127.0.0.1"]], "home.example": [["192.168.1.1"]], "localhost": [["127.0.0.3"]],
        ])
        try await PictureServer.with(
            .paths { path in
                path == "/out"
                    ? .redirect("/out2")
                    : path == "/out2"
                        ? .redirect("http://\(host)/in")
                        : .picture(Picture.png)
            }
        ) { server throws in
            let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
            await #expect(throws: ArtworkError.forbiddenAddress(host: bare)) {
                try await fetcher.fetch(server.url("/out", host: "pictures.example"))
            }
            #expect(server.requests == ["/out", "/out2"])
        }
    }

    @Test("A server on the local network can redirect to the local network and the internet, but not to this machine")
    func redirectAtHome() async throws {
        let fetcher = ArtworkFetcher.abroad(["nas.local": [["127.0.0.2"]], "world.example": [["127.0.0.1"]]])
        try await PictureServer.with(
            .paths { path in
                let host = path.dropFirst().prefix { $0 != "," }
                guard !host.isEmpty else { return .picture(Picture.png) }
                return .redirect("http://\(host):\(path.drop { $0 != "," }.dropFirst())/")
            }
        ) { server throws in
            for host in ["nas.local", "world.example"] {
                let address = server.url("/\(host),\(server.port)", host: "nas.local")
                #expect(try await fetcher.fetch(address).format == .png)
            }
            await #expect(throws: ArtworkError.forbiddenAddress(host: "127.0.0.3")) {
                try await fetcher.fetch(server.url("/127.0.0.3,\(server.port)", host: "nas.local"))
            }
        }
    }

    @Test("A name that resolves to this machine at the second lookup is refused (DNS rebinding)")
    func rebinding() async throws {
        let fetcher = ArtworkFetcher.abroad(["pictures.example": [["127.0.0.1"], ["127.0.0.3"]]])
        try await PictureServer.with(.paths { path in path == "/a" ? .redirect("/b") : .picture(Picture.png) }) {
            server in
            await #expect(throws: ArtworkError.forbiddenAddress(host: "pictures.example")) {
                try await fetcher.fetch(server.url("/a", host: "pictures.example"))
            }
            #expect(server.requests == ["/a"])
        }
    }

    @Test("This machine can be reached only by its own names", arguments: ["pictures.example", "0x7f.1", "2130706433"])
    func machineByOtherName(host: String) async throws {
        let fetcher = ArtworkFetcher.abroad([host: [["127.0.0.3"]], "localhost": [["127.0.0.3"]]])
        try await PictureServer.with(.always(.picture(Picture.png))) { server throws in
            await #expect(throws: ArtworkError.self) { try await fetcher.fetch(server.url("/", host: host)) }
            #expect(server.requests.isEmpty)
            #expect(try await fetcher.fetch(server.url("/", host: "localhost")).format == .png)
        }
    }

    @Test("Without allowsThisMachine, no request is sent to this machine")
    func notThisMachine() async throws {
        var fetcher = ArtworkFetcher.abroad(["localhost": [["127.0.0.3"]], "nas.local": [["127.0.0.2"]]])
        fetcher.allowsThisMachine = false
        let careful = fetcher
        try await PictureServer.with(.always(.picture(Picture.png))) { server throws in
            for host in ["localhost", "127.0.0.3", "169.254.169.254"] {
                await #expect(throws: ArtworkError.forbiddenAddress(host: host)) {
                    try await careful.fetch(server.url("/", host: host))
                }
            }
            #expect(server.requests.isEmpty)
            #expect(try await careful.fetch(server.url("/", host: "nas.local")).format == .png)
        }
    }

    @Test("If the first address of a host refuses the connection, the next one is tried")
    func secondAddress() async throws {
        let fetcher = ArtworkFetcher.abroad(["localhost": [["127.0.0.9", "127.0.0.3"]]])
        try await PictureServer.with(host: "127.0.0.3", .always(.picture(Picture.png))) { server throws in
            #expect(try await fetcher.fetch(server.url("/", host: "localhost")).format == .png)
        }
    }

    @Test("The system's resolver resolves localhost")
    func systemResolver() async throws {
        let found = try await SystemResolver().addresses(of: "localhost", within: .seconds(5))
        #expect(found.contains("127.0.0.1") || found.contains("::1"))
    }

    // MARK: HTTPS

    @Test("If https is required, http URLs are refused, also after a redirect")
    func requiresHTTPS() async throws {
        let certificate = try TestCertificate()
        var fetcher = ArtworkFetcher.abroad(["pictures.example": [["127.0.0.1"]]])
        fetcher.requiresHTTPS = true
        fetcher.tls = certificate.client
        try await PictureServer.with(.always(.picture(Picture.png))) { plain throws in
            let plainAddress = plain.url("/", host: "pictures.example")
            await #expect(throws: ArtworkError.notSecure(plainAddress)) { try await fetcher.fetch(plainAddress) }
            try await PictureServer.with(
                tls: certificate.server,
                .paths { path in
                    path == "/a" ? .redirect(plainAddress) : .picture(Picture.png)
                }
            ) { server throws in
                let address = server.url("/b", host: "pictures.example", scheme: "https")
                #expect(try await fetcher.fetch(address).format == .png)
                await #expect(throws: ArtworkError.notSecure(plainAddress)) {
                    try await fetcher.fetch(server.url("/a", host: "pictures.example", scheme: "https"))
                }
            }
            #expect(plain.requests.isEmpty)
        }
    }

    @Test("A server that supports at most TLS 1.1 is refused", arguments: [TLSVersion.tlsv11, .tlsv12])
    func oldTLS(version: TLSVersion) async throws {
        let certificate = try TestCertificate(maximumVersion: version)
        var fetcher = ArtworkFetcher.abroad(["pictures.example": [["127.0.0.1"]]])
        fetcher.tls = certificate.client
        try await PictureServer.with(tls: certificate.server, .always(.picture(Picture.png))) { server throws in
            let artwork = try? await fetcher.fetch(server.url("/", host: "pictures.example", scheme: "https"))
            #expect((artwork != nil) == (version == .tlsv12))
        }
    }

    @Test("An untrusted certificate and one for another name are refused")
    func untrusted() async throws {
        let certificate = try TestCertificate()
        var fetcher = ArtworkFetcher.abroad(["pictures.example": [["127.0.0.1"]], "other.example": [["127.0.0.1"]]])
        try await PictureServer.with(tls: certificate.server, .always(.picture(Picture.png))) { server throws in
            await #expect(throws: ArtworkError.self) {
                try await fetcher.fetch(server.url("/", host: "pictures.example", scheme: "https"))
            }
            fetcher.tls = certificate.client
            await #expect(throws: ArtworkError.self) {
                try await fetcher.fetch(server.url("/", host: "other.example", scheme: "https"))
            }
            #expect(server.requests.isEmpty)
        }
    }
}
