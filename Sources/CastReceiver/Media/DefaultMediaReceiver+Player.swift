// SPDX-License-Identifier: Apache-2.0

import CastWire

extension DefaultMediaReceiver {
    /// Handles an event of the player. Events of replaced items are ignored.
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
        case .playing(let position): return phaseReported(.playing, position, at: now)
        case .paused(let position): return phaseReported(.paused, position, at: now)
        case .buffering(let position): return phaseReported(.buffering, position, at: now)
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

    /// Whether a seek is in progress, during which the player may still report the old position.
    private var isSeeking: Bool {
        pendingAnswers.contains { if case .seek(false, _) = $0.kind { true } else { false } }
    }

    /// Returns whether a state is only intermediate. A seek with a resume state is complete when the player reaches
    /// that state.
    private func isIntermediate(_ phase: MediaSession.Phase) -> Bool {
        isSeeking
            || pendingAnswers.contains { answer in
                guard case .seek(true, let resumePhase?) = answer.kind else { return false }
                return phase != .buffering && phase != resumePhase
            }
    }

    /// Handles a state that the player reports with a position.
    private mutating func phaseReported(
        _ phase: MediaSession.Phase,
        _ position: Double,
        at now: ContinuousClock.Instant
    ) -> [MediaAction] {
        guard var session, session.phase != .loading else { return [] }
        let before = session.phase
        guard !isIntermediate(phase) else { return [] }
        if session.media.playerKind == .image {
            // A picture never plays. The requested state decides whether the next item replaces it.
            if session.pictureInstant == nil, phase == .paused { session.pictureInstant = now }
        } else if phase != .buffering {
            session.playWhenReady = phase == .playing
        }
        session.phase = phase
        session.clock.run(phase == .playing, now: now)
        if position.isFinite { session.clock.set(position, now: now) }
        self.session = session
        let answered = takeAnswers(reaching: phase)
        if answered.isEmpty { return phase == before ? [] : broadcastStatus(0, at: now) }
        return answered.flatMap { broadcastStatus($0.requester.requestID, at: now) }
    }

    /// Removes and returns the answers for which a state is sufficient: the last request that leads to this state, and
    /// all earlier ones.
    private mutating func takeAnswers(reaching phase: MediaSession.Phase) -> [PendingAnswer] {
        let last = pendingAnswers.lastIndex { answer in
            switch answer.kind {
            case .seek(let isPositionReached, let resumePhase): isPositionReached && (resumePhase ?? phase) == phase
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
            if case .seek(_, let resumePhase) = pendingAnswers[index].kind {
                pendingAnswers[index].kind = .seek(isPositionReached: true, resumePhase: resumePhase)
            }
        }
        return []
    }

    private mutating func progressed(_ position: Double, at now: ContinuousClock.Instant) -> [MediaAction] {
        guard let phase = session?.phase, phase != .loading, !isSeeking, position.isFinite else { return [] }
        // The player reports positions only during playback.
        if phase == .buffering { return phaseReported(.playing, position, at: now) }
        session?.clock.set(position, now: now)
        guard let announced, abs(announced.position(at: now) - position) > Self.driftLimit else { return [] }
        return broadcastStatus(0, at: now)
    }

    private mutating func rangeChanged(
        _ range: LiveWindow,
        isMoving: Bool?,
        at now: ContinuousClock.Instant
    ) -> [MediaAction] {
        guard let session, session.phase != .loading else { return [] }
        let expected = session.live?.window(at: now)
        // Without a report, a moving range is recognized when it has moved.
        let hasMoved = session.live.map { range.start - $0.reportedWindow.start > 0.5 } ?? false
        var window = range
        window.isMoving = isMoving ?? (hasMoved || (session.live?.reportedWindow.isMoving ?? false))
        self.session?.live = MediaSession.LiveRange(reportedWindow: window, instant: now)
        if expected == nil, session.startsAtDefaultPosition, session.phase == .buffering {
            self.session?.clock.set(window.end, now: now)
        }
        if session.media.knownDuration == nil, session.media.streamType != .live {
            // Media with a live range is live, regardless of the stream type from the sender.
            self.session?.media.streamType = .live
            storeMediaInQueue()
            return broadcastStatus(0, with: .media, at: now)
        }
        // Senders extrapolate the range. They are notified only if it differs from the extrapolation.
        guard let expected, expected.isMoving == window.isMoving, expected.isDone == window.isDone,
            abs(expected.end - window.end) <= Self.rangeDriftLimit
        else { return broadcastStatus(0, at: now) }
        return []
    }

    /// Handles a stream that has neither an end nor a seekable range. Seeking is no longer possible, regardless of
    /// earlier information.
    private mutating func becameUnbounded(at now: ContinuousClock.Instant) -> [MediaAction] {
        guard let before = session, before.phase != .loading else { return [] }
        session?.live = nil
        session?.media.streamType = .live
        session?.media.fields["duration"] = nil
        guard before.live != nil || session?.media != before.media else { return [] }
        storeMediaInQueue()
        return broadcastStatus(0, with: .media, at: now)
    }

    /// Answers all requests that wait for the player, with the current status.
    mutating func answerAll(at now: ContinuousClock.Instant) -> [MediaAction] {
        let answers = pendingAnswers
        pendingAnswers = []
        return answers.flatMap { broadcastStatus($0.requester.requestID, at: now) }
    }
}
