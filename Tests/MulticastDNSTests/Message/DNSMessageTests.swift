// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MulticastDNS

@Suite("DNS messages")
struct DNSMessageTests {
    /// Returns a message with all kinds of records and names that can be compressed.
    private func sample() throws -> DNSMessage {
        DNSMessage(
            id: 7,
            flags: .response,
            questions: [
                DNSQuestion(name: googlecast, type: .ptr, acceptsUnicast: true),
                DNSQuestion(name: instanceName("A"), type: .any, recordClass: 255),
            ],
            answers: [pointer("A"), location("A"), try text("A", ["fn": "Küche", "id": "1"])],
            authorities: [denial("host")],
            additionals: [
                address(),
                DNSRecord(name: name("host.local"), timeToLive: 120, data: .aaaa(Array(1...16))),
                DNSRecord(name: .root, recordClass: 4_096, timeToLive: 0, data: .unknown(.init(rawValue: 41), [0, 4])),
                DNSRecord(
                    name: name("x.local"),
                    timeToLive: 1,
                    data: .nsec(name("x.local"), types: [.a, .txt, .srv, .init(rawValue: 258)])
                ),
            ]
        )
    }

    @Test("A message with all kinds of records round-trips")
    func roundTrip() throws {
        let message = try sample()
        #expect(try DNSMessage(datagram: message.datagram()) == message)
    }

    @Test("Names are compressed wherever multicast DNS allows it")
    func compresses() throws {
        let message = response([pointer("Device"), location("Device"), address()])
        let datagram = try message.datagram()
        // Each name is written once: the type, the instance label, the host label.
        let written = datagram.count
        #expect(written == 12 + (24 + 10 + 9) + (2 + 10 + 6 + 7) + (2 + 10 + 4))
        #expect(try DNSMessage(datagram: datagram) == message)
    }

    @Test("Names are compressed anywhere in a datagram", arguments: [0, 244, 500, 1_000])
    func compressesAnywhere(offset: Int) throws {
        let type = DNSRecordType(rawValue: 99)
        let filler = DNSRecord(name: .root, timeToLive: 1, data: .unknown(type, Array(repeating: 0, count: offset)))
        let records = [pointer("Device"), location("Device"), address()]
        let datagram = try response([filler] + records).datagram()
        #expect(datagram.count == (try response(records).datagram().count) + 11 + offset)
        #expect(try DNSMessage(datagram: datagram).answers == [filler] + records)
    }

    @Test("Names that differ in case share their bytes and stay equal")
    func compressesAcrossCase() throws {
        let record = DNSRecord(name: name("_GOOGLECAST._tcp.local"), timeToLive: 1, data: .ptr(instanceName("A")))
        let datagram = try response([record]).datagram()
        #expect(datagram.count == 12 + 24 + 10 + 4)
        #expect(try DNSMessage(datagram: datagram).answers == [record])
    }

    @Test("An answer to a legacy resolver has an uncompressed SRV target")
    func leavesTargetsUncompressed() throws {
        var writer = DNSMessageWriter(flags: .response, compressesEveryName: false)
        #expect(writer.append(location("A", host: "h"), .answer) == true)
        #expect(writer.append(pointer("A"), .answer) == true)
        let bytes = writer.finish()
        // "h.local" uncompressed: 1 h 5 local 0.
        let full: [UInt8] = [1, 0x68, 5, 0x6C, 0x6F, 0x63, 0x61, 0x6C, 0]
        #expect(bytes.indices.contains { bytes[$0...].starts(with: full) })
    }

    @Test("A name whose pointers form a loop before its start is refused")
    func refusesLoop() throws {
        // A question at offset 16 refers to offset 14, which refers to offset 12, which refers to offset 14.
        let header: [UInt8] = [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]
        var reader = DNSReader(header + [0xC0, 14, 0xC0, 12, 0xC0, 14, 0, 12, 0, 1])
        _ = try reader.readBytes(16)
        #expect(throws: DNSFormatError(.pointerNotBackward, at: 12)) { try reader.readName() }
    }

