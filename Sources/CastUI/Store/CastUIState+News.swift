import CastSender
import CastWire

// What the engine says.

extension CastUIState {
    mutating func takeNews(
        _ event: CastUIEvent,
        at instant: ContinuousClock.Instant,
        _ effects: inout [CastUIEffect]
    ) {
        switch event {
        case .discoveryStarted:
            discovery.since = instant
            discovery.problem = nil
            hasAnnouncedNoDevices = false
        case .discoveryStopped:
            discovery = DiscoveryState()
        case .devices(let devices):
            var known: Set<String> = []
            discovery.devices = devices.filter { known.insert($0.id).inserted }
        case .discoveryFailed(let problem):
            discovery.problem = problem
        case .session(let news): takeSession(news, at: instant, &effects)
        case .otherSenders(let others): hasOtherSenders = others && session != .none
        case .volume(let volume):
            let failures = [self.volume?.level.failure, self.volume?.isMuted.failure]
            self.volume = session == .none ? nil : volume
            if let last = lastLevel, volume.map({ last.isCovered(by: $0.level) }) ?? true { lastLevel = nil }
            let now = [self.volume?.level.failure, self.volume?.isMuted.failure]
            if let error = zip(failures, now).lazy.compactMap({ $0 == nil ? $1 : nil }).first {
                tellFailure(.noticeRequestFailed, error, at: instant, &effects)
            }
        case .group(let group): takeGroup(group)
        case .media(let media):
            let before = panel(at: instant)
            self.media = session == .none ? nil : media
            if let last = lastSeek, media.map({ last.isCovered(by: $0.position(at: instant)) }) ?? true {
                lastSeek = nil
            }
            let after = panel(at: instant)
            openTracks?.follow(from: before, to: after)
        case .lastMedia(let snapshot):
            if session.isConnected, media?.snapshot == nil { lastPlayed = LastPlayed(snapshot, at: instant) }
        case .mediaEvent(let event): takeMediaEvent(event, at: instant, &effects)
        case .queue(let queue): self.queue = session == .none ? nil : queue
        case .otherRequests(let others): hasOtherRequests = others && session != .none
        case .commandEnded(let ticket, let error):
            guard inFlight.removeValue(forKey: ticket) != nil, let error else { return }
            tellFailure(.noticeRequestFailed, error, at: instant, &effects)
        case .memberLevelEnded(let id, let error):
            takeMemberAnswer(id, error, at: instant, &effects)
        case .launched, .options, .surroundings, .alarm, .intent: break
        }
    }

    private mutating func takeSession(
        _ news: SessionNews,
        at instant: ContinuousClock.Instant,
        _ effects: inout [CastUIEffect]
    ) {
        switch news {
        case .starting(let device):
            session = .connecting(device, awaitsPerson: false)
            openDialog?.failure = nil
        case .awaitsPerson:
            guard case .connecting(let device, _) = session else { return }
            session = .connecting(device, awaitsPerson: true)
            effects.append(.announce(Phrase(.dialogWaitHint, .text(device.friendlyName)), .polite))
        case .running(let device, let name):
            var isNew = true
            if case .suspended = session { isNew = false }
            if session.isConnected { isNew = false }
            if isNew { lastPlayed = nil }
            session = .connected(device)
            applicationName = name
            openDialog?.failure = nil
            if openDialog?.closesWhenConnected == true { hideDialog(&effects) }
            if isNew { effects.append(.announce(Phrase(.announceConnected, .text(device.friendlyName)), .polite)) }
        case .failedToStart(let device, let error):
            forgetSession()
            guard !goOnToTarget(&effects), let failure = DialogFailure(error, device: device) else { return }
            let phrase = Phrase(.announceFailed, .text(device.friendlyName))
            if openDialog != nil {
                openDialog?.failure = failure
                openDialog?.closesWhenConnected = false
                effects.append(.announce(phrase, .assertive))
            } else {
                show(phrase, at: instant, &effects)
            }
        case .suspended:
            guard let device = session.device else { return }
            keepLastPlayed(at: instant)
            session = .suspended(device)
            openExpanded?.drag = nil
        case .ending:
            guard let device = session.device else { return }
            keepLastPlayed(at: instant)
            session = .ending(device)
        case .ended(let reason):
            guard session != .none else { return }
            let phrase = Phrase(.noticeSessionEnded, deviceName)
            keepLastPlayed(at: instant)
            forgetSession()
            if reason == nil || switchTarget != nil {
                effects.append(.announce(Phrase(.announceDisconnected), .polite))
            } else {
                // Nobody here wanted it, and all that was on the screen goes.
                show(phrase, at: instant, &effects)
            }
            _ = goOnToTarget(&effects)
        case .deviceUpdated(let device): updateDevice(device)
        }
    }

    private mutating func updateDevice(_ device: CastDevice) {
        guard session.device?.id == device.id else { return }
        switch session {
        case .none: break
        case .connecting(_, let awaitsPerson): session = .connecting(device, awaitsPerson: awaitsPerson)
        case .connected: session = .connected(device)
        case .suspended: session = .suspended(device)
        case .ending: session = .ending(device)
        }
    }

    /// Where local playback can go on: kept before anything of the session goes.
    private mutating func keepLastPlayed(at instant: ContinuousClock.Instant) {
        guard session.isConnected, let snapshot = media?.snapshot else { return }
        lastPlayed = LastPlayed(snapshot, at: instant)
    }

    private mutating func forgetSession() {
        session = .none
        applicationName = nil
        hasOtherSenders = false
        volume = nil
        group = nil
        memberLevels = [:]
        media = nil
        queue = nil
        inFlight = [:]
        hasOtherRequests = false
        lastSeek = nil
        lastLevel = nil
    }

    /// The session that gave way to another device is over.
    private mutating func goOnToTarget(_ effects: inout [CastUIEffect]) -> Bool {
        guard let target = switchTarget else { return false }
        switchTarget = nil
        session = .connecting(target, awaitsPerson: false)
        effects.append(.startSession(target))
        return true
    }

    private mutating func takeMediaEvent(
        _ event: MediaEvent,
        at instant: ContinuousClock.Instant,
        _ effects: inout [CastUIEffect]
    ) {
        switch event {
        case .loadFailed(let error): tellFailure(.noticeLoadFailed, error, at: instant, &effects)
        case .error(let error): tellFailure(.noticePlaybackFailed, error, at: instant, &effects)
        case .wishFailed(_, let error): tellFailure(.noticeRequestFailed, error, at: instant, &effects)
        case .started, .ended, .queueChanged, .queueItemIDs, .queueItems: break
        }
    }

    mutating func tellFailure(
        _ key: TextKey,
        _ error: CastError,
        at instant: ContinuousClock.Instant,
        _ effects: inout [CastUIEffect]
    ) {
        switch error.code {
        // Somebody wanted something else meanwhile, or the session says it all.
        case .requestReplaced, .requestCancelled, .loadCancelled, .sessionEnded, .connectionClosed, .heartbeatLost:
            return
        default: show(Phrase(key, deviceName), at: instant, &effects)
        }
    }
}
