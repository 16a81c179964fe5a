// SPDX-License-Identifier: Apache-2.0

import CastWire

extension DefaultMediaReceiver {
    /// Executes a request for a loaded session.
    mutating func perform(
        _ request: MediaRequest,
        for requester: MediaRequester,
        at now: ContinuousClock.Instant
    ) throws(MediaRequestRefusal) -> [MediaAction] {
        switch request {
        case .play:
            session?.playWhenReady = true
            if session?.pictureInstant != nil { session?.pictureInstant = now }
            expect(.play, for: requester, at: now)
            return [.player(.play)]
        case .pause:
            session?.playWhenReady = false
            expect(.pause, for: requester, at: now)
            return [.player(.pause)]
        case .seek(let request): return try seek(request, for: requester, at: now)
        case .setVolume(let request): return try setVolume(request, for: requester, at: now)
        case .setPlaybackRate(let request): return try setPlaybackRate(request, for: requester, at: now)
        case .editTracksInfo(let request): return try editTracks(request, for: requester, at: now)
        case .editAudioTracks(let request): return try editAudioTracks(request, for: requester, at: now)
        case .queueInsert(let request): return try insert(request, for: requester, at: now)
        case .queueUpdate(let request): return try update(request, for: requester, at: now)
        case .queueRemove(let request): return try remove(request, for: requester, at: now)
        case .queueReorder(let request): return try reorder(request, for: requester, at: now)
        case .queueNext: return jump(by: 1, for: requester, at: now)
        case .queuePrev: return jump(by: -1, for: requester, at: now)
        case .queueShuffle: return shuffle(for: requester, at: now)
        case .skipAd: return try skipAd(for: requester, at: now)
        case .storeSession: return store(for: requester, at: now)
        case .userAction(let request): return try act(request, for: requester, at: now)
        default: throw MediaRequestRefusal(.notSupported)
        }
    }

    /// Postpones the answer to a request until the player reports its result.
    private mutating func expect(
        _ kind: PendingAnswer.Kind,
        for requester: MediaRequester,
        at now: ContinuousClock.Instant
    ) {
        pendingAnswers.append(
            PendingAnswer(kind: kind, requester: requester, deadline: now + Self.answerDeadline)
        )
    }

    // MARK: - Playback

    /// Handles STOP, also of a session that is still loading, whose load is then canceled.
    mutating func stop(for requester: MediaRequester, at now: ContinuousClock.Instant) -> [MediaAction] {
        guard let session else { return [] }
        var actions = answerAll(at: now)
        if session.phase == .loading, let loader = session.loader {
            let message = LoadCancelledMessage(itemID: session.queue.currentID, requestID: loader.requestID)
            actions.append(.reply(message.fields, to: loader.sender))
        }
        actions.append(.player(.stop))
        actions += end(.cancelled, requestID: requester.requestID, at: now)
        return actions + performPendingRequests(at: now)
    }

    private mutating func seek(
        _ request: SeekRequest,
        for requester: MediaRequester,
        at now: ContinuousClock.Instant
    ) throws(MediaRequestRefusal) -> [MediaAction] {
        guard let session else { throw MediaRequestRefusal(.invalidMediaSessionID) }
        guard session.isSeekable else { throw MediaRequestRefusal(.notSupported) }
        let target: Double
        if let position = request.currentTime {
            target = position
        } else if let distance = request.relativeTime {
            target = session.position(at: now) + distance
        } else {
            throw .invalidParameters
        }
        let position = clamp(target, in: session, at: now)
        let resumeState = request.resumeState
        if resumeState == .pause || resumeState == .play { self.session?.playWhenReady = resumeState == .play }
        if let actions = breakBefore(seekingTo: position, requestID: requester.requestID, at: now) { return actions }
        return seek(to: position, resuming: resumeState, for: requester, at: now)
    }

    /// Continues playback at another position.
    mutating func seek(
        to position: Double,
        resuming resumeState: ResumeState?,
        for requester: MediaRequester,
        at now: ContinuousClock.Instant
    ) -> [MediaAction] {
        guard var session else { return [] }
        var actions: [MediaAction] = [.player(.seek(position))]
        var resumePhase: MediaSession.Phase?
        switch resumeState {
        case ResumeState.play:
            session.playWhenReady = true
            resumePhase = .playing
            actions.append(.player(.play))
        case ResumeState.pause:
            session.playWhenReady = false
            resumePhase = .paused
            actions.append(.player(.pause))
        default: break
        }
        session.phase = .buffering
        session.clock.run(false, now: now)
        session.clock.set(position, now: now)
        self.session = session
        expect(.seek(isPositionReached: false, resumePhase: resumePhase), for: requester, at: now)
        return actions + broadcastStatus(0, at: now)
    }

    private func clamp(
        _ position: Double,
        in session: MediaSession,
        at now: ContinuousClock.Instant
    ) -> Double {
        if let live = session.live { return live.window(at: now).clamp(position) }
        return min(max(position, 0), session.duration ?? .greatestFiniteMagnitude)
    }

