// SPDX-License-Identifier: Apache-2.0

import SwiftProtobuf

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Converts between ``CastMessage`` and its protobuf form.
enum CastMessageCodec {
    static func encode(_ message: CastMessage) throws(CastFrameError) -> [UInt8] {
        guard !message.sourceID.isEmpty, !message.destinationID.isEmpty, !message.namespace.rawValue.isEmpty else {
            throw CastFrameError(.incomplete)
        }
        var wire = Castwire_WireMessage()
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
        do {
            return try wire.serializedBytes()
        } catch {
            // All required fields are set, so the message exceeds protobuf's limit of 2 GiB.
            throw CastFrameError(.tooLong, length: Int.max)
        }
    }

    static func decode(_ body: UnsafeRawBufferPointer) throws(CastFrameError) -> CastMessage {
        let wire: Castwire_WireMessage
        do {
            // Partial, so that an unknown enum value does not count as a missing required field.
            wire = try Castwire_WireMessage(serializedBytes: Array(body), partial: true)
        } catch {
            throw CastFrameError(.notProtobuf, length: body.count)
        }
        guard wire.hasSourceID, wire.hasDestinationID, wire.hasNamespace,
            wire.hasProtocolVersion || hasUnknownValue(of: 1, in: wire),
            wire.hasPayloadType || hasUnknownValue(of: 5, in: wire)
        else { throw CastFrameError(.notProtobuf, length: body.count) }
        guard !wire.sourceID.isEmpty, !wire.destinationID.isEmpty, !wire.namespace.isEmpty else {
            throw CastFrameError(.incomplete, length: body.count)
        }
        return CastMessage(
            from: wire.sourceID,
            to: wire.destinationID,
            namespace: CastNamespace(wire.namespace),
            payload: try payload(of: wire, length: body.count),
            isContinued: wire.continued
        )
    }

    /// Whether an enum field is present with an unknown value, which protobuf stores separately.
    ///
    /// Only called for a message without a known value of the field.
    private static func hasUnknownValue(of field: Int, in wire: Castwire_WireMessage) -> Bool {
        var bytes = wire.unknownFields.data[...]
        while let tag = varint(&bytes) {
            if tag == UInt64(field) << 3 { return true }
            // Skips the value after the tag. Protobuf has already validated the format.
            switch tag & 7 {
            case 0: _ = varint(&bytes)
            case 1: bytes = bytes.dropFirst(8)
            case 2:
                // Read before `bytes` is used: the length is not part of what it counts.
                let length = varint(&bytes).flatMap { Int(exactly: $0) } ?? Int.max
                bytes = bytes.dropFirst(length)
            case 5: bytes = bytes.dropFirst(4)
            default: continue
            }
        }
        return false
    }

    private static func varint(_ bytes: inout Data) -> UInt64? {
        var result: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            guard let byte = bytes.popFirst() else { return nil }
            result |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return result }
        }
        return nil
    }

    /// Returns the payload of the message's payload type. Version 1.3 can carry text in the binary field (CASTV2,
    /// CastMessage).
    private static func payload(
        of wire: Castwire_WireMessage,
        length: Int
    ) throws(CastFrameError)
        -> CastMessage.Payload
    {
        let isText = wire.hasPayloadType ? wire.payloadType == .string : wire.hasPayloadUtf8
        if isText {
            if wire.hasPayloadUtf8 { return .text(wire.payloadUtf8) }
            guard wire.hasPayloadBinary else { throw CastFrameError(.incomplete, length: length) }
            guard let text = String(validUTF8: wire.payloadBinary) else {
                throw CastFrameError(.notProtobuf, length: length)
            }
            return .text(text)
        }
        guard wire.hasPayloadBinary else { throw CastFrameError(.incomplete, length: length) }
        return .binary(Array(wire.payloadBinary))
    }
}
