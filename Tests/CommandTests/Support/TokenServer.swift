// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOPosix

/// A web server with one file, which it sends only to clients with a token, in ranges.
final class TokenServer: Sendable {
    private let channel: any Channel
    private let log = Log()
    let url: String

    final class Log: Sendable {
        /// The ranges of the requests with the token; an empty text for the whole file.
        let ranges = NIOLockedValueBox<[String]>([])
    }

    init(_ file: [UInt8], type: String, token: String) async throws {
        let log = log
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.configureHTTPServerPipeline()
                    try pipeline.addHandler(Handler(file: ByteBuffer(bytes: file), type: type, token: token, log: log))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        url = "http://127.0.0.1:\(channel.localAddress?.port ?? 0)/private/film.mp4"
    }

    var ranges: [String] { log.ranges.withLockedValue { $0 } }

    func close() async { try? await channel.close() }

    private final class Handler: ChannelInboundHandler, Sendable {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart
        let file: ByteBuffer
        let type: String
        let token: String
        let log: Log

        init(file: ByteBuffer, type: String, token: String, log: Log) {
            (self.file, self.type, self.token, self.log) = (file, type, token, log)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .head(let request) = unwrapInboundIn(data) else { return }
            let isAdmitted = request.headers["Authorization"] == ["Bearer \(token)"]
            let size = file.readableBytes
            let range = request.headers.first(name: "Range") ?? ""
            let bounds = range.dropFirst("bytes=".count).split(separator: "-").compactMap { Int($0) }
            var headers: HTTPHeaders = ["Content-Type": type, "Accept-Ranges": "bytes", "ETag": "\"1\""]
            var status = HTTPResponseStatus.ok
            var body = file
            if !isAdmitted {
                (status, body) = (.unauthorized, ByteBuffer(string: "<html>Log in</html>"))
                headers.replaceOrAdd(name: "Content-Type", value: "text/html")
            } else {
                log.ranges.withLockedValue { $0.append(range) }
                if let first = bounds.first, first < size {
                    let last = min(bounds.dropFirst().first ?? size - 1, size - 1)
                    status = .partialContent
                    headers.add(name: "Content-Range", value: "bytes \(first)-\(last)/\(size)")
                    body = file.getSlice(at: file.readerIndex + first, length: last + 1 - first) ?? ByteBuffer()
                }
            }
            headers.add(name: "Content-Length", value: "\(body.readableBytes)")
            let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }
}
