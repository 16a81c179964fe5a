/// The part of a live stream that can be played, at one moment, in seconds on the stream's own axis.
package struct LiveWindow: Sendable, Hashable {
    /// The oldest moment.
    package var start: Double
    /// The live edge.
    package var end: Double
    /// Whether the oldest moments go away as new ones come; else the window grows.
    package var isMoving: Bool
    /// Whether the stream is over, and the window stands.
    package var isDone: Bool

    /// - Parameters:
    ///   - start: Not negative.
    ///   - end: Not before the start; a range that runs backwards is taken as empty.
    package init(start: Double, end: Double, isMoving: Bool, isDone: Bool = false) {
        self.start = start
        self.end = max(start, end)
        self.isMoving = isMoving
        self.isDone = isDone
    }

    /// The window so many seconds later.
    package func after(_ seconds: Double) -> LiveWindow {
        guard !isDone else { return self }
        return LiveWindow(start: isMoving ? start + seconds : start, end: end + seconds, isMoving: isMoving)
    }

    /// The nearest position within the window; nil and infinity are the live edge.
    package func clamp(_ position: Double?) -> Double {
        guard let position, position.isFinite else { return end }
        return min(max(position, start), end)
    }
}
