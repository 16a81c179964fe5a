import Foundation
import Testing

@testable import MulticastDNS

/// Record sets of real devices, from public reports. They are not part of the repository.
@Suite("Recorded record sets")
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

    private static let files: [URL] = {
        let data =
            if let shared = ProcessInfo.processInfo.environment["CAST_SHARED"] {
                URL(filePath: shared).appending(path: "protocol/data")
            } else {
                URL(filePath: #filePath).appending(path: "../../../../../shared/protocol/data").standardized
            }
        let traces = data.appending(path: "traces")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: traces.path)) ?? []
        let found = names.filter { $0.hasPrefix("mdns-") && $0.hasSuffix(".json") }.sorted()
        if found.isEmpty {
            print(
                "SKIPPED: no recorded multicast DNS sets at \(traces.path); set CAST_SHARED to the folder that has them"
            )
        }
        return found.map { traces.appending(path: $0) }
    }()

    @Test("A real device's records survive being written and read", arguments: files)
    func roundTrip(file: URL) throws {
        let set = try JSONDecoder().decode(RecordedSet.self, from: Data(contentsOf: file))
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
