// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Testing

@testable import MulticastDNS

@Suite("Responder")
struct ResponderTests {
    private var responder = Responder(
        linkAddresses: [.a([10, 0, 0, 7])],
        announcementCount: 2,
        jitter: Jitter(seed: 9)
    )

    /// Advances time in steps of 10 ms and returns the sent messages with their times.
    private mutating func run(from start: Int64, to end: Int64) throws -> [(at: Int64, message: DNSMessage)] {
        var sent: [(Int64, DNSMessage)] = []
        for tick in stride(from: start, to: end, by: 10) where responder.nextDeadline <= at(tick) {
            sent += try messages(responder.advance(to: at(tick))).map { (tick, $0) }
        }
        return sent
    }

    /// Adds a service and completes its probes and announcements.
    private mutating func establish(_ service: AnnouncedService) throws {
        responder.add(service, now: at(-100_000))
        _ = try run(from: -100_000, to: -50_000)
    }

    private mutating func ask(
        _ questions: [DNSQuestion],
        known: [DNSRecord] = [],
        flags: DNSFlags = .query,
        from source: PacketSource,
        at time: Int64
    ) -> Responder.Output {
        let query = DNSMessage(flags: flags, questions: questions, answers: known)
        return responder.receive(query, from: source, isOwn: false, now: at(time))
    }

    private let browse = DNSQuestion(name: googlecast, type: .ptr)

    @Test("Each question about a host is answered with the addresses of its type")
    mutating func answersAddresses() throws {
        let address = DNSRecordData.aaaa([0x20, 0x01, 0x0D, 0xB8] + Array(repeating: 0, count: 12))
        responder = Responder(
            linkAddresses: [.a([10, 0, 0, 7]), address],
            announcementCount: 2,
            jitter: Jitter(seed: 9)
        )
        try establish(try offered("A"))
        for (type, expected) in [
            (DNSRecordType.a, [DNSRecordData.a([10, 0, 0, 7])]), (.aaaa, [address]),
        ] {
            // A legacy resolver is answered at once.
            let output = ask([DNSQuestion(name: name("host.local"), type: type)], from: try source(port: 40_000), at: 0)
            let answers = try output.unicast.flatMap { try DNSMessage(datagram: $0.datagram).answers }
            #expect(Set(answers.map(\.data)) == Set(expected), "\(type)")
        }
    }

    // MARK: - Probes and announcements

    @Test("Three probes 250 ms apart, then two announcements a second apart")
    mutating func probesAndAnnounces() throws {
        responder.add(try offered("A"), now: at(0))
        let sent = try run(from: 0, to: 5_000)
        let probes = sent.filter { !$0.message.flags.isResponse }
        #expect(probes.count == 3)
        #expect(try #require(probes.first).at <= 250)
        #expect(zip(probes, probes.dropFirst()).allSatisfy { (240...260).contains($1.at - $0.at) })
        for probe in probes {
            #expect(probe.message.questions.map(\.type) == [.any, .any])
            #expect(Set(probe.message.questions.map(\.name)) == [instanceName("A"), name("host.local")])
            #expect(Set(probe.message.authorities.map(\.type)) == [.srv, .txt, .a])
        }
        let announcements = sent.filter(\.message.flags.isResponse)
        #expect(announcements.count == 2)
        #expect((240...260).contains(try #require(announcements.first).at - (try #require(probes.last).at)))
        #expect((990...1_010).contains(announcements[1].at - announcements[0].at))
        for announcement in announcements {
            let answers = announcement.message.answers
            #expect(answers.filter { $0.type == .ptr }.allSatisfy { !$0.flushesCache } == true)
            #expect(answers.filter { $0.type != .ptr }.allSatisfy(\.flushesCache) == true)
            #expect(Set(answers.map(\.type)) == [.ptr, .srv, .txt, .a])
            #expect(answers.first { $0.type == .txt }?.timeToLive == 4_500)
            #expect(answers.first { $0.type == .srv }?.timeToLive == 120)
            #expect(answers.contains { $0.name == AnnouncedService.enumerationName && $0.data == .ptr(googlecast) })
        }
    }

