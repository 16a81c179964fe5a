import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
package import NIOSSL

/// An HTTP server on this machine that answers each path as a script says, well or badly.
package final class PictureServer: Sendable {
    package enum Reply: Sendable {
        /// A head of these lines, then these bytes, then the end of the connection.
        case answer(String, [UInt8] = [], closes: Bool = true)
        /// The same bytes again and again after a head.
        case endless(String, [UInt8])
        /// Nothing at all.
        case silence

        package static func picture(_ bytes: [UInt8], type: String = "image/png", more: String = "") -> Reply {
            .answer("HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(bytes.count)\r\n\(more)\r\n", bytes)
        }

        package static func redirect(_ place: String, status: Int = 302) -> Reply {
            .answer("HTTP/1.1 \(status) Found\r\nLocation: \(place)\r\nContent-Length: 0\r\n\r\n")
        }
    }

    /// What becomes of each request.
    package struct Script: Sendable {
        package var reply: @Sendable (_ path: String) -> Reply

        package static func always(_ reply: Reply) -> Script { Script { _ in reply } }
        package static func paths(_ reply: @escaping @Sendable (_ path: String) -> Reply) -> Script {
            Script(reply: reply)
        }
    }

    package let port: Int
    private struct Seen {
        var requests: [String] = []
        var written = 0
        var open = 0
        var held: [@Sendable () -> Void] = []
        var holds = false
    }
    private let seen: NIOLockedValueBox<Seen>

    private init(port: Int, seen: NIOLockedValueBox<Seen>) {
        self.port = port
        self.seen = seen
    }

    /// The paths asked for, in order.
    package var requests: [String] { seen.withLockedValue { $0.requests } }
    package var bytesWritten: Int { seen.withLockedValue { $0.written } }
    package var openConnections: Int { seen.withLockedValue { $0.open } }

    /// Keeps all answers back until `release`.
    package func hold() { seen.withLockedValue { $0.holds = true } }

    package func release() {
        let held = seen.withLockedValue { seen in
            defer {
                seen.held = []
                seen.holds = false
            }
            return seen.held
        }
        for answer in held { answer() }
    }

    package func url(_ path: String, host: String = "127.0.0.1", scheme: String = "http") -> String {
        "\(scheme)://\(host):\(port)\(path)"
    }

    /// Serves for as long as the body runs.
    package static func with<Value: Sendable>(
        host: String = "0.0.0.0",
        tls: NIOSSLContext? = nil,
        _ script: Script,
        _ body: (PictureServer) async throws -> Value
    ) async throws -> Value {
        let seen = NIOLockedValueBox(Seen())
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls {
                        try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls))
                    }
                    try channel.pipeline.syncOperations.addHandler(Handler(reply: script.reply, seen: seen))
                }
            }
            .bind(host: host, port: 0).get()
        let server = PictureServer(port: channel.localAddress?.port ?? 0, seen: seen)
        let result: Result<Value, any Error>
        do {
            result = .success(try await body(server))
        } catch {
            result = .failure(error)
        }
        try? await channel.close()
        return try result.get()
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let reply: @Sendable (String) -> Reply
        private let seen: NIOLockedValueBox<Seen>
        private var received = ""

        init(reply: @escaping @Sendable (String) -> Reply, seen: NIOLockedValueBox<Seen>) {
            self.reply = reply
            self.seen = seen
        }

        func channelActive(context: ChannelHandlerContext) {
            seen.withLockedValue { $0.open += 1 }
        }

        func channelInactive(context: ChannelHandlerContext) {
            seen.withLockedValue { $0.open -= 1 }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            received += String(buffer: unwrapInboundIn(data))
            guard let end = received.firstRange(of: "\r\n\r\n") else { return }
            let line = received[..<end.lowerBound].prefix { $0 != "\r\n" }
            received = ""
            let path = line.split(separator: " ").dropFirst().first.map(String.init) ?? ""
            let place = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            let loop = context.eventLoop
            let answer: @Sendable () -> Void = {
                loop.execute { place.value.0.answer(path, context: place.value.1) }
            }
            let isHeld = seen.withLockedValue { seen in
                seen.requests.append(path)
                if seen.holds { seen.held.append(answer) }
                return seen.holds
            }
            if !isHeld { self.answer(path, context: context) }
        }

        private func answer(_ path: String, context: ChannelHandlerContext) {
            switch reply(path) {
            case .answer(let head, let bytes, let closes):
                let place = NIOLoopBound(context, eventLoop: context.eventLoop)
                context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: Array(head.utf8) + bytes))).whenComplete { _ in
                    if closes { place.value.close(promise: nil) }
                }
            case .endless(let head, let bytes):
                context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: head)), promise: nil)
                repeatForever(bytes, context)
            case .silence:
                break
            }
        }

        private func repeatForever(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
            guard context.channel.isActive else { return }
            let place = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes))).whenSuccess {
                place.value.0.seen.withLockedValue { $0.written += bytes.count }
                place.value.0.repeatForever(bytes, place.value.1)
            }
        }
    }
}
