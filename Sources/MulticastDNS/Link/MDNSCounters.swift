// SPDX-License-Identifier: Apache-2.0

/// Statistics of an endpoint since it was started.
public struct MDNSCounters: Hashable, Sendable {
    /// The reason why a datagram or a response was dropped.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum DropReason: String, CaseIterable, Hashable, Sendable {
        /// Not a DNS message.
        case malformed
        /// More than 9000 bytes.
        case oversized
        /// The source exceeded its rate of datagrams.
        case sourceRate
        /// Not a standard query or a successful response (RFC 6762 sections 18.3 and 18.11).
        case unsupported
        /// A response that did not come from port 5353 (RFC 6762 section 6).
        case foreignPort
        /// A response to a query that was not sent.
        case unexpectedAnswer
        /// A one-shot query from outside the link's subnets. A response could be directed at a third party.
        case offLink
        /// A datagram that another interface received.
        case otherInterface
        /// A response that was not sent because of the rate limit.
        case responseRate
        /// A datagram that was not sent because the send queue is full.
        case sendQueue
        /// A datagram that was not sent because the interface has no open socket for its address family.
        case noSocket
    }

    /// The number of datagrams received, including dropped ones.
    public var datagramsReceived = 0
    /// The number of received datagrams that this endpoint sent itself.
    public var ownDatagramsReceived = 0
    /// The number of datagrams sent.
    public var datagramsSent = 0
    /// The numbers of datagrams and responses dropped, by reason.
    public var dropped: [DropReason: Int] = [:]
    /// The number of records currently in the caches.
    public var cachedRecords = 0
    /// The number of records evicted because a cache was full.
    public var evictedRecords = 0
    /// The number of records rejected because their content is longer than 1300 bytes.
    public var refusedRecords = 0
    /// The number of queries answered without waiting for further known answers, because too many were waiting.
    public var deferredOverflows = 0
    /// The number of name conflicts with other hosts.
    public var conflicts = 0
    /// The number of sockets that could not be opened or that failed.
    public var socketErrors = 0

    /// Creates counters of 0.
    public init() {}

    /// The total number of dropped datagrams and responses.
    public var droppedTotal: Int { dropped.values.reduce(0, +) }

    mutating func drop(_ reason: DropReason) {
        dropped[reason, default: 0] += 1
    }

    static func + (left: MDNSCounters, right: MDNSCounters) -> MDNSCounters {
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