    @Test("A service is not included in answers while it is probing")
    mutating func staysSilentWhileProbing() throws {
        responder.add(try offered("A"), now: at(0))
        _ = try run(from: 0, to: 300)
        let output = ask(
            [browse, DNSQuestion(name: instanceName("A"), type: .srv)],
            from: try source(port: 40_000),
            at: 300
        )
        #expect(output.unicast.isEmpty)
        #expect(try run(from: 300, to: 500).allSatisfy { !$0.message.flags.isResponse })
    }

    @Test("Many services probe and announce together, in full datagrams")
    mutating func packsMany() throws {
        for id in 0..<500 {
            responder.add(try offered("Device \(id)", id: id, host: "host-\(id)"), now: at(0))
        }
        let sent = try run(from: 0, to: 5_000)
        let announced = sent.filter(\.message.flags.isResponse)
        #expect(announced.count < 2 * 100)
        let pointers = announced.flatMap(\.message.answers).filter { $0.name == googlecast }
        #expect(Set(pointers.map(\.data)).count == 500)
        for (_, message) in sent {
            #expect(try message.datagram().count <= DNSMessage.sendLimit)
        }
        #expect(try #require(announced.first).at <= 1_010)
    }

    @Test("A text that is too large for a normal datagram is sent in a larger one")
    mutating func sendsLargeText() throws {
        let value = String(repeating: "x", count: 240)
        let large: KeyValuePairs = ["a": value, "b": value, "c": value, "d": value, "e": value, "f": value, "g": value]
        try establish(try offered("A", large))
        let output = ask([DNSQuestion(name: instanceName("A"), type: .txt)], from: try source(port: 40_000), at: 0)
        let datagram = try #require(output.unicast.first).datagram
        #expect(datagram.count > DNSMessage.sendLimit)
        #expect(try DNSMessage(datagram: datagram).answers.first?.type == .txt)
    }

    // MARK: - Answers

    @Test("A pointer is answered after 20 to 120 ms, with the records that the querier needs next")
    mutating func answersPointer() throws {
        try establish(try offered("A"))
        #expect(ask([browse], from: try source(), at: 0).multicast.isEmpty)
        let sent = try run(from: 0, to: 1_000)
        #expect(sent.count == 1)
        let answer = try #require(sent.first)
        #expect((10...130).contains(answer.at))
        #expect(answer.message.answers.map(\.data) == [.ptr(instanceName("A"))])
        #expect(answer.message.additionals.map(\.type) == [.srv, .txt, .a, .nsec])
        #expect(answer.message.questions.isEmpty)
        #expect(answer.message.id == 0)
    }

    @Test("Unique records are answered immediately")
    mutating func answersUniqueAtOnce() throws {
        try establish(try offered("A"))
        let output = ask([DNSQuestion(name: instanceName("A"), type: .srv)], from: try source(), at: 0)
        let message = try #require(try messages(output).first)
        #expect(message.answers.map(\.type) == [.srv])
        #expect(message.additionals.map(\.type) == [.a, .nsec])
    }

    @Test("If other hosts may have answers to one question, all answers are delayed")
    mutating func waitsForOthers() throws {
        try establish(try offered("A"))
        let questions = [
            DNSQuestion(name: instanceName("A"), type: .srv), DNSQuestion(name: instanceName("B"), type: .srv),
        ]
        #expect(ask(questions, from: try source(), at: 0).multicast.isEmpty)
        #expect(try run(from: 0, to: 200).count == 1)
    }

    @Test("A known answer is omitted unless less than half of its lifetime is left")
    mutating func suppressesKnownAnswers() throws {
        try establish(try offered("A"))
        _ = ask([browse], known: [pointer("A", timeToLive: 60)], from: try source(), at: 0)
        #expect(try run(from: 0, to: 1_000).isEmpty)
        _ = ask([browse], known: [pointer("A", timeToLive: 59)], from: try source(), at: 2_000)
        #expect(try run(from: 2_000, to: 3_000).count == 1)
    }

