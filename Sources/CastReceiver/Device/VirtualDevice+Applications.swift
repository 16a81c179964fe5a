/// What somebody does at the device itself with its apps and its screen. Every sender is told.
///
/// Volume and playback are in ``remote``. Each returns when it is done; after ``shutdown()`` nothing happens.
extension VirtualDevice {
    /// Ends the app that runs: its senders get CLOSE. Nothing when nothing runs.
    public func stopApplication() async {
        await parts.core.stopApplication()
    }

    /// Starts an app in place of what runs, as when another sender takes over. It goes on if it runs already.
    ///
    /// - Throws: ``LaunchRefusal``: `NOT_FOUND` for an app that is not installed, or what its check throws.
    public func launchApplication(_ appID: String) async throws(LaunchRefusal) {
        try await parts.core.launchApplication(appID)
    }

    /// Puts the television to stand-by, or wakes it. A launch wakes it, too. Nothing on a device without a screen.
    public func setStandby(_ isStandby: Bool) async {
        await parts.core.changeDisplay(isStandby: isStandby, isActiveInput: nil)
    }

    /// Whether the television shows this device. A launch makes it so. Nothing on a device without a screen.
    public func setActiveInput(_ isActiveInput: Bool) async {
        await parts.core.changeDisplay(isStandby: nil, isActiveInput: isActiveInput)
    }

    /// The word of the person whom a device with ``LaunchPolicy/asks(timeout:)`` asks.
    ///
    /// - Returns: False when no launch waits for an answer; ``DeviceSnapshot/pendingLaunch`` is the one that does.
    @discardableResult
    public func answerLaunch(isAllowed: Bool) async -> Bool {
        await parts.core.answerLaunch(isAllowed: isAllowed)
    }

    /// Whether senders may start apps from now on.
    public func setLaunchPolicy(_ policy: LaunchPolicy) async {
        await parts.core.setLaunchPolicy(policy)
    }
}
