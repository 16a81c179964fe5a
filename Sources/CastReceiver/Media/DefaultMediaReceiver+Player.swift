import CastWire

extension DefaultMediaReceiver {
    /// The player says what really happened. Events of items that were replaced count for nothing.
    mutating func playerReported(
        _ event: PlayerEvent,
        generation: Int,
        at now: ContinuousClock.Instant
    ) -> [MediaAction] {
        guard let session, session.generation == generation else { return [] }
        let clip = session.breakPlayback == nil ? nil : clipReported(event, at: now)
        return (clip ?? reported(event, by: session, at: now)) + followPosition(at: now)
    }

    private mutating func reported(
        _ event: PlayerEvent,
        by session: MediaSession,
        at now: ContinuousClock.Instant
    ) -> [MediaAction] {
        switch event {
        case .metadataLoaded(let duration, let width, let height):
            return loaded(duration: duration, width: width, height: height, at: now)
        case .metadataChanged(let duration, let width, let height):
            guard session.phase != .loading else { return [] }
            let before = (session.media, session.videoInfo)
            found(duration: duration, width: width, height: height, atLoad: false)
            guard let after = self.session, before != (after.media, after.videoInfo) else { return [] }
            return broadcastStatus(0, with: .all, at: now)
        case .playing(let position): return reached(.playing, position, at: now)
        case .paused(let position): return reached(.paused, position, at: now)
        case .buffering(let position): return reached(.buffering, position, at: now)
        case .seeked(let position): return seeked(position, at: now)
        case .position(let position): return progressed(position, at: now)
        case .seekableRange(let start, let end, let isMoving, let isDone):
            guard start.isFinite, end.isFinite, start <= end else { return [] }
            let window = LiveWindow(start: start, end: end, isMoving: isMoving ?? false, isDone: isDone)
            return rangeChanged(window, isMoving: isMoving, at: now)
        case .unbounded: return becameUnbounded(at: now)
        case .soundBlocked, .pressed: return []
        case .ended: return ended(at: now)
        case .failed(let code, _, _): return failed(detailedErrorCode: code, at: now)
        }
    }

    /// On its way to another position the player may still speak of the old one.
    private var isSeeking: Bool {
        pendingAnswers.contains { if case .seek(false, _) = $0.kind { true } else { false } }
    }

    /// A seek that says how to go on is over when it goes on so, not at the state that was before.
    private func isOnTheWay(through phase: MediaSession.Phase) -> Bool {
        isSeeking
            || pendingAnswers.contains { answer in
                guard case .seek(true, let resumes?) = answer.kind else { return false }
                return phase != .buffering && phase != resumes
            }
    }

    private mutating func reached(
        _ phase: MediaSession.Phase,
        _ position: Double,
        at now: ContinuousClock.Instant
    ) -> [MediaAction] {
        guard var session, session.phase != .loading else { return [] }
        let before = session.phase
        guard !isOnTheWay(through: phase) else { return [] }
        if session.media.playerKind == .image {
            // A picture never plays. Whether it makes room for the next one is up to the request.
            if session.pictureInstant == nil, phase == .paused { session.pictureInstant = now }
        } else if phase != .buffering {
            session.wantsToPlay = phase == .playing
        }
        session.phase = phase
        session.clock.run(phase == .playing, now: now)
        if position.isFinite { session.clock.set(position, now: now) }
        self.session = session
        let answered = takeAnswers(reaching: phase)
        if answered.isEmpty { return phase == before ? [] : broadcastStatus(0, at: now) }
        return answered.flatMap { broadcastStatus($0.requester.requestID, at: now) }
    }

    /// Everything that this state answers: what was asked before the last order that leads to it, and that order.
    private mutating func takeAnswers(reaching phase: MediaSession.Phase) -> [PendingAnswer] {
        let last = pendingAnswers.lastIndex { answer in
            switch answer.kind {
            case .seek(let hasArrived, let resumes): hasArrived && (resumes ?? phase) == phase
            case .play: phase == .playing
            case .pause: phase == .paused
            }
        }
        guard let last else { return [] }
        let answered = Array(pendingAnswers[...last])
        pendingAnswers.removeSubrange(...last)
        return answered
    }

    private mutating func seeked(_ position: Double, at now: ContinuousClock.Instant) -> [MediaAction] {
        guard let phase = session?.phase, phase != .loading, position.isFinite else { return [] }
        session?.clock.set(position, now: now)
        for index in pendingAnswers.indices {
            if case .seek(_, let resumes) = pendingAnswers[index].kind {
                pendingAnswers[index].kind = .seek(hasArrived: true, resumes: resumes)
            }
        }
        return []
    }

    private mutating func progressed(_ position: Double, at now: ContinuousClock.Instant) -> [MediaAction] {
        guard let phase = session?.phase, phase != .loading, !isSeeking, position.isFinite else { return [] }
        // Positions are only told while it plays.
        if phase == .buffering { return reached(.playing, position, at: now) }
        session?.clock.set(position, now: now)
        guard let announced, abs(announced.position(at: now) - position) > Self.driftLimit else { return [] }
        return broadcastStatus(0, at: now)
    }

    private mutating func rangeChanged(
        _ heard: LiveWindow,
        isMoving: Bool?,
        at now: ContinuousClock.Instant
    ) -> [MediaAction] {
        guard let session, session.phase != .loading else { return [] }
        let expected = session.live?.window(at: now)
        // What moves is seen when it has moved.
        let hasMoved = session.live.map { heard.start - $0.heard.start > 0.5 } ?? false
        var window = heard
        window.isMoving = isMoving ?? (hasMoved || (session.live?.heard.isMoving ?? false))
        self.session?.live = MediaSession.LiveRange(heard: window, instant: now)
        if expected == nil, session.startsByItself, session.phase == .buffering {
            self.session?.clock.set(window.end, now: now)
        }
        if session.media.knownDuration == nil, session.media.streamType != .live {
            // Something with an edge is live, whatever it was called.
            self.session?.media.streamType = .live
            keepMedia()
            return broadcastStatus(0, with: .media, at: now)
        }
        // Senders extrapolate the range by themselves; they are told when it is not as they believe.
        guard let expected, expected.isMoving == window.isMoving, expected.isDone == window.isDone,
            abs(expected.end - window.end) <= Self.rangeDriftLimit
        else { return broadcastStatus(0, at: now) }
        return []
    }

    /// A stream without end of which the player keeps nothing. Whatever it was called and whatever was heard of it before,
    /// no position in it can be asked for.
    private mutating func becameUnbounded(at now: ContinuousClock.Instant) -> [MediaAction] {
        guard let before = session, before.phase != .loading else { return [] }
        session?.live = nil
        session?.media.streamType = .live
        session?.media.fields["duration"] = nil
        guard before.live != nil || session?.media != before.media else { return [] }
        keepMedia()
        return broadcastStatus(0, with: .media, at: now)
    }

    /// Answers everything that waits for the player with what is so now.
    mutating func answerAll(at now: ContinuousClock.Instant) -> [MediaAction] {
        let answers = pendingAnswers
        pendingAnswers = []
        return answers.flatMap { broadcastStatus($0.requester.requestID, at: now) }
    }
}
