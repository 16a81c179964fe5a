/// The expanded controller while it is on the screen.
public struct OpenExpanded: Sendable, Equatable {
    /// How long it waits for media when it was opened before there was any.
    public static var patience: Duration { .seconds(10) }

    /// Until when media must have come; nil once there was some.
    public var deadline: ContinuousClock.Instant?
    /// Where the thumb of the seek bar is held, in seconds.
    public var drag: Double?
}
