import CastWire

/// What somebody does at the device itself, as with its remote.
extension ReceiverPlatform {
    /// Turns the volume; a fixed one stays.
    mutating func turnVolume(level: Double?, isMuted: Bool?) -> [PlatformAction] {
        let changed = changeVolume(level: level, isMuted: isMuted)
        return changed.isEmpty ? [] : broadcastStatus() + changed
    }

    /// Ends what runs.
    mutating func stopApplication(at now: ContinuousClock.Instant) -> [PlatformAction] {
        applicationEnded(.stoppedByDevice, at: now)
    }

    /// Starts an app; what runs under that id goes on.
    ///
    /// - Throws: Why it does not start.
    mutating func launchApplication(
        _ appID: String,
        at now: ContinuousClock.Instant
    ) throws(LaunchRefusal) -> [PlatformAction] {
        advance(to: now)
        guard application?.appID != appID || lastSenderDeadline != nil else { return [] }
        let launch = ApplicationLaunch(
            appID: appID,
            sessionID: makeSessionID(),
            supportedAppTypes: ["WEB", "ANDROID_TV"]
        )
        let installed = try options.catalog.application(for: launch)
        return cancelQuestion(LaunchRefusal(.cancelled)) + start(installed, launch, for: [])
    }

    /// Puts the screen to stand-by or wakes it, and changes whether it shows the device; nil leaves one as it is.
    mutating func changeDisplay(isStandby: Bool?, isActiveInput: Bool?) -> [PlatformAction] {
        guard options.capabilities.contains(.videoOut) else { return [] }
        let before = (self.isStandby, self.isActiveInput)
        if let isStandby { self.isStandby = isStandby }
        if let isActiveInput { self.isActiveInput = isActiveInput }
        guard before != (self.isStandby, self.isActiveInput) else { return [] }
        revision += 1
        return broadcastStatus() + [.displayChanged]
    }

    /// The device as an app sees it.
    var applicationDevice: ApplicationDevice {
        let hasScreen = options.capabilities.contains(.videoOut)
        return ApplicationDevice(
            volumeLevel: effectiveVolume.level,
            isMuted: effectiveVolume.isMuted,
            isStandby: hasScreen ? isStandby : nil,
            isActiveInput: hasScreen ? isActiveInput : nil
        )
    }
}
