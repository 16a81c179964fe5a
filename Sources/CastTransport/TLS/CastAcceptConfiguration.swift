/// Limits of a place where Cast sockets arrive.
public struct CastAcceptConfiguration: Sendable, Hashable {
    /// Limits of every accepted socket.
    public var socket = CastSocketConfiguration()

    /// How long a connection may take to finish TLS before it is closed. Default 10 s.
    public var handshakeTimeout: Duration = .seconds(10)

    /// The connections that may be within their TLS handshake at once. Default 128. A quarter is reserved for addresses
    /// without a connection; a further one replaces the oldest of the address that has the most, or is closed.
    public var handshakeLimit = 128

    /// The connections of one address that may be within their TLS handshake at once. Default 32. A further one
    /// replaces the oldest.
    public var handshakeLimitPerAddress = 32

    /// The connections that may be open at once, those in their handshake included. Default 512; a quarter is reserved
    /// for addresses without a connection. Further ones are closed.
    public var socketLimit = 512

    /// The connections of one address that may be open at once. Default 128; further ones are closed.
    public var socketLimitPerAddress = 128

    public init() {}
}
