// SPDX-License-Identifier: Apache-2.0

import CastHTTP
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOWebSocket

/// A connection to the device's HTTP port: HTTP requests, or the WebSocket of a page: that between a receiver page and
/// the platform, or that of the device's own page.
///
/// The first line of the first request decides between the two, before anything is set up for the connection. This is
/// sufficient because a browser opens a separate connection for each WebSocket.
struct ReceiverChannel: ServerChildChannel {
    /// A connection and, once it is known, its kind.
    struct Value: ServerChildChannelValue {
        let channel: any Channel
        let kind: EventLoopFuture<Kind>
    }

    /// The use of a connection.
    enum Kind: Sendable {
        case requests(HTTPServerChannel.Value)
        case page(NIOAsyncChannel<WebSocketFrame, WebSocketFrame>, WebReceiverPage)
        /// The device's own page.
        case screen(NIOAsyncChannel<WebSocketFrame, WebSocketFrame>, ScreenSockets)
        /// The request was rejected with a response.
        case refused
    }

    /// The size of a payload of 64 KiB as a JSON string within a JSON string.
    private static let maximumFrameSize = 512 * 1024

    let requests: HTTPServerChannel
    let accepted: AcceptedChannels
    /// Accepts the sockets of the pages of apps; nil accepts none.
    let sockets: WebReceiverSockets?
    /// Accepts the sockets of the device's page; nil accepts none.
    let screen: ScreenSockets?
    /// The time limit for the first line of a connection, and for the request to open the platform's socket.
    let firstLineLimit: TimeAmount

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let kind = channel.eventLoop.makePromise(of: Kind.self)
        return channel.eventLoop.makeCompletedFuture {
            let first = FirstLineHandler(paths: paths, limit: firstLineLimit) { isSocket in
                let future =
                    isSocket
                    ? setUpSocket(channel)
                    : requests.setup(channel: channel, logger: logger).map { .requests($0) }
                kind.completeWith(future)
            } closed: {
                kind.fail(ChannelError.ioOnClosedChannel)
            }
            do {
                try channel.pipeline.syncOperations.addHandler(first)
            } catch {
                // The connection has closed since it was accepted, and the handler will not be called.
                kind.fail(error)
                throw error
            }
            return Value(channel: channel, kind: kind.futureResult)
        }
    }

    private var paths: [String] {
        (sockets == nil ? [] : [WebReceiverSockets.path]) + (screen == nil ? [] : [ScreenSockets.path])
    }

    func handle(value: Value, logger: Logger) async {
        do {
            let kind = try await withTaskCancellationHandler {
                try await value.kind.get()
            } onCancel: {
                value.channel.close(promise: nil)
            }
            switch kind {
            case .requests(let channel): await requests.handle(value: channel, logger: logger)
            case .page(let channel, let page):
                accepted.setActive(value.channel, true)
                if let sockets { await serve(channel, page, sockets) }
            case .screen(let channel, let screen):
                accepted.setActive(value.channel, true)
                await screen.serve(channel)
            case .refused: try await value.channel.closeFuture.get()
            }
        } catch {
            logger.trace("a connection ended before its first request", metadata: ["cast-error": "\(error)"])
            value.channel.close(promise: nil)
        }
    }

    // MARK: - Sockets

    private func setUpSocket(_ channel: any Channel) -> EventLoopFuture<Kind> {
        let upgrader = NIOTypedWebSocketServerUpgrader<Kind>(
            maxFrameSize: Self.maximumFrameSize,
            shouldUpgrade: { [sockets, screen] channel, head in
                let host = head.headers.first(name: "host")
                let origin = head.headers.first(name: "origin")
                let isAdmitted =
                    switch head.uri.split(separator: "?").first.map(String.init) {
                    case _ where head.headers["host"].count > 1: false
                    case WebReceiverSockets.path:
                        sockets?.admits(host: host, origin: origin, isLocal: channel.isLocal) ?? false
                    case ScreenSockets.path: screen?.admits(host: host, origin: origin) ?? false
                    default: false
                    }
                return channel.eventLoop.makeSucceededFuture(isAdmitted ? HTTPHeaders() : nil)
            },
            upgradePipelineHandler: { [screen] channel, head in
                channel.eventLoop.makeCompletedFuture {
                    let aggregator = NIOWebSocketFrameAggregator(
                        minNonFinalFragmentSize: 1,
                        maxAccumulatedFrameCount: 64,
                        maxAccumulatedFrameSize: Self.maximumFrameSize
                    )
                    try channel.pipeline.syncOperations.addHandler(aggregator)
                    if let screen, head.uri.hasPrefix(ScreenSockets.path) {
                        return .screen(try NIOAsyncChannel(wrappingChannelSynchronously: channel), screen)
                    }
                    let page = WebReceiverPage(
                        origin: head.headers.first(name: "origin"),
                        appliesVolume: head.uri.hasSuffix("?\(WebReceiverSockets.volumeQuery)")
                    )
                    return .page(try NIOAsyncChannel(wrappingChannelSynchronously: channel), page)
                }
            }
        )
        // Without a time limit, an incomplete request would count toward the connection limits forever.
        let timer = channel.eventLoop.scheduleTask(in: firstLineLimit) { channel.close(promise: nil) }
        let upgrade = NIOTypedHTTPServerUpgradeConfiguration<Kind>(upgraders: [upgrader]) { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(ForbiddenResponseHandler())
                return .refused
            }
        }
        do {
            let kind = try channel.pipeline.syncOperations.configureUpgradableHTTPServerPipeline(
                configuration: NIOUpgradableHTTPServerPipelineConfiguration(upgradeConfiguration: upgrade)
            )
            kind.whenComplete { result in
                // A rejected client has the same time limit for the rest of its request.
                if case .success(.refused) = result { return }
                timer.cancel()
            }
            return kind
        } catch {
            timer.cancel()
            return channel.eventLoop.makeFailedFuture(error)
        }
    }

    /// Serves an app's page until either side closes its socket.
    private func serve(
        _ channel: NIOAsyncChannel<WebSocketFrame, WebSocketFrame>,
        _ page: WebReceiverPage,
        _ sockets: WebReceiverSockets
    ) async {
        var isDeliberate = false
        // Throws if the page has disconnected, which is reported to the app in any case.
        try? await channel.executeThenClose { inbound, outbound in
            await sockets.connected(page)
            isDeliberate = try await withThrowingTaskGroup(of: Bool.self) { group in
                group.addTask {
                    for await text in page.frames {
                        try await outbound.write(
                            WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: text))
                        )
                    }
                    var reason = ByteBuffer()
                    reason.write(webSocketErrorCode: .goingAway)
                    try await outbound.write(WebSocketFrame(fin: true, opcode: .connectionClose, data: reason))
                    return false
                }
                group.addTask { try await read(inbound, outbound, page, sockets) }
                defer { group.cancelAll() }
                return try await group.next() ?? false
            }
        }
        page.close()
        await sockets.closed(page, isDeliberate: isDeliberate)
    }

    /// Reads until the page closes its socket.
    ///
    /// - Returns: Whether the page's script closed it. A browser that leaves a page sends 1001 (RFC 6455, section
    ///   7.4.1).
    private func read(
        _ inbound: NIOAsyncChannelInboundStream<WebSocketFrame>,
        _ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>,
        _ page: WebReceiverPage,
        _ sockets: WebReceiverSockets
    ) async throws -> Bool {
        for try await frame in inbound {
            switch frame.opcode {
            case .text: await sockets.received(String(buffer: frame.unmaskedData), from: page)
            case .binary: await sockets.received(nil, from: page)
            case .ping:
                try await outbound.write(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData))
            case .connectionClose:
                var data = frame.unmaskedData
                try await outbound.write(WebSocketFrame(fin: true, opcode: .connectionClose, data: data))
                return data.readWebSocketErrorCode() != .goingAway
            default: break
            }
        }
        return false
    }
}

