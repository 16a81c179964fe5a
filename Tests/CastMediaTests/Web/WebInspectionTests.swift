// SPDX-License-Identifier: Apache-2.0

import CastHTTPClient
import NIOHTTP1
import NIOSSL
import Testing

@testable import CastMedia

/// Tests with servers on loopback that respond like servers on the web.
@Suite("Inspecting a URL", .timeLimit(.minutes(1)))
struct WebInspectionTests {
    private let mp4 = Array("\0\0\0\u{18}ftypisom".utf8) + [UInt8](repeating: 0, count: 100_000)

    private func codes(_ inspection: WebInspection) -> [String] { inspection.problems.map(\.code) }

    @Test("A file on a well-configured server has no problems, and its facts are shown")
    func file() async throws {
        let server = try await OddWebServer { [mp4] _ in
            .init(type: "video/MP4; x=y", allowedOrigin: "*", body: mp4, hasRanges: true)
        }
        let found = await WebInspection.inspect(url: server.url("/film"))
        #expect(found.problems == [])
        #expect(found.status == 206)
        #expect(found.contentType == "video/mp4")
        #expect(found.reportedType == "video/mp4")
        #expect(found.detectedType == "video/mp4")
        #expect(found.length == mp4.count)
        #expect(found.hasRanges == true)
        #expect(found.allowsReceivers)
        #expect(found.timeToFirstByte.map { $0 > .zero } == true)
        #expect(server.requests == ["GET /film bytes=0-65535"])
        await server.close()
    }

    @Test("The origin of Google's web receivers is sent, and an answer for another origin is of no use")
    func origin() async throws {
        let server = try await OddWebServer { head in
            let origin = head.uri == "/echo" ? head.headers.first(name: "Origin") : "https://other.example"
            return .init(type: "video/mp4", allowedOrigin: origin, hasRanges: true)
        }
        #expect(await WebInspection.inspect(url: server.url("/echo")).allowedOrigin == "https://www.gstatic.com")
        #expect(await WebInspection.inspect(url: server.url("/echo")).allowsReceivers)
        #expect(await WebInspection.inspect(url: server.url("/other")).allowsReceivers == false)
        await server.close()
    }

    // MARK: - Redirects

    @Test("Each redirect is listed")
    func redirects() async throws {
        let server = try await OddWebServer { head in
            switch head.uri {
            case "/a": .init(status: 302, location: "/b")
            case "/b": .init(status: 301, location: "c.mp3")
            default: .init(type: "audio/mpeg", hasRanges: true)
            }
        }
        let found = await WebInspection.inspect(url: server.url("/a"))
        #expect(found.redirects == [server.url("/b"), server.url("/c.mp3")])
        #expect(found.url == server.url("/c.mp3"))
        #expect(found.contentType == "audio/mpeg")
        await server.close()
    }

    @Test("A redirect loop and too many redirects are told apart")
    func loop() async throws {
        let server = try await OddWebServer { head in
            let next = head.uri == "/a" ? "/b" : head.uri == "/b" ? "/a" : head.uri + "x"
            return .init(status: 302, location: next)
        }
        let loop = await WebInspection.inspect(url: server.url("/a"))
        #expect(loop.problems == [.redirectLoop])
        #expect(WebMedia(loop) == .unusable(.redirectLoop))
        let long = await WebInspection.inspect(url: server.url("/long"))
        #expect(long.problems == [.tooManyRedirects(limit: 5)])
        await server.close()
    }

    @Test("A redirect from the internet into a private network is reported, and not followed")
    func privateAddress() async throws {
        let server = try await OddWebServer { _ in .init(status: 302, location: "http://192.168.1.1/") }
        var client = RestrictedHTTPClient.Configuration()
        client.classify = { $0 == "127.0.0.1" ? .internet : NetworkScope(address: $0) }
        let found = await WebInspection.inspect(url: server.url("/film.mp4"), client: client)
        #expect(found.problems == [.privateAddress(host: "192.168.1.1")])
        guard case .unreachable(_, "video/mp4") = WebMedia(found) else {
            Issue.record("the device may reach the address")
            return
        }
        await server.close()
    }

    // MARK: - Servers with problems

    @Test("A missing file, a web page and an empty file are reported")
    func noMedia() async throws {
        let server = try await OddWebServer { head in
            switch head.uri {
            case "/page": .init(type: "text/html", body: Array("<html>Sign in</html>".utf8))
            case "/empty.mp4": .init(type: "video/mp4", hasRanges: false)
            default: .init(status: 404, type: "text/html")
            }
        }
        #expect(await WebInspection.inspect(url: server.url("/gone.mp4")).problems == [.status(404)])
        #expect(await WebInspection.inspect(url: server.url("/page")).problems == [.page])
        #expect(await codes(WebInspection.inspect(url: server.url("/empty.mp4"))).first == "empty")
        await server.close()
    }

