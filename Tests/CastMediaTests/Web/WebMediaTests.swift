// SPDX-License-Identifier: Apache-2.0

import NIOHTTP1
import Testing

@testable import CastMedia

/// Tests with HTTP servers on loopback that respond like servers on the web.
@Suite("Checking a URL with its server")
struct WebMediaTests {
    private let mp4 = Array("\0\0\0\u{18}ftypisom".utf8)

    @Test("A URL without an extension has the type that its server reports")
    func serverType() async throws {
        let server = try await OddWebServer { _ in .init(type: "Audio/MPEG; charset=x") }
        #expect(await server.check("/stream?id=7") == .media(contentType: "audio/mpeg"))
        #expect(server.requests == ["GET /stream?id=7 bytes=0-65535"])
        await server.close()
    }

    @Test("The content determines the type if the server reports a generic type")
    func sniffed() async throws {
        let server = try await OddWebServer { [mp4] _ in .init(type: "application/octet-stream", body: mp4) }
        #expect(await server.check("/download") == .media(contentType: "video/mp4"))
        #expect(await server.check("/download.txt") == .media(contentType: "video/mp4"))
        await server.close()
        let page = try await OddWebServer { [mp4] _ in .init(type: "text/html", body: mp4) }
        #expect(await page.check("/film") == .media(contentType: "video/mp4"), "the content takes precedence")
        await page.close()
    }

    @Test("The extension determines the type if neither server nor content does")
    func named() async throws {
        let server = try await OddWebServer { _ in .init(type: "text/plain", body: Array("hello".utf8)) }
        #expect(await server.check("/a.mkv?x=.mp3") == .media(contentType: "video/x-matroska"))
        #expect(await server.check("/a") == .media(contentType: "video/mp4"))
        await server.close()
    }

    @Test("An error status of the server is reported", arguments: [400, 401, 403, 404, 410, 500, 503])
    func errorStatus(status: Int) async throws {
        let server = try await OddWebServer { _ in .init(status: status, type: "text/html") }
        #expect(await server.check("/film.mp4") == .unusable(.status(status)))
        await server.close()
        let problem = WebInspection.Problem.status(status)
        #expect(problem.description(of: "http://tv/a").contains("\(status)"))
        #expect(!problem.advice.isEmpty)
    }

    @Test("A web page is reported as a page")
    func page() async throws {
        let server = try await OddWebServer { _ in .init(type: "text/html", body: Array("<html>".utf8)) }
        #expect(await server.check("/watch?v=1") == .unusable(.page))
        await server.close()
    }

    @Test("A redirect is followed to the file")
    func redirect() async throws {
        let server = try await OddWebServer { head in
            head.uri == "/a" ? .init(status: 302, location: "/film.flac") : .init(type: "audio/flac")
        }
        #expect(await server.check("/a") == .media(contentType: "audio/flac"))
        await server.close()
    }

    @Test("A URL whose server cannot be reached or does not respond is reported as unreachable, not as unusable")
    func unreachable() async throws {
        let server = try await OddWebServer { _ in nil }
        var limits = WebInspection.Limits()
        limits.total = .milliseconds(200)
        let silent = await server.check("/film.mkv", limits: limits)
        #expect(silent == .unreachable(reason: "the request timed out", contentType: "video/x-matroska"))
        await server.close()
        let refused = await server.check("/film.mkv")
        let reason = "the connection was refused because no program is listening there"
        #expect(refused == .unreachable(reason: reason, contentType: "video/x-matroska"))
    }

    @Test("The request for an endless stream is canceled after its first bytes")
    func endless() async throws {
        let server = try await OddWebServer { _ in
            .init(type: "", body: Array("ID3".utf8), isEndless: true)
        }
        #expect(await server.check("/radio") == .media(contentType: "audio/mpeg"))
        await server.close()
    }
}

extension OddWebServer {
    fileprivate func check(_ path: String, limits: WebInspection.Limits = WebInspection.Limits()) async -> WebMedia {
        await WebMedia.check(url(path), limits: limits)
    }
}
