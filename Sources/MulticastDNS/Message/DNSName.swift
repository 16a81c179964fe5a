// SPDX-License-Identifier: Apache-2.0

/// A domain name: a sequence of labels of 1 to 63 arbitrary bytes, at most 255 bytes in total.
///
/// Comparison ignores the case of ASCII letters (RFC 6762 section 16). The original spelling is kept for encoding and
/// display.
public struct DNSName: Sendable {
    /// The labels, each preceded by its length, without the terminating zero of the root.
    public let wireBytes: [UInt8]

    /// `wireBytes` with ASCII letters in lowercase. It shares storage with `wireBytes` if that has no uppercase letter.
    /// Length bytes are at most 63, so they are not affected by case folding.
    let foldedBytes: [UInt8]

    /// The hash of `foldedBytes`, computed once because names are looked up often. Swift seeds hashes per process, so
    /// other hosts cannot construct colliding names.
    private let foldedHash: Int

    /// The maximum size of a name in bytes, without the terminating zero.
    static let byteLimit = 254

    /// The root name, which has no labels.
    public static let root = DNSName(validWireBytes: [])

    /// Creates a name from bytes that are known to be well formed.
    init(validWireBytes bytes: [UInt8]) {
        wireBytes = bytes
        foldedBytes = bytes.contains(where: Self.isUpperCase) ? bytes.map(Self.folded) : bytes
        var hasher = Hasher()
        foldedBytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        foldedHash = hasher.finalize()
    }

    /// Creates a name from labels. Labels are not parsed: a dot in a label remains part of it.
    ///
    /// - Throws: `labelTooLong`, `emptyLabel` or `nameTooLong`.
    public init(labels: some Sequence<String>) throws(DNSFormatError) {
        var bytes: [UInt8] = []
        for label in labels {
            try Self.append(Array(label.utf8), to: &bytes)
        }
        self.init(validWireBytes: bytes)
    }

    /// Returns the name with one more label in front.
    ///
    /// - Throws: `labelTooLong`, `emptyLabel` or `nameTooLong`.
    public func prepending(_ label: String) throws(DNSFormatError) -> DNSName {
        var bytes: [UInt8] = []
        try Self.append(Array(label.utf8), to: &bytes)
        guard bytes.count + wireBytes.count <= Self.byteLimit else {
            throw DNSFormatError(.nameTooLong, at: bytes.count)
        }
        return DNSName(validWireBytes: bytes + wireBytes)
    }

    static func append(_ label: [UInt8], to bytes: inout [UInt8]) throws(DNSFormatError) {
        guard !label.isEmpty else { throw DNSFormatError(.emptyLabel, at: bytes.count) }
        guard label.count <= 63 else { throw DNSFormatError(.labelTooLong, at: bytes.count) }
        guard bytes.count + 1 + label.count <= byteLimit else { throw DNSFormatError(.nameTooLong, at: bytes.count) }
        bytes.append(UInt8(label.count))
        bytes.append(contentsOf: label)
    }

    /// The labels, in order.
    public var labels: [[UInt8]] {
        var result: [[UInt8]] = []
        var position = 0
        while position < wireBytes.count {
            let end = position + 1 + Int(wireBytes[position])
            result.append(Array(wireBytes[position + 1..<end]))
            position = end
        }
        return result
    }

    /// The first label as text, with U+FFFD for invalid UTF-8; empty for the root.
    public var firstLabel: String {
        guard let length = wireBytes.first else { return "" }
        return String(decoding: wireBytes[1...Int(length)], as: UTF8.self)
    }

    /// The name without its first label. The parent of the root is the root.
    public var parent: DNSName {
        guard let length = wireBytes.first else { return self }
        return DNSName(validWireBytes: Array(wireBytes[(1 + Int(length))...]))
    }

    /// Whether this name equals `other` or is a subdomain of it.
    public func isWithin(_ other: DNSName) -> Bool {
        let start = foldedBytes.count - other.foldedBytes.count
        guard start >= 0, foldedBytes[start...].elementsEqual(other.foldedBytes) else { return false }
        var position = 0
        while position < start {
            position += 1 + Int(foldedBytes[position])
        }
        return position == start
    }

    static func isUpperCase(_ byte: UInt8) -> Bool {
        byte >= 0x41 && byte <= 0x5A
    }