    @Test("Answers are delayed until known answers in further datagrams are received")
    mutating func collectsKnownAnswers() throws {
        try establish(try offered("A"))
        try establish(try offered("B", id: 2))
        let asker = try source()
        _ = ask([browse], known: [pointer("X")], flags: .queryWithMoreKnownAnswers, from: asker, at: 0)
        _ = ask([], known: [pointer("A")], from: asker, at: 20)
        let sent = try run(from: 0, to: 2_000)
        #expect(sent.count == 1)
        #expect((400...640).contains(try #require(sent.first).at))
        #expect(sent.first?.message.answers.map(\.data) == [.ptr(instanceName("B"))])
    }

    @Test("A host that never ends its query has a limit of waiting questions, and further ones are answered")
    mutating func limitsDeferredQuestions() throws {
        try establish(try offered("A"))
        let asker = try source()
        let other = [DNSQuestion](repeating: DNSQuestion(name: instanceName("X"), type: .txt), count: 60)
        for _ in 0..<100 { _ = ask(other, flags: .queryWithMoreKnownAnswers, from: asker, at: 0) }
        let held = responder.deferred.takeDue(at: .distantFuture)
        #expect(held.flatMap(\.questions).count == 240)
        #expect(responder.deferred.overflows == 96)

        for _ in 0..<5 { _ = ask(other, flags: .queryWithMoreKnownAnswers, from: asker, at: 0) }
        let unique = DNSQuestion(name: instanceName("A"), type: .srv)
        let output = ask(other + [unique], flags: .queryWithMoreKnownAnswers, from: asker, at: 0)
        let sent = try messages(output) + run(from: 0, to: 200).map(\.message)
        #expect(sent.flatMap(\.answers).map(\.type) == [.srv])
    }