    @Test("A server without byte ranges is reported for video, but not for a picture")
    func ranges() async throws {
        let server = try await OddWebServer { [mp4] head in
            .init(type: head.uri == "/a" ? "video/mp4" : "image/png", body: mp4)
        }
        let film = await WebInspection.inspect(url: server.url("/a"))
        #expect(film.problems == [.noRanges])
        #expect(film.hasRanges == false)
        #expect(WebMedia(film) == .media(contentType: "video/mp4"), "it plays, but without seeking")
        #expect(await WebInspection.inspect(url: server.url("/b")).problems == [])
        await server.close()
    }

    @Test("A server that refuses ranges is asked for the whole content")
    func refusedRange() async throws {
        let server = try await OddWebServer { [mp4] head in
            head.headers.contains(name: "Range") ? .init(status: 416) : .init(body: mp4)
        }
        let found = await WebInspection.inspect(url: server.url("/a"))
        #expect(found.status == 200)
        #expect(found.contentType == "video/mp4")
        #expect(server.requests == ["GET /a bytes=0-65535", "GET /a"])
        await server.close()
    }

    @Test("A response head without an end does not block the inspection")
    func endlessHead() async throws {
        let server = try await EndlessHeadServer()
        let found = await WebInspection.inspect(url: server.url)
        #expect(codes(found) == ["unreachable"])
        #expect(found.status == nil)
        await server.close()
    }

    @Test("A silent server is unreachable after the time limit, and one above the threshold is slow")
    func slow() async throws {
        let server = try await OddWebServer { head in head.uri == "/silent" ? nil : .init(type: "video/mp4") }
        var limits = WebInspection.Limits()
        limits.request = .milliseconds(100)
        let silent = await WebInspection.inspect(url: server.url("/silent"), limits: limits)
        #expect(silent.problems == [.unreachable(reason: "the request timed out")])
        limits = WebInspection.Limits()
        limits.slow = .zero
        #expect(await codes(WebInspection.inspect(url: server.url("/a"), limits: limits)).contains("slow"))
        #expect(await !codes(WebInspection.inspect(url: server.url("/a"))).contains("slow"))
        await server.close()
    }

    // MARK: - Certificates

    /// A resolver that knows the names of the tests.
    private struct Loopback: HostResolver {
        func addresses(of host: String, within limit: Duration) async throws -> [String] { ["127.0.0.1"] }
    }

    private func inspect(
        _ certificate: WebCertificate,
        host: String = "media.example",
        isTrusted: Bool = false
    ) async throws -> WebInspection {
        let server = try await OddWebServer(tls: certificate.server) { _ in .init(type: "video/mp4", hasRanges: true) }
        var client = RestrictedHTTPClient.Configuration()
        client.resolver = Loopback()
        // A name must not resolve to this machine.
        client.classify = { $0 == "127.0.0.1" ? .site : NetworkScope(address: $0) }
        if isTrusted { client.tls = certificate.client }
        let found = await WebInspection.inspect(url: server.url("/film.mp4", host: host), client: client)
        await server.close()
        return found
    }

    @Test("A certificate of an unknown authority is reported as untrusted, and no device plays the URL")
    func untrusted() async throws {
        let found = try await inspect(WebCertificate())
        #expect(found.problems == [.certificate(.untrusted)])
        #expect(WebMedia(found) == .unusable(.certificate(.untrusted)))
    }

    @Test("An expired certificate and one that is not valid yet are reported as such")
    func dates() async throws {
        let expired = try await inspect(WebCertificate(validity: -7200 ... -3600), isTrusted: true)
        #expect(expired.problems == [.certificate(.expired)])
        let early = try await inspect(WebCertificate(validity: 3600...7200), isTrusted: true)
        #expect(early.problems == [.certificate(.notYetValid)])
    }

    @Test("A certificate for another host is reported, and a trusted one for this host is no problem")
    func host() async throws {
        let certificate = try WebCertificate()
        let other = try await inspect(certificate, host: "other.example", isTrusted: true)
        #expect(other.problems == [.certificate(.wrongHost)])
        #expect(try await inspect(certificate, isTrusted: true).status != nil)
    }

    // MARK: - Texts

    @Test(
        "Every problem has a name, a sentence and advice",
        arguments: [
            WebInspection.Problem.unreachable(reason: "x"), .status(404), .page, .empty, .certificate(.untrusted),
            .certificate(.expired), .certificate(.notYetValid), .certificate(.wrongHost), .redirectLoop,
            .tooManyRedirects(limit: 5), .privateAddress(host: "x"), .noRanges, .noCORS(url: "x"), .slow(.seconds(3)),
            .emptyPlaylist(url: "x"), .invalidPlaylist(url: "x", reason: "y"), .missingPart(url: "x", reason: "y"),
            .protected(systems: ["Widevine"]),
        ]
    )
    func texts(problem: WebInspection.Problem) {
        let texts = [problem.code, problem.description(of: "http://tv/a"), problem.advice]
        #expect(texts.allSatisfy { !$0.isEmpty && !$0.hasSuffix(".") })
    }
}
