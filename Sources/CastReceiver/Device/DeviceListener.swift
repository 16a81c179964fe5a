// SPDX-License-Identifier: Apache-2.0

import CastTransport
import MulticastDNS
import NIOConcurrencyHelpers
import NIOCore

/// The Cast listener of a device, which can be closed temporarily or moved.
///
/// Isolated to the device's event loop. Changes are made one at a time; further calls wait for their turn.
actor DeviceListener {
    /// The functions that announce the state of the listener on the network.
    struct Announcer: Sendable {
        /// Announces the device at a port. `place` is its new host; nil if the host has not changed.
        var announce: @Sendable (_ port: Int, _ place: DevicePlace?) async throws -> Void = { _, _ in }
        /// Withdraws the announcement.
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
    private var announcer = Announcer()
    private var isEnded = false
    private var isChanging = false
    private var waiters: [CheckedContinuation<Void, Never>] = []
    private var waitTimers: [Int: Scheduled<Void>] = [:]
    private var nextWaitID = 0

    /// - Parameters:
    ///   - place: The address at which to listen.
    ///   - port: The port; 0 picks a free port.
    ///   - accept: Receives each socket, on the socket's event loop, which must be `eventLoop`.
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

    /// The endpoint at which senders connect; while the listener is closed, the previous one.
    nonisolated var endpoint: CastEndpoint { shownEndpoint.withLockedValue { $0 } }

    /// Starts to listen.
    func open() async throws {
        try await change { try await $0.listen() }
    }

    /// Sets how later changes are announced.
    func setAnnouncer(_ announcer: Announcer) {
        self.announcer = announcer
    }

    /// Refuses new connections; open connections remain.
    func refuse() async {
        await change { await $0.stopListening() }
    }

    /// Accepts new connections again, at the same port.
    func admit() async throws {
        try await change { try await $0.listen() }
    }

    /// Refuses new connections and withdraws the announcement.
    func leave() async {
        await change { listener in
            await listener.stopListening()
            await listener.announcer.withdraw()
        }
    }

    /// Listens and announces the device again after ``leave()``, optionally at another place or port.
    func `return`(to newPlace: DevicePlace? = nil, port newPort: Int? = nil) async throws {
        try await change { listener in
            await listener.stopListening()
            if let newPlace { listener.place = newPlace }
            if let newPort { listener.port = newPort }
            try await listener.listen()
            guard !listener.isEnded else { return }
            try await listener.announcer.announce(listener.endpoint.port, newPlace)
        }
    }

    /// Waits by the device's clock. Returns early if the device shuts down or the task is canceled.
    func wait(for duration: Duration) async {
        guard !isEnded else { return }
        let id = nextWaitID
        nextWaitID += 1
        let timer = eventLoop.scheduleTask(in: TimeAmount(duration)) {}
        waitTimers[id] = timer
        // Throws if the device shuts down, which also ends the wait.
        try? await withTaskCancellationHandler {
            try await timer.futureResult.get()
        } onCancel: {
            timer.cancel()
        }
        waitTimers[id] = nil
    }

    /// Stops listening permanently.
    func close() async {
        isEnded = true
        for timer in waitTimers.values { timer.cancel() }
        await change { await $0.stopListening() }
    }

    // MARK: - Changes

    /// Executes a change after the changes that are in progress.
    private func change<Value: Sendable>(
        _ body: (isolated DeviceListener) async throws -> Value
    ) async rethrows -> Value {
        while isChanging { await withCheckedContinuation { waiters.append($0) } }
        isChanging = true
        defer {
            isChanging = false
            let next = waiters
            waiters = []
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
        // Later calls use the same port.
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

/// The machine at which a device is reached: its own, or that of a group's leader.
struct DevicePlace: Sendable {
    /// The identity of the device whose host name is announced.
    var host: DeviceIdentity
    var address: ListeningAddress
    /// The multicast DNS endpoint that announces the device; nil if it is not announced.
    var network: MDNSEndpoint?
}
