// SPDX-License-Identifier: Apache-2.0

/// A JSON parser (RFC 8259) with limits on depth, size and number of values, which finds the nodes of a ``JSONDocument``.
///
/// Both ends of the protocol decode every message with it. Foundation's decoder preserves neither the order of keys nor
/// the difference between `1` and `1.0`, and limits neither depth nor the number of values.
struct JSONParser {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let isValidUTF8: Bool
    private let limits: JSONLimits
    private var position = 0
    private var depth = 0
    private var values = 0
    private var nodes: [JSONDocument.Node] = []

    /// Checks a text.
    ///
    /// - Parameter isValidUTF8: Whether the bytes are known to be UTF-8, because they are those of a string.
    /// - Returns: The nodes of the text. The first is that of the outermost value.
    /// - Throws: ``JSONError``.
    static func nodes(
        of bytes: UnsafeBufferPointer<UInt8>,
        isValidUTF8: Bool,
        limits: JSONLimits
    ) throws(JSONError) -> [JSONDocument.Node] {
        let maximum = min(limits.bytes, JSONDocument.maximumLength)
        guard bytes.count <= maximum else { throw JSONError(.tooLarge, at: maximum) }
        var parser = JSONParser(bytes: bytes, isValidUTF8: isValidUTF8, limits: limits)
        // Texts of devices have a node for about every ten bytes.
        parser.nodes.reserveCapacity(min(bytes.count / 8, 512) + 1)
        try parser.value()
        parser.skipSpace()
        guard parser.position == bytes.count else { throw JSONError(.trailingBytes, at: parser.position) }
        return parser.nodes
    }

