/// What a ``SessionManager`` is doing.
public enum SessionManagerState: Sendable, Hashable {
    /// There is no session.
    case idle
    case starting
    case running
    /// The session has no connection, and none is being tried right now.
    case suspended(SuspendReason)
    /// The session has no connection, and a try is under way.
    case resuming(SuspendReason)
    case ending
}
