// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1

/// Closes a connection that does not complete a request in time, and reports whether its requests are being answered.
///
/// The HTTP server's own idle timeout restarts with each part of a request, so it never fires for a client that sends a
/// request in small pieces. This deadline starts when the connection opens and each time all responses have been sent.
/// It is canceled when a complete request arrives.
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
    private var isRemoved = false
    private var isReceivingBody = false
    /// The time limit between the parts of a long body; see ``allowLongBody(idleTimeout:)``.
    private var idleTimeout: TimeAmount?
    private var lastPart = NIODeadline.now()
    private var context: ChannelHandlerContext?
    /// The time from the next response until the connection is closed; nil, the default, to keep it open.
    var closeDelay: TimeAmount?

    /// - Parameters:
    ///   - timeout: Returns the time limit for a complete request. Called each time the deadline is set.
    ///   - setActive: Called with true when a complete request has arrived, and with false when all responses have been
    ///     sent. Consecutive calls may pass the same value.
    init(timeout: @escaping () -> TimeAmount, setActive: @escaping (Bool) -> Void) {
        self.timeout = timeout
        self.setActive = setActive
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        setDeadline(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        isRemoved = true
        deadline?.cancel()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch Self.unwrapInboundIn(data) {
        case .head: isReceivingBody = true
        case .body: lastPart = .now()
        case .end:
            isReceivingBody = false
            idleTimeout = nil
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
        guard case .end = Self.unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
        // The connection stays active until the response has been sent: closing it would discard unsent data.
        let sent = promise ?? context.eventLoop.makePromise(of: Void.self)
        sent.futureResult.assumeIsolated().whenComplete { [self] _ in responseSent(context) }
        context.write(data, promise: sent)
    }

    /// Replaces the deadline of the current request by a limit on the time between the parts of its body.
    func allowLongBody(idleTimeout: TimeAmount) {
        guard isReceivingBody, let context else { return }
        self.idleTimeout = idleTimeout
        lastPart = .now()
        setActive(true)
        setIdleDeadline(context, idleTimeout)
    }

    private func setIdleDeadline(_ context: ChannelHandlerContext, _ idleTimeout: TimeAmount) {
        deadline?.cancel()
        deadline = context.eventLoop.assumeIsolated().scheduleTask(deadline: lastPart + idleTimeout) { [self] in
            guard self.idleTimeout != nil else { return }
            if .now() < lastPart + idleTimeout {
                setIdleDeadline(context, idleTimeout)
            } else {
                context.close(promise: nil)
            }
        }
    }

    private func responseSent(_ context: ChannelHandlerContext) {
        guard !isRemoved else { return }
        // A response can precede the end of its request.
        responseCount += 1
        guard requestCount <= responseCount else { return }
        idleTimeout = nil
        setActive(false)
        setDeadline(context)
    }

    private func setDeadline(_ context: ChannelHandlerContext) {
        deadline?.cancel()
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: closeDelay ?? timeout()) {
            context.close(promise: nil)
        }
    }
}
