// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire

// Events from the engine.

extension CastUIState {
    mutating func applyEngineEvent(
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
        case .session(let change): applySessionChange(change, at: instant, &effects)
        case .otherSenders(let others): hasOtherSenders = others && session != .none
        case .volume(let volume):
            let failures = [self.volume?.level.failure, self.volume?.isMuted.failure]
            self.volume = session == .none ? nil : volume
            if let last = lastLevel, volume.map({ last.isCovered(by: $0.level) }) ?? true { lastLevel = nil }
            let now = [self.volume?.level.failure, self.volume?.isMuted.failure]
            if let error = zip(failures, now).lazy.compactMap({ $0 == nil ? $1 : nil }).first {
                showFailure(.noticeRequestFailed, error, at: instant, &effects)
            }
        case .group(let group): applyGroupStatus(group)
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
        case .mediaEvent(let event): applyMediaEvent(event, at: instant, &effects)
        case .queue(let queue): self.queue = session == .none ? nil : queue
        case .otherRequests(let others): hasOtherRequests = others && session != .none
        case .commandEnded(let ticket, let error):
            guard inFlight.removeValue(forKey: ticket) != nil, let error else { return }
            showFailure(.noticeRequestFailed, error, at: instant, &effects)
        case .memberLevelEnded(let id, let error):
            applyMemberResult(id, error, at: instant, &effects)
        case .launched, .options, .platformState, .deadlineReached, .intent: break
        }
    }

    private mutating func applySessionChange(
        _ change: SessionChange,
        at instant: ContinuousClock.Instant,
        _ effects: inout [CastUIEffect]
    ) {
        switch change {
        case .starting(let device):
            session = .connecting(device, awaitsUser: false)
            openDialog?.failure = nil
        case .awaitsUser:
            guard case .connecting(let device, _) = session else { return }
            session = .connecting(device, awaitsUser: true)
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
            clearSession()
            guard !startOnSwitchTarget(&effects), let failure = DialogFailure(error, device: device) else { return }
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
            storeLastPlayed(at: instant)
            session = .suspended(device)
            openExpanded?.drag = nil
        case .ending:
            guard let device = session.device else { return }
            storeLastPlayed(at: instant)
            session = .ending(device)
        case .ended(let reason):
            guard session != .none else { return }
            let phrase = Phrase(.noticeSessionEnded, deviceName)
            storeLastPlayed(at: instant)
            clearSession()
            if reason == nil || switchTarget != nil {
                effects.append(.announce(Phrase(.announceDisconnected), .polite))
            } else {
                // The end was not requested here, and all views of the session close, so the user is notified.
                show(phrase, at: instant, &effects)
            }
            _ = startOnSwitchTarget(&effects)
        case .deviceUpdated(let device): updateDevice(device)
        }
    }

    private mutating func updateDevice(_ device: CastDevice) {
        guard session.device?.id == device.id else { return }
        switch session {
        case .none: break
        case .connecting(_, let awaitsUser): session = .connecting(device, awaitsUser: awaitsUser)
        case .connected: session = .connected(device)
        case .suspended: session = .suspended(device)
        case .ending: session = .ending(device)
        }
    }

    /// Stores the last media state for local playback, before the session's state is cleared.
    private mutating func storeLastPlayed(at instant: ContinuousClock.Instant) {
        guard session.isConnected, let snapshot = media?.snapshot else { return }
        lastPlayed = LastPlayed(snapshot, at: instant)
    }

    private mutating func clearSession() {
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

    /// Starts the session on the next device after the previous session has ended; returns false if there is none.
    private mutating func startOnSwitchTarget(_ effects: inout [CastUIEffect]) -> Bool {
        guard let target = switchTarget else { return false }
        switchTarget = nil
        session = .connecting(target, awaitsUser: false)
        effects.append(.startSession(target))
        return true
    }

    private mutating func applyMediaEvent(
        _ event: MediaEvent,
        at instant: ContinuousClock.Instant,
        _ effects: inout [CastUIEffect]
    ) {
        switch event {
        case .loadFailed(let error): showFailure(.noticeLoadFailed, error, at: instant, &effects)
        case .error(let error): showFailure(.noticePlaybackFailed, error, at: instant, &effects)
        case .changeFailed(_, let error): showFailure(.noticeRequestFailed, error, at: instant, &effects)
        case .started, .ended, .queueChanged, .queueItemIDs, .queueItems: break
        }
    }

    mutating func showFailure(
        _ key: TextKey,
        _ error: CastError,
        at instant: ContinuousClock.Instant,
        _ effects: inout [CastUIEffect]
    ) {
        switch error.code {
        // A newer request replaced this one, or the end of the session is reported instead.
        case .requestReplaced, .requestCancelled, .loadCancelled, .sessionEnded, .connectionClosed, .heartbeatLost:
            return
        default: show(Phrase(key, deviceName), at: instant, &effects)
        }
    }
}
