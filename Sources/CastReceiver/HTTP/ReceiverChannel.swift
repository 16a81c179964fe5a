import CastHTTP
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOWebSocket

/// A connection to the device's HTTP port: requests, or the platform's socket of a receiver page.
///
/// Which of the two is seen from the first line of the first request, before anything is set up for it: a browser
/// opens a connection of its own for each WebSocket.
struct ReceiverChannel: ServerChildChannel {
    /// A connection and what it turns out to be.
    struct Value: ServerChildChannelValue {
        let channel: any Channel
        let arrival: EventLoopFuture<Arrival>
    }

    enum Arrival: Sendable {
        case requests(HTTPServerChannel.Value)
        case page(NIOAsyncChannel<WebSocketFrame, WebSocketFrame>, WebReceiverPage)
        /// It was told why.
        case refused
    }

    /// A payload of 64 KiB as a JSON string within a JSON string.
    private static let largestFrame = 512 * 1024

    let requests: HTTPServerChannel
    let accepted: AcceptedChannels
    let sockets: WebReceiverSockets
    /// How long a connection may be without a first line, and how long the request for the platform's socket may take.
    let firstLineLimit: TimeAmount

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let arrival = channel.eventLoop.makePromise(of: Arrival.self)
        return channel.eventLoop.makeCompletedFuture {
            let first = FirstLineHandler(path: WebReceiverSockets.path, limit: firstLineLimit) { isSocket in
                let future =
                    isSocket
                    ? setUpSocket(channel)
                    : requests.setup(channel: channel, logger: logger).map { .requests($0) }
                arrival.completeWith(future)
            } closed: {
                arrival.fail(ChannelError.ioOnClosedChannel)
            }
            try channel.pipeline.syncOperations.addHandler(first)
            return Value(channel: channel, arrival: arrival.futureResult)
        }
    }

    func handle(value: Value, logger: Logger) async {
        do {
            let arrival = try await withTaskCancellationHandler {
                try await value.arrival.get()
            } onCancel: {
                value.channel.close(promise: nil)
            }
            switch arrival {
            case .requests(let channel): await requests.handle(value: channel, logger: logger)
            case .page(let channel, let page):
                accepted.setActive(value.channel, true)
                await serve(channel, page)
            case .refused: try await value.channel.closeFuture.get()
            }
        } catch {
            logger.trace("a connection ended before its first request", metadata: ["cast-error": "\(error)"])
            value.channel.close(promise: nil)
        }
    }

    // MARK: - The platform's socket

    private func setUpSocket(_ channel: any Channel) -> EventLoopFuture<Arrival> {
        let upgrader = NIOTypedWebSocketServerUpgrader<Arrival>(
            maxFrameSize: Self.largestFrame,
            shouldUpgrade: { [sockets] channel, head in
                let isPath = head.uri.split(separator: "?").first.map(String.init) == WebReceiverSockets.path
                let isAdmitted =
                    isPath && head.headers["host"].count <= 1
                    && sockets.admits(
                        host: head.headers.first(name: "host"),
                        origin: head.headers.first(name: "origin"),
                        isLocal: channel.isLocal
                    )
                return channel.eventLoop.makeSucceededFuture(isAdmitted ? HTTPHeaders() : nil)
            },
            upgradePipelineHandler: { channel, head in
                channel.eventLoop.makeCompletedFuture {
                    let aggregator = NIOWebSocketFrameAggregator(
                        minNonFinalFragmentSize: 1,
                        maxAccumulatedFrameCount: 64,
                        maxAccumulatedFrameSize: Self.largestFrame
                    )
                    try channel.pipeline.syncOperations.addHandler(aggregator)
                    let page = WebReceiverPage(
                        origin: head.headers.first(name: "origin"),
                        appliesVolume: head.uri.hasSuffix("?\(WebReceiverSockets.volumeQuery)")
                    )
                    return .page(try NIOAsyncChannel(wrappingChannelSynchronously: channel), page)
                }
            }
        )
        // A request that never ends would hold its place for ever.
        let timer = channel.eventLoop.scheduleTask(in: firstLineLimit) { channel.close(promise: nil) }
        let upgrade = NIOTypedHTTPServerUpgradeConfiguration<Arrival>(upgraders: [upgrader]) { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(SocketRefusal())
                return .refused
            }
        }
        do {
            let arrival = try channel.pipeline.syncOperations.configureUpgradableHTTPServerPipeline(
                configuration: NIOUpgradableHTTPServerPipelineConfiguration(upgradeConfiguration: upgrade)
            )
            arrival.whenComplete { result in
                // Who is refused has the same time for the rest of the request.
                if case .success(.refused) = result { return }
                timer.cancel()
            }
            return arrival
        } catch {
            timer.cancel()
            return channel.eventLoop.makeFailedFuture(error)
        }
    }

    /// Runs a page's socket until either side closes it.
    private func serve(_ channel: NIOAsyncChannel<WebSocketFrame, WebSocketFrame>, _ page: WebReceiverPage) async {
        var isDeliberate = false
        // Fails when the page is gone, which is what is said to the app in any case.
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
                group.addTask { try await read(inbound, outbound, page) }
                defer { group.cancelAll() }
                return try await group.next() ?? false
            }
        }
        page.close()
        await sockets.closed(page, isDeliberate: isDeliberate)
    }

    /// Reads until the page closes its socket.
    ///
    /// - Returns: Whether the page's script closed it. A browser that leaves a page says 1001 (RFC 6455, section 7.4.1).

    private func read(
        _ inbound: NIOAsyncChannelInboundStream<WebSocketFrame>,
        _ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>,
        _ page: WebReceiverPage
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
    /// Whether the other end is on this machine.
    var isLocal: Bool {
        guard let remote = remoteAddress?.ipAddress else { return false }
        return remote == localAddress?.ipAddress
    }
}

/// Reads the beginning of a connection, decides what it is, and gets out of the way.
private final class FirstLineHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let beginning: [UInt8]
    private let limit: TimeAmount
    private let decide: (_ isSocket: Bool) -> Void
    private let closed: () -> Void
    private var received = ByteBuffer()
    private var isDecided = false
    private var timer: Scheduled<Void>?

    init(
        path: String,
        limit: TimeAmount,
        decide: @escaping (_ isSocket: Bool) -> Void,
        closed: @escaping () -> Void
    ) {
        beginning = Array("GET \(path)".utf8)
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
        let known = received.readableBytesView.prefix(beginning.count)
        let isSocket = known.elementsEqual(beginning.prefix(known.count))
        guard !isSocket || known.count == beginning.count else { return }
        isDecided = true
        decide(isSocket)
        context.fireChannelRead(Self.wrapInboundOut(received))
        context.fireChannelReadComplete()
        context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if !isDecided, case ChannelEvent.inputClosed? = event as? ChannelEvent {
            // The rest of the first line will not come.
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

/// Says 403 to whoever may not open the platform's socket, and closes.
private final class SocketRefusal: ChannelInboundHandler {
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
