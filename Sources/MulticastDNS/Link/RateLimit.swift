// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// A rate limit with a burst size (a token bucket).
struct RateLimit {
    let perSecond: Int
    let burst: Int
    private var tokens: Double
    private var filledAt: NIODeadline?

    init(perSecond: Int, burst: Int) {
        self.perSecond = max(1, perSecond)
        self.burst = max(1, burst)
        tokens = Double(max(1, burst))
    }

    /// Takes one token if available.
    mutating func take(at now: NIODeadline) -> Bool {
        fill(at: now)
        guard tokens >= 1 else { return false }
        tokens -= 1
        return true
    }

    /// Whether the bucket is full again, so that its state can be discarded.
    mutating func isFull(at now: NIODeadline) -> Bool {
        fill(at: now)
        return tokens >= Double(burst)
    }

    private mutating func fill(at now: NIODeadline) {
        defer { filledAt = now }
        guard let filledAt, filledAt < now else { return }
        let seconds = Double((now - filledAt).nanoseconds) / 1e9
        tokens = min(Double(burst), tokens + seconds * Double(perSecond))
    }
}

/// A rate limit for each source, for a bounded number of sources.
struct SourceRateLimits {
    static let sourceLimit = 256

    let perSecond: Int
    let burst: Int
    private var limits: [[UInt8]: RateLimit] = [:]
    /// Shared by all sources beyond ``sourceLimit``.
    private var others: RateLimit

    init(perSecond: Int, burst: Int) {
        self.perSecond = perSecond
        self.burst = burst
        others = RateLimit(perSecond: perSecond, burst: burst)
    }

    /// Whether to accept a datagram from the source.
    mutating func admits(_ source: [UInt8], at now: NIODeadline) -> Bool {
        if limits[source] == nil {
            if limits.count >= Self.sourceLimit { forgetIdle(at: now) }
            guard limits.count < Self.sourceLimit else { return others.take(at: now) }
            limits[source] = RateLimit(perSecond: perSecond, burst: burst)
        }
        return limits[source]?.take(at: now) ?? false
    }

    private mutating func forgetIdle(at now: NIODeadline) {
        for (source, var limit) in limits where limit.isFull(at: now) {
            limits[source] = nil
        }
    }
}

/// A set of address families.
struct AddressFamilies: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let ipv4 = AddressFamilies(rawValue: 1)
    static let ipv6 = AddressFamilies(rawValue: 2)
    static let all: AddressFamilies = [.ipv4, .ipv6]
}

/// The source of a datagram.
struct PacketSource: Hashable, Sendable {
    static let multicastPort = 5_353

    var address: SocketAddress
    /// The address without the port.
    var host: [UInt8]
    var port: Int
    var family: AddressFamilies
    /// Whether the address belongs to this machine: the sender is this process or another one on this machine.
    var isOwnHost: Bool
}

/// The datagrams multicast in the last seconds, to recognize them when they are looped back.
///
/// Source address and port are not sufficient, because other responders on this host have the same. Each datagram is
/// expected once, so a second, equal one comes from another responder.
struct SentDatagrams {
    static let retention = TimeAmount.seconds(2)
    static let limit = 4_096

    private var expected: [Int: Int] = [:]
    private var sent: [(hash: Int, at: NIODeadline)] = []
    private var firstLive = 0

    mutating func note(_ datagram: [UInt8], at now: NIODeadline) {
        forget(before: now)
        guard sent.count - firstLive < Self.limit else { return }
        let hash = datagram.hashValue
        expected[hash, default: 0] += 1
        sent.append((hash, now))
    }

    /// Whether the datagram is a looped-back copy of one sent here. Each copy is recognized once.
    mutating func recognizes(_ datagram: [UInt8]) -> Bool {
        let hash = datagram.hashValue
        guard let count = expected[hash] else { return false }
        expected[hash] = count > 1 ? count - 1 : nil
        return true
    }

    private mutating func forget(before now: NIODeadline) {
        while firstLive < sent.count, sent[firstLive].at + Self.retention < now {
            let hash = sent[firstLive].hash
            if let count = expected[hash] { expected[hash] = count > 1 ? count - 1 : nil }
            firstLive += 1
        }
        if firstLive > 1_024 || firstLive == sent.count {
            sent.removeFirst(firstLive)
            firstLive = 0
        }
    }
}
