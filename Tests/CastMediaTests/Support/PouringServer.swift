// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

/// A web server that sends zeros without end, as fast as the client reads.
final class PouringServer: Sendable {
    private let channel: any Channel
    private let counter = Counter()

    final class Counter: Sendable {
        let bytes = NIOLockedValueBox(0)
        let closed: AsyncStream<Void>
        let close: AsyncStream<Void>.Continuation

        init() { (closed, close) = AsyncStream.makeStream() }
    }

    init() async throws {
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelOption(.writeBufferWaterMark, value: .init(low: 1, high: 1 << 16))
            .childChannelInitializer { [counter] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Handler(counter: counter))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    var url: String { "http://127.0.0.1:\(channel.localAddress?.port ?? 0)/film.mp4" }

    /// The number of bytes that the system has taken.
    var bytes: Int { counter.bytes.withLockedValue { $0 } }

    /// Waits until a client has closed its connection.
    func clientLeft() async { for await _ in counter.closed { return } }

    func close() async { try? await channel.close() }

    private final class Handler: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer
        let counter: Counter

        init(counter: Counter) { self.counter = counter }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let head = "HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\n\r\n"
            context.channel.writeAndFlush(ByteBuffer(string: head), promise: nil)
            pour(into: context.channel)
        }

        func channelInactive(context: ChannelHandlerContext) { counter.close.yield() }

        private func pour(into channel: any Channel) {
            channel.writeAndFlush(ByteBuffer(repeating: 0, count: 1 << 16)).whenSuccess { [self] in
                counter.bytes.withLockedValue { $0 += 1 << 16 }
                pour(into: channel)
            }
        }
    }
}
