// SPDX-License-Identifier: Apache-2.0

import DequeModule
import NIOCore

/// Multicast DNS on one interface: the querier, the responder, input checks and rate limits.
///
/// Each link has its own cache, so records of different networks do not mix, and removing an interface removes its
/// records.
struct Link {
    /// The socket that received a datagram.
    enum Inlet {
        /// Joined to the multicast group on port 5353.
        case group
        /// Bound to an ephemeral port, for responses to one-shot queries.
        case oneShot
    }

    enum Route: Hashable {
        /// To the group, from port 5353.
        case multicast(AddressFamilies)
        /// To the group, from the port for one-shot queries.
        case oneShot(AddressFamilies)
        /// To one host, from port 5353.
        case unicast(SocketAddress, AddressFamilies)
    }

    struct Outgoing: Hashable {
        var bytes: [UInt8]
        var route: Route
    }

    /// The effects of an event, which the engine executes.
    struct Effects {
        var datagrams: [Outgoing] = []
        var affected: Set<DNSName> = []
        var events: [Responder.Event] = []
    }

    /// How long datagrams beyond the rate limit wait before the next attempt.
    static let pause = TimeAmount.milliseconds(5)

    private(set) var interface: LinkInterface
    var querier: Querier
    var responder: Responder
    private(set) var counters = MDNSCounters()
    private var sources: SourceRateLimits
    private var multicastRate: RateLimit
    private var unicastRate: RateLimit
    private var sent = SentDatagrams()
    private var sendQueue: Deque<Outgoing> = []
    private var resumeAt = NIODeadline.distantFuture
    private let queueLimit: Int

    init(interface: LinkInterface, configuration: MDNSConfiguration, jitter: Jitter) {
        var jitter = jitter
        self.interface = interface
        querier = Querier(
            cacheLimit: configuration.cachedRecordLimit,
            removesUnansweredRecords: configuration.removesUnansweredRecords,
            jitter: jitter.fork()
        )
        responder = Responder(
            linkAddresses: interface.addresses.map(\.data),
            announcementCount: configuration.announcementCount,
            jitter: jitter.fork()
        )
        sources = SourceRateLimits(
            perSecond: configuration.datagramsPerSecondAndSource,
            burst: configuration.datagramBurstPerSource
        )
        multicastRate = RateLimit(
            perSecond: configuration.multicastsPerSecond,
            burst: configuration.multicastBurst
        )
        unicastRate = RateLimit(
            perSecond: configuration.unicastAnswersPerSecond,
            burst: configuration.unicastAnswerBurst
        )
        queueLimit = configuration.sendQueueLimit
    }

    /// The time of the next call of ``advance(to:)``.
    var nextDeadline: NIODeadline { min(querier.nextDeadline, responder.nextDeadline, resumeAt) }

    /// The counters, including those of the parts.
    var currentCounters: MDNSCounters {
        var result = counters
        result.cachedRecords = querier.cache.count
        result.evictedRecords = querier.cache.evictions
        result.refusedRecords = querier.cache.oversized
        result.deferredOverflows = responder.deferred.overflows
        if responder.oneShotAnswers.overflows > 0 {
            result.dropped[.responseRate, default: 0] += responder.oneShotAnswers.overflows
        }
        return result
    }

    mutating func countDrop(_ reason: MDNSCounters.DropReason) {
        counters.drop(reason)
    }

    /// Applies changed addresses of the interface.
    mutating func update(_ interface: LinkInterface, now: NIODeadline) {
        self.interface = interface
        responder.restart(linkAddresses: interface.addresses.map(\.data), now: now)
        querier.restart(now: now)
    }

    // MARK: - Events

    /// Handles a received datagram.
    mutating func receive(_ datagram: [UInt8], from source: PacketSource, by inlet: Inlet, now: NIODeadline) -> Effects
    {
        counters.datagramsReceived += 1
        var effects = Effects()
        guard sources.admits(source.host, at: now) else {
            counters.drop(.sourceRate)
            return effects
        }
        guard datagram.count <= DNSMessage.receiveLimit else {
            counters.drop(.oversized)
            return effects
        }
        let isOwn = inlet == .group && source.isOwnHost && sent.recognizes(datagram)
        if isOwn { counters.ownDatagramsReceived += 1 }
        guard let message = try? DNSMessage(datagram: datagram) else {
            counters.drop(.malformed)
            return effects
        }
        guard message.flags.operation == 0, message.flags.responseCode == 0 else {
            counters.drop(.unsupported)
            return effects
        }
        if let reason = refusal(message, from: source, by: inlet, now: now) {
            counters.drop(reason)
            return effects
        }
        if message.flags.isResponse {
            effects.affected = querier.receive(message, from: source.host, isUnicast: inlet == .oneShot, now: now)
            guard !isOwn, inlet == .group else { return effects }
            var output = Responder.Output()
            responder.checkConflicts(message, now: now, &output)
            send(output, now: now, &effects)
        } else {
            if !isOwn { querier.observe(message, now: now) }
            send(responder.receive(message, from: source, isOwn: isOwn, now: now), now: now, &effects)
        }
        return effects
    }