    private init(bytes: UnsafeBufferPointer<UInt8>, isValidUTF8: Bool, limits: JSONLimits) {
        self.bytes = bytes
        self.isValidUTF8 = isValidUTF8
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

    private mutating func value() throws(JSONError) {
        values += 1
        guard values <= limits.values else { throw JSONError(.tooLarge, at: position) }
        let byte = try peek()
        switch byte {
        case UInt8(ascii: "{"): try object()
        case UInt8(ascii: "["): try array()
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "t"): try literal("true", .true)
        case UInt8(ascii: "f"): try literal("false", .false)
        case UInt8(ascii: "n"): try literal("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
        default: throw JSONError(.unexpectedByte, at: position)
        }
    }

    private mutating func literal(_ text: StaticString, _ kind: JSONDocument.Node.Kind) throws(JSONError) {
        for index in 0..<text.utf8CodeUnitCount {
            guard position < bytes.count else { throw JSONError(.truncated, at: position) }
            guard bytes[position] == text.utf8Start[index] else { throw JSONError(.unexpectedByte, at: position) }
            position += 1
        }
        nodes.append(JSONDocument.Node(kind))
    }

    /// Parses the values of a container up to its closing bracket.
    private mutating func container(
        _ kind: JSONDocument.Node.Kind,
        endingWith bracket: UInt8,
        value: (inout JSONParser) throws(JSONError) -> Void
    ) throws(JSONError) {
        depth += 1
        guard depth <= limits.depth else { throw JSONError(.tooDeep, at: position) }
        position += 1
        let index = nodes.count
        nodes.append(JSONDocument.Node(kind))
        var count = 0
        if try peek() != bracket {
            while true {
                try value(&self)
                count += 1
                let byte = try peek()
                if byte == bracket { break }
                guard byte == UInt8(ascii: ",") else { throw JSONError(.unexpectedByte, at: position) }
                position += 1
            }
        }
        position += 1
        depth -= 1
        nodes[index].close(end: nodes.count, count: count)
    }

    private mutating func object() throws(JSONError) {
        try container(.object, endingWith: UInt8(ascii: "}")) { (parser) throws(JSONError) in
            guard try parser.peek() == UInt8(ascii: "\"") else {
                throw JSONError(.unexpectedByte, at: parser.position)
            }
            try parser.string()
            guard try parser.peek() == UInt8(ascii: ":") else { throw JSONError(.unexpectedByte, at: parser.position) }
            parser.position += 1
            try parser.value()
        }
    }

    private mutating func array() throws(JSONError) {
        try container(.array, endingWith: UInt8(ascii: "]")) { (parser) throws(JSONError) in try parser.value() }
    }

    private mutating func number() throws(JSONError) {
        let start = position
        if bytes[position] == UInt8(ascii: "-") { position += 1 }
        let integerStart = position
        try digits()
        if position - integerStart > 1, bytes[integerStart] == UInt8(ascii: "0") {
            throw JSONError(.unexpectedByte, at: integerStart + 1)
        }
        var isInteger = true
        var hasExponent = false
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            isInteger = false
            position += 1
            try digits()
        }
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            hasExponent = true
            position += 1
            if position < bytes.count, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
                position += 1
            }
            try digits()
        }
        if isInteger, let integer = integer(from: start, to: position) {
            nodes.append(JSONDocument.Node(integer) ?? JSONDocument.Node(.longInteger, at: start..<position))
            return
        }
        // A number of at most 308 digits, which is less than 1e308, is finite.
        if hasExponent || position - start > 308 {
            let text = UnsafeBufferPointer(rebasing: bytes[start..<position])
            guard JSONNumber.value(of: text) != nil else { throw JSONError(.numberOutOfRange, at: start) }
        }
        nodes.append(JSONDocument.Node(.number, at: start..<position))
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
    private mutating func string() throws(JSONError) {
        position += 1
        let start = position
        var isEscaped = false
        var isASCII = true
        while true {
            skipPlainText()
            guard position < bytes.count else { throw JSONError(.truncated, at: position) }
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""):
                let content = UnsafeBufferPointer(rebasing: bytes[start..<position])
                guard isASCII || isValidUTF8 || String(validUTF8: content) != nil else {
                    throw JSONError(.invalidUTF8, at: start)
                }
                nodes.append(JSONDocument.Node(isEscaped ? .escapedString : .string, at: start..<position))
                position += 1
                return
            case UInt8(ascii: "\\"):
                isEscaped = true
                position += 1
                try escape()
            case 0..<0x20: throw JSONError(.invalidString, at: position)
            default:
                if byte >= 0x80 { isASCII = false }
                position += 1
            }
        }
    }

    /// Skips bytes of a string that mean themselves, eight at a time: most of a text is strings. What is left are the last
    /// bytes of the text, the end of the string, escapes, control characters, and what is not known to be UTF-8.
    private mutating func skipPlainText() {
        let text = UnsafeRawBufferPointer(bytes)
        while text.count - position >= 8 {
            let word = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            let quotationMarks = word ^ (0x0101_0101_0101_0101 &* UInt64(UInt8(ascii: "\"")))
            let backslashes = word ^ (0x0101_0101_0101_0101 &* UInt64(UInt8(ascii: "\\")))
            // Subtracting 1 from each byte sets the top bit of a byte that is zero; subtracting 0x20, that of a byte below it. The
            // borrow may set further bits, but only above the first one.
            let found =
                (quotationMarks &- 0x0101_0101_0101_0101) & ~quotationMarks
                | (backslashes &- 0x0101_0101_0101_0101) & ~backslashes
                | (word &- 0x2020_2020_2020_2020) & ~word
                | (isValidUTF8 ? 0 : word)
            let first = (found & 0x8080_8080_8080_8080).trailingZeroBitCount / 8
            position += first
            guard first == 8 else { return }
        }
    }

    /// Checks the rest of an escape.
    private mutating func escape() throws(JSONError) {
        guard position < bytes.count else { throw JSONError(.truncated, at: position) }
        let byte = bytes[position]
        guard JSONEscapes.isValid(byte) else { throw JSONError(.invalidString, at: position) }
        position += 1
        guard byte == UInt8(ascii: "u") else { return }
        guard bytes.count - position >= 4 else { throw JSONError(.truncated, at: bytes.count) }
        for _ in 0..<4 {
            guard JSONEscapes.hexadecimalDigit(bytes[position]) != nil else {
                throw JSONError(.invalidString, at: position)
            }
            position += 1
        }
    }
}
