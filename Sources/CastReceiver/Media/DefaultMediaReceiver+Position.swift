import CastWire

/// What happens because playback has come to a certain position.
extension DefaultMediaReceiver {
    /// Positions this near are reached: timers and reports are not more exact than a millisecond.
    private static let tolerance = 0.001

    /// When playback comes to the next position that matters, if it goes on as it does.
    var nextPositionDeadline: ContinuousClock.Instant? {
        guard let session, session.phase == .playing else { return nil }
        var positions: [Double] = []
        if let end = session.endPosition { positions.append(end) }
        if session.preloadedItemID == nil, let preload = session.preloadPosition { positions.append(preload) }
        return positions.compactMap(session.clock.instant(of:)).min()
    }

    /// Carries out what is due at the position that playback has reached.
    mutating func followPosition(at now: ContinuousClock.Instant) -> [MediaAction] {
        guard let session, session.phase != .loading else { return [] }
        let position = session.clock.position(at: now) + Self.tolerance
        if session.phase == .playing, let end = session.endPosition, position >= end { return ended(at: now) }
        var preloaded = session.preloadedItemID
        let next = session.queue.successor?.itemID
        if preloaded != next { preloaded = nil }
        if preloaded == nil, let preload = session.preloadPosition, position >= preload { preloaded = next }
        guard preloaded != session.preloadedItemID else { return [] }
        self.session?.preloadedItemID = preloaded
        return broadcastStatus(0, with: .queue, at: now)
    }
}
