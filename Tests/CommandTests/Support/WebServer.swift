import NIOCore
import NIOPosix

/// A web server that answers every request with the same bytes, whatever they are, or never.
final class WebServer: Sendable {
    enum Answer: Sendable {
        /// These bytes, then the end.
        case bytes(String)
        /// The connection stays open, and nothing comes.
        case silence
        /// A beginning, and then zeros without end.
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
