// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MulticastDNS

@Suite("Limits of a link")
struct LimitTests {
    private func makeLink(_ change: (inout MDNSConfiguration) -> Void = { _ in }) -> Link {
        var configuration = MDNSConfiguration()
        change(&configuration)
        let interface = LinkInterface(
            name: "eth0",
            index: 2,
            addresses: [LinkInterface.Address(bytes: [10, 0, 0, 7], prefixLength: 24)]
        )
        return Link(interface: interface, configuration: configuration, jitter: Jitter(seed: 1))
    }

    @Test("A rate limit allows a burst and then the rate per second")
    func limitsRate() {
        var limit = RateLimit(perSecond: 10, burst: 5)
        #expect((0..<8).map { _ in limit.take(at: at(0)) }.filter { $0 }.count == 5)
        #expect(limit.take(at: at(50)) == false)
        #expect(limit.take(at: at(150)) == true)
        #expect((0..<100).map { _ in limit.take(at: at(100_000)) }.filter { $0 }.count == 5)
    }

    @Test("A clock that stands still or steps back does not refill a rate limit")
    func survivesOddClocks() {
        var limit = RateLimit(perSecond: 10, burst: 1)
        #expect(limit.take(at: at(1_000)) == true)
        #expect(limit.take(at: at(0)) == false)
        #expect(limit.take(at: at(0)) == false)
    }

    @Test("One noisy source does not affect others, and a thousand sources need no more memory than the limit")
    func limitsSources() {
        var limits = SourceRateLimits(perSecond: 1, burst: 2)
        #expect((0..<10).map { _ in limits.admits([1], at: at(0)) }.filter { $0 }.count == 2)
        #expect(limits.admits([2], at: at(0)) == true)
        let admitted = (0..<1_000).map { limits.admits([UInt8($0 >> 8), UInt8($0 & 255), 3], at: at(0)) }
        #expect(admitted.filter { $0 }.count <= SourceRateLimits.sourceLimit + 2)
        #expect(limits.admits([9, 9, 9], at: at(10_000)) == true, "inactive sources are removed")
    }

