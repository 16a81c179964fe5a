import NIOCore
import NIOPosix

@testable import GoogleCast

/// A server on this machine that answers every request with one picture, and counts them.
final class PictureHost: Sendable {
    private let channel: any Channel
    private let count: Locked<Int>

    private init(_ channel: any Channel, _ count: Locked<Int>) {
        self.channel = channel
        self.count = count
    }

    static func start(_ bytes: [UInt8]) async throws -> PictureHost {
        let count = Locked(0)
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton.next())
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Answerer(bytes, count))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return PictureHost(channel, count)
    }

    var port: Int { channel.localAddress?.port ?? 0 }
    var requests: Int { count.withLock { $0 } }

    func close() async { try? await channel.close() }
}

/// A request comes in one piece: it is short.
private final class Answerer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let bytes: [UInt8]
    private let count: Locked<Int>

    init(_ bytes: [UInt8], _ count: Locked<Int>) {
        self.bytes = bytes
        self.count = count
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        count.withLock { $0 += 1 }
        var answer = ByteBuffer(
            string: "HTTP/1.1 200 OK\r\nContent-Type: image/gif\r\nContent-Length: \(bytes.count)\r\n"
                + "Connection: close\r\n\r\n"
        )
        answer.writeBytes(bytes)
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(answer)).whenComplete { _ in channel.close(promise: nil) }
    }
}
