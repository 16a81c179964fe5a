// SPDX-License-Identifier: Apache-2.0

import CastConcurrency
import CastTransport
import CastWire
import NIOCore

/// Applies the decisions of a ``FaultMachine`` to the messages between a device and its sockets.
final class FaultInjector: @unchecked Sendable {
    // Sendable despite its mutable state: that state is accessed on `eventLoop` only, which every entry point checks in
    // all builds.

    let eventLoop: any EventLoop
    private let clock: DeviceClock
    private var machine: FaultMachine
    private var sockets: [SocketID: FaultInjectingSocket] = [:]
    private var nextSocket = 1
    private let timer: DeadlineTimer

    /// - Parameter configuration: The initial faults, and the device's profile, whose messages are not faults.
    init(_ configuration: DeviceConfiguration, eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
        clock = DeviceClock(eventLoop: eventLoop)
        timer = DeadlineTimer(on: eventLoop)
        machine = FaultMachine(seed: configuration.faultSeed, profile: configuration.profile?.rules ?? [])
        for fault in configuration.faults { _ = machine.add(fault) }
    }

    /// Wraps the socket of a new sender, so that the faults apply to it.
    func admit(_ socket: any CastSocket) -> any CastSocket {
        eventLoop.preconditionInEventLoop()
        let disturbed = FaultInjectingSocket(socket, id: SocketID(nextSocket), injector: self)
        nextSocket += 1
        sockets[disturbed.id] = disturbed
        return disturbed
    }

    /// Resets every connection.
    func cutAll() {
        eventLoop.preconditionInEventLoop()
        for id in sockets.keys.sorted() { perform([.close(id, isOrderly: false)]) }
    }

    /// Passes the state machine to a closure that reads or changes it.
    func withMachine<Value>(_ body: (inout FaultMachine) -> Value) -> Value {
        eventLoop.preconditionInEventLoop()
        return body(&machine)
    }

    // MARK: - Socket events

    func send(_ message: CastMessage, on id: SocketID) throws(CastSocketError) {
        if let error = perform(machine.passing(message, .outbound, on: id, at: clock.now)) { throw error }
    }

    func received(_ message: CastMessage, on id: SocketID) {
        perform(machine.passing(message, .inbound, on: id, at: clock.now))
    }

    func closing(_ id: SocketID) {
        perform(machine.closing(id))
    }

    func closed(_ id: SocketID) {
        perform(machine.closed(id))
        sockets[id] = nil
    }

    // MARK: - Actions

    /// - Returns: The error of a message that was sent immediately; nil if the socket accepted it.
    @discardableResult
    private func perform(_ actions: [FaultMachine.Action]) -> CastSocketError? {
        var failure: CastSocketError?
        for action in actions {
            switch action {
            case .forward(let message, .inbound, let id): sockets[id]?.deliver(message)
            case .forward(let message, .outbound, let id):
                do throws(CastSocketError) {
                    try sockets[id]?.inner.send(message)
                } catch {
                    failure = error
                }
            case .sendBytes(let bytes, let id): (sockets[id]?.inner as? any RawSocketAccess)?.sendBytes(bytes)
            case .close(let id, let isOrderly):
                sockets[id]?.inner.close(isOrderly ? .local : .failure("the connection was reset by a simulated fault"))
            case .setReading(let isReading, let id):
                (sockets[id]?.inner as? any RawSocketAccess)?.setReading(isReading)
            }
        }
        schedule()
        return failure
    }

    private func schedule() {
        timer.set(to: machine.nextDeadline.map(DeviceClock.deadline)) { [weak self] in self?.timeReached() }
    }

    private func timeReached() {
        perform(machine.timeReached(clock.now))
    }
}
