// SPDX-License-Identifier: Apache-2.0

import CastWire

/// A reader that turns the bytes of an input into decisions. After the end of the input, it returns zeros.
struct FuzzInput {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        self.bytes = bytes[...]
    }

    var isEmpty: Bool { bytes.isEmpty }

    mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

    mutating func bool() -> Bool { byte() & 1 == 1 }

    /// Returns true for one of `count` values of a byte.
    mutating func chance(of count: Int) -> Bool { Int(byte()) % count == count - 1 }

    /// Returns a number below a limit of at most 256.
    mutating func below(_ limit: Int) -> Int { Int(byte()) % max(limit, 1) }

    mutating func element<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }

    mutating func number() -> UInt64 { (0..<8).reduce(0) { number, _ in number << 8 | UInt64(byte()) } }

    mutating func bytes(_ count: Int) -> [UInt8] {
        defer { bytes = bytes.dropFirst(count) }
        return Array(bytes.prefix(count))
    }

    mutating func rest() -> [UInt8] {
        defer { bytes = [] }
        return Array(bytes)
    }

    /// Returns a short text of any bytes.
    mutating func text() -> String { String(decoding: bytes(below(24)), as: UTF8.self) }

    /// Returns a time step in seconds: often none, rarely hours.
    mutating func timeStep() -> Double {
        let byte = byte()
        return switch byte {
        case 0..<64: 0
        case 64..<240: Double(byte - 63) / 40
        case 240..<252: Double(byte - 239) * 10
        default: Double(byte - 251) * 3600
        }
    }
}

// MARK: - JSON

extension FuzzInput {
    /// Numbers at which arithmetic overflows or loses precision, among small ones.
    private static let numbers: [JSONValue] = [
        0, 1, -1, 2, 100, 65_536, .integer(Int64(Int32.max)), .integer(.max), .integer(.min), .integer(.max - 1),
        .number(0.5), .number(-0.0), .number(1.5), .number(1e9), .number(1e18), .number(9.3e18), .number(1e300),
        .number(-1e300), .number(.greatestFiniteMagnitude), .number(.leastNonzeroMagnitude),
    ]

    /// Returns a JSON value of any kind. `ids` are numbers that the code under test knows.
    mutating func value(ids: [Int] = [], depth: Int = 0) -> JSONValue {
        switch below(depth < 3 ? 12 : 8) {
        case 0: return .null
        case 1: return .bool(bool())
        case 2: return element(of: Self.numbers)
        case 3: return .number(Double(Int8(bitPattern: byte())) / 4)
        case 4: return .integer(Int64(Int8(bitPattern: byte())))
        case 5: return .string(text())
        case 6, 7: return ids.isEmpty ? .integer(Int64(below(8))) : .integer(Int64(element(of: ids)))
        case 8, 9: return .array((0..<below(5)).map { _ in value(ids: ids, depth: depth + 1) })
        case 10:
            return .object(JSONObject((0..<below(4)).map { _ in (text(), value(ids: ids, depth: depth + 1)) }))
        default: return .integer(Int64(bitPattern: number()))
        }
    }

    /// Returns an object with some of these members. A member has one of its usual values, or any value.
    mutating func object(_ members: [(key: String, values: [JSONValue])], ids: [Int] = []) -> JSONObject {
        var object: JSONObject = [:]
        let count = below(min(members.count, 8) + 1)
        for _ in 0..<count {
            let (key, values) = element(of: members)
            object[key] = values.isEmpty || chance(of: 4) ? value(ids: ids) : element(of: values)
        }
        return object
    }
}