    private mutating func setPlaybackRate(
        _ request: SetPlaybackRateRequest,
        for requester: MediaRequester,
        at now: ContinuousClock.Instant
    ) throws(MediaRequestRefusal) -> [MediaAction] {
        guard let session else { throw MediaRequestRefusal(.invalidMediaSessionID) }
        guard session.supportedMediaCommands.contains(.playbackRate) else { throw MediaRequestRefusal(.notSupported) }
        let rate: Double
        if let requestedRate = request.playbackRate {
            guard LoadPlan.rates.contains(requestedRate) else { throw .invalidParameters }
            rate = requestedRate
        } else if let factor = request.relativePlaybackRate {
            rate = min(max(session.rate * factor, LoadPlan.rates.lowerBound), LoadPlan.rates.upperBound)
        } else {
            throw .invalidParameters
        }
        self.session?.clock.changeRate(rate, now: now)
        return [.player(.setRate(rate))] + broadcastStatus(requester.requestID, at: now)
    }

    private mutating func setVolume(
        _ request: SetStreamVolumeRequest,
        for requester: MediaRequester,
        at now: ContinuousClock.Instant
    ) throws(MediaRequestRefusal) -> [MediaAction] {
        guard var session else { throw MediaRequestRefusal(.invalidMediaSessionID) }
        guard let volume = request.volume, volume.level != nil || volume.muted != nil else {
            throw .invalidParameters
        }
        if let level = volume.level { session.volumeLevel = min(max(level, 0), 1) }
        if let isMuted = volume.muted { session.isMuted = isMuted }
        self.session = session
        return [.player(.setStreamVolume(level: session.volumeLevel, muted: session.isMuted))]
            + broadcastStatus(requester.requestID, at: now)
    }

    // MARK: - Tracks

    private static let styleByteLimit = 16 * 1024

    private mutating func editTracks(
        _ request: EditTracksInfoRequest,
        for requester: MediaRequester,
        at now: ContinuousClock.Instant
    ) throws(MediaRequestRefusal) -> [MediaAction] {
        guard var session else { throw MediaRequestRefusal(.invalidMediaSessionID) }
        var isEmpty = true
        if let value = request.fields["activeTrackIds"], !value.isNull {
            session.activeTrackIDs = try TrackSelection.validate(value, in: session.media)
            isEmpty = false
        }
        if request.enableTextTracks != nil || request.language != nil {
            session.activeTrackIDs = try TrackSelection.withText(
                request.enableTextTracks ?? true,
                language: request.language,
                active: session.activeTrackIDs ?? [],
                in: session.media
            )
            isEmpty = false
        }
        var styleChanged = false
        if let value = request.fields["textTrackStyle"], !value.isNull {
            guard let style = request.textTrackStyle else { throw .invalidParameters }
            var merged = session.media.textTrackStyle ?? style
            merged.fields.merge(style.fields)
            // Unknown keys accumulate otherwise.
            guard merged.json.jsonBytes.count <= Self.styleByteLimit else { throw .invalidParameters }
            session.media.textTrackStyle = merged
            session.queue.updateCurrent(session.media)
            styleChanged = true
            isEmpty = false
        }
        guard !isEmpty else { throw .invalidParameters }
        self.session = session
        return [.player(.setTracks(session.playerTracks))]
            + broadcastStatus(requester.requestID, with: styleChanged ? .media : [], at: now)
    }

    private mutating func editAudioTracks(
        _ request: EditAudioTracksRequest,
        for requester: MediaRequester,
        at now: ContinuousClock.Instant
    ) throws(MediaRequestRefusal) -> [MediaAction] {
        guard var session, let language = request.language else { throw .invalidParameters }
        session.activeTrackIDs = try TrackSelection.withAudio(
            language: language,
            active: session.activeTrackIDs ?? [],
            in: session.media
        )
        self.session = session
        return [.player(.setTracks(session.playerTracks))] + broadcastStatus(requester.requestID, at: now)
    }
}

/// The sender of a media request, and the id of the request.
struct MediaRequester: Sendable, Hashable {
    var sender: SenderAddress
    var requestID: Int
    /// Whether the sender runs on the device's machine, so that its URLs may refer to this machine.
    var isOnThisMachine: Bool

    init(sender: SenderAddress, requestID: Int, isOnThisMachine: Bool = true) {
        self.sender = sender
        self.requestID = requestID
        self.isOnThisMachine = isOnThisMachine
    }
}

/// The reason why a media request is refused. The requester receives INVALID_REQUEST with this reason.
struct MediaRequestRefusal: Error, Hashable {
    var reason: InvalidRequestReason
    /// Additional information for the user; nil if the reason is sufficient.
    var detail: String?

    init(_ reason: InvalidRequestReason, detail: String? = nil) {
        self.reason = reason
        self.detail = detail
    }

    static let invalidParameters = MediaRequestRefusal(.invalidParameters)

    /// The queue would exceed the limits of the device.
    static let queueLimit = MediaRequestRefusal(
        .invalidParameters,
        detail:
            "a queue has at most \(ReceiverQueue.itemLimit) items and \(ReceiverQueue.byteLimit) bytes; "
            + "remove some first"
    )
}
