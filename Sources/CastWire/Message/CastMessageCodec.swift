// SPDX-License-Identifier: Apache-2.0

/// Converts between ``CastMessage`` and its protobuf form, in place and in one pass.
///
/// | Field | Name | Type |
/// |---|---|---|
/// | 1 | `protocol_version` | required enum; 0 is CASTV2 1.0, the only one that is sent |
/// | 2, 3, 4 | `source_id`, `destination_id`, `namespace` | required strings |
/// | 5 | `payload_type` | required enum: 0 is text, 1 is binary |
/// | 6, 7 | `payload_utf8`, `payload_binary` | string, bytes |
/// | 8 | `continued` | bool |
/// | 9 | `remaining_length` | uint32, not used |
///
/// Unknown fields, and known ones with another wire type, are skipped. Of a field that is repeated, the last value counts. An
/// unknown value of an enum counts as present, but does not replace a known one (CASTV2, CastMessage).
enum CastMessageCodec {
    private enum Field {
        static let protocolVersion: UInt64 = 1
        static let sourceID: UInt64 = 2
        static let destinationID: UInt64 = 3
        static let namespace: UInt64 = 4
        static let payloadType: UInt64 = 5
        static let payloadText: UInt64 = 6
        static let payloadBinary: UInt64 = 7
        static let continued: UInt64 = 8
    }

    private enum PayloadType: Int32 {
        case text = 0
        case binary = 1
    }

    // MARK: - Encoding

    /// Returns the length of the body.
    static func length(of message: CastMessage) -> Int {
        let payload: Int =
            switch message.payload {
            case .text(let text): text.utf8.count
            case .binary(let bytes): bytes.count
            }
        // The protocol version and the payload type take two bytes each.
        return 4 + fieldLength(message.sourceID.utf8.count) + fieldLength(message.destinationID.utf8.count)
            + fieldLength(message.namespace.rawValue.utf8.count) + fieldLength(payload)
    }

    /// Returns the length of a field: a tag of one byte, the length as a varint, and the bytes.
    private static func fieldLength(_ bytes: Int) -> Int {
        var varint = 1
        var rest = bytes >> 7
        while rest > 0 {
            varint += 1
            rest >>= 7
        }
        return 1 + varint + bytes
    }

    /// Appends the body, whose length is ``length(of:)``.
    static func append(_ message: CastMessage, to bytes: inout [UInt8]) {
        append(0, Field.protocolVersion, to: &bytes)
        append(message.sourceID, Field.sourceID, to: &bytes)
        append(message.destinationID, Field.destinationID, to: &bytes)
        append(message.namespace.rawValue, Field.namespace, to: &bytes)
        switch message.payload {
        case .text(let text):
            append(PayloadType.text.rawValue, Field.payloadType, to: &bytes)
            append(text, Field.payloadText, to: &bytes)
        case .binary(let payload):
            append(PayloadType.binary.rawValue, Field.payloadType, to: &bytes)
            appendTag(Field.payloadBinary, length: payload.count, to: &bytes)
            bytes.append(contentsOf: payload)
        }
    }

    /// Appends an enum whose value takes one byte.
    private static func append(_ value: Int32, _ field: UInt64, to bytes: inout [UInt8]) {
        bytes.append(UInt8(truncatingIfNeeded: field << 3))
        bytes.append(UInt8(truncatingIfNeeded: value))
    }

    private static func append(_ text: String, _ field: UInt64, to bytes: inout [UInt8]) {
        appendTag(field, length: text.utf8.count, to: &bytes)
        bytes.append(contentsOf: text.utf8)
    }

    /// Appends the tag of a field of bytes, and their number.
    private static func appendTag(_ field: UInt64, length: Int, to bytes: inout [UInt8]) {
        bytes.append(UInt8(truncatingIfNeeded: field << 3 | 2))
        var rest = length
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    // MARK: - Decoding

    /// The fields that have been read.
    private struct Fields {
        var hasProtocolVersion = false
        var sourceID: String?
        var destinationID: String?
        var namespace: String?
        var hasPayloadType = false
        var payloadType: PayloadType?
        var text: String?
        var binary: UnsafeRawBufferPointer?
        var isContinued = false

        mutating func set(_ field: UInt64, _ value: ProtobufFields.Value) throws(ProtobufFields.Malformed) {
            switch (field, value) {
            case (Field.protocolVersion, .varint): hasProtocolVersion = true
            case (Field.sourceID, .bytes(let bytes)): sourceID = try Self.text(bytes)
            case (Field.destinationID, .bytes(let bytes)): destinationID = try Self.text(bytes)
            case (Field.namespace, .bytes(let bytes)): namespace = try Self.text(bytes)
            case (Field.payloadType, .varint(let number)):
                hasPayloadType = true
                payloadType = PayloadType(rawValue: Int32(truncatingIfNeeded: number)) ?? payloadType
            case (Field.payloadText, .bytes(let bytes)): text = try Self.text(bytes)
            case (Field.payloadBinary, .bytes(let bytes)): binary = bytes
            case (Field.continued, .varint(let number)): isContinued = number != 0
            default: break
            }
        }

        private static func text(_ bytes: UnsafeRawBufferPointer) throws(ProtobufFields.Malformed) -> String {
            guard let text = String(validUTF8: bytes) else { throw ProtobufFields.Malformed() }
            return text
        }
    }

    static func decode(_ body: UnsafeRawBufferPointer) throws(CastFrameError) -> CastMessage {
        var fields = Fields()
        do throws(ProtobufFields.Malformed) {
            var reader = ProtobufFields(body)
            while let (number, value) = try reader.next() { try fields.set(number, value) }
        } catch {
            throw CastFrameError(.notProtobuf, length: body.count)
        }
        guard fields.hasProtocolVersion, fields.hasPayloadType, let source = fields.sourceID,
            let destination = fields.destinationID, let namespace = fields.namespace
        else { throw CastFrameError(.notProtobuf, length: body.count) }
        guard !source.isEmpty, !destination.isEmpty, !namespace.isEmpty else {
            throw CastFrameError(.incomplete, length: body.count)
        }
        return CastMessage(
            from: source,
            to: destination,
            namespace: CastNamespace(namespace),
            payload: try payload(of: fields, length: body.count),
            isContinued: fields.isContinued
        )
    }

    /// Returns the payload of the message's payload type. Version 1.3 can carry text in the binary field (CASTV2,
    /// CastMessage).
    private static func payload(of fields: Fields, length: Int) throws(CastFrameError) -> CastMessage.Payload {
        let isText = fields.payloadType.map { $0 == .text } ?? (fields.text != nil)
        if isText, let text = fields.text { return .text(text) }
        guard let binary = fields.binary else { throw CastFrameError(.incomplete, length: length) }
        guard isText else { return .binary(Array(binary)) }
        guard let text = String(validUTF8: binary) else { throw CastFrameError(.notProtobuf, length: length) }
        return .text(text)
    }
}
