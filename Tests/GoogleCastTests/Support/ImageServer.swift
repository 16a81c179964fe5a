// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix

@testable import GoogleCast

/// An HTTP server on loopback that answers every request with one image, and counts the requests.
final class ImageServer: Sendable {
    private let channel: any Channel
    private let count: Locked<Int>

    private init(_ channel: any Channel, _ count: Locked<Int>) {
        self.channel = channel
        self.count = count
    }

    static func start(_ bytes: [UInt8]) async throws -> ImageServer {
        let count = Locked(0)
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton.next())
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(ImageResponder(bytes, count))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return ImageServer(channel, count)
    }

    var port: Int { channel.localAddress?.port ?? 0 }
    var requests: Int { count.withLock { $0 } }

    func close() async { try? await channel.close() }
}

/// Responds to each request with the image. Assumes that a request arrives in one piece, because it is short.
private final class ImageResponder: ChannelInboundHandler {
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
        var response = ByteBuffer(
            string: "HTTP/1.1 200 OK\r\nContent-Type: image/gif\r\nContent-Length: \(bytes.count)\r\n"
                + "Connection: close\r\n\r\n"
        )
        response.writeBytes(bytes)
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(response)).whenComplete { _ in channel.close(promise: nil) }
    }
}
