// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Testing

@testable import MulticastDNS

@Suite("Record cache")
struct RecordCacheTests {
    private var cache = RecordCache(limit: 1_024, jitter: Jitter(seed: 3))

    private mutating func hear(_ records: [DNSRecord], at time: Int64, isUnicast: Bool = false) -> [RecordCache.Change]
    {
        cache.receive(records, from: [10, 0, 0, 1], isUnicast: isUnicast, now: at(time))
    }

    @Test("A record expires after its time to live")
    mutating func expires() {
        let change = RecordCache.Change.pointer(owner: googlecast, target: instanceName("A"))
        #expect(hear([pointer("A", timeToLive: 10)], at: 0) == [change])
        #expect(cache.advance(to: at(9_999)).changes.isEmpty)
        #expect(cache.hasPointer(googlecast, to: instanceName("a"), now: at(9_999)))
        #expect(cache.advance(to: at(10_000)).changes == [change])
        #expect(cache.count == 0)
        #expect(cache.nextDeadline == .distantFuture)
    }

    @Test("Receiving a record again renews it without a change")
    mutating func renews() {
        _ = hear([pointer("A", timeToLive: 10)], at: 0)
        #expect(hear([pointer("A", timeToLive: 10)], at: 8_000).isEmpty)
        #expect(cache.advance(to: at(17_900)).changes.isEmpty)
        #expect(cache.advance(to: at(18_000)).changes.count == 1)
    }

    @Test("A goodbye packet expires a record after one second, and a new record revokes it")
    mutating func goodbye() {
        _ = hear([pointer("A")], at: 0)
        #expect(hear([pointer("A", timeToLive: 0)], at: 5_000).isEmpty)
        #expect(cache.advance(to: at(5_900)).changes.isEmpty)
        _ = hear([pointer("A")], at: 5_950)
        #expect(cache.advance(to: at(7_000)).changes.isEmpty)
        _ = hear([pointer("A", timeToLive: 0)], at: 8_000)
        #expect(cache.advance(to: at(9_000)).changes.count == 1)
        #expect(hear([pointer("A", timeToLive: 0)], at: 10_000).isEmpty, "an unknown record cannot be removed")
        #expect(cache.count == 0)
    }

    @Test("The cache-flush bit expires older records of the set after a second, but not those of the last second")
    mutating func flushes() throws {
        _ = hear([address("h", [10, 0, 0, 1])], at: 0)
        _ = hear([address("h", [10, 0, 0, 2])], at: 500)
        #expect(cache.entries(name("h.local"), .a, now: at(1_400)).count == 2, "both were received within a second")
        _ = hear([address("h", [10, 0, 0, 3])], at: 2_000)
        #expect(cache.entries(name("h.local"), .a, now: at(2_900)).count == 3, "the old ones have a second left")
        _ = cache.advance(to: at(3_000))
        #expect(cache.entries(name("h.local"), .a, now: at(3_000)).map(\.record.data) == [.a([10, 0, 0, 3])])
    }

    @Test("The newest of several records of an instance is used immediately")
    mutating func newestCounts() throws {
        _ = hear([try text("A", ["st": "0"])], at: 0)
        let changes = hear([try text("A", ["st": "1"])], at: 5_000)
        #expect(changes == [.name(instanceName("A"))])
        #expect(cache.newest(instanceName("A"), .txt, now: at(5_000)) == .txt(try ServiceText(["st": "1"])))
        // The older text is received again during its last second.
        #expect(hear([try text("A", ["st": "0"])], at: 5_500) == [.name(instanceName("A"))])
        #expect(cache.newest(instanceName("A"), .txt, now: at(5_500)) == .txt(try ServiceText(["st": "0"])))
    }

    @Test("A record of a browse is refreshed at 80, 85, 90 and 95 % of its lifetime, each up to 2 % later")
    mutating func refreshes() {
        _ = hear([pointer("A", timeToLive: 100)], at: 0)
        var due: [Int64] = []
        for tick in stride(from: Int64(0), to: 100_000, by: 100) where !cache.advance(to: at(tick)).refresh.isEmpty {
            due.append(tick)
        }
        #expect(due.count == 4)
        for (time, percent) in zip(due, [80, 85, 90, 95] as [Int64]) {
            #expect((percent * 1_000...percent * 1_000 + 2_200).contains(time))
        }
    }

    @Test("A unicast answer never shortens the lifetime of a multicast record")
    mutating func unicastDoesNotShorten() {
        _ = hear([pointer("A", timeToLive: 120)], at: 0)
        _ = hear([pointer("A", timeToLive: 10)], at: 1_000, isUnicast: true)
        #expect(cache.hasPointer(googlecast, to: instanceName("A"), now: at(100_000)))
        _ = hear([pointer("B", timeToLive: 10)], at: 1_000, isUnicast: true)
        _ = hear([pointer("B", timeToLive: 120)], at: 1_100)
        #expect(cache.hasPointer(googlecast, to: instanceName("B"), now: at(100_000)))
    }

