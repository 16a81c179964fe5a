import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization
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
        #expect(server.requests == ["HEAD /stream?id=7"], "the content is not requested")
        await server.close()
    }

    @Test("If HEAD is refused, the first bytes are requested", arguments: [405, 403, 404, 501])
    func headRefused(status: Int) async throws {
        let server = try await OddWebServer { $0.method == .HEAD ? .init(status: status) : .init(type: "video/webm") }
        #expect(await server.check("/film") == .media(contentType: "video/webm"))
        #expect(server.requests == ["HEAD /film", "GET /film bytes=0-511"])
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
        let problem = WebMedia.Problem.status(status)
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
        var limits = WebMedia.Limits()
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
        let server = try await OddWebServer { head in
            head.method == .HEAD ? .init(status: 405) : .init(type: "", body: Array("ID3".utf8), isEndless: true)
        }
        #expect(await server.check("/radio") == .media(contentType: "audio/mpeg"))
        await server.close()
    }
}

/// A web server with responses that a test determines.
private final class OddWebServer: Sendable {
    struct Answer: Sendable {
        var status = 200
        var type = ""
        var location: String?
        var body: [UInt8] = []
        var isEndless = false
    }

    private let channel: any Channel
    private let log = Log()

    final class Log: Sendable {
        let requests = Mutex<[String]>([])
    }

    /// - Parameter answer: Returns the response to a request; nil sends none.
    init(_ answer: @escaping @Sendable (HTTPRequestHead) -> Answer?) async throws {
        let log = log
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.pipeline.configureHTTPServerPipeline().flatMap {
                    channel.pipeline.addHandler(Handler(log: log, answer: answer))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    var requests: [String] { log.requests.withLock { $0 } }

    func check(_ path: String, limits: WebMedia.Limits = WebMedia.Limits()) async -> WebMedia {
        await WebMedia.check("http://127.0.0.1:\(channel.localAddress?.port ?? 0)\(path)", limits: limits)
    }

    func close() async { try? await channel.close() }

    private final class Handler: ChannelInboundHandler, Sendable {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart
        let log: Log
        let answer: @Sendable (HTTPRequestHead) -> Answer?

        init(log: Log, answer: @escaping @Sendable (HTTPRequestHead) -> Answer?) {
            self.log = log
            self.answer = answer
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .head(let head) = unwrapInboundIn(data) else { return }
            let range = head.headers.first(name: "Range").map { " \($0)" } ?? ""
            log.requests.withLock { $0.append("\(head.method) \(head.uri)\(range)") }
            guard let answer = answer(head) else { return }
            var headers = HTTPHeaders()
            if !answer.type.isEmpty { headers.add(name: "Content-Type", value: answer.type) }
            if let location = answer.location { headers.add(name: "Location", value: location) }
            if !answer.isEndless { headers.add(name: "Content-Length", value: "\(answer.body.count)") }
            let status = HTTPResponseStatus(statusCode: answer.status)
            context.write(
                wrapOutboundOut(.head(.init(version: .http1_1, status: status, headers: headers))),
                promise: nil
            )
            var body = answer.body
            if answer.isEndless { body += [UInt8](repeating: 0, count: 2048) }
            if head.method != .HEAD {
                context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
            }
            if !answer.isEndless { context.write(wrapOutboundOut(.end(nil)), promise: nil) }
            context.flush()
        }
    }
}
