/// Where a ``CastConnection`` is in its one life.
public enum ConnectionState: Sendable, Hashable {
    /// Messages flow. Next: ``closed(_:)``.
    case connected
    /// The socket is gone. Final: a connection is never reopened.
    case closed(CloseReason)
}
