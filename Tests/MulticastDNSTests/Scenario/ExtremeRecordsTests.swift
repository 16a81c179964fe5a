// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Testing

@testable import MulticastDNS

/// Tests that records with the largest and smallest possible numbers neither crash the program nor prevent the
/// discovery of a real device.
@Suite("Extreme records", .timeLimit(.minutes(2)))
struct ExtremeRecordsTests {
    private static let lifetimes: [UInt32] = [0, 1, 86_400, 86_401, 0x7FFF_FFFF, 0x8000_0000, .max]
    private static let numbers: [UInt16] = [0, 1, 0x7FFF, 0x8000, .max]

    private let longestName = DNSName(validWireBytes: Array([[UInt8]](repeating: [1, 0x61], count: 127).joined()))

    /// Returns all kinds of records for a name, with a time to live and with a number for all 16-bit fields.
    private func records(_ label: String, timeToLive: UInt32, number: UInt16) throws -> [DNSRecord] {
        let name = instanceName(label)
        let longestText = try #require(ServiceText(recordContent: [255] + Array(repeating: 0x61, count: 255)))
        let emptyText = try #require(ServiceText(recordContent: []))
        let data: [DNSRecordData] = [
            .srv(DNSServiceLocation(priority: number, weight: number, port: number, target: longestName)),
            .srv(DNSServiceLocation(priority: number, weight: number, port: number, target: .root)),
            .txt(longestText), .txt(emptyText), .nsec(.root, types: [DNSRecordType(rawValue: number)]),
            .unknown(DNSRecordType(rawValue: max(number, 100)), Array(repeating: 0xFF, count: Int(number % 600))),
        ]
        let own = data.flatMap { data in
            [true, false].map { flushes in
                DNSRecord(name: name, flushesCache: flushes, timeToLive: timeToLive, data: data)
            }
        }
        let host = self.name("host")
        return own + [
            DNSRecord(name: googlecast, timeToLive: timeToLive, data: .ptr(name)),
            DNSRecord(name: googlecast, timeToLive: timeToLive, data: .ptr(longestName)),
            DNSRecord(name: googlecast, timeToLive: timeToLive, data: .ptr(.root)),
            DNSRecord(name: host, timeToLive: timeToLive, data: .a([255, 255, 255, 255])),
            DNSRecord(name: host, timeToLive: timeToLive, data: .aaaa(Array(repeating: 255, count: 16))),
            DNSRecord(name: host, recordClass: 0x7FFF, timeToLive: timeToLive, data: .a([0, 0, 0, 0])),
        ]
    }

    private func name(_ label: String) -> DNSName { MulticastDNSTests.name("\(label).local") }

    @Test("Extreme lifetimes, priorities, ports, types and lengths in answers, questions and probes")
    func limits() throws {
        var configuration = MDNSConfiguration()
        configuration.datagramsPerSecondAndSource = 1_000_000
        configuration.datagramBurstPerSource = 1_000_000
        var network = Network()
        let browser = network.addHost(configuration: configuration)
        let device = network.addHost(configuration: configuration)
        network.browse(browser)
        network.offer(try offered("TV", host: "host"), by: device)
        try network.run(until: 3_000)
        let hostile = try source([10, 0, 0, 66])
        let present = at(network.now)
        for timeToLive in Self.lifetimes {
            for number in Self.numbers {
                for record in try records("TV", timeToLive: timeToLive, number: number) {
                    let question = DNSQuestion(name: record.name, type: record.type)
                    let messages = [
                        DNSMessage(flags: .response, answers: [record]),
                        DNSMessage(id: number, flags: .response, additionals: [record]),
                        DNSMessage(id: number, flags: .query, questions: [question], answers: [record]),
                        DNSMessage(flags: .query, questions: [question], authorities: [record]),
                        DNSMessage(flags: .queryWithMoreKnownAnswers, questions: [question], answers: [record]),
                    ]
                    for message in messages {
                        var writer = DNSMessageWriter(id: message.id, flags: message.flags, limit: 9_000)
                        for question in message.questions { _ = writer.append(question) }
                        for record in message.answers { _ = writer.append(record, .answer) }
                        for record in message.authorities { _ = writer.append(record, .authority) }
                        for record in message.additionals { _ = writer.append(record, .additional) }
                        let datagram = writer.finish()
                        for host in [browser, device] {
                            network.with(host) { link, _ in
                                _ = link.receive(datagram, from: hostile, by: .group, now: present)
                                _ = link.receive(datagram, from: hostile, by: .oneShot, now: present)
                            }
                        }
                    }
                }
                var directory = ServiceDirectory(owner: googlecast, type: "_googlecast._tcp")
                for case .found(let instance) in directory.updateAll(on: [network.hosts[browser].link], now: present) {
                    _ = (instance.name, instance.port, instance.addresses.map(\.text), instance.text.entries)
                }
            }
        }
        try network.run(until: network.now + 20_000)
        // Another name, because the hostile host has claimed the first one.
        let second = network.addHost()
        network.offer(try offered("Kitchen", id: 2, host: "other"), by: second)
        try network.run(until: network.now + 10_000)
        #expect(
            network.hosts[browser].events.contains { entry in
                if case .found(let instance) = entry.event { instance.name == "Kitchen" } else { false }
            }
        )
        // All records expire, regardless of their time to live.
        try network.run(until: network.now + 90_000_000)
    }

    @Test("Counts, lengths and pointers beyond the end of a datagram are refused")
    func lengths() throws {
        let good = try announcement("TV", ["id": "1"])
        var writer = DNSMessageWriter(id: 0, flags: .response, limit: 9_000)
        for record in good.answers { _ = writer.append(record, .answer) }
        let datagram = writer.finish()
        #expect(throws: Never.self) { try DNSMessage(datagram: datagram) }
        for place in datagram.indices.dropLast() {
            for value in [0, 1, 0x7FFF, 0x8000, 0xC000, 0xC00C, 0xFFFF] {
                var damaged = datagram
                damaged[place] = UInt8(value >> 8)
                damaged[place + 1] = UInt8(value & 0xFF)
                guard let message = try? DNSMessage(datagram: damaged) else { continue }
                // A parsed message can be used and written again.
                let records = message.answers + message.authorities + message.additionals
                #expect(records.count * 11 <= damaged.count)
                var cache = RecordCache(limit: 64, jitter: Jitter(seed: 1))
                _ = cache.receive(records, from: [10, 0, 0, 1], isUnicast: false, now: at(0))
                _ = cache.advance(to: at(90_000_000))
                for case .txt(let text) in records.map(\.data) { _ = (text.entries, text.strings, text["id"]) }
                _ = records.map { ($0.name.labels, $0.name.firstLabel, $0.name.parent, "\($0.name)") }
            }
        }
    }
}
