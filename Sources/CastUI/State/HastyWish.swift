import CastSender

/// What was wished a moment ago, which the engine may not have heard of yet.
///
/// A key that repeats comes faster than the engine tells of a wish: what such keys add goes on from here.
struct HastyWish: Sendable, Hashable {
    /// How long it counts. The engine tells within a few milliseconds.
    static let patience = Duration.milliseconds(300)

    var wanted: Double
    var at: ContinuousClock.Instant

    func value(at instant: ContinuousClock.Instant) -> Double? {
        instant - at < Self.patience ? wanted : nil
    }

    /// Whether the engine's update already includes the value, or reports why it was rejected.
    ///
    /// An update that does not was made before the engine received the value: during a burst of keys, updates about
    /// earlier keys arrive between later ones.
    func isCovered(by update: Wished<Double>) -> Bool {
        update.failure != nil || update.shown.map { abs($0 - wanted) < 0.001 } == true
    }
}
