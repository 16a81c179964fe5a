/// Whether a ``CastChannel`` can be used.
public enum ChannelState: Sendable, Hashable {
    /// Nothing can be sent: the channel is on no session, the session has no connection, or its application does not
    /// offer the namespace. Next: ``connected(isWritable:)``.
    case disconnected
    /// The application offers the namespace. While `isWritable` is false, so much waits to be sent that messages are
    /// refused with `queueFull`. Next: the other value of `isWritable`, or ``disconnected``.
    case connected(isWritable: Bool)

    /// Whether the application offers the namespace and can be reached.
    public var isConnected: Bool { self != .disconnected }
    /// Whether a message would be accepted now.
    public var isWritable: Bool { self == .connected(isWritable: true) }
}
