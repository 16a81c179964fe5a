// SPDX-License-Identifier: Apache-2.0

import CastWire

/// A running app that moves to another device or to a group, with its session and its media.
struct ApplicationHandover: Sendable {
    var application: RunningApplication
    var installed: InstalledApplication?
    var media: DefaultMediaReceiver?
}

extension DeviceCore {
    /// Releases the running app for a transfer. Its senders on this device receive CLOSE.
    ///
    /// - Parameter isFollowed: Whether a role in a group follows immediately, so that no status without an app is sent.
    /// - Returns: The released app; nil if no app is running or the app is not ready.
    func releaseApplication(isFollowed: Bool = false) -> ApplicationHandover? {
        guard !isClosed, let application = platform.application, application.isReady else { return nil }
        let handover = ApplicationHandover(application: application, installed: platform.installed, media: media)
        perform(platform.endApplication(.replaced) + (isFollowed ? [] : platform.broadcastStatus()))
        finishEvent()
        return handover
    }

    /// Continues an app of another device, in place of the running app.
    ///
    /// - Returns: False if the device has shut down.
    func adoptApplication(_ handover: ApplicationHandover) -> Bool {
        guard !isClosed else { return false }
        perform(platform.adopt(handover.application, handover.installed, at: now))
        if var moved = handover.media {
            let actions = moved.moved(after: media?.generation ?? 0, at: now)
            media = moved
            perform(actions)
        }
        finishEvent()
        return true
    }
}

extension ReceiverPlatform {
    /// Makes an app of another device the running app, with its session.
    mutating func adopt(
        _ adopted: RunningApplication,
        _ installed: InstalledApplication?,
        at now: ContinuousClock.Instant
    ) -> [PlatformAction] {
        advance(to: now)
        // A pending launch would end the app again, so it is refused.
        let actions = cancelQuestion(LaunchRefusal(.cancelled)) + show(adopted, installed)
        let launch = ApplicationLaunch(appID: adopted.appID, sessionID: adopted.sessionID)
        return actions + broadcastStatus() + [.launched(adopted, launch)]
    }
}

extension DefaultMediaReceiver {
    /// Continues playback with the player of this device, at the current position. Discards pending requests, because
    /// their senders are not connected to this device.
    ///
    /// - Parameter generation: The generation of the latest item on this device.
    mutating func moved(after generation: Int, at now: ContinuousClock.Instant) -> [MediaAction] {
        pendingRequests = []
        pendingAnswers = []
        self.generation = max(self.generation, generation)
        guard var session else { return [] }
        let isEndless = session.media.streamType == .live && session.duration == nil
        let position = session.position(at: now)
        self.generation += 1
        session.generation = self.generation
        session.loader = nil
        session.clock.set(position, now: now)
        session.clock.run(false, now: now)
        if session.phase != .loading { session.phase = .buffering }
        self.session = session
        return [.player(.load(playerItem(startTime: isEndless ? nil : position)))]
            + broadcastStatus(0, with: .all, at: now)
    }
}
