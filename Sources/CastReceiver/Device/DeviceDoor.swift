import CastTransport
import NIOConcurrencyHelpers
import NIOCore

/// Where senders arrive at a device: open, shut for a while, or moved elsewhere.
///
/// Lives on the device's event loop. One change is made at a time; those that are asked for meanwhile wait.
actor DeviceDoor {
    /// What opening and shutting mean for the network.
    struct Sign: Sendable {
        /// Announces the device at a port; `place` says whose host it is now, nil where that has not changed.
        var announce: @Sendable (_ port: Int, _ place: DevicePlace?) async throws -> Void = { _, _ in }
        /// Takes the announcement back.
        var withdraw: @Sendable () async -> Void = {}
    }

    nonisolated let eventLoop: any EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { eventLoop.executor.asUnownedSerialExecutor() }

    private let acceptor: any CastAcceptor
    private let accept: @Sendable (any CastSocket) -> Void
    private let shownEndpoint: NIOLockedValueBox<CastEndpoint>
    private var place: DevicePlace
    private var port: Int
    private var listener: (any CastListener)?
    private var sign = Sign()
    private var isEnded = false
    private var isChanging = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var rests: [Int: Scheduled<Void>] = [:]
    private var nextRest = 0

    /// - Parameters:
    ///   - place: Which address to listen at.
    ///   - port: 0 takes a free one.
    ///   - accept: Gets each socket, on its event loop, which must be `eventLoop`.
    init(
        _ acceptor: any CastAcceptor,
        place: DevicePlace,
        port: Int,
        on eventLoop: any EventLoop,
        accept: @escaping @Sendable (any CastSocket) -> Void
    ) {
        self.acceptor = acceptor
        self.place = place
        self.port = port
        self.eventLoop = eventLoop
        self.accept = accept
        shownEndpoint = NIOLockedValueBox(CastEndpoint(host: place.address.shown, port: port))
    }

    /// Where senders connect, or last did.
    nonisolated var endpoint: CastEndpoint { shownEndpoint.withLockedValue { $0 } }

    /// Opens for the first time.
    func open() async throws {
        try await change { try await $0.listen() }
    }

    /// How the network hears of later changes.
    func setSign(_ sign: Sign) {
        self.sign = sign
    }

    /// Refuses new connections; those that are open stay.
    func refuse() async {
        await change { await $0.stopListening() }
    }

    /// Lets senders in again, at the same port.
    func admit() async throws {
        try await change { try await $0.listen() }
    }

    /// Refuses connections and takes the announcement back.
    func leave() async {
        await change { door in
            await door.stopListening()
            await door.sign.withdraw()
        }
    }

    /// Comes back after ``leave()``, at another place or port where one is given.
    func `return`(to newPlace: DevicePlace? = nil, port newPort: Int? = nil) async throws {
        try await change { door in
            await door.stopListening()
            if let newPlace { door.place = newPlace }
            if let newPort { door.port = newPort }
            try await door.listen()
            guard !door.isEnded else { return }
            try await door.sign.announce(door.endpoint.port, newPlace)
        }
    }

    /// Waits in the device's own time; returns at once when the device ends or the task is cancelled.
    func rest(for duration: Duration) async {
        guard !isEnded else { return }
        let id = nextRest
        nextRest += 1
        let timer = eventLoop.scheduleTask(in: TimeAmount(duration)) {}
        rests[id] = timer
        // Fails when the device ends, which is an end of the rest, too.
        try? await withTaskCancellationHandler {
            try await timer.futureResult.get()
        } onCancel: {
            timer.cancel()
        }
        rests[id] = nil
    }

    /// Closes for good.
    func close() async {
        isEnded = true
        for timer in rests.values { timer.cancel() }
        await change { await $0.stopListening() }
    }

    // MARK: - One change at a time

    private func change<Value: Sendable>(
        _ body: (isolated DeviceDoor) async throws -> Value
    ) async rethrows -> Value {
        while isChanging { await withCheckedContinuation { waiting.append($0) } }
        isChanging = true
        defer {
            isChanging = false
            let next = waiting
            waiting = []
            for continuation in next { continuation.resume() }
        }
        return try await body(self)
    }

    private func listen() async throws {
        guard listener == nil, !isEnded else { return }
        let opened = try await acceptor.listen(
            at: CastEndpoint(host: place.address.host, port: port),
            accept: accept
        )
        listener = opened
        // The same port the next time.
        port = opened.endpoint.port
        let shown = CastEndpoint(host: place.address.shown, port: port)
        shownEndpoint.withLockedValue { $0 = shown }
    }

    private func stopListening() async {
        let closed = listener
        listener = nil
        await closed?.close()
    }
}
