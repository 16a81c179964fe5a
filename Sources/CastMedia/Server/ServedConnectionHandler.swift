import NIOCore

/// Closes a connection when its client stops reading for too long.
///
/// The HTTP server's own idle time-out rests while a response is being written, so that a slow client is not cut off.
/// A client that takes no byte at all needs a bound as well.
final class ServedConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = Any
    typealias OutboundIn = Any

    private let stallTimeout: TimeAmount
    private var unwritten = 0
    private var lastProgress = NIODeadline.now()
    private var check: Scheduled<Void>?

    init(stallTimeout: TimeAmount) {
        self.stallTimeout = stallTimeout
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        check?.cancel()
        check = nil
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let written = promise ?? context.eventLoop.makePromise(of: Void.self)
        if unwritten == 0 {
            lastProgress = .now()
        }
        unwritten += 1
        written.futureResult.assumeIsolated().whenComplete { [self] _ in
            unwritten -= 1
            lastProgress = .now()
        }
        if check == nil {
            scheduleCheck(context: context, in: stallTimeout)
        }
        context.write(data, promise: written)
    }

    private func scheduleCheck(context: ChannelHandlerContext, in delay: TimeAmount) {
        check = context.eventLoop.assumeIsolated().scheduleTask(in: delay) { [self] in
            check = nil
            guard unwritten > 0 else { return }
            let silence = NIODeadline.now() - lastProgress
            if silence >= stallTimeout {
                context.close(promise: nil)
            } else {
                scheduleCheck(context: context, in: stallTimeout - silence)
            }
        }
    }
}
