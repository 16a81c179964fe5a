// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix

/// A web server that responds to every request with the same bytes, or not at all.
final class WebServer: Sendable {
    enum Answer: Sendable {
        /// Sends these bytes and closes the connection.
        case bytes(String)
        /// Keeps the connection open without a response.
        case silence
        /// Sends this text, followed by an endless sequence of zeros.
        case endless(String)
    }

    private let channel: any Channel
    let url: String

    init(_ answer: Answer) async throws {
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { $0.pipeline.addHandler(Handler(answer: answer)) }
            .bind(host: "127.0.0.1", port: 0).get()
        url = "http://127.0.0.1:\(channel.localAddress?.port ?? 0)/media.mp4"
    }

    func close() async {
        try? await channel.close()
    }

    private final class Handler: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer
        let answer: Answer

        init(answer: Answer) { self.answer = answer }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch answer {
            case .silence: break
            case .bytes(let text):
                let channel = context.channel
                channel.writeAndFlush(ByteBuffer(string: text)).whenComplete { _ in channel.close(promise: nil) }
            case .endless(let text):
                context.channel.writeAndFlush(ByteBuffer(string: text), promise: nil)
                Self.pour(into: context.channel)
            }
        }

        private static func pour(into channel: any Channel) {
            channel.writeAndFlush(ByteBuffer(repeating: 0, count: 65536)).whenSuccess { pour(into: channel) }
        }
    }
}
