// SPDX-License-Identifier: Apache-2.0

/// A JSON parser (RFC 8259) with limits on depth, size and number of values.
///
/// Both ends of the protocol decode every message with it. Foundation's decoder preserves neither the order of keys nor
/// the difference between `1` and `1.0`, and limits neither depth nor the number of values.
struct JSONParser {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let limits: JSONLimits
    private var position = 0
    private var depth = 0
    private var values = 0
    /// The members and elements of all open containers. When a container closes, its part is removed from the end, so
    /// each container costs a single allocation of the exact size.
    private var members: [JSONObject.Member] = []
    private var elements: [JSONValue] = []

    /// Parses a text.
    ///
    /// - Throws: ``JSONError``.
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits) throws(JSONError) -> JSONValue {
        guard bytes.count <= limits.bytes else { throw JSONError(.tooLarge, at: limits.bytes) }
        var parser = JSONParser(bytes: bytes, limits: limits)
        let value = try parser.value()
        parser.skipSpace()
        guard parser.position == bytes.count else { throw JSONError(.trailingBytes, at: parser.position) }
        return value
    }

    private init(bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits) {
        self.bytes = bytes
        self.limits = limits
    }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): position += 1
            default: return
            }
        }
    }

    /// Returns the next byte after white space without consuming it.
    private mutating func peek() throws(JSONError) -> UInt8 {
        skipSpace()
        guard position < bytes.count else { throw JSONError(.truncated, at: position) }
        return bytes[position]
    }

    private mutating func value() throws(JSONError) -> JSONValue {
        values += 1
        guard values <= limits.values else { throw JSONError(.tooLarge, at: position) }
        let byte = try peek()
        switch byte {
        case UInt8(ascii: "{"): return .object(try object())
        case UInt8(ascii: "["): return .array(try array())
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"):
            try literal("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try literal("false")
            return .bool(false)
        case UInt8(ascii: "n"):
            try literal("null")
            return .null
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default: throw JSONError(.unexpectedByte, at: position)
        }
    }

    private mutating func literal(_ text: StaticString) throws(JSONError) {
        for index in 0..<text.utf8CodeUnitCount {
            guard position < bytes.count else { throw JSONError(.truncated, at: position) }
            guard bytes[position] == text.utf8Start[index] else { throw JSONError(.unexpectedByte, at: position) }
            position += 1
        }
    }

    private mutating func descend() throws(JSONError) {
        depth += 1
        guard depth <= limits.depth else { throw JSONError(.tooDeep, at: position) }
        position += 1
    }

    private mutating func ascend() {
        position += 1
        depth -= 1
    }

    private mutating func object() throws(JSONError) -> JSONObject {
        try descend()
        if try peek() == UInt8(ascii: "}") {
            ascend()
            return JSONObject()
        }
        let start = members.count
        var keyIndexes: [String: Int]?
        while true {
            guard try peek() == UInt8(ascii: "\"") else { throw JSONError(.unexpectedByte, at: position) }
            let key = try string()
            guard try peek() == UInt8(ascii: ":") else { throw JSONError(.unexpectedByte, at: position) }
            position += 1
            let value = try value()
            if let index = index(of: key, from: start, keyIndexes: &keyIndexes) {
                members[index].value = value
            } else {
                members.append(JSONObject.Member(key: key, value: value))
            }
            switch try peek() {
            case UInt8(ascii: ","): position += 1
            case UInt8(ascii: "}"):
                ascend()
                let own = Array(members[start...])
                members.removeSubrange(start...)
                return JSONObject(uniqueMembers: own)
            default: throw JSONError(.unexpectedByte, at: position)
            }
        }
    }

    /// Returns the index of a key in the open object. A large object gets an index of its keys, which `keyIndexes`
    /// holds, to avoid quadratic time.
    private func index(of key: String, from start: Int, keyIndexes: inout [String: Int]?) -> Int? {
        guard members.count - start >= 32 else { return members[start...].firstIndex { $0.key == key } }
        if keyIndexes == nil {
            keyIndexes = Dictionary(uniqueKeysWithValues: zip(members[start...].lazy.map(\.key), start...))
        }
        if let known = keyIndexes?[key] { return known }
        keyIndexes?[key] = members.count
        return nil
    }

    private mutating func array() throws(JSONError) -> [JSONValue] {
        try descend()
        if try peek() == UInt8(ascii: "]") {
            ascend()
            return []
        }
        let start = elements.count
        while true {
            let element = try value()
            elements.append(element)
            switch try peek() {
            case UInt8(ascii: ","): position += 1
            case UInt8(ascii: "]"):
                ascend()
                let own = Array(elements[start...])
                elements.removeSubrange(start...)
                return own
            default: throw JSONError(.unexpectedByte, at: position)
            }
        }
    }

    private mutating func number() throws(JSONError) -> JSONValue {
        let start = position
        if bytes[position] == UInt8(ascii: "-") { position += 1 }
        let integerStart = position
        try digits()
        if position - integerStart > 1, bytes[integerStart] == UInt8(ascii: "0") {
            throw JSONError(.unexpectedByte, at: integerStart + 1)
        }
        var isInteger = true
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            isInteger = false
            position += 1
            try digits()
        }
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            position += 1
            if position < bytes.count, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
                position += 1
            }
            try digits()
        }
        if isInteger, let integer = integer(from: start, to: position) { return .integer(integer) }
        let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<position]), as: UTF8.self)
        guard let number = Double(text), number.isFinite else { throw JSONError(.numberOutOfRange, at: start) }
        return .number(number)
    }

    private mutating func digits() throws(JSONError) {
        let start = position
        while position < bytes.count, bytes[position] &- UInt8(ascii: "0") < 10 { position += 1 }
        guard position > start else {
            throw JSONError(position < bytes.count ? .unexpectedByte : .truncated, at: position)
        }
    }

    /// Returns the digits as a 64-bit integer. Nil if they do not fit, and for -0, which only `Double` can represent.
    private func integer(from start: Int, to end: Int) -> Int64? {
        let isNegative = bytes[start] == UInt8(ascii: "-")
        var result: Int64 = 0
        for index in (isNegative ? start + 1 : start)..<end {
            let digit = Int64(bytes[index] &- UInt8(ascii: "0"))
            let (shifted, overflowed) = result.multipliedReportingOverflow(by: 10)
            guard !overflowed else { return nil }
            let (sum, carried) =
                isNegative ? shifted.subtractingReportingOverflow(digit) : shifted.addingReportingOverflow(digit)
            guard !carried else { return nil }
            result = sum
        }
        return isNegative && result == 0 ? nil : result
    }
}

