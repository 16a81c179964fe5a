// SPDX-License-Identifier: Apache-2.0

import CastConcurrency
import NIOCore

// Input from the platform: devices, network, lifecycle of the application, clocks.

extension SessionManager {
    /// Suspends the session: closes its connection without sending CLOSE, and keeps the session until ``resume()``.
    ///
    /// Pending requests fail first.
    ///
    /// - Parameter reason: The reason, which is published with the event. Default ``SuspendReason/requested``.
    /// - Returns: False when no session is running.
    @discardableResult
    public func suspend(_ reason: SuspendReason = .requested) -> Bool {
        let actions = machine.suspendRequested(reason, now: eventLoop.now)
        perform(actions)
        return !actions.isEmpty
    }

    /// Resumes a suspended session: tries at once, and for another window. Does nothing when no session is suspended.
    public func resume() { perform(machine.resumeRequested(now: eventLoop.now)) }

    /// Reports that the application went to the background. Suspends the session if
    /// ``SessionManagerOptions/suspendsInBackground`` is set.
    public func applicationDidEnterBackground() { perform(machine.enteredBackground(now: eventLoop.now)) }

    /// Reports that the application will return to the foreground. Resumes a session that was suspended in the
    /// background.
    public func applicationWillEnterForeground() { perform(machine.enteredForeground(now: eventLoop.now)) }

    /// Reports a change of this machine's network.
    ///
    /// - Parameter isReachable: Whether devices can be reached. False suspends the session at once and holds all
    ///   attempts to reconnect; true restarts the attempts, and checks whether the current connection is still alive.
    public func networkDidChange(isReachable: Bool) {
        perform(machine.networkChanged(isReachable: isReachable, now: eventLoop.now))
    }

    /// Reports that this machine woke from sleep. The manager also detects this itself within a few seconds; a platform
    /// with a notification can report it sooner.
    public func systemDidWake() { perform(machine.woke(now: eventLoop.now)) }

    /// Uses lists of devices to get new addresses and names of the session's device, and to find devices that the
    /// session may have moved to.
    ///
    /// - Parameter devices: Lists of all present devices, such as ``DeviceBrowser/devices``. Replaces the previous
    ///   sequence; read until the sequence ends or fails, or ``close()`` is called.
    public func follow<Devices: AsyncSequence & Sendable>(_ devices: Devices) where Devices.Element == [CastDevice] {
        following?.cancel()
        following = Task { [weak self] in
            do {
                for try await list in devices {
                    guard let self else { return }
                    await self.devicesChanged(list)
                }
            } catch {
                // A sequence that fails has ended. What it listed stays known.
            }
        }
    }

    func compareClocks() {
        let wall = environment.wallClock()
        if sleepDetector.tick(monotonic: eventLoop.now, wall: wall) { perform(machine.woke(now: eventLoop.now)) }
        // A session may last longer than the lifetime of its record.
        if machine.phase == .running, wall - lastRecordSave > 3600 { store(record()) }
    }

    private func devicesChanged(_ list: [CastDevice]) {
        let before = Dictionary(presentDevices.map { ($0.id, $0) }) { first, _ in first }
        for new in list where before[new.id]?.isBusy != new.isBusy || before[new.id]?.statusText != new.statusText {
            recentlyChanged.removeAll { $0 == new.id }
            recentlyChanged.append(new.id)
        }
        recentlyChanged.removeAll { id in !list.contains { $0.id == id } }
        presentDevices = list
        guard machine.phase != .idle, let device, let new = list.first(where: { $0.id == device.id }) else { return }
        guard new != device || before[new.id] == nil else { return }
        let hasOtherAddresses = Set(new.endpoints) != Set(device.endpoints)
        if new != device {
            self.device = new
            session?.assumeIsolated { $0.deviceUpdated(new) }
            if information != nil { eventSource.publish(.deviceUpdated(new)) }
            if hasOtherAddresses, machine.phase == .running { store(record()) }
        }
        // An attempt in progress at the same addresses finds the device anyway.
        let hasReappeared = before[new.id] == nil && machine.suspension?.attempt == nil
        if hasOtherAddresses || hasReappeared { perform(machine.deviceMoved(now: eventLoop.now)) }
    }
}
