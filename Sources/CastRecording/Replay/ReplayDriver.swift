// SPDX-License-Identifier: Apache-2.0

import CastConcurrency
import CastTransport
import CastWire
import NIOCore

/// Executes the actions of a ``ReplayMachine`` on sockets. Isolated to the event loop of the sockets.
actor ReplayDriver {
    /// How a replay as a sender reaches the device.
    struct Target: Sendable {
        var connector: any CastConnector
        var endpoint: CastEndpoint
        /// The time limit for each connection.
        var timeout: Duration
    }

    nonisolated let eventLoop: any EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { eventLoop.executor.asUnownedSerialExecutor() }

    private var machine: ReplayMachine
    private let target: Target?
    private let start: NIODeadline
    private let timer: DeadlineTimer
    private var sockets: [Int: any CastSocket] = [:]
    private var acceptedCount = 0
    /// The attempts to open a connection, which end when the replay does.
    private var attempts: [Int: Task<Void, Never>] = [:]
    private var report: ReplayReport?
    private var waiters: [CheckedContinuation<ReplayReport, Never>] = []

    /// - Parameter target: The device to connect to; nil for a replay as a device.
    init(_ machine: ReplayMachine, target: Target?, on eventLoop: any EventLoop) {
        self.machine = machine
        self.target = target
        self.eventLoop = eventLoop
        start = eventLoop.now
        timer = DeadlineTimer(on: eventLoop)
    }

    /// Runs until the replay ends, or until the task is canceled. The report then has what was still missing.
    func run() async -> ReplayReport {
        perform(machine.advance(to: now))
        return await withTaskCancellationHandler {
            await result()
        } onCancel: {
            eventLoop.execute { self.assumeIsolated { $0.stop() } }
        }
    }

    private func result() async -> ReplayReport {
        if let report { return report }
        return await withCheckedContinuation { waiters.append($0) }
    }

    /// Ends the replay and closes its connections.
    func stop() {
        guard report == nil else { return }
        let report = machine.finished()
        self.report = report
        timer.cancel()
        for attempt in attempts.values { attempt.cancel() }
        for socket in sockets.values { socket.close(.local) }
        let waiters = waiters
        self.waiters = []
        for waiter in waiters { waiter.resume(returning: report) }
    }

    /// Adds the connection of a sender.
    func accept(_ socket: any CastSocket) {
        guard report == nil else {
            socket.close(.local)
            return
        }
        acceptedCount += 1
        open(socket, acceptedCount)
    }

    // MARK: - Sockets

    private var now: Duration { Duration(eventLoop.now - start) }

    private func open(_ socket: any CastSocket, _ number: Int) {
        sockets[number] = socket
        socket.activate(Handler(driver: self, number: number))
        perform(machine.opened(number, at: now))
    }

    fileprivate func received(_ message: CastMessage, on number: Int) {
        guard report == nil else { return }
        perform(machine.received(message, on: number, at: now))
    }

    fileprivate func closed(_ number: Int) {
        sockets[number] = nil
        guard report == nil else { return }
        perform(machine.closed(number, at: now))
    }

    private func connect(_ number: Int) {
        guard let target else { return }
        attempts[number] = Task {
            let result: Result<any CastSocket, any Error>
            do {
                result = .success(
                    try await target.connector.connect(to: target.endpoint, timeout: target.timeout, on: eventLoop)
                )
            } catch {
                result = .failure(error)
            }
            attempts[number] = nil
            switch result {
            case .success(let socket) where report != nil: socket.close(.local)
            case .success(let socket): open(socket, number)
            case .failure where report != nil: break
            case .failure(let error):
                perform(machine.failed(number, reason: "\(error)", at: now))
            }
        }
    }

    private func perform(_ actions: [ReplayMachine.Action]) {
        for action in actions {
            switch action {
            case .open(let number): connect(number)
            // A message that the socket refuses is one after its end, which the machine learns of next.
            case .send(let message, let number): try? sockets[number]?.send(message)
            case .close(let number): sockets[number]?.close(.local)
            }
        }
        guard !machine.isFinished else { return stop() }
        let deadline = machine.deadline.map { start + TimeAmount($0) }
        timer.set(to: deadline) { [weak self] in
            self?.assumeIsolated { driver in
                guard driver.report == nil else { return }
                driver.perform(driver.machine.advance(to: driver.now))
            }
        }
    }

    private final class Handler: CastSocketHandler {
        private let driver: ReplayDriver
        private let number: Int

        init(driver: ReplayDriver, number: Int) {
            self.driver = driver
            self.number = number
        }

        func socketDidReceive(_ message: CastMessage) {
            let number = number
            driver.assumeIsolated { $0.received(message, on: number) }
        }

        func socketDidChangeWritability(_ isWritable: Bool) {
            // A peer that does not read reaches the limit of the socket, which closes it.
        }

        func socketDidClose(_ reason: CastCloseReason) {
            let number = number
            driver.assumeIsolated { $0.closed(number) }
        }
    }
}
