import NIOCore
import NIOHTTP1

/// Closes a connection that does not complete a request in time, and reports whether its requests are being answered.
///
/// The HTTP server's own idle timeout restarts with each part of a request, so it never fires for a client that sends a
/// request in small pieces. This deadline starts with the connection and with the end of each response.
final class RequestDeadlineHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let timeout: () -> TimeAmount
    private let setActive: (Bool) -> Void
    private var requestCount = 0
    private var responseCount = 0
    private var deadline: Scheduled<Void>?

    /// - Parameters:
    ///   - timeout: Returns the time limit for a complete request. Called each time the deadline is set.
    ///   - setActive: Called with true when a complete request has arrived, and with false when the last response has
    ///     been written.
    init(timeout: @escaping () -> TimeAmount, setActive: @escaping (Bool) -> Void) {
        self.timeout = timeout
        self.setActive = setActive
    }

    func handlerAdded(context: ChannelHandlerContext) {
        setDeadline(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        deadline?.cancel()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .end = Self.unwrapInboundIn(data) {
            requestCount += 1
            if requestCount > responseCount {
                deadline?.cancel()
                deadline = nil
                setActive(true)
            }
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = Self.unwrapOutboundIn(data) {
            // A response can precede the end of its request.
            responseCount += 1
            if requestCount <= responseCount {
                setActive(false)
                setDeadline(context)
            }
        }
        context.write(data, promise: promise)
    }

    private func setDeadline(_ context: ChannelHandlerContext) {
        deadline?.cancel()
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: timeout()) {
            context.close(promise: nil)
        }
    }
}
