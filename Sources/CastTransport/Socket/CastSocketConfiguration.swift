import CastWire

/// Limits of a Cast socket; the defaults suit a device and a sender on a home network.
public struct CastSocketConfiguration: Sendable, Hashable {
    /// The longest frame body in bytes, in both directions. Default 65,536 (CASTV2 framing).
    public var frameLimit: Int = CastFrame.defaultLimit

    /// Above so many waiting bytes ``CastSocket/isWritable`` turns false. Default 256 KiB.
    public var highWaterMark = 256 * 1024

    /// Below so many waiting bytes ``CastSocket/isWritable`` turns true again. Default 64 KiB.
    public var lowWaterMark = 64 * 1024

    /// A message that would make more bytes wait than this closes the socket. Default 1 MiB.
    public var queueLimit = 1024 * 1024

    /// How long a socket that was closed locally waits for the other end to have read everything. Default 1 s.
    public var closeTimeout: Duration = .seconds(1)

    /// How long sent bytes may stay unacknowledged, and a silent connection unprobed, before the system calls the
    /// connection dead: `TCP_USER_TIMEOUT` and TCP keep-alive, where the system has them. Default 20 s.
    ///
    /// A peer that lost power without a word is found by the heartbeat of sender or receiver long before; this is
    /// the net below it, for sockets that nobody pings.
    public var deadPeerTimeout: Duration = .seconds(20)

    public init() {}
}
