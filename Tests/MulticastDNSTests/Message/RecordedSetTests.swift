// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MulticastDNS

/// Tests with the record sets in `Fixtures` of `CastWireTests`, and with those of real devices from public reports, which
/// are not part of the repository. The latter are in the folder that `CAST_SHARED` names, or in `shared` beside the
/// package.
@Suite("Record sets of devices")
struct RecordedSetTests {
    private struct RecordedSet: Decodable {
        struct Record: Decodable {
            var name: String
            var type: String
            var ttl: UInt32
            var cacheFlush: Bool
            var data: Content
        }

        enum Content: Decodable {
            case text(String)
            case strings([String])
            case location(priority: UInt16, weight: UInt16, port: UInt16, target: String)

            private struct Location: Decodable {
                var priority: UInt16
                var weight: UInt16
                var port: UInt16
                var target: String
            }

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let text = try? container.decode(String.self) {
                    self = .text(text)
                } else if let strings = try? container.decode([String].self) {
                    self = .strings(strings)
                } else {
                    let location = try container.decode(Location.self)
                    self = .location(
                        priority: location.priority,
                        weight: location.weight,
                        port: location.port,
                        target: location.target
                    )
                }
            }
        }

        var records: [Record]
    }

    /// A file with a record set.
    struct File: Sendable, CustomTestStringConvertible {
        var url: URL
        var testDescription: String { url.pathComponents.suffix(3).joined(separator: "/") }
    }

    static let files: [File] = {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let shared =
            ProcessInfo.processInfo.environment["CAST_SHARED"].map { URL(filePath: $0) }
            ?? tests.deletingLastPathComponent().deletingLastPathComponent().appending(path: "shared")
        let recorded = recordSets(in: shared.appending(path: "protocol/data/traces"))
        if recorded.isEmpty {
            print("SKIPPED: recorded multicast DNS sets, because \(shared.path) has none (set CAST_SHARED)")
        }
        return recordSets(in: tests.appending(path: "CastWireTests/Fixtures/traces")) + recorded
    }()

    private static func recordSets(in folder: URL) -> [File] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasPrefix("mdns-") && $0.hasSuffix(".json") }.sorted().map { name in
            File(url: folder.appending(path: name))
        }
    }

    @Test("All record sets of the fixtures are present")
    func count() {
        #expect(Self.files.filter { $0.url.path.contains("/Fixtures/") }.count >= 4)
    }

    @Test("The records of a device round-trip", arguments: files)
    func roundTrip(file: File) throws {
        let set = try JSONDecoder().decode(RecordedSet.self, from: Data(contentsOf: file.url))
        let records = try set.records.map(record)
        let message = response(records)
        let datagram = try message.datagram(limit: DNSMessage.sendLimit)
        #expect(try DNSMessage(datagram: datagram) == message)

        var cache = RecordCache(limit: 1_024, jitter: Jitter(seed: 1))
        _ = cache.receive(records, from: [10, 0, 0, 1], isUnicast: false, now: at(0))
        #expect(cache.count == Set(records).count)
        for record in records {
            #expect(cache.entries(record.name, record.type, now: at(1)).contains { $0.record.data == record.data })
        }
    }

    private func record(_ recorded: RecordedSet.Record) throws -> DNSRecord {
        let data: DNSRecordData
        switch (recorded.type, recorded.data) {
        case ("PTR", .text(let target)): data = .ptr(try DNSName(target))
        case ("A", .text(let address)):
            data = .a(address.split(separator: ".").compactMap { UInt8($0) })
        case ("SRV", .location(let priority, let weight, let port, let target)):
            data = .srv(
                DNSServiceLocation(priority: priority, weight: weight, port: port, target: try DNSName(target))
            )
        case ("TXT", .strings(let strings)):
            let content = strings.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
            data = .txt(try #require(ServiceText(recordContent: content)))
        default:
            throw DNSFormatError(.dataLengthMismatch, at: 0)
        }
        return DNSRecord(
            name: try DNSName(recorded.name),
            flushesCache: recorded.cacheFlush,
            timeToLive: recorded.ttl,
            data: data
        )
    }
}
