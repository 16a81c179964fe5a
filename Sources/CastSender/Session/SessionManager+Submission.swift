// SPDX-License-Identifier: Apache-2.0

import CastWire
import NIOCore

// For clients on other threads that do not await results: they submit operations, and all results arrive as events.

extension SessionManager {
    /// Submits a closure from any thread. Closures run one after the other, in the order of the calls.
    package nonisolated func submit(_ body: @escaping @Sendable (isolated SessionManager) -> Void) {
        eventLoop.execute { self.assumeIsolated { body($0) } }
    }

    /// Passes every event from now on to a closure, in order, on the manager's executor.
    ///
    /// - Parameter sink: A closure that must only store. Replaces the previous one.
    package nonisolated func forward(to sink: @escaping @Sendable (SessionEvent) -> Void) {
        eventSource.forward(to: sink)
    }

    /// Starts a session without waiting for the result, which is published as an event.
    ///
    /// - Throws: ``CastError``: `sessionExists`; nothing has been started in that case.
    package func begin(
        _ choice: ApplicationChoice,
        on device: CastDevice,
        options: LaunchOptions = LaunchOptions(),
        onProgress: (@Sendable (LaunchProgress) -> Void)? = nil
    ) throws(CastError) {
        guard machine.canStart else { throw CastError.sessionExists(on: self.device?.friendlyName) }
        guard !isClosed else { throw CastError.startCancelled(device: device.friendlyName) }
        // A suspended session cannot be resumed when the application must be launched, or while attempts are held.
        let canResume = !options.relaunchIfRunning && options.credentials == nil && !machine.holds.contains(.background)
        if canResume, machine.suspension != nil, device.id == self.device?.id, matches(choice) {
            self.device = device
            perform(machine.resumeRequested(now: eventLoop.now))
        } else {
            startRequest = Start(device: device, choice: choice, options: options, onProgress: onProgress)
            perform(machine.startRequested())
        }
    }

    /// Ends the session, or cancels its start, without waiting for the result, which is published as an event.
    ///
    /// - Returns: False when there is no session, or it is already ending.
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
