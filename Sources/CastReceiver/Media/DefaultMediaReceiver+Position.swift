import CastWire

/// What happens because playback has come to a certain position.
extension DefaultMediaReceiver {
    /// Positions this near are reached: timers and reports are not more exact than a millisecond.
    private static let tolerance = 0.001

    /// When playback comes to the next position that matters, if it goes on as it does.
    var nextPositionDeadline: ContinuousClock.Instant? {
        if let deadline = session?.pictureDeadline { return deadline }
        guard let session, session.phase == .playing else { return nil }
        return positionsThatMatter(of: session).compactMap(session.clock.instant(of:)).min()
    }

    private func positionsThatMatter(of session: MediaSession) -> [Double] {
        if let current = session.breakPlayback {
            guard !current.isToldSkippable, let time = current.whenSkippable else { return [] }
            return [time]
        }
        var positions: [Double] = []
        if let end = session.endPosition { positions.append(end) }
        if session.preloadedItemID == nil, let preload = session.preloadPosition { positions.append(preload) }
        guard session.media.hasBreaks else { return positions }
        // While it is on its way to a pause, playback may run over a break without one beginning.
        if session.wantsToPlay {
            for pause in session.media.breaks ?? [] where pause.isEmbedded != true && pause.isWatched != true {
                if let position = pause.position, position > session.breakFloor { positions.append(position) }
            }
        }
        if let clip = session.embeddedClip {
            positions.append(clip.clipEnd)
            if !session.isEmbeddedClipToldSkippable, let time = clip.whenSkippable {
                positions.append(clip.clipStart + time)
            }
        } else {
            let position = session.position(at: session.clock.anchor)
            positions += session.media.embeddedBreaks.map(\.clipStart).filter { $0 > position }
        }
        return positions
    }

    /// Carries out what is due at the position that playback has reached.
    mutating func followPosition(at now: ContinuousClock.Instant) -> [MediaAction] {
        guard let session, session.phase != .loading else { return [] }
        if let deadline = session.pictureDeadline, deadline <= now { return ended(at: now) }
        let position = session.clock.position(at: now) + Self.tolerance
        if let current = session.breakPlayback {
            guard !current.isToldSkippable, session.isSkippable(at: now) else { return [] }
            self.session?.breakPlayback?.isToldSkippable = true
            return broadcastStatus(0, at: now)
        }
        if session.wantsToPlay, session.phase != .paused, let index = dueBreak(at: position) {
            let place = session.media.breaks?[index].position ?? 0
            // Where playback merely ran a little over the place, it goes on at the place.
            let reached = session.position(at: now)
            let waits = reached - place > 2 ? reached : place
            self.session?.breakFloor = place
            if let actions = startBreak(index, contentPosition: waits, at: now) { return actions }
        }
        if session.phase == .playing, let end = session.endPosition, position >= end { return ended(at: now) }
        return followEmbeddedBreaks(at: position, now: now) + followPreload(at: position, now: now)
    }

    private mutating func followEmbeddedBreaks(at position: Double, now: ContinuousClock.Instant) -> [MediaAction] {
        guard let session, session.media.hasBreaks, session.phase != .buffering else { return [] }
        let clip = session.media.embeddedBreak(at: position)
        if clip?.clip.id != session.embeddedClip?.clip.id || clip?.clipStart != session.embeddedClip?.clipStart {
            self.session?.embeddedClip = clip
            let isSkippable = self.session?.isSkippable(at: now) ?? false
            self.session?.isEmbeddedClipToldSkippable = isSkippable
            if let clip { watch(clip.breakIndex) }
            return broadcastStatus(0, with: .media, at: now)
        }
        guard clip != nil, !session.isEmbeddedClipToldSkippable, session.isSkippable(at: now) else { return [] }
        self.session?.isEmbeddedClipToldSkippable = true
        return broadcastStatus(0, at: now)
    }

    private mutating func followPreload(at position: Double, now: ContinuousClock.Instant) -> [MediaAction] {
        guard let session else { return [] }
        var preloaded = session.preloadedItemID
        let next = session.queue.successor?.itemID
        if preloaded != next { preloaded = nil }
        if preloaded == nil, let preload = session.preloadPosition, position >= preload { preloaded = next }
        guard preloaded != session.preloadedItemID else { return [] }
        self.session?.preloadedItemID = preloaded
        return broadcastStatus(0, with: .queue, at: now)
    }
}