    @Test("A legacy resolver is answered immediately, at its port and in legacy format")
    mutating func answersLegacy() throws {
        try establish(try offered("A"))
        let asker = try source(port: 40_000)
        let query = DNSMessage(id: 77, questions: [browse])
        let output = responder.receive(query, from: asker, isOwn: false, now: at(0))
        #expect(output.multicast.isEmpty)
        #expect(output.unicast.map(\.destination) == [asker])
        let message = try DNSMessage(datagram: try #require(output.unicast.first).datagram)
        #expect(message.id == 77)
        #expect(message.questions == [browse])
        #expect(message.answers.map(\.type) == [.ptr])
        #expect(message.additionals.map(\.type) == [.srv, .txt, .a])
        #expect((message.answers + message.additionals).allSatisfy { $0.timeToLive <= 10 && !$0.flushesCache })
    }

    @Test("500 devices are answered to a legacy resolver in full datagrams, each device completely in one")
    mutating func answersLegacyMany() throws {
        for id in 0..<500 {
            responder.add(try offered("Device \(id)", id: id, host: "host-\(id)"), now: at(-100_000))
        }
        _ = try run(from: -100_000, to: -50_000)
        let first = ask([browse], from: try source(port: 40_000), at: 0)
        var datagrams = first.unicast.map(\.datagram)
        #expect((1...32).contains(datagrams.count), "the first part is sent before the last is created")
        while responder.nextDeadline <= at(0) {
            datagrams += responder.advance(to: at(0)).unicast.map(\.datagram)
        }
        let answers = try messages(datagrams)
        #expect(answers.flatMap(\.answers).count == 500)
        for message in answers {
            let targets = message.answers.compactMap { if case .ptr(let target) = $0.data { target } else { nil } }
            let located = Set(message.additionals.filter { $0.type == .srv }.map(\.name))
            let described = Set(message.additionals.filter { $0.type == .txt }.map(\.name))
            #expect(located == Set(targets))
            #expect(described == Set(targets))
            #expect(message.additionals.filter { $0.type == .a }.count == targets.count)
        }
    }

    @Test("A short answer does not wait for a long one, and dropped answers are counted")
    mutating func sharesOneShotAnswers() throws {
        for id in 0..<200 {
            responder.add(try offered("Device \(id)", id: id, host: "host-\(id)"), now: at(-100_000))
        }
        _ = try run(from: -100_000, to: -50_000)
        _ = ask([browse], from: try source(port: 40_000), at: 0)
        let location = DNSQuestion(name: instanceName("Device 7"), type: .srv)
        let early = ask([location], from: try source([10, 0, 0, 10], port: 40_000), at: 0).unicast
        let late = responder.advance(to: at(0)).unicast
        #expect((early + late).contains { $0.destination.host == [10, 0, 0, 10] } == true)
        for _ in 0..<100 {
            _ = ask([browse], from: try source(port: 40_000), at: 0)
        }
        #expect(responder.oneShotAnswers.overflows > 0)
    }

    @Test("A question that accepts unicast is answered by unicast, and by multicast unless that was done recently")
    mutating func answersUnicast() throws {
        try establish(try offered("A"))
        let question = DNSQuestion(name: googlecast, type: .ptr, acceptsUnicast: true)
        let first = ask([question], from: try source(), at: 0)
        #expect(first.unicast.count == 1)
        #expect(try run(from: 0, to: 200).count == 1, "not multicast for a quarter of its lifetime")
        let second = ask([question], from: try source(), at: 5_000)
        #expect(second.unicast.count == 1)
        #expect(try run(from: 5_000, to: 6_000).isEmpty)
    }

    @Test("A browser on the same host that accepts unicast is answered by multicast, because others share its port")
    mutating func answersOwnHostByMulticast() throws {
        try establish(try offered("A"))
        let question = DNSQuestion(name: googlecast, type: .ptr, acceptsUnicast: true)
        for time in [0, 5_000] as [Int64] {
            let output = ask([question], from: try source([10, 0, 0, 7], isOwnHost: true), at: time)
            #expect(output.unicast.isEmpty)
            #expect(try run(from: time, to: time + 1_000).count == 1)
        }
    }

    @Test("A record is multicast at most once per second, and a delayed answer is not lost")
    mutating func spacesMulticasts() throws {
        try establish(try offered("A"))
        var times: [Int64] = []
        for time in stride(from: Int64(0), to: 5_000, by: 100) {
            _ = ask([browse], from: try source(), at: time)
            times += try run(from: time, to: time + 100).map(\.at)
        }
        #expect((5...6).contains(times.count))
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 980 })
    }

    @Test("Missing record types are answered with NSEC")
    mutating func deniesMissingTypes() throws {
        try establish(try offered("A"))
        let host = DNSQuestion(name: name("host.local"), type: .aaaa)
        let denial = try #require(try messages(ask([host], from: try source(), at: 0)).first)
        #expect(denial.answers.map(\.data) == [.nsec(name("host.local"), types: [.a])])
        let instance = DNSQuestion(name: instanceName("A"), type: .a)
        let other = try #require(try messages(ask([instance], from: try source(), at: 0)).first)
        #expect(other.answers.map(\.data) == [.nsec(instanceName("A"), types: [.txt, .srv])])
    }

    @Test("The service type enumeration and subtypes are answered, and nothing else")
    mutating func answersTypesAndSubtypes() throws {
        try establish(try offered("A", subtypes: ["_%9E5E"]))
        let legacy = try source(port: 40_000)
        let types = ask([DNSQuestion(name: AnnouncedService.enumerationName, type: .ptr)], from: legacy, at: 0)
        #expect(try messages(types.unicast.map(\.datagram)).first?.answers.map(\.data) == [.ptr(googlecast)])
        let subtype = try AnnouncedService.subtypeName("_%9E5E", of: googlecast)
        let found = ask([DNSQuestion(name: subtype, type: .ptr)], from: legacy, at: 0)
        #expect(try messages(found.unicast.map(\.datagram)).first?.answers.map(\.data) == [.ptr(instanceName("A"))])
        for question in [
            DNSQuestion(name: name("_other._tcp.local"), type: .ptr), DNSQuestion(name: googlecast, type: .txt),
            DNSQuestion(name: googlecast, type: .ptr, recordClass: 3), DNSQuestion(name: .root, type: .any),
        ] {
            #expect(ask([question], from: legacy, at: 0).unicast.isEmpty)
        }
    }

    @Test("A pending pointer is not sent if another host multicasts it")
    mutating func suppressesDuplicateAnswers() throws {
        try establish(try offered("A"))
        _ = ask([DNSQuestion(name: AnnouncedService.enumerationName, type: .ptr)], from: try source(), at: 0)
        let theirs = DNSRecord(name: AnnouncedService.enumerationName, timeToLive: 4_500, data: .ptr(googlecast))
        var output = Responder.Output()
        responder.checkConflicts(response([theirs]), now: at(5), &output)
        #expect(try run(from: 5, to: 1_000).isEmpty)
    }

    @Test("Another host's pointer replaces the same pending pointer only")
    mutating func keepsOtherAnswers() throws {
        try establish(try offered("A"))
        try establish(try offered("B", id: 2))
        _ = ask([browse], from: try source(), at: 0)
        var output = Responder.Output()
        responder.checkConflicts(response([pointer("A")]), now: at(5), &output)
        #expect(try run(from: 5, to: 1_000).flatMap(\.message.answers).map(\.data) == [.ptr(instanceName("B"))])
    }

    @Test("Records have the configured time to live, those of the host the one of its services")
    mutating func usesTimesToLive() throws {
        var service = try offered("A")
        service.timesToLive = ServiceRegistration.TimesToLive(host: 6, text: 9)
        try establish(service)
        let output = ask([DNSQuestion(name: instanceName("A"), type: .any)], from: try source(), at: 0)
        let message = try #require(try messages(output).first)
        #expect(message.answers.map(\.timeToLive) == [6, 9])
        #expect(message.additionals.map(\.timeToLive) == [6, 6])
    }

    // MARK: - Changes

    @Test("A changed text is announced twice")
    mutating func announcesText() throws {
        try establish(try offered("A"))
        responder.update(1, text: try ServiceText(["st": "1"]), now: at(0))
        let sent = try run(from: 0, to: 5_000)
        #expect(sent.map { $0.message.answers.map(\.type) } == [[.txt], [.txt]])
        #expect(sent.first?.at == 0)
        #expect(sent.allSatisfy { $0.message.answers.allSatisfy { $0.flushesCache && $0.data.type == .txt } })
        responder.update(1, text: try ServiceText(["st": "1"]), now: at(9_000))
        #expect(try run(from: 9_000, to: 12_000).isEmpty, "the same text is not announced")
    }

    @Test("Of several text changes within a second, only the newest is sent, after the second")
    mutating func coalescesTexts() throws {
        try establish(try offered("A"))
        var sent: [(at: Int64, message: DNSMessage)] = []
        for step in 0..<10 {
            responder.update(1, text: try ServiceText(["n": "\(step)"]), now: at(Int64(step) * 50))
            sent += try run(from: Int64(step) * 50, to: Int64(step) * 50 + 50)
        }
        sent += try run(from: 500, to: 1_500)
        #expect(sent.count == 2)
        #expect(sent.last?.message.answers.first?.data == .txt(try ServiceText(["n": "9"])))
        #expect((990...1_100).contains(try #require(sent.last).at))
    }

    @Test("Goodbye packets withdraw all records, including those of the host with its last service")
    mutating func saysGoodbye() throws {
        try establish(try offered("A", subtypes: ["_x"]))
        try establish(try offered("B", id: 2))
        let first = try #require(try messages(responder.remove(1)).first)
        #expect(first.answers.map(\.type) == [.ptr, .ptr, .srv, .txt])
        #expect(first.answers.allSatisfy { $0.timeToLive == 0 })
        let second = try #require(try messages(responder.remove(2)).first)
        #expect(second.answers.map(\.type) == [.ptr, .srv, .txt, .a])
        #expect(ask([browse], from: try source(port: 40_000), at: 0).unicast.isEmpty)
        #expect(responder.nextDeadline == .distantFuture)
        #expect(responder.lastMulticast.keys.allSatisfy { if case .enumeration = $0 { true } else { false } })
    }

    @Test("A service that was never announced sends no goodbye packet")
    mutating func leavesSilently() throws {
        responder.add(try offered("A"), now: at(0))
        _ = try run(from: 0, to: 300)
        #expect(responder.remove(1).multicast.isEmpty)
        #expect(try run(from: 300, to: 3_000).isEmpty)
    }

    @Test("A removed subtype is not announced again")
    mutating func takesSubtypeBack() throws {
        try establish(try offered("A"))
        let subtype = try AnnouncedService.subtypeName("_x", of: googlecast)
        #expect(responder.update(1, subtypes: [subtype], now: at(0)).multicast.isEmpty)
        #expect(try run(from: 0, to: 100).count == 1)
        let goodbye = try messages(responder.update(1, subtypes: [], now: at(100)))
        #expect(goodbye.flatMap(\.answers).map(\.timeToLive) == [0])
        #expect(try run(from: 100, to: 5_000).flatMap(\.message.answers).isEmpty)
    }

    // MARK: - Conflicts

    @Test("A conflict while probing is reported, and the renamed service probes again")
    mutating func conflictWhileProbing() throws {
        responder.add(try offered("A"), now: at(0))
        _ = try run(from: 0, to: 300)
        var output = Responder.Output()
        responder.checkConflicts(response([location("A", host: "other")]), now: at(300), &output)
        #expect(output.events == [.instanceConflict(1)])
        #expect(try run(from: 300, to: 2_000).isEmpty, "waits for its new name")
        responder.rename(try offered("A-2"), now: at(2_000))
        let sent = try run(from: 2_000, to: 4_000)
        #expect(sent.filter { !$0.message.flags.isResponse }.count == 3)
        #expect(sent.first?.message.questions.first?.name == instanceName("A-2"))
    }

    @Test("An established service probes again after a conflict, and keeps its name if no other host answers")
    mutating func conflictWhileEstablished() throws {
        try establish(try offered("A"))
        var output = Responder.Output()
        responder.checkConflicts(response([location("A", host: "other")]), now: at(0), &output)
        #expect(output.events.isEmpty)
        let sent = try run(from: 0, to: 1_500)
        #expect(sent.filter { !$0.message.flags.isResponse }.count == 3)
        #expect(sent.contains { $0.message.flags.isResponse })
    }

    @Test("An equal record or another address of this machine is not a conflict")
    mutating func sameIsNoConflict() throws {
        responder.machineAddresses = [.a([10, 0, 0, 7]), .a([192, 168, 1, 7])]
        try establish(try offered("A"))
        var output = Responder.Output()
        let theirs = response([location("A"), address("host", [10, 0, 0, 7]), address("host", [192, 168, 1, 7])])
        responder.checkConflicts(theirs, now: at(0), &output)
        #expect(output.events.isEmpty)
        #expect(try run(from: 0, to: 3_000).isEmpty)
    }

    @Test("A conflict of the host name is reported")
    mutating func hostConflict() throws {
        responder.add(try offered("A"), now: at(0))
        _ = try run(from: 0, to: 300)
        var output = Responder.Output()
        responder.checkConflicts(response([address("host", [10, 0, 0, 99])]), now: at(300), &output)
        #expect(output.events == [.hostConflict(name("host.local"))])
    }

    @Test("After a goodbye packet of another host for an own record, the record is announced immediately")
    mutating func rescuesRecords() throws {
        try establish(try offered("A"))
        var output = Responder.Output()
        responder.checkConflicts(response([location("A", timeToLive: 0)]), now: at(0), &output)
        #expect(try run(from: 0, to: 100).flatMap(\.message.answers).map(\.type) == [.srv])
    }

    @Test("Of two hosts that probe at the same time, the one with the earlier records waits a second")
    mutating func losesTieBreak() throws {
        responder.add(try offered("A"), now: at(0))
        _ = try run(from: 0, to: 300)
        let later = [location("A", port: 9_000), try text("A", ["id": "1"])]
        responder.breakTies(later, now: at(300))
        let sent = try run(from: 300, to: 3_000)
        #expect(try #require(sent.first).at >= 1_300)
        #expect(sent.filter { !$0.message.flags.isResponse }.count == 3)

        // If its records are earlier, the other host has to wait.
        let before = responder.nextDeadline
        responder.breakTies([location("A", port: 80)], now: at(3_000))
        #expect(responder.nextDeadline == before)
    }

    @Test("Of two hosts that probe for the same host name, the one with the earlier addresses waits a second")
    mutating func losesTieBreakOfHost() throws {
        responder.add(try offered("A"), now: at(0))
        _ = try run(from: 0, to: 300)
        responder.breakTies([address("host", [10, 0, 0, 99])], now: at(300))
        let sent = try run(from: 300, to: 3_000)
        #expect(try #require(sent.first).at >= 1_300)
        #expect(sent.filter { !$0.message.flags.isResponse }.count == 3)
    }

    @Test("A probe for an established host name, or with earlier or own addresses, delays nothing")
    mutating func keepsHostInTieBreak() throws {
        responder.machineAddresses = [.a([192, 168, 1, 7])]
        responder.add(try offered("A"), now: at(0))
        _ = try run(from: 0, to: 300)
        responder.breakTies([address("host", [10, 0, 0, 6])], now: at(300))
        responder.breakTies([address("host", [192, 168, 1, 7])], now: at(300))
        let sent = try run(from: 300, to: 1_200)
        #expect(sent.contains { $0.message.flags.isResponse }, "announced")
        // A second service of the host probes for its own name only.
        responder.add(try offered("B", id: 2), now: at(3_000))
        _ = try run(from: 3_000, to: 3_300)
        responder.breakTies([address("host", [10, 0, 0, 99])], now: at(3_300))
        #expect(try run(from: 3_300, to: 4_200).contains { $0.message.flags.isResponse })
    }

    @Test("A tie-break compares class, type and content, and a prefix is earlier")
    func ordersTieBreak() throws {
        let low = location("A", port: 1)
        let high = location("A", port: 2)
        let some = try text("A", ["k": "v"])
        #expect(Responder.isEarlier([low], than: [high]))
        #expect(!Responder.isEarlier([high], than: [low]))
        #expect(!Responder.isEarlier([low, some], than: [some, low]), "the order of the records has no effect")
        #expect(Responder.isEarlier([some], than: [some, low]))
        #expect(Responder.isEarlier([address("A")], than: [low]), "A is type 1, SRV is 33")
    }

    @Test("After many conflicts, each further attempt waits five seconds")
    mutating func slowsDownConflicts() throws {
        responder.add(try offered("A"), now: at(0))
        var start: Int64 = 0
        for attempt in 2...18 {
            _ = try run(from: start, to: start + 300)
            var output = Responder.Output()
            let label = attempt == 2 ? "A" : "A-\(attempt - 1)"
            responder.checkConflicts(response([location(label, host: "other")]), now: at(start + 300), &output)
            #expect(output.events == [.instanceConflict(1)])
            responder.rename(try offered("A-\(attempt)"), now: at(start + 300))
            start += 300
            if attempt > 16 {
                let quiet = try run(from: start, to: start + 4_900)
                #expect(quiet.isEmpty)
                start += 5_000
            }
        }
    }

    @Test("A probe for an established name is answered immediately, even within a second of the last answer")
    mutating func defendsName() throws {
        try establish(try offered("A"))
        for time in [0, 300] as [Int64] {
            let probe = DNSMessage(
                questions: [DNSQuestion(name: instanceName("A"), type: .any)],
                authorities: [location("A", host: "other")]
            )
            let output = responder.receive(probe, from: try source(), isOwn: false, now: at(time))
            #expect(try messages(output).first?.answers.map(\.type) == [.srv, .txt])
        }
    }
}
