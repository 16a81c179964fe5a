// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// One connection attempt in memory; the counterpart of ``TLSConnectAttempt``.
final class MemoryConnectAttempt: @unchecked Sendable {
    // `@unchecked Sendable`: the mutable state is accessed on `eventLoop` only, which the methods check.

    let endpoint: CastEndpoint
    let eventLoop: any EventLoop
    private let promise: EventLoopPromise<any CastSocket>
    private var isFinished = false
    private var timer: Scheduled<Void>?

    init(to endpoint: CastEndpoint, on eventLoop: any EventLoop) {
        self.endpoint = endpoint
        self.eventLoop = eventLoop
        promise = eventLoop.makePromise(of: (any CastSocket).self)
    }

    func start(_ begin: @escaping @Sendable () -> Void) async throws -> any CastSocket {
        try await withTaskCancellationHandler {
            eventLoop.execute(begin)
            return try await promise.futureResult.get()
        } onCancel: {
            eventLoop.execute { self.finish(.failure(CancellationError())) }
        }
    }

    func fail(_ code: CastConnectError.Code, after timeout: Duration) {
        eventLoop.preconditionInEventLoop()
        guard !isFinished else { return }
        timer = eventLoop.scheduleTask(in: TimeAmount(timeout)) {
            self.finish(.failure(CastConnectError(code, endpoint: self.endpoint)))
        }
    }

    func finish(_ result: Result<any CastSocket, any Error>) {
        eventLoop.preconditionInEventLoop()
        guard !isFinished else {
            // The attempt was canceled or timed out in the meantime, so this socket has no owner.
            if case .success(let socket) = result { socket.close(.local) }
            return
        }
        isFinished = true
        timer?.cancel()
        timer = nil
        promise.completeWith(result)
    }
}
