/// How hard a session that lost its connection is held on to.
public struct ReconnectPolicy: Sendable, Hashable {
    /// For how long a connection is looked for, from its loss; again from the moment the network comes back, the
    /// application returns to the foreground, or this machine wakes. Default 15 s, as official senders do; hours are
    /// possible.
    public var window: Duration
    /// The waits between tries.
    public var backOff: BackOff
    /// The longest that one try may take to connect. Default 5 s: short enough for several tries in a window.
    public var attemptTimeout: Duration

    public init(
        window: Duration = .seconds(15),
        backOff: BackOff = BackOff(),
        attemptTimeout: Duration = .seconds(5)
    ) {
        self.window = window
        self.backOff = backOff
        self.attemptTimeout = attemptTimeout
    }

    /// Tries at once, then after 1, 2, 4 … s, for 15 s.
    public static let standard = ReconnectPolicy()
    /// A lost connection ends the session.
    public static let never = ReconnectPolicy(window: .zero)
}
