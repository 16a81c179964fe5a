import NIOCore

/// One connection at a listener, from TCP to its end: its place in the count and its time for the handshake.
final class TLSArrival: @unchecked Sendable {
    // Sendable although it has mutable state: that state is touched on the channel's loop only, where the
    // initializer, the pipeline, timers and the close future of a channel run.

    private let channel: any Channel
    private let admission: TLSArrivals
    private let accept: @Sendable (any CastSocket) -> Void
    private var timer: Scheduled<Void>?

    init(
        channel: any Channel,
        admission: TLSArrivals,
        accept: @escaping @Sendable (any CastSocket) -> Void
    ) {
        self.channel = channel
        self.admission = admission
        self.accept = accept
    }

    func start(timeout: Duration) {
        timer = channel.eventLoop.scheduleTask(in: TimeAmount(timeout)) {
            self.channel.pipeline.syncOperations.closeBeneathTLS()
        }
        channel.closeFuture.whenComplete { _ in
            self.timer?.cancel()
            self.admission.left(self.channel)
        }
    }

    func advance(_ progress: TLSSocketHandler.Progress) {
        guard case .opened(let socket) = progress else { return }
        timer?.cancel()
        timer = nil
        if admission.handshaken(channel) {
            accept(socket)
        } else {
            channel.pipeline.syncOperations.closeBeneathTLS()
        }
    }
}