    @Test("A record that does not fit leaves the datagram unchanged")
    func rollsBack() throws {
        var writer = DNSMessageWriter(flags: .response, limit: 100)
        #expect(writer.append(pointer("A"), .answer) == true)
        let before = writer.finish()
        let long = DNSRecord(
            name: instanceName("B"),
            timeToLive: 1,
            data: .unknown(.init(rawValue: 99), Array(repeating: 0, count: 100))
        )
        #expect(writer.append(long, .answer) == false)
        #expect(writer.finish() == before)
        // A compression pointer must not refer to a name of the refused record.
        #expect(
            writer.append(DNSRecord(name: instanceName("B"), timeToLive: 1, data: .a([1, 2, 3, 4])), .answer) == true
        )
        #expect(try DNSMessage(datagram: writer.finish()).answers.last?.name == instanceName("B"))
        // It still refers to the names of earlier records: a label, a pointer, and 14 bytes.
        #expect(writer.finish().count == before.count + 2 + 2 + 14)
    }

    @Test("A message larger than the limit is not written")
    func refusesToWriteTooMuch() throws {
        let message = try sample()
        #expect(throws: DNSFormatError(.datagramTooLarge, at: 0)) { try message.datagram(limit: 60) }
    }

    // MARK: - Malformed

    private static let header: [UInt8] = [0, 0, 0x84, 0, 0, 0, 0, 1, 0, 0, 0, 0]
    private static let question: [UInt8] = [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]

    struct Malformed: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var bytes: [UInt8]
        var reason: DNSFormatError.Reason

        init(_ description: String, _ bytes: [UInt8], _ reason: DNSFormatError.Reason) {
            testDescription = description
            self.bytes = bytes
            self.reason = reason
        }
    }

    static let malformed: [Malformed] = [
        Malformed("no header", [], .truncated),
        Malformed("half a header", [0, 0, 0, 0, 0, 1], .truncated),
        Malformed("a question that is not there", question, .truncated),
        Malformed("a label past the end", question + [9, 0x61], .truncated),
        Malformed("a name without an end", question + [1, 0x61], .truncated),
        Malformed("half a pointer", question + [0xC0], .truncated),
        Malformed("a pointer to itself", question + [0xC0, 12, 0, 1, 0, 1], .pointerNotBackward),
        Malformed("a pointer forward", question + [0xC0, 20, 0, 1, 0, 1], .pointerNotBackward),
        Malformed("a pointer past the end", question + [0xFF, 0xFF, 0, 1, 0, 1], .pointerNotBackward),
        Malformed("a pointer into the header", question + [0xC0, 4, 0, 1, 0, 1], .pointerNotBackward),
        Malformed("a loop of a label and a pointer", question + [1, 0x61, 0xC0, 12, 0, 1, 0, 1], .pointerNotBackward),
        Malformed(
            "a loop of two pointers",
            [0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0] + [1, 0x61, 0xC0, 20, 0, 1, 0, 1] + [0xC0, 12, 0, 1, 0, 1],
            .pointerNotBackward
        ),
        Malformed("a label type of 01", question + [0x41, 0x61, 0, 0, 1, 0, 1], .labelTypeReserved),
        Malformed("a label type of 10", question + [0x81, 0x61, 0, 0, 1, 0, 1], .labelTypeReserved),
        Malformed(
            "a name of 256 bytes",
            question + (0..<4).flatMap { _ in [63] + Array(repeating: UInt8(0x61), count: 63) } + [0, 0, 1, 0, 1],
            .nameTooLong
        ),
        Malformed("a question without a class", question + [0, 0, 1, 0], .truncated),
        Malformed("a record without a length", header + [0, 0, 1, 0, 1, 0, 0, 0, 9], .truncated),
        Malformed("contents past the end", header + [0, 0, 1, 0, 1, 0, 0, 0, 9, 0, 4, 1, 2], .truncated),
        Malformed("an A record of 5 bytes", header + [0, 0, 1, 0, 1, 0, 0, 0, 9, 0, 5, 1, 2, 3, 4, 5], .addressLength),
        Malformed(
            "an AAAA record of 4 bytes",
            header + [0, 0, 28, 0, 1, 0, 0, 0, 9, 0, 4, 1, 2, 3, 4],
            .addressLength
        ),
        Malformed(
            "a pointer record with bytes left over",
            header + [0, 0, 12, 0, 1, 0, 0, 0, 9, 0, 4, 1, 0x61, 0, 0],
            .dataLengthMismatch
        ),
        Malformed(
            "a name that runs past its record",
            header + [0, 0, 12, 0, 1, 0, 0, 0, 9, 0, 1, 1, 0x61, 0],
            .dataLengthMismatch
        ),
        Malformed("an SRV record of 4 bytes", header + [0, 0, 33, 0, 1, 0, 0, 0, 9, 0, 4, 0, 0, 0, 0], .truncated),
        Malformed(
            "a TXT string past its record",
            header + [0, 0, 16, 0, 1, 0, 0, 0, 9, 0, 2, 5, 0x61],
            .textOverrun
        ),
        Malformed(
            "an NSEC bitmap of no bytes",
            header + [0, 0, 47, 0, 1, 0, 0, 0, 9, 0, 3, 0, 0, 0],
            .typeBitmap
        ),
        Malformed(
            "NSEC windows out of order",
            header + [0, 0, 47, 0, 1, 0, 0, 0, 9, 0, 7, 0, 1, 1, 0x40, 0, 1, 0x40],
            .typeBitmap
        ),
        Malformed("more than 9000 bytes", Array(repeating: 0, count: 9_001), .datagramTooLarge),
        Malformed("65535 records claimed", [0, 0, 0x84, 0, 0, 0, 0xFF, 0xFF, 0, 0, 0, 0], .truncated),
    ]

    @Test("A malformed message is refused with the reason", arguments: malformed)
    func refuses(_ malformed: Malformed) {
        #expect(throws: DNSFormatError(malformed.reason, at: 0)) { try DNSMessage(datagram: malformed.bytes) }
    }

    @Test("A truncated message is refused or parsed, and never traps")
    func survivesTruncation() throws {
        let datagram = try sample().datagram()
        for count in 0..<datagram.count {
            #expect(throws: DNSFormatError.self) { try DNSMessage(datagram: Array(datagram[..<count])) }
        }
    }

    @Test("Random changes never trap")
    func survivesDamage() throws {
        var random = Jitter(seed: 42)
        let datagram = try sample().datagram()
        var refused = 0
        for _ in 0..<20_000 {
            var damaged = datagram
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                damaged[Int.random(in: 0..<damaged.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            do {
                let message = try DNSMessage(datagram: damaged)
                // A parsed message can be written and parsed again.
                let again = try DNSMessage(datagram: message.datagram())
                #expect(again.questions == message.questions)
            } catch {
                refused += 1
            }
        }
        #expect(refused > 1_000)
    }

    @Test("A name of the maximum length, 255 bytes, is accepted")
    func acceptsLongestName() throws {
        let labels = Array(repeating: String(repeating: "a", count: 63), count: 3) + [String(repeating: "b", count: 61)]
        let longest = try DNSName(labels: labels)
        #expect(longest.wireBytes.count == 254)
        let message = DNSMessage(questions: [DNSQuestion(name: longest, type: .a)])
        #expect(try DNSMessage(datagram: message.datagram()) == message)
    }

    @Test("A time to live with the top bit set counts as zero")
    func clampsTimeToLive() throws {
        let record = DNSRecord(name: name("a"), timeToLive: 0xFFFF_FFFF, data: .a([1, 2, 3, 4]))
        #expect(try DNSMessage(datagram: response([record]).datagram()).answers.first?.timeToLive == 0)
    }
}
