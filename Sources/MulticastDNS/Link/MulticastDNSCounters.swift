/// What an endpoint did and refused since it started.
public struct MulticastDNSCounters: Hashable, Sendable {
    /// Why a datagram, or an answer, was dropped.
    public enum DropReason: String, CaseIterable, Hashable, Sendable {
        /// Not a DNS message.
        case malformed
        /// More than 9000 bytes.
        case oversized
        /// More datagrams per second from one source than allowed.
        case sourceRate
        /// Not a standard query or a successful response (RFC 6762 sections 18.3 and 18.11).
        case unsupported
        /// A response that did not come from port 5353 (RFC 6762 section 6).
        case foreignPort
        /// An answer to a query never sent.
        case unexpectedAnswer
        /// A one-shot query from outside the link's networks: an answer could be aimed at a third party.
        case offLink
        /// A datagram that another interface received.
        case otherInterface
        /// An answer not sent, because too many were.
        case responseRate
        /// A datagram not sent, because too many wait.
        case sendQueue
        /// A datagram not sent, because the interface has no open socket of its family.
        case noSocket
    }

    /// Datagrams received, dropped ones included.
    public var datagramsReceived = 0
    /// Of these, the ones that this endpoint sent itself.
    public var ownDatagramsReceived = 0
    /// Datagrams sent.
    public var datagramsSent = 0
    /// Datagrams and answers dropped, by reason.
    public var dropped: [DropReason: Int] = [:]
    /// Records in the caches now.
    public var cachedRecords = 0
    /// Records thrown out of a full cache.
    public var evictedRecords = 0
    /// Records refused because their content is longer than 1300 bytes.
    public var refusedRecords = 0
    /// Queries whose further known answers were not awaited, because too many were.
    public var deferredOverflows = 0
    /// Names that another host had.
    public var conflicts = 0
    /// Sockets that could not be opened or failed later.
    public var socketErrors = 0

    public init() {}

    /// All that was dropped.
    public var droppedTotal: Int { dropped.values.reduce(0, +) }

    mutating func drop(_ reason: DropReason) {
        dropped[reason, default: 0] += 1
    }

    static func + (left: MulticastDNSCounters, right: MulticastDNSCounters) -> MulticastDNSCounters {
        var sum = left
        sum.datagramsReceived += right.datagramsReceived
        sum.ownDatagramsReceived += right.ownDatagramsReceived
        sum.datagramsSent += right.datagramsSent
        sum.dropped.merge(right.dropped, uniquingKeysWith: +)
        sum.cachedRecords += right.cachedRecords
        sum.evictedRecords += right.evictedRecords
        sum.refusedRecords += right.refusedRecords
        sum.deferredOverflows += right.deferredOverflows
        sum.conflicts += right.conflicts
        sum.socketErrors += right.socketErrors
        return sum
    }
}
