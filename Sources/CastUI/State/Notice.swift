/// A short message that goes by itself.
public struct Notice: Sendable, Equatable {
    /// How long it stays.
    public static var duration: Duration { .seconds(6) }

    public var phrase: Phrase
    public var until: ContinuousClock.Instant
}
