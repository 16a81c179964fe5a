// SPDX-License-Identifier: Apache-2.0

import CastUI
import CastWire

/// The playback position and its speed, from which the script extrapolates between two messages.
struct RemotePlayhead: Sendable, Equatable {
    /// The position in seconds.
    var position: Double
    var range: ClosedRange<Double>?
    /// The speed of the position, in seconds of media per second.
    var speed: Double
    /// The speed of a live stream's range, in seconds of media per second.
    var rangeSpeed: Double

    /// The maximum error of the script's extrapolation in seconds; a larger one requires a new message.
    static let tolerance = 0.4
    /// The time in seconds over which the speeds are measured.
    private static let lookahead = 0.1

    /// Creates a playhead; nil if there is no position to show.
    init?(_ state: CastUIState, at instant: ContinuousClock.Instant) {
        guard let now = Self.values(state, instant) else { return nil }
        let later = Self.values(state, instant.advanced(by: .seconds(Self.lookahead))) ?? now
        func speed(from start: Double, to end: Double) -> Double {
            // Rounded to hundredths; implausible speeds count as 0.
            let speed = ((end - start) / Self.lookahead * 100).rounded() / 100
            return abs(speed) <= 16 ? speed : 0
        }
        position = now.position
        range = now.range
        self.speed = speed(from: now.position, to: later.position)
        rangeSpeed = speed(from: now.range?.upperBound ?? 0, to: later.range?.upperBound ?? 0)
    }

    /// Returns the position and the range in seconds; nil if there is no position to show.
    private static func values(
        _ state: CastUIState,
        _ instant: ContinuousClock.Instant
    ) -> (position: Double, range: ClosedRange<Double>?)? {
        let panel = state.panel(at: instant)
        guard let position = panel.position, position.isFinite, abs(position) < 1e12 else { return nil }
        return (position, panel.liveRange ?? panel.duration.flatMap { $0 > 0 ? 0...$0 : nil })
    }

    /// Whether the position extrapolated from this playhead after a number of seconds matches another playhead.
    func predicts(_ other: RemotePlayhead, after seconds: Double) -> Bool {
        var extrapolated = position + speed * seconds
        if let range = other.range { extrapolated = min(max(extrapolated, range.lowerBound), range.upperBound) }
        let isAtEnd = other.range.map { other.position >= $0.upperBound - Self.tolerance } ?? false
        guard abs(extrapolated - other.position) <= Self.tolerance, isAtEnd || speed == other.speed else {
            return false
        }
        guard let range else { return other.range == nil }
        guard let otherRange = other.range, rangeSpeed == other.rangeSpeed else { return false }
        return abs(range.upperBound + rangeSpeed * seconds - otherRange.upperBound) <= Self.tolerance
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