    static func folded(_ byte: UInt8) -> UInt8 {
        isUpperCase(byte) ? byte | 0x20 : byte
    }
}

extension DNSName: Hashable {
    public static func == (left: DNSName, right: DNSName) -> Bool {
        left.foldedHash == right.foldedHash && left.foldedBytes == right.foldedBytes
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(foldedHash)
    }
}

extension DNSName: CustomStringConvertible {
    /// Parses a name in text form: labels separated by dots, with an optional trailing dot. `\.` and `\\` stand for a
    /// dot and a backslash inside a label, `\DDD` for a byte in decimal (RFC 1035 section 5.1).
    ///
    /// Escapes exist in the text form only. In a message, a backslash is an ordinary byte.
    ///
    /// - Throws: `escape`, `labelTooLong`, `emptyLabel` or `nameTooLong`.
    public init(_ text: String) throws(DNSFormatError) {
        var bytes: [UInt8] = []
        var label: [UInt8] = []
        let input = Array(text.utf8)
        var position = 0
        while position < input.count {
            let byte = input[position]
            switch byte {
            case UInt8(ascii: "."):
                let isLoneRoot = input.count == 1
                if isLoneRoot { break }
                try Self.append(label, to: &bytes)
                label.removeAll(keepingCapacity: true)
                position += 1
                continue
            case UInt8(ascii: "\\"):
                label.append(try Self.unescape(input, &position))
            default:
                label.append(byte)
            }
            position += 1
        }
        if !label.isEmpty {
            try Self.append(label, to: &bytes)
        }
        self.init(validWireBytes: bytes)
    }

    /// Returns the byte that the escape at `position` represents, and moves `position` to the escape's last byte.
    private static func unescape(_ input: [UInt8], _ position: inout Int) throws(DNSFormatError) -> UInt8 {
        let start = position
        guard position + 1 < input.count else { throw DNSFormatError(.escape, at: start) }
        position += 1
        guard isDigit(input[position]) else { return input[position] }
        guard position + 2 < input.count, isDigit(input[position + 1]), isDigit(input[position + 2]) else {
            throw DNSFormatError(.escape, at: start)
        }
        let digits = input[position...position + 2].map { Int($0 - UInt8(ascii: "0")) }
        position += 2
        guard let byte = UInt8(exactly: digits[0] * 100 + digits[1] * 10 + digits[2]) else {
            throw DNSFormatError(.escape, at: start)
        }
        return byte
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    /// The name in the text form that ``init(_:)`` parses, without a trailing dot; "." for the root.
    public var description: String {
        guard !wireBytes.isEmpty else { return "." }
        return plainDescription ?? labels.map(Self.escaped).joined(separator: ".")
    }

    /// The text form of a name without escapes, as nearly all are: its bytes, with dots instead of the lengths.
    private var plainDescription: String? {
        var text = wireBytes
        var position = 0
        while position < text.count {
            let end = position + 1 + Int(text[position])
            guard text[position + 1..<end].allSatisfy(Self.isPlain) else { return nil }
            text[position] = UInt8(ascii: ".")
            position = end
        }
        return String(decoding: text[1...], as: UTF8.self)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: ".") && byte != UInt8(ascii: "\\")
    }

    private static func escaped(_ label: [UInt8]) -> String {
        if label.allSatisfy(isPlain) { return String(decoding: label, as: UTF8.self) }
        // Valid UTF-8 is shown as text, anything else byte by byte. Invalid bytes are repaired, so that the text differs.
        let text = String(decoding: label, as: UTF8.self)
        guard text.utf8.elementsEqual(label) else {
            return label.map { escaped(Unicode.Scalar($0), isASCIIOnly: true) }.joined()
        }
        return text.unicodeScalars.map { escaped($0, isASCIIOnly: false) }.joined()
    }

    private static func escaped(_ scalar: Unicode.Scalar, isASCIIOnly: Bool) -> String {
        switch scalar {
        case ".": "\\."
        case "\\": "\\\\"
        case _ where scalar.value < 0x20 || scalar.value == 0x7F || (isASCIIOnly && scalar.value > 0x7F):
            "\\" + String(repeating: "0", count: 3 - String(scalar.value).count) + String(scalar.value)
        default: String(scalar)
        }
    }
}