    @Test("A unicast answer with the same SRV record does not shorten it; one with another SRV record replaces it")
    mutating func unicastService() {
        let name = instanceName("A")
        _ = hear([location("A", timeToLive: 120)], at: 0)
        _ = hear([location("A", timeToLive: 10)], at: 5_000, isUnicast: true)
        #expect(cache.newest(name, .srv, now: at(100_000)) != nil)
        let other = location("A", port: 8010, timeToLive: 10)
        _ = hear([other], at: 10_000, isUnicast: true)
        #expect(cache.newest(name, .srv, now: at(14_000)) == other.data)
    }

    @Test("The time to live is limited to a day")
    mutating func clampsLife() {
        _ = hear([pointer("A", timeToLive: 0x7FFF_FFFF)], at: 0)
        #expect(cache.hasPointer(googlecast, to: instanceName("A"), now: at(86_399_000)))
        #expect(!cache.hasPointer(googlecast, to: instanceName("A"), now: at(86_400_000)))
    }

    @Test("A flood from one source evicts its own records, not those of others")
    func evictsTheFlood() {
        var cache = RecordCache(limit: 160, jitter: Jitter(seed: 3))
        _ = cache.receive(
            (0..<20).map { pointer("Good \($0)", timeToLive: 10) },
            from: [1],
            isUnicast: false,
            now: at(0)
        )
        for batch in 0..<50 {
            _ = cache.receive(
                (0..<100).map { pointer("Bad \(batch) \($0)", timeToLive: 4_500) },
                from: [2],
                isUnicast: false,
                now: at(Int64(batch))
            )
            #expect(cache.count <= 160)
        }
        #expect(cache.evictions > 4_000)
        for index in 0..<20 {
            #expect(cache.hasPointer(googlecast, to: instanceName("Good \(index)"), now: at(100)))
        }
    }

    @Test("Records beyond the size limit are refused and counted")
    mutating func refusesLongContents() {
        let type = DNSRecordType(rawValue: 99)
        let long = DNSRecord(name: googlecast, timeToLive: 9, data: .unknown(type, Array(repeating: 0, count: 1_301)))
        #expect(hear([long], at: 0).isEmpty)
        #expect(cache.oversized == 1)
        #expect(cache.count == 0)
    }

    @Test("Records of other classes are not cached")
    mutating func ignoresOtherClasses() {
        var record = pointer("A")
        record.recordClass = 3
        #expect(hear([record], at: 0).isEmpty)
    }

    @Test("A record expires after 10 s if two queries of other hosts for it had no answer")
    mutating func removesUnansweredRecords() {
        _ = hear([pointer("A", timeToLive: 4_500), pointer("B", timeToLive: 4_500)], at: 0)
        let question = DNSQuestion(name: googlecast, type: .ptr)
        cache.observeQuery(question, known: [.ptr(instanceName("B"))], now: at(20_000))
        cache.observeQuery(question, known: [.ptr(instanceName("B"))], now: at(22_000))
        #expect(cache.advance(to: at(29_900)).changes.isEmpty)
        #expect(
            cache.advance(to: at(30_000)).changes == [.pointer(owner: googlecast, target: instanceName("A"))]
        )
    }

    @Test("The deadline of a record without answers stays when another record expires before it")
    mutating func keepsDeadline() {
        _ = hear([pointer("A", timeToLive: 4_500), pointer("B", timeToLive: 25)], at: 0)
        let question = DNSQuestion(name: googlecast, type: .ptr)
        cache.observeQuery(question, known: [.ptr(instanceName("B"))], now: at(20_000))
        // One query is no reason to remove the record.
        _ = cache.advance(to: at(20_000))
        #expect(cache.nextDeadline < at(30_000), "B is refreshed")
        cache.observeQuery(question, known: [.ptr(instanceName("B"))], now: at(22_000))
        let expired = cache.advance(to: at(25_000)).changes
        #expect(expired == [.pointer(owner: googlecast, target: instanceName("B"))])
        #expect(cache.nextDeadline == at(30_000))
        let removed = cache.advance(to: at(30_000)).changes
        #expect(removed == [.pointer(owner: googlecast, target: instanceName("A"))])
    }

    @Test("An answer to the queries of other hosts keeps the record")
    mutating func keepsAnswered() {
        _ = hear([pointer("A", timeToLive: 4_500)], at: 0)
        let question = DNSQuestion(name: googlecast, type: .ptr)
        cache.observeQuery(question, known: [], now: at(20_000))
        cache.observeQuery(question, known: [], now: at(22_000))
        _ = hear([pointer("A", timeToLive: 4_500)], at: 22_100)
        #expect(cache.advance(to: at(40_000)).changes.isEmpty)
    }
}
