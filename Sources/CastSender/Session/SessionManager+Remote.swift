import CastWire
import NIOCore

// For somebody who lives on another thread and does not wait: orders go in, and everything comes out as events.

extension SessionManager {
    /// Gives an order. Orders are carried out one after the other, in the order of the calls.
    package nonisolated func order(_ order: @escaping @Sendable (isolated SessionManager) -> Void) {
        eventLoop.execute { self.assumeIsolated { order($0) } }
    }

    /// Hands every event from now on to this, on the manager's executor and in order.
    ///
    /// - Parameter sink: Must only store. Takes the place of the one before.
    package nonisolated func forward(to sink: @escaping @Sendable (SessionEvent) -> Void) {
        eventSource.forward(to: sink)
    }

    /// Begins to start a session; what becomes of it is an event.
    ///
    /// - Throws: ``CastError``: `sessionExists`; then nothing has begun.
    package func begin(
        _ choice: ApplicationChoice,
        on device: CastDevice,
        options: LaunchOptions = LaunchOptions(),
        onProgress: (@Sendable (LaunchProgress) -> Void)? = nil
    ) throws(CastError) {
        guard machine.canStart else { throw CastError.sessionExists(on: self.device?.friendlyName) }
        guard !isClosed else { throw CastError.startCancelled(device: device.friendlyName) }
        // What must be launched, and what nobody may try now, is no matter of going on.
        let canGoOn = !options.relaunchIfRunning && options.credentials == nil && !machine.holds.contains(.background)
        if canGoOn, machine.suspension != nil, device.id == self.device?.id, suits(choice) {
            self.device = device
            perform(machine.resumeRequested(now: eventLoop.now))
        } else {
            startRequest = Start(device: device, choice: choice, options: options, onProgress: onProgress)
            perform(machine.startRequested())
        }
    }

    /// Begins to end the session, or the start of one; what becomes of it is an event.
    ///
    /// - Returns: False when there is none, or its end is under way.
    @discardableResult
    package func beginEnd(_ action: SessionEndAction) -> Bool {
        let error = CastError.startCancelled(device: device?.friendlyName ?? "the device")
        let actions = machine.endRequested(action, cancelled: error)
        guard !actions.isEmpty else { return false }
        endFailure = nil
        perform(actions)
        return true
    }
}