    @Test("Dropped datagrams are counted by reason")
    func countsDrops() throws {
        var link = makeLink()
        let good = try response([pointer("A")]).datagram()
        func feed(
            _ bytes: [UInt8],
            port: Int = 5_353,
            host: [UInt8] = [10, 0, 0, 9],
            by inlet: Link.Inlet = .group
        ) throws {
            _ = link.receive(bytes, from: try source(host, port: port), by: inlet, now: at(0))
        }
        try feed([1, 2, 3])
        try feed(Array(repeating: 0, count: 9_001))
        try feed(good, port: 40_000)
        try feed(good, by: .oneShot)
        var failed = response([pointer("A")])
        failed.flags.rawValue |= 3
        try feed(failed.datagram())
        try feed(DNSMessage(flags: .init(rawValue: 0x2000)).datagram())
        let query = try DNSMessage(questions: [DNSQuestion(name: googlecast, type: .ptr)]).datagram()
        try feed(query, port: 40_000, host: [192, 0, 2, 1])
        #expect(
            link.counters.dropped == [
                .malformed: 1, .oversized: 1, .foreignPort: 1, .unexpectedAnswer: 1, .unsupported: 2, .offLink: 1,
            ]
        )
        #expect(link.counters.datagramsReceived == 7)
        #expect(link.currentCounters.cachedRecords == 0)
    }

    @Test("A unicast answer is accepted for 10 s after the one-shot query, also if no other query follows")
    func forgetsOneShotQueries() throws {
        var link = makeLink()
        link.querier.startBrowse(googlecast, now: at(0))
        let query = try #require(link.advance(to: at(0)).datagrams.first)
        link.querier.stopBrowse(googlecast, now: at(10))
        var answer = response([pointer("A")])
        answer.id = try DNSMessage(datagram: query.bytes).id
        _ = link.receive(try answer.datagram(), from: try source(), by: .oneShot, now: at(9_999))
        #expect(link.counters.dropped == [:])
        _ = link.receive(try answer.datagram(), from: try source(), by: .oneShot, now: at(10_000))
        #expect(link.counters.dropped == [.unexpectedAnswer: 1])
    }

    @Test("A flood of fake services stays within all limits, and a real service is still found")
    func survivesFlood() throws {
        var link = makeLink {
            $0.cachedRecordLimit = 500
            $0.datagramsPerSecondAndSource = 1_000
            $0.datagramBurstPerSource = 1_000
        }
        link.querier.startBrowse(googlecast, now: at(0))
        let real = try announcement("Real").datagram()
        _ = link.receive(real, from: try source([10, 0, 0, 2]), by: .group, now: at(0))
        for packet in 0..<2_000 {
            let records = (0..<20).map { pointer("Fake \(packet) \($0)", timeToLive: 4_500) }
            let now = at(Int64(packet) / 4)
            let effects = link.receive(
                try response(records).datagram(),
                from: try source([10, 0, 0, 66]),
                by: .group,
                now: now
            )
            #expect(effects.affected.count <= 20 + 500 / 16 + 1)
            if packet % 100 == 0 { _ = link.advance(to: now) }
        }
        #expect(link.currentCounters.cachedRecords <= 500)
        #expect(link.currentCounters.evictedRecords > 20_000)
        #expect(link.counters.dropped[.sourceRate] ?? 0 >= 500)
        #expect(link.querier.cache.hasPointer(googlecast, to: instanceName("Real"), now: at(500)))

        // The sending rate also limits the questions about fake services.
        let effects = link.advance(to: at(1_600))
        #expect(effects.datagrams.count <= 64 + 500)
    }

    @Test("Answers beyond the rate are dropped and counted, so that this host cannot be used to flood others")
    func limitsAnswers() throws {
        var link = makeLink {
            $0.unicastAnswersPerSecond = 10
            $0.unicastAnswerBurst = 5
        }
        link.responder.add(try offered("A"), now: at(-10_000))
        for tick in stride(from: Int64(-10_000), to: 0, by: 10) {
            _ = link.advance(to: at(tick))
        }
        let query = try DNSMessage(id: 1, questions: [DNSQuestion(name: googlecast, type: .ptr)]).datagram()
        var answers = 0
        for _ in 0..<100 {
            answers += link.receive(query, from: try source(port: 40_000), by: .group, now: at(0)).datagrams.count
        }
        #expect(answers == 5)
        #expect(link.counters.dropped[.responseRate] == 95)
    }

    @Test("Multicasts beyond the burst are delayed and all sent")
    func pacesMulticasts() throws {
        var link = makeLink {
            $0.multicastBurst = 10
            $0.multicastsPerSecond = 1_000
            $0.announcementCount = 1
        }
        for id in 0..<200 {
            link.responder.add(try offered("Device \(id)", id: id, host: "host-\(id)"), now: at(0))
        }
        var announced: Set<DNSRecordData> = []
        var most = 0
        for tick in 0..<Int64(3_000) where link.nextDeadline <= at(tick) {
            let datagrams = link.advance(to: at(tick)).datagrams
            most = max(most, datagrams.count)
            for datagram in datagrams {
                let message = try DNSMessage(datagram: datagram.bytes)
                announced.formUnion(message.answers.filter { $0.name == googlecast }.map(\.data))
            }
        }
        #expect(most <= 10)
        #expect(announced.count == 200)
        #expect(link.counters.dropped.isEmpty)
    }

    @Test("A full queue drops and counts datagrams")
    func limitsQueue() throws {
        var link = makeLink {
            $0.multicastBurst = 1
            $0.multicastsPerSecond = 1
            $0.sendQueueLimit = 3
        }
        for id in 0..<200 {
            link.responder.add(try offered("Device \(id)", id: id, host: "host-\(id)"), now: at(0))
        }
        for tick in stride(from: Int64(0), to: 2_000, by: 10) {
            _ = link.advance(to: at(tick))
        }
        #expect(link.counters.dropped[.sendQueue] ?? 0 > 10)
    }

    @Test("Datagrams beyond the burst are queued up to the limit and sent at the rate, in order; more are dropped")
    func queueLimit() {
        var link = makeLink {
            $0.multicastBurst = 1
            $0.multicastsPerSecond = 10
            $0.sendQueueLimit = 3
        }
        var output = Responder.Output()
        output.multicast = (0..<6).map { (datagram: [$0], families: .ipv4) }
        var effects = Link.Effects()
        link.send(output, now: at(0), &effects)
        #expect(effects.datagrams.map(\.bytes) == [[0]])
        #expect(link.counters.dropped == [.sendQueue: 2])
        #expect(link.nextDeadline <= at(100))
        var later: [[UInt8]] = []
        for tick in stride(from: Int64(10), through: 500, by: 10) {
            later += link.advance(to: at(tick)).datagrams.map(\.bytes)
            #expect(later.count <= Int(tick) / 100)
        }
        #expect(later == [[1], [2], [3]])
        #expect(link.counters.datagramsSent == 4)
    }

    @Test("An own datagram that is received is recognized once; an equal one of another host is not")
    func recognizesOwn() {
        var sent = SentDatagrams()
        sent.note([1, 2, 3], at: at(0))
        #expect(sent.recognizes([1, 2, 4]) == false)
        #expect(sent.recognizes([1, 2, 3]) == true)
        #expect(sent.recognizes([1, 2, 3]) == false)
        sent.note([5], at: at(0))
        sent.note([6], at: at(2_100))
        #expect(sent.recognizes([5]) == false, "an echo would have been received earlier")
        #expect(sent.recognizes([6]) == true)
    }

    @Test("Neighbors are recognized by the network prefix")
    func tellsNeighbours() {
        let address = LinkInterface.Address(bytes: [10, 0, 5, 7], prefixLength: 22)
        #expect(address.isOnSameSubnet([10, 0, 4, 1]))
        #expect(!address.isOnSameSubnet([10, 0, 8, 1]))
        #expect(!address.isOnSameSubnet([0xFE, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]))
        let interface = LinkInterface(name: "eth0", index: 1, addresses: [address])
        #expect(interface.isOnLink([0xFE, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]))
        #expect(!interface.isOnLink([8, 8, 8, 8]))
    }
}
