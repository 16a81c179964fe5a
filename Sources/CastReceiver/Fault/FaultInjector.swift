import CastTransport
import CastWire
import NIOCore

/// Stands between a device and its sockets, and disturbs them as a ``FaultMachine`` says.
final class FaultInjector: @unchecked Sendable {
    // Sendable although it has mutable state: that state is touched on `eventLoop` only, which every entry checks in
    // every build.

    let eventLoop: any EventLoop
    private let clock: DeviceClock
    private var machine: FaultMachine
    private var sockets: [SocketID: DisturbedSocket] = [:]
    private var nextSocket = 1
    private var timer: Scheduled<Void>?
    private var deadline: ContinuousClock.Instant?

    /// - Parameter faults: In force from the beginning.
    init(eventLoop: any EventLoop, faults: [Fault], seed: UInt64) {
        self.eventLoop = eventLoop
        clock = DeviceClock(eventLoop: eventLoop)
        machine = FaultMachine(seed: seed)
        for fault in faults { _ = machine.add(fault) }
    }

    /// A sender has connected: the device gets its socket with faults in between.
    func admit(_ socket: any CastSocket) -> any CastSocket {
        eventLoop.preconditionInEventLoop()
        let disturbed = DisturbedSocket(socket, id: SocketID(nextSocket), injector: self)
        nextSocket += 1
        sockets[disturbed.id] = disturbed
        return disturbed
    }

    /// Ends every connection without goodbye.
    func cutAll() {
        eventLoop.preconditionInEventLoop()
        for id in sockets.keys.sorted() { perform([.close(id, isOrderly: false)]) }
    }

    /// Lets the machine be asked or told something.
    func withMachine<Value>(_ body: (inout FaultMachine) -> Value) -> Value {
        eventLoop.preconditionInEventLoop()
        return body(&machine)
    }

    // MARK: - What the sockets report

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

    // MARK: - Orders

    /// - Returns: Why a message that is sent at once was not taken.
    @discardableResult
    private func perform(_ orders: [FaultMachine.Order]) -> CastSocketError? {
        var failure: CastSocketError?
        for order in orders {
            switch order {
            case .carry(let message, .inbound, let id): sockets[id]?.deliver(message)
            case .carry(let message, .outbound, let id):
                do throws(CastSocketError) {
                    try sockets[id]?.inner.send(message)
                } catch {
                    failure = error
                }
            case .sendBytes(let bytes, let id): (sockets[id]?.inner as? any SocketBeneathFraming)?.sendBytes(bytes)
            case .close(let id, let isOrderly):
                sockets[id]?.inner.close(isOrderly ? .local : .failure("the connection was cut on purpose"))
            case .setReading(let isReading, let id):
                (sockets[id]?.inner as? any SocketBeneathFraming)?.setReading(isReading)
            }
        }
        schedule()
        return failure
    }

    private func schedule() {
        guard machine.nextDeadline != deadline else { return }
        timer?.cancel()
        timer = nil
        deadline = machine.nextDeadline
        guard let deadline else { return }
        timer = eventLoop.scheduleTask(in: DeviceClock.delay(from: clock.now, until: deadline)) { [weak self] in
            self?.timeReached()
        }
    }

    private func timeReached() {
        timer = nil
        deadline = nil
        perform(machine.timeReached(clock.now))
    }
}