    private func refusal(
        _ message: DNSMessage,
        from source: PacketSource,
        by inlet: Inlet,
        now: NIODeadline
    ) -> MDNSCounters.DropReason? {
        guard message.flags.isResponse else {
            guard inlet == .group else { return .unexpectedAnswer }
            let isOneShot = source.port != PacketSource.multicastPort
            return isOneShot && !source.isOwnHost && !interface.isOnLink(source.host) ? .offLink : nil
        }
        guard source.port == PacketSource.multicastPort else { return .foreignPort }
        guard inlet == .group || querier.expectsAnswer(id: message.id, now: now) else { return .unexpectedAnswer }
        return nil
    }

    /// Performs everything that is due.
    mutating func advance(to now: NIODeadline) -> Effects {
        var effects = Effects()
        if querier.nextDeadline <= now {
            let output = querier.advance(to: now)
            effects.affected = output.affected
            for datagram in output.oneShot {
                // The looped-back copy must be recognized. Otherwise it would be handled as another host's query and
                // suppress this host's own question.
                emit(Outgoing(bytes: datagram, route: .oneShot(.all)), now: now, &effects)
            }
            for datagram in output.multicast {
                multicast(datagram, .all, now: now, &effects)
            }
        }
        if responder.nextDeadline <= now {
            send(responder.advance(to: now), now: now, &effects)
        }
        if resumeAt <= now {
            resume(now: now, &effects)
        }
        return effects
    }

    /// Adds the responder's output to the effects.
    mutating func send(_ output: Responder.Output, now: NIODeadline, _ effects: inout Effects) {
        for (datagram, families) in output.multicast {
            multicast(datagram, families, now: now, &effects)
        }
        for (datagram, destination) in output.unicast {
            guard unicastRate.take(at: now) else {
                counters.drop(.responseRate)
                continue
            }
            counters.datagramsSent += 1
            effects.datagrams.append(
                Outgoing(bytes: datagram, route: .unicast(destination.address, destination.family))
            )
        }
        for event in output.events {
            if case .established = event { continue }
            counters.conflicts += 1
        }
        effects.events += output.events
    }

    /// Returns all queued datagrams at once, for goodbye packets before shutdown.
    mutating func sendEverything(now: NIODeadline) -> Effects {
        var effects = Effects()
        while let outgoing = sendQueue.popFirst() {
            emit(outgoing, now: now, &effects)
        }
        resumeAt = .distantFuture
        return effects
    }

    // MARK: - Rate limiting

    /// Sends a datagram, or queues it beyond the burst, because receivers with small buffers lose datagrams that arrive
    /// too fast.
    private mutating func multicast(
        _ datagram: [UInt8],
        _ families: AddressFamilies,
        now: NIODeadline,
        _ effects: inout Effects
    ) {
        let outgoing = Outgoing(bytes: datagram, route: .multicast(families))
        if sendQueue.isEmpty, multicastRate.take(at: now) {
            emit(outgoing, now: now, &effects)
        } else if sendQueue.count < queueLimit {
            sendQueue.append(outgoing)
            resumeAt = min(resumeAt, now + Self.pause)
        } else {
            counters.drop(.sendQueue)
        }
    }

    private mutating func resume(now: NIODeadline, _ effects: inout Effects) {
        while let outgoing = sendQueue.first, multicastRate.take(at: now) {
            sendQueue.removeFirst()
            emit(outgoing, now: now, &effects)
        }
        resumeAt = sendQueue.isEmpty ? .distantFuture : now + Self.pause
    }

    private mutating func emit(_ outgoing: Outgoing, now: NIODeadline, _ effects: inout Effects) {
        counters.datagramsSent += 1
        // There is one socket per family, so one copy per family is looped back.
        switch outgoing.route {
        case .multicast(let families), .oneShot(let families):
            for family in [AddressFamilies.ipv4, .ipv6] where families.contains(family) {
                guard interface.families.contains(family) else { continue }
                sent.note(outgoing.bytes, at: now)
            }
        case .unicast: break
        }
        effects.datagrams.append(outgoing)
    }
}
