public import NIOCore

/// Where a ``MediaServer`` listens and what it accepts from strangers.
public struct MediaServerConfiguration: Sendable {
    /// The address to listen at. Default `nil`: every address of this machine, IPv6 and IPv4 where it has both.
    ///
    /// The local address of the connection to the device is the narrowest choice that works: machines of other
    /// networks then cannot even knock.
    public var host: String?
    /// The port. Default 0: the system chooses a free one.
    public var port: Int
    /// How many bytes of a file are in memory for one response, per step. Default 128 KiB. A client that stops reading
    /// holds one step, plus the one that waits behind it.
    public var chunkSize: Int
    /// How many connections are open at once; further ones wait in the system's queue. Default 64.
    public var maximumConnections: Int
    /// How many ranges one request may name; with more, the request gets the whole file. Default 16.
    public var maximumRanges: Int
    /// How many bytes the header fields of a request may have together. Default 16 KiB.
    public var maximumHeaderSize: Int
    /// After how long a connection closes that has sent no (or half a) request. Default 60 s.
    public var idleTimeout: TimeAmount
    /// After how long a connection closes whose client takes no byte of a response. Default 30 min: a television that
    /// is paused reads nothing, and should find its connection again.
    public var stallTimeout: TimeAmount

    public init(
        host: String? = nil,
        port: Int = 0,
        chunkSize: Int = 128 * 1024,
        maximumConnections: Int = 64,
        maximumRanges: Int = 16,
        maximumHeaderSize: Int = 16 * 1024,
        idleTimeout: TimeAmount = .seconds(60),
        stallTimeout: TimeAmount = .minutes(30)
    ) {
        precondition(chunkSize > 0, "a chunk needs a byte")
        precondition(maximumConnections > 0, "a server without connections serves nobody")
        self.host = host
        self.port = port
        self.chunkSize = chunkSize
        self.maximumConnections = maximumConnections
        self.maximumRanges = maximumRanges
        self.maximumHeaderSize = maximumHeaderSize
        self.idleTimeout = idleTimeout
        self.stallTimeout = stallTimeout
    }
}
