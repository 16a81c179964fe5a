// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@Suite("Protobuf form of messages")
struct CastMessageTests {
    /// Protobuf fields, written by hand.
    private enum Field {
        case number(Int, UInt64)
        case bytes(Int, [UInt8])

        static func text(_ number: Int, _ text: String) -> Field { .bytes(number, Array(text.utf8)) }

        var encoded: [UInt8] {
            switch self {
            case .number(let number, let value): Self.varint(UInt64(number) << 3) + Self.varint(value)
            case .bytes(let number, let bytes):
                Self.varint(UInt64(number) << 3 | 2) + Self.varint(UInt64(bytes.count)) + bytes
            }
        }

        private static func varint(_ value: UInt64) -> [UInt8] {
            value < 0x80 ? [UInt8(value)] : [UInt8(value & 0x7F) | 0x80] + varint(value >> 7)
        }
    }

    private static let complete: [Field] = [
        .number(1, 0), .text(2, "a"), .text(3, "b"), .text(4, "urn:x-cast:n"), .number(5, 0), .text(6, "{}"),
    ]

    private func decode(_ fields: [Field]) throws -> CastMessage? {
        try decode(body: fields.flatMap(\.encoded))
    }

    private func decode(body: [UInt8]) throws -> CastMessage? {
        var decoder = CastFrameDecoder()
        decoder.append([0, 0, UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body)
        return try decoder.next()
    }

    private func expectError(_ code: CastFrameError.Code, _ fields: [Field]) {
        let error = #expect(throws: CastFrameError.self) { try decode(fields) }
        #expect(error?.code == code)
    }

    @Test("The smallest valid message")
    func least() throws {
        let message = try decode(Self.complete)
        #expect(message == CastMessage(from: "a", to: "b", namespace: "urn:x-cast:n", payload: .text("{}")))
    }

    @Test("A message that lacks a required field is refused", arguments: 0..<5)
    func missingRequired(_ index: Int) {
        var fields = Self.complete
        fields.remove(at: index)
        expectError(.notProtobuf, fields)
    }

    @Test("An unknown enum value is found after unknown fields of every wire type")
    func skippedFields() throws {
        // Field 15 as a varint, 64 bits, bytes and 32 bits; the values look like the tag of field 1.
        let tag = UInt8(1 << 3)
        let others: [[UInt8]] = [
            [0x78, tag], [0x79] + Array(repeating: tag, count: 8), [0x7A, 2, tag, tag], [0x7D, tag, tag, tag, tag],
        ]
        let body = Self.complete.dropFirst().flatMap(\.encoded)
        for other in others + [others.flatMap(\.self)] {
            #expect(throws: CastFrameError.self) { try decode(body: body + other) }
            #expect(try decode(body: body + other + Field.number(1, 99).encoded)?.sourceID == "a")
        }
    }

    @Test("An unknown field does not replace a required one", arguments: [0, 4])
    func unknownFieldIsNoSubstitute(_ index: Int) {
        var fields = Self.complete
        fields.remove(at: index)
        expectError(.notProtobuf, fields + [.number(99, 1), .text(77, "more")])
    }

    @Test("An unknown version is accepted, an unknown payload type is refused")
    func unknownEnumValues() throws {
        var fields = Self.complete
        fields[0] = .number(1, 9)
        #expect(try decode(fields)?.payload == .text("{}"))
        fields[4] = .number(5, 7)
        #expect(try decode(fields)?.payload == .text("{}"))
        fields[5] = .bytes(7, [1, 2])
        #expect(try decode(fields)?.payload == .binary([1, 2]))
    }

    @Test("Unknown fields are skipped")
    func unknownFields() throws {
        #expect(try decode(Self.complete + [.number(99, 1), .text(77, "more")])?.payload == .text("{}"))
    }

    @Test("Text in the binary field is accepted, as in version 1.3")
    func textInBinaryField() throws {
        var fields = Self.complete
        fields[0] = .number(1, 3)
        fields[5] = .text(7, "{\"type\":\"PING\"}")
        #expect(try decode(fields)?.payload == .text("{\"type\":\"PING\"}"))
        fields[5] = .bytes(7, [0xFF, 0xFE])
        expectError(.notProtobuf, fields)
    }

    @Test("Empty IDs and namespaces are refused", arguments: [1, 2, 3])
    func emptyIDs(_ index: Int) {
        var fields = Self.complete
        fields[index] = .text(index + 1, "")
        expectError(.incomplete, fields)
    }

    @Test("A message without the payload of its payload type is refused")
    func payloadMissing() {
        expectError(.incomplete, Array(Self.complete.dropLast()))
        expectError(.incomplete, Self.complete.dropLast(2) + [.number(5, 1), .text(6, "{}")])
    }

    @Test("Text that is not UTF-8 is refused", arguments: [2, 3, 4, 6])
    func invalidUTF8(_ number: Int) {
        var fields = Self.complete
        fields[number == 6 ? 5 : number - 1] = .bytes(number, [0x22, 0xC3, 0x28])
        expectError(.notProtobuf, fields)
    }

    @Test("A part of a continued message is marked as continued")
    func continued() throws {
        #expect(try decode(Self.complete + [.number(8, 1), .number(9, 500)])?.isContinued == true)
        #expect(try decode(Self.complete + [.number(8, 0)])?.isContinued == false)
    }

    @Test("A truncated message is an error or a shorter message, never a trap")
    func truncatedBodies() {
        let body = Self.complete.flatMap(\.encoded)
        for count in 0..<body.count {
            #expect(throws: CastFrameError.self, "\(count) bytes") { try decode(body: Array(body.prefix(count))) }
        }
    }

    @Test("Random bytes and damaged messages never trap")
    func garbage() {
        var generator = SeededGenerator(seed: 7)
        var accepted = 0
        var refused = 0
        for round in 0..<4000 {
            var body = Self.complete.flatMap(\.encoded)
            if round.isMultiple(of: 2) {
                body = (0..<Int.random(in: 0...200, using: &generator)).map { _ in
                    UInt8.random(in: 0...255, using: &generator)
                }
            } else {
                for _ in 0..<Int.random(in: 1...4, using: &generator) {
                    let index = Int.random(in: body.indices, using: &generator)
                    body[index] = UInt8.random(in: 0...255, using: &generator)
                }
            }
            do {
                if try decode(body: body) != nil { accepted += 1 }
            } catch {
                refused += 1
            }
        }
        #expect(accepted > 0)
        #expect(refused > 2000)
    }

    @Test("A payload that is not a JSON object is reported with the reason")
    func jsonObject() {
        func error(_ payload: CastMessage.Payload) -> PayloadError? {
            let message = CastMessage(from: "a", to: "b", namespace: "n", payload: payload)
            return #expect(throws: PayloadError.self) { try message.jsonObject() }
        }
        #expect(error(.binary([1])) == PayloadError(.notJSON))
        #expect(error(.text("")) == PayloadError(.notJSON, cause: JSONError(.truncated, at: 0)))
        #expect(error(.text("{")) == PayloadError(.notJSON, cause: JSONError(.truncated, at: 1)))
        #expect(error(.text("[1]")) == PayloadError(.notAnObject))
        #expect(error(.text("\"text\"")) == PayloadError(.notAnObject))
    }

    @Test("A payload is written as compact JSON text")
    func jsonPayload() {
        let message = CastMessage(
            from: "sender-0",
            to: "receiver-0",
            namespace: .heartbeat,
            json: HeartbeatMessage.ping
        )
        #expect(message.payload == .text("{\"type\":\"PING\"}"))
    }
}
