// SPDX-License-Identifier: Apache-2.0

import CastAdmission

/// The listening addresses and limits of a ``MediaServer``.
public struct MediaServerConfiguration: Sendable {
    /// The address at which to listen. Default `nil`: all addresses of this machine, IPv6 and IPv4.
    ///
    /// The local address of the connection to the device is sufficient, and hosts of other networks then cannot
    /// connect.
    public var host: String?
    /// Whether the server opens ports only at the addresses that are passed to ``MediaServer/listen(reachableFrom:)``.
    /// Default false. Has no effect if ``host`` is set.
    public var listensOnDemand = false
    /// The port. Default 0: the system selects a free one.
    public var port: Int
    /// The ports to try in order instead of ``port``, such as those that a firewall allows. The first free one is used.
    public var ports: ClosedRange<Int>?
    /// The number of bytes that a response reads and writes in one step. Default 128 KiB. A response to a client that
    /// does not read keeps at most two steps in memory.
    public var chunkSize: Int
    /// The maximum number of connections. Default 64. A quarter is reserved for addresses without a connection.
    ///
    /// An address is verified after it has requested the path of a shared file. If the limit is reached, a connection
    /// of a verified address replaces one of an unverified address.
    public var maximumConnections: Int
    /// The maximum number of connections of an unverified address. Default 16. A further one replaces the oldest idle
    /// one.
    public var maximumConnectionsPerUnverifiedAddress: Int
    /// The maximum number of ranges in a request. A request with more receives the whole file. Default 16.
    public var maximumRanges: Int
    /// The maximum size of the header fields of a request in bytes. Default 16 KiB.
    public var maximumHeaderSize: Int
    /// The time after which a connection without a complete request is closed. Default 60 s.
    public var idleTimeout: Duration
    /// The same for an unverified address, see ``maximumConnections``. Default 5 s.
    public var unverifiedIdleTimeout: Duration
    /// The time after which a connection is closed if the client reads nothing of a response. Default 30 min, because a
    /// device that is paused reads nothing and should be able to continue.
    public var stallTimeout: Duration

    /// Creates a configuration. `chunkSize` and `maximumConnections` must be greater than 0.
    public init(
        host: String? = nil,
        port: Int = 0,
        chunkSize: Int = 128 * 1024,
        maximumConnections: Int = 64,
        maximumConnectionsPerUnverifiedAddress: Int = 16,
        maximumRanges: Int = 16,
        maximumHeaderSize: Int = 16 * 1024,
        idleTimeout: Duration = .seconds(60),
        unverifiedIdleTimeout: Duration = .seconds(5),
        stallTimeout: Duration = .seconds(30 * 60)
    ) {
        precondition(chunkSize > 0, "chunkSize must be greater than 0")
        precondition(maximumConnections > 0, "maximumConnections must be greater than 0")
        self.host = host
        self.port = port
        self.chunkSize = chunkSize
        self.maximumConnections = maximumConnections
        self.maximumConnectionsPerUnverifiedAddress = maximumConnectionsPerUnverifiedAddress
        self.maximumRanges = maximumRanges
        self.maximumHeaderSize = maximumHeaderSize
        self.idleTimeout = idleTimeout
        self.unverifiedIdleTimeout = unverifiedIdleTimeout
        self.stallTimeout = stallTimeout
    }

    var connectionLimits: ConnectionLimits {
        ConnectionLimits(
            total: maximumConnections,
            perAddress: min(maximumConnectionsPerUnverifiedAddress, maximumConnections),
            perVerifiedAddress: maximumConnections
        )
    }
}

extension MediaServerConfiguration {
    /// A configuration that listens only at the addresses that are sent to devices.
    ///
    /// - Parameter ports: The ports to try in order; nil, the default, for any free port.
    package static func forDevices(ports: ClosedRange<Int>? = nil) -> MediaServerConfiguration {
        var configuration = MediaServerConfiguration()
        configuration.listensOnDemand = true
        configuration.ports = ports
        return configuration
    }
}