// MARK: - Strings

extension JSONParser {
    private mutating func string() throws(JSONError) -> String {
        position += 1
        let start = position
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                let text = try Self.text(UnsafeBufferPointer(rebasing: bytes[start..<position]), at: start)
                position += 1
                return text
            }
            if byte == UInt8(ascii: "\\") { return try escapedString(from: start) }
            guard byte >= 0x20 else { throw JSONError(.invalidString, at: position) }
            position += 1
        }
        throw JSONError(.truncated, at: position)
    }

    private static func text(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) throws(JSONError) -> String {
        if bytes.count > 15, let word = InternedString.matching(bytes) { return word }
        guard let text = String(validUTF8: bytes) else { throw JSONError(.invalidUTF8, at: offset) }
        return text
    }

    private mutating func escapedString(from start: Int) throws(JSONError) -> String {
        var content = Array(bytes[start..<position])
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validUTF8: content) else {
                    throw JSONError(.invalidUTF8, at: start)
                }
                return text
            case UInt8(ascii: "\\"): try escape(into: &content)
            case 0..<0x20: throw JSONError(.invalidString, at: position - 1)
            default: content.append(byte)
            }
        }
        throw JSONError(.truncated, at: position)
    }

    private mutating func escape(into content: inout [UInt8]) throws(JSONError) {
        guard position < bytes.count else { throw JSONError(.truncated, at: position) }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "f"): content.append(0x0C)
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "r"): content.append(0x0D)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "u"): content.append(contentsOf: String(try scalar()).utf8)
        default: throw JSONError(.invalidString, at: position - 1)
        }
    }

    /// Returns the scalar of a `\u` escape. An unpaired surrogate, which JavaScript can produce, becomes U+FFFD.
    private mutating func scalar() throws(JSONError) -> Character {
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return Character(scalar) }
        guard first < 0xDC00, position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u")
        else { return "\u{FFFD}" }
        let before = position
        position += 2
        let second = try hexadecimal()
        guard (0xDC00...0xDFFF).contains(second) else {
            position = before
            return "\u{FFFD}"
        }
        let combined = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
        return Unicode.Scalar(combined).map(Character.init) ?? "\u{FFFD}"
    }

    private mutating func hexadecimal() throws(JSONError) -> UInt16 {
        guard bytes.count - position >= 4 else { throw JSONError(.truncated, at: bytes.count) }
        var result: UInt16 = 0
        for _ in 0..<4 {
            let byte = bytes[position]
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            default: throw JSONError(.invalidString, at: position)
            }
            result = result << 4 | UInt16(digit)
            position += 1
        }
        return result
    }
}
