import NIOCore

// What the platform tells: devices, network, the life of the application, clocks.

extension SessionManager {
    /// Suspends the session: closes its connection without a word, and keeps it until ``resume()``.
    ///
    /// What is under way fails first.
    ///
    /// - Returns: False when no session is connected.
    @discardableResult
    public func suspend(_ reason: SuspendReason = .requested) -> Bool {
        let actions = machine.suspendRequested(reason, now: eventLoop.now)
        perform(actions)
        return !actions.isEmpty
    }

    /// Goes on with a suspended session: tries at once, and for another window. Does nothing when there is none.
    public func resume() { perform(machine.resumeRequested(now: eventLoop.now)) }

    /// The application went to the background. Suspends the session where
    /// ``SessionManagerOptions/suspendsInBackground`` says so.
    public func applicationDidEnterBackground() { perform(machine.enteredBackground(now: eventLoop.now)) }

    /// The application is back, and so is the session soon.
    public func applicationWillEnterForeground() { perform(machine.enteredForeground(now: eventLoop.now)) }

    /// The network of this machine has changed.
    ///
    /// - Parameter isReachable: Whether devices can be reached. False suspends the session at once and holds back every
    ///   try; true lets tries begin anew, and finds out whether a connection that seems alive still is.
    public func networkDidChange(isReachable: Bool) {
        perform(machine.networkChanged(isReachable: isReachable, now: eventLoop.now))
    }

    /// This machine slept. Noticed without help, within ``ClockWatch``'s few seconds; a platform that tells makes it
    /// sooner.
    public func systemDidWake() { perform(machine.woke(now: eventLoop.now)) }

    /// Takes what is known about devices from here: new addresses, new names, devices to which a session may have moved.
    ///
    /// - Parameter devices: Lists of all devices present, such as ``DeviceBrowser/devices``. Takes the place of what was
    ///   followed before; read until it ends, or ``close()``.
    public func follow(_ devices: some AsyncSequence<[CastDevice], Never> & Sendable) {
        following?.cancel()
        following = Task { [weak self] in
            for await list in devices {
                guard let self else { return }
                await self.devicesChanged(list)
            }
        }
    }

    func lookAtClocks() {
        let wall = environment.wallClock()
        if clockWatch.tick(monotonic: eventLoop.now, wall: wall) { perform(machine.woke(now: eventLoop.now)) }
        // A session may last longer than a record is believed.
        if machine.phase == .running, wall - lastKept > 3600 { store(record()) }
    }

    private func devicesChanged(_ list: [CastDevice]) {
        let before = Dictionary(present.map { ($0.id, $0) }) { first, _ in first }
        for new in list where before[new.id]?.isBusy != new.isBusy || before[new.id]?.statusText != new.statusText {
            recentlyChanged.removeAll { $0 == new.id }
            recentlyChanged.append(new.id)
        }
        recentlyChanged.removeAll { id in !list.contains { $0.id == id } }
        present = list
        guard machine.phase != .idle, let device, let new = list.first(where: { $0.id == device.id }) else { return }
        guard new != device || before[new.id] == nil else { return }
        let isElsewhere = Set(new.endpoints) != Set(device.endpoints)
        if new != device {
            self.device = new
            session?.assumeIsolated { $0.deviceUpdated(new) }
            if information != nil { eventSource.publish(.deviceUpdated(new)) }
            if isElsewhere, machine.phase == .running { store(record()) }
        }
        // A try that is under way at the same addresses is the one that finds it.
        let isBack = before[new.id] == nil && machine.suspension?.attempt == nil
        if isElsewhere || isBack { perform(machine.deviceMoved(now: eventLoop.now)) }
    }
}
