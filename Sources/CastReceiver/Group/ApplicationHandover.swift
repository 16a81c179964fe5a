import CastWire

/// A running app on its way from one device to another, or to a group: the same session, the same media.
struct ApplicationHandover: Sendable {
    var application: RunningApplication
    var installed: InstalledApplication?
    var media: DefaultMediaReceiver?
}

extension DeviceCore {
    /// Gives away what runs; its senders here get CLOSE.
    ///
    /// - Parameter isFollowed: A role in a group follows at once, so that no status without app is sent.
    /// - Returns: Nil when nothing runs.
    func releaseApplication(isFollowed: Bool = false) -> ApplicationHandover? {
        guard !isClosed, let application = platform.application, application.isReady else { return nil }
        let handover = ApplicationHandover(application: application, installed: platform.installed, media: media)
        perform(platform.endApplication(.replaced) + (isFollowed ? [] : platform.broadcastStatus()))
        settle()
        return handover
    }

    /// Goes on with what ran elsewhere, in place of what runs here.
    ///
    /// - Returns: False when the device has ended.
    func adoptApplication(_ handover: ApplicationHandover) -> Bool {
        guard !isClosed else { return false }
        perform(platform.adopt(handover.application, handover.installed, at: now))
        if var moved = handover.media {
            let actions = moved.moved(after: media?.generation ?? 0, at: now)
            media = moved
            perform(actions)
        }
        settle()
        return true
    }
}

extension ReceiverPlatform {
    /// An app that ran elsewhere goes on here under its session.
    mutating func adopt(
        _ adopted: RunningApplication,
        _ installed: InstalledApplication?,
        at now: ContinuousClock.Instant
    ) -> [PlatformAction] {
        advance(to: now)
        // A person need not be asked any more for what would end it again.
        let actions = cancelQuestion(LaunchRefusal(.cancelled)) + show(adopted, installed)
        let launch = ApplicationLaunch(appID: adopted.appID, sessionID: adopted.sessionID)
        return actions + broadcastStatus() + [.launched(adopted, launch)]
    }
}

extension DefaultMediaReceiver {
    /// Goes on with another device's player, where it was. Whoever waited for an answer is not connected here.
    ///
    /// - Parameter generation: The number of that device's newest item so far.
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
