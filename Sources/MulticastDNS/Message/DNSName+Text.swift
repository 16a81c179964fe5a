extension DNSName: CustomStringConvertible {
    /// Reads a name as people write it: labels joined by dots, an optional dot at the end, `\.` and `\\` for a dot and a
    /// backslash inside a label, `\DDD` for a byte in decimal (RFC 1035 section 5.1).
    ///
    /// Escapes exist in text alone. On the wire a backslash is an ordinary byte.
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

    /// The byte that the escape at `position` stands for; leaves `position` on the escape's last byte.
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

    /// The name in the text form that ``init(_:)`` reads, without a dot at the end; "." for the root.
    public var description: String {
        guard !wireBytes.isEmpty else { return "." }
        return labels.map(Self.escaped).joined(separator: ".")
    }

    private static func escaped(_ label: [UInt8]) -> String {
        let isPlain = label.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "\\") }
        if isPlain { return String(decoding: label, as: UTF8.self) }
        // Text that is UTF-8 is shown as it is; anything else byte by byte.
        guard let text = String(validating: label, as: UTF8.self) else {
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
