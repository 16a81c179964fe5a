// SPDX-License-Identifier: Apache-2.0

import CastWire

/// Actions that are due at certain playback positions.
extension DefaultMediaReceiver {
    /// The tolerance when positions are compared, in seconds: the resolution of timers and reports is a millisecond.
    private static let tolerance = 0.001

    /// The time at which playback reaches the next relevant position, if it continues at its rate.
    var nextPositionDeadline: ContinuousClock.Instant? {
        if let deadline = session?.pictureDeadline { return deadline }
        guard let session, session.phase == .playing else { return nil }
        return relevantPositions(of: session).compactMap(session.clock.instant(of:)).min()
    }

    private func relevantPositions(of session: MediaSession) -> [Double] {
        if let current = session.breakPlayback {
            guard !current.isReportedSkippable, let time = current.whenSkippable else { return [] }
            return [time]
        }
        var positions: [Double] = []
        if let end = session.endPosition { positions.append(end) }
        if session.preloadedItemID == nil, let preload = session.preloadPosition { positions.append(preload) }
        guard session.media.hasBreaks else { return positions }
        // Breaks do not start after PAUSE was requested, even if playback has not paused yet.
        if session.playWhenReady {
            for adBreak in session.media.breaks ?? [] where adBreak.isEmbedded != true && adBreak.isWatched != true {
                if let position = adBreak.position, position > session.lastPassedBreakPosition {
                    positions.append(position)
                }
            }
        }
        if let clip = session.embeddedClip {
            positions.append(clip.clipEnd)
            if !session.isEmbeddedClipReportedSkippable, let time = clip.whenSkippable {
                positions.append(clip.clipStart + time)
            }
        } else {
            let position = session.position(at: session.clock.anchor)
            positions += session.media.embeddedBreaks.map(\.clipStart).filter { $0 > position }
        }
        return positions
    }

    /// Executes the actions that are due at the current position.
    mutating func followPosition(at now: ContinuousClock.Instant) -> [MediaAction] {
        guard let session, session.phase != .loading else { return [] }
        if let deadline = session.pictureDeadline, deadline <= now { return ended(at: now) }
        let position = session.clock.position(at: now) + Self.tolerance
        if let current = session.breakPlayback {
            guard !current.isReportedSkippable, session.isSkippable(at: now) else { return [] }
            self.session?.breakPlayback?.isReportedSkippable = true
            return broadcastStatus(0, at: now)
        }
        if session.playWhenReady, session.phase != .paused, let index = dueBreak(at: position) {
            let breakPosition = session.media.breaks?[index].position ?? 0
            // If playback has passed the break only slightly, the content continues at the position of the break.
            let reached = session.position(at: now)
            let contentPosition = reached - breakPosition > 2 ? reached : breakPosition
            self.session?.lastPassedBreakPosition = breakPosition
            if let actions = startBreak(index, contentPosition: contentPosition, at: now) { return actions }
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
            self.session?.isEmbeddedClipReportedSkippable = isSkippable
            if let clip { markBreakWatched(clip.breakIndex) }
            return broadcastStatus(0, with: .media, at: now)
        }
        guard clip != nil, !session.isEmbeddedClipReportedSkippable, session.isSkippable(at: now) else { return [] }
        self.session?.isEmbeddedClipReportedSkippable = true
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
