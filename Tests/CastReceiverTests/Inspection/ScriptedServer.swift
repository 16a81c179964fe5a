// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOPosix

/// An HTTP server on this machine that answers every request with one scripted reply.
struct ScriptedServer: Sendable {
    enum Reply: Sendable {
        /// A file, with or without support for range requests.
        case file([UInt8], type: String, hasRanges: Bool)
        /// This text, without changes.
        case text(String)
        /// Status 200, and these bytes repeated endlessly.
        case endless([UInt8])
        /// No reply.
        case silence
    }

    let port: Int

    /// Runs a server while the body runs.
    static func with<Value: Sendable>(
        _ reply: Reply,
        _ body: (ScriptedServer) async throws -> Value
    ) async throws -> Value {
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Handler(reply: reply))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let result: Result<Value, any Error>
        do {
            result = .success(try await body(ScriptedServer(port: channel.localAddress?.port ?? 0)))
        } catch {
            result = .failure(error)
        }
        try await channel.close()
        return try result.get()
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let reply: Reply
        private var received = ""

        init(reply: Reply) {
            self.reply = reply
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            received += String(buffer: unwrapInboundIn(data))
            while let end = received.firstRange(of: "\r\n\r\n") {
                let head = String(received[..<end.lowerBound])
                received = String(received[end.upperBound...])
                answer(head, context: context)
            }
        }

        private func answer(_ head: String, context: ChannelHandlerContext) {
            switch reply {
            case .file(let bytes, let type, let hasRanges): serve(bytes, type, hasRanges ? head : "", context)
            case .text(let text): write(Array(text.utf8), context)
            case .endless(let bytes):
                write(Array("HTTP/1.1 200 OK\r\n\r\n".utf8), context)
                repeatForever(bytes, context)
            case .silence: break
            }
        }

        private func serve(_ bytes: [UInt8], _ type: String, _ head: String, _ context: ChannelHandlerContext) {
            var status = "200 OK"
            var part = bytes[...]
            if let range = head.firstMatch(of: /[Rr]ange: bytes=(\d+)-(\d+)/),
                let first = Int(range.1), let last = Int(range.2), first < bytes.count
            {
                part = bytes[first...min(last, bytes.count - 1)]
                status = "206 Partial Content\r\nContent-Range: bytes \(first)-\(part.endIndex - 1)/\(bytes.count)"
            }
            let lines = "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(part.count)\r\n\r\n"
            write(Array(lines.utf8) + part, context)
        }

        private func write(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
        }

        private func repeatForever(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
            guard context.channel.isActive else { return }
            let loopBound = NIOLoopBound(context, eventLoop: context.eventLoop)
            let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes))).whenSuccess {
                handler.value.repeatForever(bytes, loopBound.value)
            }
        }
    }
}
