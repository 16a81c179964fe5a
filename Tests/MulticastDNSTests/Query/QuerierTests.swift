// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Testing

@testable import MulticastDNS

@Suite("Querier")
struct QuerierTests {
    private var querier = Querier(cacheLimit: 1_024, removesUnansweredRecords: false, jitter: Jitter(seed: 5))
    private let peer: [UInt8] = [10, 0, 0, 1]

    /// Advances time in steps of 10 ms and returns the sent messages with their times.
    private mutating func run(
        from start: Int64,
        to end: Int64
    ) throws -> [(at: Int64, message: DNSMessage, isOneShot: Bool)] {
        var sent: [(Int64, DNSMessage, Bool)] = []
        for tick in stride(from: start, to: end, by: 10) where querier.nextDeadline <= at(tick) {
            let output = querier.advance(to: at(tick))
            sent += try messages(output.multicast).map { (tick, $0, false) }
            sent += try messages(output.oneShot).map { (tick, $0, true) }
        }
        return sent
    }

    private func asked(_ message: DNSMessage) -> [String] {
        message.questions.map { "\($0.type) \($0.name.firstLabel)" }.sorted()
    }

    @Test("A browse sends a one-shot query at 0, a multicast query after 20 to 120 ms, then after 1, 2, 4 … seconds")
    mutating func backsOff() throws {
        querier.startBrowse(googlecast, now: at(0))
        let sent = try run(from: 0, to: 40_000)
        let multicasts = sent.filter { !$0.isOneShot }.map(\.at)
        #expect(sent.first?.isOneShot == true)
        #expect(sent.first?.at == 0)
        let first = try #require(multicasts.first)
        #expect((20...130).contains(first))
        let gaps = zip(multicasts, multicasts.dropFirst()).map { $1 - $0 }
        #expect(gaps.map { ($0 + 500) / 1_000 } == [1, 2, 4, 8, 16])
        #expect(gaps.allSatisfy { $0 >= 980 })
        #expect(sent.filter(\.isOneShot).count == 3, "responders that answer one-shot queries have answered by then")
    }

    @Test("The interval grows to at most one hour")
    mutating func backsOffToAnHour() {
        var schedule = QuestionSchedule(purpose: .browse, nextAt: at(0))
        for _ in 0..<20 {
            #expect(schedule.asked(at: at(0)) == true)
        }
        #expect(schedule.nextAt == at(3_600_000))
    }

    @Test("No question requests unicast answers")
    mutating func neverAsksForUnicast() throws {
        querier.startBrowse(googlecast, now: at(0))
        for (_, message, _) in try run(from: 0, to: 10_000) {
            #expect(message.questions.allSatisfy { !$0.acceptsUnicast })
        }
    }

