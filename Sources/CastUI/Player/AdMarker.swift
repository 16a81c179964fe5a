import CastWire

/// A dot on the seek bar where a break is.
public struct AdMarker: Sendable, Hashable {
    /// In seconds, within the bar.
    public var position: Double
    public var isPlayed: Bool

    /// The most dots on one bar.
    static var limit: Int { 200 }

    /// The dots for the breaks of media of this length. One after the end, or at a negative place, stands at the end.
    static func markers(for breaks: [Break], duration: Double) -> [AdMarker] {
        breaks.prefix(limit).compactMap { adBreak in
            guard let position = adBreak.position, position.isFinite else { return nil }
            let isAtEnd = position < 0 || position >= duration
            return AdMarker(position: isAtEnd ? duration : position, isPlayed: adBreak.isWatched == true)
        }
    }
}
