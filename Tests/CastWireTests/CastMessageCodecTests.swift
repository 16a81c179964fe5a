// SPDX-License-Identifier: Apache-2.0

import SwiftProtobuf
import Testing

@testable import CastWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite("Protobuf form of messages, compared with SwiftProtobuf")
struct CastMessageCodecTests {
    @Test("A message is encoded as SwiftProtobuf does", arguments: [0, 1, 127, 128, 300, 16_383, 16_384, 65_000])
    func encoding(length: Int) throws {
        let text = String(repeating: "ä", count: length / 2) + String(repeating: "x", count: length % 2)
        for payload in [CastMessage.Payload.text(text), .binary(Array(text.utf8))] {
            let message = CastMessage(
                from: String(repeating: "s", count: length % 200 + 1),
                to: "*",
                namespace: .media,
                payload: payload
            )
            #expect(try Array(CastFrame.encode(message).dropFirst(CastFrame.headerLength)) == Reference.encode(message))
        }
    }

    /// Valid fields in any order, repeated, missing, unknown, of other types, and damaged.
    @Test("Any bytes are read, or refused, as SwiftProtobuf does")
    func decoding() {
        var generator = SeededGenerator(seed: 17)
        var counts: [String: Int] = [:]
        for _ in 0..<50_000 {
            let bytes = RandomFields.message(&generator)
            let outcome = Self.decode(bytes)
            #expect(outcome == Reference.decode(bytes), "\(bytes)")
            switch outcome {
            case .success: counts["read", default: 0] += 1
            case .failure(let error): counts["\(error.code)", default: 0] += 1
            }
        }
        for outcome in ["read", "notProtobuf", "incomplete"] {
            #expect(counts[outcome, default: 0] > 1000, "\(counts)")
        }
    }

    @Test("Nested groups are skipped, and too many are refused without using up the stack")
    func groups() throws {
        let message = CastMessage(from: "a", to: "b", namespace: "c", payload: .text("d"))
        let valid = try CastFrame.encode(message).dropFirst(CastFrame.headerLength)
        func nested(_ depth: Int) -> [UInt8] {
            valid + Array(repeating: 0x53, count: depth) + Array(repeating: 0x54, count: depth)
        }
        #expect(Self.decode(nested(50)) == .success(message))
        for depth in [101, 30_000] {
            let bytes = nested(depth)
            #expect(Self.decode(bytes) == .failure(CastFrameError(.notProtobuf, length: bytes.count)))
        }
    }

    static func decode(_ bytes: [UInt8]) -> Result<CastMessage, CastFrameError> {
        bytes.withUnsafeBytes { bytes in
            Result { () throws(CastFrameError) in try CastMessageCodec.decode(bytes) }
        }
    }
}

/// The same conversions with SwiftProtobuf.
private enum Reference {
    static func encode(_ message: CastMessage) throws -> [UInt8] {
        var wire = Casttest_WireMessage()
        wire.protocolVersion = .castv210
        wire.sourceID = message.sourceID
        wire.destinationID = message.destinationID
        wire.namespace = message.namespace.rawValue
        switch message.payload {
        case .text(let text):
            wire.payloadType = .string
            wire.payloadUtf8 = text
        case .binary(let bytes):
            wire.payloadType = .binary
            wire.payloadBinary = Data(bytes)
        }
        return try wire.serializedBytes()
    }

