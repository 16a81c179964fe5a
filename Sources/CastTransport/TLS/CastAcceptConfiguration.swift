/// Limits of a place where Cast sockets arrive.
public struct CastAcceptConfiguration: Sendable, Hashable {
    /// Limits of every accepted socket.
    public var socket = CastSocketConfiguration()

    /// How long a connection may take to finish TLS before it is closed. Default 10 s.
    public var handshakeTimeout: Duration = .seconds(10)

    /// How many connections may be within their TLS handshake at once; further ones are closed. Default 128.
    public var handshakeLimit = 128

    /// How many connections may be open at once, those in their handshake included; further ones are closed.
    /// Default 512.
    public var socketLimit = 512

    public init() {}
}