    @Test("Known answers are included while more than half of their lifetime is left")
    mutating func listsKnownAnswers() throws {
        querier.startBrowse(googlecast, now: at(0))
        _ = try run(from: 0, to: 200)
        _ = querier.receive(try announcement("Fresh"), from: peer, isUnicast: false, now: at(200))
        _ = querier.receive(response([pointer("Short", timeToLive: 1)]), from: peer, isUnicast: false, now: at(200))
        _ = querier.receive(response([pointer("Unicast")]), from: peer, isUnicast: true, now: at(200))
        let query = try #require(
            try run(from: 200, to: 1_500).first { !$0.isOneShot && $0.message.questions.contains { $0.type == .ptr } }
        )
        #expect(query.message.answers.map(\.data) == [.ptr(instanceName("Fresh"))])
        #expect(query.message.answers.allSatisfy { (117...119).contains($0.timeToLive) && !$0.flushesCache })
    }

    @Test("Known answers that do not fit are sent in further datagrams, and earlier ones are marked as truncated")
    mutating func splitsKnownAnswers() throws {
        querier.startBrowse(googlecast, now: at(0))
        _ = try run(from: 0, to: 200)
        let labels = (0..<200).map { "A device with a name of some length \($0)" }
        let records = try labels.flatMap { label in
            [pointer(label), location(label), try text(label), address(), denial("host")]
        }
        _ = querier.receive(response(records), from: peer, isUnicast: false, now: at(200))
        let sent = try run(from: 200, to: 1_500).filter { !$0.isOneShot }
        #expect(sent.count > 2)
        #expect(sent.dropLast().allSatisfy(\.message.flags.isTruncated) == true)
        #expect(sent.last?.message.flags.isTruncated == false)
        #expect(sent.dropFirst().allSatisfy(\.message.questions.isEmpty) == true)
        #expect(sent.flatMap(\.message.answers).count == 200)
        for (_, message, _) in sent {
            #expect(try message.datagram().count <= DNSMessage.sendLimit)
        }
    }

    @Test("Missing records of an instance are requested by name in one datagram until they are received")
    mutating func resolvesMissingRecords() throws {
        querier.startBrowse(googlecast, now: at(0))
        _ = try run(from: 0, to: 500)
        let affected = querier.receive(response([pointer("A")]), from: peer, isUnicast: false, now: at(500))
        #expect(affected == [instanceName("A")])
        let first = try #require(try run(from: 500, to: 600).first { !$0.isOneShot })
        #expect(asked(first.message) == ["SRV A", "TXT A"])

        // The text is received in a separate datagram, as from real devices.
        _ = querier.receive(response([try text("A")]), from: peer, isUnicast: false, now: at(600))
        _ = querier.receive(response([location("A")]), from: peer, isUnicast: false, now: at(620))
        let second = try #require(try run(from: 620, to: 700).first { !$0.isOneShot })
        #expect(asked(second.message) == ["A host", "AAAA host"])

        #expect(
            querier.receive(response([address()]), from: peer, isUnicast: false, now: at(700)) == [instanceName("A")]
        )
        // One address family is sufficient; the other is requested twice at most.
        let later = try run(from: 700, to: 60_000).filter { !$0.isOneShot }.flatMap { asked($0.message) }
        #expect(!later.contains("A host"))
        #expect(later.filter { $0 == "AAAA host" }.count <= 2)
        #expect(later.contains("PTR _googlecast"))
    }

    @Test("After a complete announcement, no questions are sent")
    mutating func asksNothingNeedless() throws {
        querier.startBrowse(googlecast, now: at(0))
        _ = try run(from: 0, to: 500)
        _ = querier.receive(try announcement("A"), from: peer, isUnicast: false, now: at(500))
        let questions = try run(from: 500, to: 30_000).flatMap { asked($0.message) }
        #expect(Set(questions) == ["PTR _googlecast"])
    }

    @Test("The same question is never sent twice within a second")
    mutating func keepsItsDistance() throws {
        querier.startBrowse(googlecast, now: at(0))
        var times: [String: [Int64]] = [:]
        for round in 0..<20 {
            let start = Int64(round) * 300
            // Records are added, removed and reconfirmed in quick succession.
            let life: UInt32 = round % 3 == 0 ? 0 : 1
            _ = querier.receive(
                response([pointer("A", timeToLive: 120), location("A", timeToLive: life)]),
                from: peer,
                isUnicast: false,
                now: at(start)
            )
            querier.reconfirm(instanceName("A"), now: at(start))
            for (time, message, isOneShot) in try run(from: start, to: start + 300) where !isOneShot {
                for question in asked(message) {
                    times[question, default: []].append(time)
                }
            }
        }
        #expect(times["PTR _googlecast"]?.count ?? 0 > 2)
        for (question, times) in times {
            for (earlier, later) in zip(times, times.dropFirst()) {
                #expect(later - earlier >= 1_000, "\(question) at \(earlier) and \(later)")
            }
        }
    }

    @Test("A question that another host has just sent is not repeated")
    mutating func suppressesDuplicates() throws {
        querier.startBrowse(googlecast, now: at(0))
        let sent = try run(from: 0, to: 200).filter { !$0.isOneShot }.count
        #expect(sent == 1)
        // The own question would be due at about 1.1 s.
        querier.observe(DNSMessage(questions: [DNSQuestion(name: googlecast, type: .ptr)]), now: at(900))
        #expect(try run(from: 900, to: 2_000).filter { !$0.isOneShot }.isEmpty)
    }

    @Test("Another host's question replaces the own one only if it requests the missing answers")
    mutating func doesNotSuppressWithForeignKnownAnswers() throws {
        querier.startBrowse(googlecast, now: at(0))
        _ = try run(from: 0, to: 200)
        let question = DNSQuestion(name: googlecast, type: .ptr)
        querier.observe(DNSMessage(questions: [question], answers: [pointer("Unknown to us")]), now: at(900))
        #expect(!(try run(from: 900, to: 2_000).filter { !$0.isOneShot }.isEmpty))

        var unicast = question
        unicast.acceptsUnicast = true
        querier.observe(DNSMessage(questions: [unicast]), now: at(2_900))
        #expect(
            !(try run(from: 2_900, to: 4_200).filter { !$0.isOneShot }.isEmpty),
            "its answers come to one socket only"
        )
    }

    @Test("Records that are about to expire are refreshed if a browse needs them")
    mutating func refreshesWanted() throws {
        querier.startBrowse(googlecast, now: at(0))
        _ = try run(from: 0, to: 64_000)
        _ = querier.receive(try announcement("A"), from: peer, isUnicast: false, now: at(64_000))
        _ = querier.receive(
            response([address("stranger", [10, 0, 0, 99])]),
            from: peer,
            isUnicast: false,
            now: at(64_000)
        )
        let refreshes = try run(from: 64_000, to: 183_000).filter { !$0.isOneShot }
        let questions = Set(refreshes.flatMap { asked($0.message) })
        #expect(questions.isSuperset(of: ["A host", "PTR _googlecast", "SRV A"]))
        #expect(!questions.contains("A stranger"))
        #expect(!questions.contains { $0.hasPrefix("NSEC") }, "a record that no other record depends on expires")
        #expect(refreshes.contains { (64_000 + 96_000...64_000 + 99_000).contains($0.at) })
    }

    @Test("An instance that does not answer a reconfirmation is removed after 10 s")
    mutating func reconfirms() throws {
        querier.startBrowse(googlecast, now: at(0))
        _ = try run(from: 0, to: 200)
        _ = querier.receive(try announcement("A"), from: peer, isUnicast: false, now: at(200))
        querier.reconfirm(instanceName("A"), now: at(20_000))
        #expect(try run(from: 20_000, to: 29_900).flatMap { asked($0.message) }.contains("SRV A"))
        #expect(querier.cache.hasPointer(googlecast, to: instanceName("A"), now: at(29_900)))
        #expect(!querier.cache.hasPointer(googlecast, to: instanceName("A"), now: at(30_000)))
    }

    @Test("A query has the questions for pointers first, then those for each name, because pointers come with the rest")
    mutating func ordersQuestions() throws {
        querier.startBrowse(googlecast, now: at(0))
        _ = try run(from: 0, to: 200)
        let announced = [pointer("A"), location("A"), try text("A"), address()]
        let ipv6 = DNSRecord(name: name("host.local"), timeToLive: 120, data: .aaaa(Array(1...16)))
        _ = querier.receive(response(announced + [ipv6]), from: peer, isUnicast: false, now: at(200))
        _ = try run(from: 200, to: 20_000)
        querier.reconfirm(instanceName("A"), now: at(20_000))
        let query = try #require(try run(from: 20_000, to: 20_010).first { !$0.isOneShot }).message
        #expect(
            query.questions.map { "\($0.type) \($0.name.firstLabel)" } == [
                "PTR _googlecast", "TXT A", "SRV A", "A host", "AAAA host",
            ]
        )
    }

    @Test("An instance that answers a reconfirmation is kept")
    mutating func keepsConfirmed() throws {
        querier.startBrowse(googlecast, now: at(0))
        _ = querier.receive(try announcement("A"), from: peer, isUnicast: false, now: at(200))
        querier.reconfirm(instanceName("A"), now: at(20_000))
        _ = querier.receive(try announcement("A"), from: peer, isUnicast: false, now: at(20_050))
        _ = try run(from: 20_050, to: 40_000)
        #expect(querier.cache.hasPointer(googlecast, to: instanceName("A"), now: at(40_000)))
    }

    @Test("No questions are sent after the last browse of a type has ended")
    mutating func stops() throws {
        querier.startBrowse(googlecast, now: at(0))
        querier.startBrowse(googlecast, now: at(0))
        _ = querier.receive(response([pointer("A")]), from: peer, isUnicast: false, now: at(5))
        querier.stopBrowse(googlecast, now: at(10))
        #expect(!(try run(from: 10, to: 500).isEmpty))
        querier.stopBrowse(googlecast, now: at(500))
        #expect(try run(from: 500, to: 200_000).isEmpty)
    }

    @Test("Answers to one-shot queries must have the ID of one of them")
    mutating func checksIDs() throws {
        querier.startBrowse(googlecast, now: at(0))
        let id = try #require(try run(from: 0, to: 10).first?.message.id)
        #expect(querier.expectsAnswer(id: id, now: at(10)))
        #expect(!querier.expectsAnswer(id: id &+ 1, now: at(10)))
    }
}