    static func decode(_ bytes: [UInt8]) -> Result<CastMessage, CastFrameError> {
        func failure(_ code: CastFrameError.Code) -> Result<CastMessage, CastFrameError> {
            .failure(CastFrameError(code, length: bytes.count))
        }
        // Partial, so that an unknown value of an enum does not count as a missing field.
        guard let wire = try? Casttest_WireMessage(serializedBytes: bytes, partial: true) else {
            return failure(.notProtobuf)
        }
        guard wire.hasProtocolVersion || hasUnknownValue(of: 1, in: wire),
            wire.hasPayloadType || hasUnknownValue(of: 5, in: wire),
            wire.hasSourceID, wire.hasDestinationID, wire.hasNamespace
        else { return failure(.notProtobuf) }
        guard !wire.sourceID.isEmpty, !wire.destinationID.isEmpty, !wire.namespace.isEmpty else {
            return failure(.incomplete)
        }
        var payload: CastMessage.Payload?
        if wire.hasPayloadType ? wire.payloadType == .string : wire.hasPayloadUtf8 {
            if wire.hasPayloadUtf8 {
                payload = .text(wire.payloadUtf8)
            } else if wire.hasPayloadBinary {
                guard let text = String(validUTF8: wire.payloadBinary) else {
                    return failure(.notProtobuf)
                }
                payload = .text(text)
            }
        } else if wire.hasPayloadBinary {
            payload = .binary(Array(wire.payloadBinary))
        }
        guard let payload else { return failure(.incomplete) }
        return .success(
            CastMessage(
                from: wire.sourceID,
                to: wire.destinationID,
                namespace: CastNamespace(wire.namespace),
                payload: payload,
                isContinued: wire.continued
            )
        )
    }

    /// Whether an enum field is present with an unknown value, which SwiftProtobuf stores separately.
    private static func hasUnknownValue(of field: UInt64, in wire: Casttest_WireMessage) -> Bool {
        Array(wire.unknownFields.data).withUnsafeBytes { bytes in
            var fields = ProtobufFields(bytes)
            while let (number, value) = try? fields.next() {
                if number == field, case .varint = value { return true }
            }
            return false
        }
    }
}

/// Protobuf messages that resemble a message of the socket.
private enum RandomFields {
    static func message(_ generator: inout SeededGenerator) -> [UInt8] {
        var fields = (1...8).filter { _ in Int.random(in: 0..<20, using: &generator) > 0 }.map(UInt64.init)
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            fields.append(.random(in: 1...12, using: &generator))
        }
        if Bool.random(using: &generator) { fields.shuffle(using: &generator) }
        var bytes = fields.flatMap { field($0, &generator) }
        // Damaged: other bytes, or the end is missing.
        if Int.random(in: 0..<4, using: &generator) == 0, !bytes.isEmpty {
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                bytes[.random(in: bytes.indices, using: &generator)] = .random(in: 0...127, using: &generator)
            }
        }
        if Int.random(in: 0..<8, using: &generator) == 0 {
            bytes.removeLast(.random(in: 0...bytes.count, using: &generator))
        }
        return bytes
    }

    private static func field(_ number: UInt64, _ generator: inout SeededGenerator) -> [UInt8] {
        let usual: UInt64 = [1, 5, 8, 9].contains(number) ? 0 : 2
        let isUsual = Int.random(in: 0..<30, using: &generator) > 0
        let type = isUsual && number < 10 ? usual : .random(in: 0...5, using: &generator)
        let tag = varint(number << 3 | type)
        switch type {
        case 0: return tag + varint(value(&generator))
        case 1: return tag + (0..<8).map { _ in .random(in: 0...255, using: &generator) }
        case 2:
            let content = text(&generator)
            return tag + varint(UInt64(content.count)) + content
        case 3: return tag + field(.random(in: 1...12, using: &generator), &generator) + varint(number << 3 | 4)
        case 5: return tag + (0..<4).map { _ in .random(in: 0...255, using: &generator) }
        default: return tag
        }
    }

    private static func value(_ generator: inout SeededGenerator) -> UInt64 {
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: .random(in: .min ... .max, using: &generator)
        case 1: 1 << 32
        case 2: .random(in: 2...5, using: &generator)
        default: .random(in: 0...1, using: &generator)
        }
    }

    private static func text(_ generator: inout SeededGenerator) -> [UInt8] {
        switch Int.random(in: 0..<24, using: &generator) {
        case 0: []
        case 1: [0xC3, 0x28]
        case 2: [0xF0, 0x9F, 0x98]
        case 3: Array("\u{FFFD}".utf8)
        case 4: (0..<Int.random(in: 0...200, using: &generator)).map { _ in .random(in: 0...127, using: &generator) }
        default:
            Array(
                ["receiver-0", "*", "urn:x-cast:ä", #"{"type":"PING"}"#].randomElement(using: &generator)?.utf8
                    ?? "".utf8
            )
        }
    }

    private static func varint(_ value: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }
}
