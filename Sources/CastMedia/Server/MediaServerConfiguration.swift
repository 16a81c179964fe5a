import CastAdmission
public import NIOCore

/// Where a ``MediaServer`` listens and what it accepts from strangers.
public struct MediaServerConfiguration: Sendable {
    /// The address to listen at. Default `nil`: every address of this machine, IPv6 and IPv4 where it has both.
    ///
    /// The local address of the connection to the device is the narrowest choice that works: machines of other
    /// networks then cannot even knock.
    public var host: String?
    /// Whether the server opens a port only at the addresses that ``MediaServer/listen(reachableFrom:)`` names.
    /// Default false. ``host`` takes precedence.
    public var listensOnDemand = false
    /// The port. Default 0: the system chooses a free one.
    public var port: Int
    /// Ports to try in order, instead of ``port``: those that a firewall lets through. The first free one is used.
    public var ports: ClosedRange<Int>?
    /// How many bytes of a file are in memory for one response, per step. Default 128 KiB. A client that stops reading
    /// holds one step, plus the one that waits behind it.
    public var chunkSize: Int
    /// The connections of all clients together. Default 64; a quarter is reserved for addresses without a connection.
    ///
    /// An address that has requested the path of an offered file is verified. When no place is free, its connection
    /// replaces one of an address that is not.
    public var maximumConnections: Int
    /// The connections of one address that has not requested the path of an offered file. Default 16. A further one
    /// replaces the oldest idle one.
    public var maximumConnectionsPerUnverifiedAddress: Int
    /// How many ranges one request may name; with more, the request gets the whole file. Default 16.
    public var maximumRanges: Int
    /// How many bytes the header fields of a request may have together. Default 16 KiB.
    public var maximumHeaderSize: Int
    /// After how long a connection closes that has sent no (or half a) request. Default 60 s.
    public var idleTimeout: TimeAmount
    /// The same for an address that has not requested the path of an offered file. Default 5 s.
    public var unverifiedIdleTimeout: TimeAmount
    /// After how long a connection closes whose client takes no byte of a response. Default 30 min: a television that
    /// is paused reads nothing, and should find its connection again.
    public var stallTimeout: TimeAmount

    public init(
        host: String? = nil,
        port: Int = 0,
        chunkSize: Int = 128 * 1024,
        maximumConnections: Int = 64,
        maximumConnectionsPerUnverifiedAddress: Int = 16,
        maximumRanges: Int = 16,
        maximumHeaderSize: Int = 16 * 1024,
        idleTimeout: TimeAmount = .seconds(60),
        unverifiedIdleTimeout: TimeAmount = .seconds(5),
        stallTimeout: TimeAmount = .minutes(30)
    ) {
        precondition(chunkSize > 0, "a chunk needs a byte")
        precondition(maximumConnections > 0, "a server without connections serves nobody")
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
