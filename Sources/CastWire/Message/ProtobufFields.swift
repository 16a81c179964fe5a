// SPDX-License-Identifier: Apache-2.0

/// Reads the fields of a protobuf message in place: nothing is copied.
///
/// Messages of the socket are read with it, because they are the only ones that arrive often. SwiftProtobuf reads the others; what it
/// accepts is accepted here, with the same result (protobuf, encoding). The bytes must outlive it.
struct ProtobufFields {
    /// The bytes are not a protobuf message.
    struct Malformed: Error {}

    enum Value {
        case varint(UInt64)
        case bytes(UnsafeRawBufferPointer)
        /// A number of 4 or 8 bytes, or a group: skipped.
        case other
    }

    private enum WireType: UInt64 {
        case varint = 0
        case fixed64 = 1
        case lengthDelimited = 2
        case startGroup = 3
        case endGroup = 4
        case fixed32 = 5
    }

    /// How deep groups may be nested.
    private static let depthLimit = 100

    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Returns the next field; nil at the end.
    mutating func next() throws(Malformed) -> (number: UInt64, value: Value)? {
        guard position < bytes.count else { return nil }
        let (number, type) = try tag()
        switch type {
        case .varint: return (number, .varint(try varint()))
        case .lengthDelimited: return (number, .bytes(try take(try varint())))
        case .fixed64, .startGroup, .endGroup, .fixed32:
            try skip(number, type, depth: 0)
            return (number, .other)
        }
    }

    private mutating func tag() throws(Malformed) -> (number: UInt64, type: WireType) {
        let tag = try varint()
        guard tag <= UInt64(UInt32.max), tag >> 3 > 0, let type = WireType(rawValue: tag & 7) else { throw Malformed() }
        return (tag >> 3, type)
    }

    private mutating func varint() throws(Malformed) -> UInt64 {
        var result: UInt64 = 0
        for shift in stride(from: UInt64(0), through: 63, by: 7) {
            guard position < bytes.count else { break }
            let byte = bytes[position]
            position += 1
            result |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return result }
        }
        throw Malformed()
    }

    private mutating func take(_ count: UInt64) throws(Malformed) -> UnsafeRawBufferPointer {
        guard count <= UInt64(bytes.count - position) else { throw Malformed() }
        let end = position + Int(count)
        defer { position = end }
        return UnsafeRawBufferPointer(rebasing: bytes[position..<end])
    }

    private mutating func skip(_ number: UInt64, _ type: WireType, depth: Int) throws(Malformed) {
        switch type {
        case .varint: _ = try varint()
        case .fixed64: _ = try take(8)
        case .fixed32: _ = try take(4)
        case .lengthDelimited: _ = try take(try varint())
        case .startGroup:
            guard depth < Self.depthLimit else { throw Malformed() }
            while true {
                let (inner, type) = try tag()
                if type == .endGroup {
                    guard inner == number else { throw Malformed() }
                    return
                }
                try skip(inner, type, depth: depth + 1)
            }
        case .endGroup: throw Malformed()
        }
    }
}
