// SPDX-License-Identifier: Apache-2.0

import CastWire

/// Actions of a user at the device, for example with its remote control.
extension ReceiverPlatform {
    /// Changes the volume and notifies senders. Has no effect on a fixed volume.
    mutating func adjustVolume(level: Double?, isMuted: Bool?) -> [PlatformAction] {
        let changed = changeVolume(level: level, isMuted: isMuted)
        return changed.isEmpty ? [] : broadcastStatus() + changed
    }

    /// Ends the running app.
    mutating func stopApplication(at now: ContinuousClock.Instant) -> [PlatformAction] {
        applicationEnded(.stoppedByDevice, at: now)
    }

    /// Launches an app. Does nothing if an app with this id is running.
    ///
    /// - Throws: The reason why the app does not start.
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

    /// Changes the standby state of the screen and whether it shows the device; nil leaves the value unchanged. Does
    /// nothing on a device without a screen.
    mutating func changeDisplay(isStandby: Bool?, isActiveInput: Bool?) -> [PlatformAction] {
        guard options.capabilities.contains(.videoOut) else { return [] }
        let before = (self.isStandby, self.isActiveInput)
        if let isStandby { self.isStandby = isStandby }
        if let isActiveInput { self.isActiveInput = isActiveInput }
        guard before != (self.isStandby, self.isActiveInput) else { return [] }
        revision += 1
        return broadcastStatus() + [.displayChanged]
    }

    /// The state of the device that apps can read.
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