extension Channel {
    /// Whether the peer is on this machine.
    var isLocal: Bool {
        guard let remote = remoteAddress?.ipAddress else { return false }
        return remote == localAddress?.ipAddress
    }
}

/// Reads the first bytes of a connection, determines its kind, and removes itself.
private final class FirstLineHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let expectedStarts: [[UInt8]]
    private let limit: TimeAmount
    private let decide: (_ isSocket: Bool) -> Void
    private let closed: () -> Void
    private var received = ByteBuffer()
    private var isDecided = false
    private var timer: Scheduled<Void>?

    init(
        paths: [String],
        limit: TimeAmount,
        decide: @escaping (_ isSocket: Bool) -> Void,
        closed: @escaping () -> Void
    ) {
        expectedStarts = paths.map { Array("GET \($0)".utf8) }
        self.limit = limit
        self.decide = decide
        self.closed = closed
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let channel = context.channel
        timer = context.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        if !isDecided {
            isDecided = true
            closed()
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = Self.unwrapInboundIn(data)
        guard !isDecided else { return context.fireChannelRead(data) }
        received.writeBuffer(&bytes)
        let known = received.readableBytesView
        let isSocket = expectedStarts.contains { known.starts(with: $0) }
        let mayBeSocket = expectedStarts.contains { $0.count > known.count && $0.starts(with: known) }
        guard isSocket || !mayBeSocket else { return }
        isDecided = true
        decide(isSocket)
        context.fireChannelRead(Self.wrapInboundOut(received))
        context.fireChannelReadComplete()
        context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if !isDecided, case ChannelEvent.inputClosed? = event as? ChannelEvent {
            // The rest of the first line will not arrive.
            return context.close(promise: nil)
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        if !isDecided {
            isDecided = true
            closed()
        }
        context.fireChannelInactive()
    }
}

/// Responds with 403 to a client that may not open the platform's socket, and closes the connection.
private final class ForbiddenResponseHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .end = Self.unwrapInboundIn(data) else { return }
        let head = HTTPResponseHead(
            version: .http1_1,
            status: .forbidden,
            headers: ["content-length": "0", "connection": "close"]
        )
        context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
        let channel = context.channel
        context.writeAndFlush(Self.wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(promise: nil) }
    }
}
