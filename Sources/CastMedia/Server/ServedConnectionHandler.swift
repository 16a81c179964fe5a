// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// A channel handler that closes a connection if its client does not read for too long.
///
/// The idle timeout of the HTTP server does not apply while a response is being written, because a client may be slow.
/// This handler limits the time without any progress.
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
