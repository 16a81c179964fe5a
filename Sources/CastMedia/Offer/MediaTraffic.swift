/// What clients have fetched of one offered item so far.
public struct MediaTraffic: Sendable, Hashable {
    /// How many requests reached the item, of any method, answered well or not.
    public var requests = 0
    /// How many bytes of content were given to the network, over all responses. What the client then did not read is
    /// counted too.
    public var bytesSent = 0
    /// How many responses are being written now.
    public var openResponses = 0
    /// The address of the client that asked last.
    public var lastClient: String?
    /// How that client named itself. Cast devices name `CrKey` and a version.
    public var lastUserAgent: String?

    public init() {}
}
