/// The cast dialog while it is on the screen.
public struct OpenDialog: Sendable, Equatable {
    public var openedAt: ContinuousClock.Instant
    /// Why the last start of a session came to nothing.
    public var failure: DialogFailure?
    /// Whether a session was begun from here, so that the dialog closes once it runs.
    var closesWhenConnected = false
}
