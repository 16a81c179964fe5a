import CastUI
import CastWire

/// Where playback is and how it goes on, so that the script can move the time by itself between two messages.
struct RemotePlayhead: Sendable, Equatable {
    /// In seconds.
    var position: Double
    var range: ClosedRange<Double>?
    /// Seconds of media for each second.
    var speed: Double
    /// How fast the range of a live stream moves on.
    var rangeSpeed: Double

    /// How far the script's own reckoning may be off before it is told anew.
    static let tolerance = 0.4
    private static let lookahead = 0.1

    /// Nil when there is no position to show.
    init?(_ state: CastUIState, at instant: ContinuousClock.Instant) {
        guard let now = Self.place(state, instant) else { return nil }
        let then = Self.place(state, instant.advanced(by: .seconds(Self.lookahead))) ?? now
        func speed(_ one: Double, _ other: Double) -> Double {
            // In hundredths, and nothing for what is no number of seconds to speak of.
            let speed = ((other - one) / Self.lookahead * 100).rounded() / 100
            return abs(speed) <= 16 ? speed : 0
        }
        position = now.position
        range = now.range
        self.speed = speed(now.position, then.position)
        rangeSpeed = speed(now.range?.upperBound ?? 0, then.range?.upperBound ?? 0)
    }

    private static func place(
        _ state: CastUIState,
        _ instant: ContinuousClock.Instant
    ) -> (position: Double, range: ClosedRange<Double>?)? {
        let panel = state.panel(at: instant)
        guard let position = panel.position, position.isFinite, abs(position) < 1e12 else { return nil }
        return (position, panel.liveRange ?? panel.duration.flatMap { $0 > 0 ? 0...$0 : nil })
    }

    /// Whether somebody who was told this so many seconds ago knows enough of the other.
    func foretells(_ other: RemotePlayhead, after seconds: Double) -> Bool {
        var reckoned = position + speed * seconds
        if let range = other.range { reckoned = min(max(reckoned, range.lowerBound), range.upperBound) }
        let isAtEnd = other.range.map { other.position >= $0.upperBound - Self.tolerance } ?? false
        guard abs(reckoned - other.position) <= Self.tolerance, isAtEnd || speed == other.speed else { return false }
        guard let range else { return other.range == nil }
        guard let others = other.range, rangeSpeed == other.rangeSpeed else { return false }
        return abs(range.upperBound + rangeSpeed * seconds - others.upperBound) <= Self.tolerance
    }

    var json: JSONValue {
        var object: JSONObject = ["position": .number(position), "speed": .number(speed)]
        if let range {
            object["range"] = [.number(range.lowerBound), .number(range.upperBound)]
            object["rangeSpeed"] = .number(rangeSpeed)
        }
        return .object(object)
    }
}
