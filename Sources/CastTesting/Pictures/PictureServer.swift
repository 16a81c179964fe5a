// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
package import NIOSSL

/// An HTTP server for tests whose responses, valid or not, a script determines.
package final class PictureServer: Sendable {
    /// The response to a request.
    package enum Reply: Sendable {
        /// A response head, then these bytes. By default, the connection is closed afterward.
        case answer(String, [UInt8] = [], closes: Bool = true)
        /// A response head, then the same bytes repeatedly.
        case endless(String, [UInt8])
        /// No response.
        case silence

        package static func picture(_ bytes: [UInt8], type: String = "image/png", more: String = "") -> Reply {
            .answer("HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(bytes.count)\r\n\(more)\r\n", bytes)
        }

        package static func redirect(_ location: String, status: Int = 302) -> Reply {
            .answer("HTTP/1.1 \(status) Found\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n")
        }
    }

    /// A function from paths to replies.
    package struct Script: Sendable {
        package var reply: @Sendable (_ path: String) -> Reply

        package static func always(_ reply: Reply) -> Script { Script { _ in reply } }
        package static func paths(_ reply: @escaping @Sendable (_ path: String) -> Reply) -> Script {
            Script(reply: reply)
        }
    }

    private struct State {
        var requests: [String] = []
        var written = 0
        var open = 0
        /// The responses that are delayed.
        var held: [@Sendable () -> Void] = []
        var isHolding = false
    }

    package let port: Int
    private let state: NIOLockedValueBox<State>

    private init(port: Int, state: NIOLockedValueBox<State>) {
        self.port = port
        self.state = state
    }

    /// The requested paths, in order.
    package var requests: [String] { state.withLockedValue { $0.requests } }
    package var bytesWritten: Int { state.withLockedValue { $0.written } }
    package var openConnections: Int { state.withLockedValue { $0.open } }

    /// Delays all responses until ``release()``.
    package func hold() { state.withLockedValue { $0.isHolding = true } }

    /// Sends the delayed responses.
    package func release() {
        let held = state.withLockedValue { state in
            defer {
                state.held = []
                state.isHolding = false
            }
            return state.held
        }
        for answer in held { answer() }
    }

    package func url(_ path: String, host: String = "127.0.0.1", scheme: String = "http") -> String {
        "\(scheme)://\(host):\(port)\(path)"
    }

    /// Runs a server while `body` runs.
    package static func with<Value: Sendable>(
        host: String = "0.0.0.0",
        tls: NIOSSLContext? = nil,
        _ script: Script,
        _ body: (PictureServer) async throws -> Value
    ) async throws -> Value {
        let state = NIOLockedValueBox(State())
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls {
                        try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls))
                    }
                    try channel.pipeline.syncOperations.addHandler(Handler(reply: script.reply, state: state))
                }
            }
            .bind(host: host, port: 0).get()
        let server = PictureServer(port: channel.localAddress?.port ?? 0, state: state)
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
        private let state: NIOLockedValueBox<State>
        private var received = ""

        init(reply: @escaping @Sendable (String) -> Reply, state: NIOLockedValueBox<State>) {
            self.reply = reply
            self.state = state
        }

        func channelActive(context: ChannelHandlerContext) {
            state.withLockedValue { $0.open += 1 }
        }

        func channelInactive(context: ChannelHandlerContext) {
            state.withLockedValue { $0.open -= 1 }
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
            let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            let loop = context.eventLoop
            let answer: @Sendable () -> Void = {
                loop.execute { bound.value.0.answer(path, context: bound.value.1) }
            }
            let isHeld = state.withLockedValue { state in
                state.requests.append(path)
                if state.isHolding { state.held.append(answer) }
                return state.isHolding
            }
            if !isHeld { self.answer(path, context: context) }
        }

        private func answer(_ path: String, context: ChannelHandlerContext) {
            switch reply(path) {
            case .answer(let head, let bytes, let closes):
                let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
                context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: Array(head.utf8) + bytes))).whenComplete { _ in
                    if closes { bound.value.close(promise: nil) }
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
            let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes))).whenSuccess {
                bound.value.0.state.withLockedValue { $0.written += bytes.count }
                bound.value.0.repeatForever(bytes, bound.value.1)
            }
        }
    }
}
