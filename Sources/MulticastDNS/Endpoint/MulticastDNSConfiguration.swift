/// The limits and intervals of an endpoint. The defaults suit a home or an office network.
public struct MulticastDNSConfiguration: Sendable {
    /// How often the machine's interfaces are looked at. Default 5 s.
    public var interfacePollInterval = Duration.seconds(5)
    /// Most records kept per interface, at least 16. Default 4096: a service takes four or five.
    public var cachedRecordLimit = 4_096
    /// Datagrams accepted per second from one source address. Default 1000.
    public var datagramsPerSecondAndSource = 1_000
    /// Datagrams accepted at once from one source address. Default 2000.
    public var datagramBurstPerSource = 2_000
    /// Multicast datagrams sent per second and interface. Default 1000.
    public var multicastsPerSecond = 1_000
    /// Multicast datagrams sent at once. Default 64: they fit a receive buffer of usual size.
    public var multicastBurst = 64
    /// Unicast answers sent per second and interface. Default 1000.
    public var unicastAnswersPerSecond = 1_000
    /// Unicast answers sent at once. Default 500.
    public var unicastAnswerBurst = 500
    /// Multicast datagrams that may wait for their turn. Default 2048.
    public var sendQueueLimit = 2_048
    /// How often a new service is announced: after 0 s, 1 s, 3 s, 7 s …. Default 3.
    public var announcementCount = 3
    /// Whether to drop a record early when two queries of others for it stay unanswered for 10 s (RFC 6762
    /// section 10.5). Default false: a responder may have answered them by unicast.
    public var removesUnansweredRecords = false
    /// After how many conflicts in a row, each followed by another name, ``MulticastDNS/register(_:onRename:)`` fails.
    /// Default 15, the number from which RFC 6762 (section 9) slows further attempts down. A service that was announced is
    /// renamed as often as it takes.
    public var renameLimit = 15
    /// How long ``MulticastDNS/register(_:onRename:)`` may take before it fails, because of other hosts that claim each
    /// name or contest each probe. Default 30 s; about one second is usual.
    public var registrationTimeLimit = Duration.seconds(30)

    public init() {}
}
