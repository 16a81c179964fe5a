// SPDX-License-Identifier: Apache-2.0

/// The steps of a volume fade that is linear in the level.
///
/// There are at most ten steps per second, as many requests as a device answers without delay, and each step changes
/// the level by at least 0.005, half of what users see as 1 %.
public struct FadeSchedule: Sendable, Hashable {
    /// A level and when to set it.
    public struct Step: Sendable, Hashable {
        /// The time since the start of the fade.
        public var time: Duration
        /// The level, 0…1.
        public var level: Double
    }

    /// The level at the start, 0…1.
    public let start: Double
    /// The level at the end, 0…1.
    public let end: Double
    /// The steps in order. The last one has the end level at the end of the fade; none if the levels are equal.
    public let steps: [Step]

    private static let shortestInterval = Duration.milliseconds(100)
    private static let smallestChange = 0.005
    private static let longestDuration = Duration.seconds(1_000_000_000)

    /// Creates a schedule.
    ///
    /// - Parameters:
    ///   - start: The current level; values outside 0…1 are clamped, and NaN counts as 0.
    ///   - end: The new level, likewise.
    ///   - duration: The duration, at most 10⁹ seconds; zero or less sets the new level at once.
    public init(from start: Double, to end: Double, over duration: Duration) {
        func bounded(_ level: Double) -> Double { level.isNaN ? 0 : min(max(level, 0), 1) }
        let (start, end) = (bounded(start), bounded(end))
        self.start = start
        self.end = end
        guard start != end else {
            steps = []
            return
        }
        let duration = min(max(duration, .zero), Self.longestDuration)
        let byTime = duration / Self.shortestInterval
        // The difference of two levels such as 0.3 and 0.8 is slightly less than its decimal value.
        let byLevel = (abs(end - start) / Self.smallestChange + 1e-6).rounded(.down)
        let count = max(Int(min(byTime, byLevel)), 1)
        steps = (1...count).map { index in
            let share = Double(index) / Double(count)
            // In whole nanoseconds, because clocks have no finer resolution.
            let time = Duration.nanoseconds(Int64((duration / .nanoseconds(1) * share).rounded()))
            return Step(time: time, level: index == count ? end : start + (end - start) * share)
        }
    }

    /// Returns the last step that is due; nil before the first one and after the last one has been taken.
    ///
    /// Steps that are late are skipped, so that a slow device does not make the fade longer.
    ///
    /// - Parameters:
    ///   - elapsed: The time since the start of the fade.
    ///   - next: The index of the first step that has not been taken.
    func dueStep(at elapsed: Duration, from next: Int) -> Int? {
        steps.indices.dropFirst(next).last { steps[$0].time <= elapsed }
    }
}

/// How a volume fade ended.
public enum VolumeFadeResult: Sendable, Hashable {
    /// The end level is set.
    case completed
    /// Another sender or the user changed the volume or the mute state, so the fade stopped. The level is the new one.
    case changedElsewhere(level: Double)
    /// The task was canceled. The level is the last one that was set.
    case canceled(level: Double)
}
