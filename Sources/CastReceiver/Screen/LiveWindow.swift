// SPDX-License-Identifier: Apache-2.0

/// The part of a live stream that can be played at one moment, in seconds on the stream's time axis.
package struct LiveWindow: Sendable, Hashable {
    /// The oldest position.
    package var start: Double
    /// The live edge.
    package var end: Double
    /// Whether the start moves together with the end; otherwise the window grows.
    package var isMoving: Bool
    /// Whether the stream has ended, so that the window no longer changes.
    package var isDone: Bool

    /// - Parameters:
    ///   - start: The oldest position; not negative.
    ///   - end: The live edge. A value before the start makes the window empty.
    package init(start: Double, end: Double, isMoving: Bool, isDone: Bool = false) {
        self.start = start
        self.end = max(start, end)
        self.isMoving = isMoving
        self.isDone = isDone
    }

    /// Returns the window after a number of seconds.
    package func after(_ seconds: Double) -> LiveWindow {
        guard !isDone else { return self }
        return LiveWindow(start: isMoving ? start + seconds : start, end: end + seconds, isMoving: isMoving)
    }

    /// Returns the nearest position within the window. Nil and infinity stand for the live edge.
    package func clamp(_ position: Double?) -> Double {
        guard let position, position.isFinite else { return end }
        return min(max(position, start), end)
    }
}
