// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

@testable import CastMedia

/// A web server on loopback with responses that a test determines.
final class OddWebServer: Sendable {
    struct Answer: Sendable {
        var status = 200
        var type = ""
        var location: String?
        /// The value of `Access-Control-Allow-Origin`.
        var allowedOrigin: String?
        var body: [UInt8] = []
        /// Whether a range request is answered with the range.
        var hasRanges = false
        /// Whether the response has no end: it stops after 8 KiB.
        var isEndless = false
        /// Further header fields.
        var fields: [String: String] = [:]
    }

    private let channel: any Channel
    /// The port, also after the server was closed; the channel forgets it.
    private let port: Int
    private let log = Log()
    private let scheme: String

    final class Log: Sendable {
        let requests = NIOLockedValueBox<[String]>([])
    }

    /// - Parameters:
    ///   - tls: The certificate of the server; nil for plain HTTP.
    ///   - answer: Returns the response to a request; nil sends none.
    init(tls: NIOSSLContext? = nil, _ answer: @escaping @Sendable (HTTPRequestHead) -> Answer?) async throws {
        let log = log
        scheme = tls == nil ? "http" : "https"
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if let tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
                    try pipeline.configureHTTPServerPipeline()
                    try pipeline.addHandler(Handler(log: log, answer: answer))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        port = channel.localAddress?.port ?? 0
    }

    /// Creates a server with a file or playlist for each path. Devices may read all of them, in ranges.
    convenience init(_ files: [String: String], type: String = "application/vnd.apple.mpegurl") async throws {
        try await self.init { head in
            guard let text = files[head.uri] else { return Answer(status: 404) }
            return Answer(type: type, allowedOrigin: "*", body: Array(text.utf8), hasRanges: true)
        }
    }

    /// The requests as method, path and range.
    var requests: [String] { log.requests.withLockedValue { $0 } }

    func url(_ path: String, host: String = "127.0.0.1") -> String {
        "\(scheme)://\(host):\(port)\(path)"
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
            let range = head.headers.first(name: "Range")
            log.requests.withLockedValue { $0.append("\(head.method) \(head.uri)\(range.map { " \($0)" } ?? "")") }
            guard var answer = answer(head) else { return }
            var headers = HTTPHeaders()
            let condition = head.headers.first(name: "If-Range")
            if answer.hasRanges, answer.status == 200, condition == nil || condition == answer.fields["ETag"],
                let bounds = range?.dropFirst("bytes=".count).split(separator: "-").map({ Int($0) ?? 0 })
            {
                let size = answer.body.count
                if bounds[0] >= size {
                    (answer.status, answer.body) = (416, Array("There is nothing there.".utf8))
                    headers.add(name: "Content-Range", value: "bytes */\(size)")
                } else {
                    let last = bounds.count > 1 ? bounds[1] : size - 1
                    answer.status = 206
                    headers.add(name: "Content-Range", value: "bytes \(bounds[0])-\(last)/\(size)")
                    answer.body = Array(answer.body[bounds[0]..<min(last + 1, size)])
                }
            }
            for (name, value) in answer.fields { headers.add(name: name, value: value) }
            if !answer.type.isEmpty { headers.add(name: "Content-Type", value: answer.type) }
            if let location = answer.location { headers.add(name: "Location", value: location) }
            if let origin = answer.allowedOrigin { headers.add(name: "Access-Control-Allow-Origin", value: origin) }
            if !answer.isEndless { headers.add(name: "Content-Length", value: "\(answer.body.count)") }
            let status = HTTPResponseStatus(statusCode: answer.status)
            context.write(
                wrapOutboundOut(.head(.init(version: .http1_1, status: status, headers: headers))),
                promise: nil
            )
            var body = answer.body
            if answer.isEndless { body += [UInt8](repeating: 0, count: 8192) }
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
            if !answer.isEndless { context.write(wrapOutboundOut(.end(nil)), promise: nil) }
            context.flush()
        }
    }
}

/// A server whose response head has no end.
final class EndlessHeadServer: Sendable {
    private let channel: any Channel

    init() async throws {
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Handler()) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    var url: String { "http://127.0.0.1:\(channel.localAddress?.port ?? 0)/film.mp4" }

    func close() async { try? await channel.close() }

    private final class Handler: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            context.channel.writeAndFlush(ByteBuffer(string: "HTTP/1.1 200 OK\r\n"), promise: nil)
            Self.pour(into: context.channel)
        }

        private static func pour(into channel: any Channel) {
            let line = "X-Padding: " + String(repeating: "x", count: 1000) + "\r\n"
            channel.writeAndFlush(ByteBuffer(string: line)).whenSuccess { pour(into: channel) }
        }
    }
}
