/// A domain name: a sequence of labels of 1 to 63 arbitrary bytes, at most 255 bytes in all.
///
/// Names are equal when they differ only in the case of ASCII letters (RFC 6762 section 16); the original spelling is
/// kept for writing and showing.
public struct DNSName: Sendable {
    /// The labels, each preceded by its length, without the closing zero of the root.
    public let wireBytes: [UInt8]

    /// `wireBytes` with ASCII letters in lower case. Shares storage with it when it has no upper-case letter. Length
    /// bytes are at most 63 and so never look like a letter.
    let foldedBytes: [UInt8]

    /// Hash of `foldedBytes`, computed once: a name is looked up many times. Seeded anew in every process, like all of
    /// Swift's hashes, so nobody can send names that collide.
    private let foldedHash: Int

    /// Most bytes of a name without the closing zero.
    static let byteLimit = 254

    /// The root, a name without labels.
    public static let root = DNSName(validWireBytes: [])

    /// Takes bytes already known to be well formed.
    init(validWireBytes bytes: [UInt8]) {
        wireBytes = bytes
        foldedBytes = bytes.contains(where: Self.isUpperCase) ? bytes.map(Self.folded) : bytes
        var hasher = Hasher()
        foldedBytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        foldedHash = hasher.finalize()
    }

    /// Joins labels to a name. A label is taken as it is: a dot in it stays a dot.
    ///
    /// - Throws: `labelTooLong`, `emptyLabel` or `nameTooLong`.
    public init(labels: some Sequence<String>) throws(DNSFormatError) {
        var bytes: [UInt8] = []
        for label in labels {
            try Self.append(Array(label.utf8), to: &bytes)
        }
        self.init(validWireBytes: bytes)
    }

    /// The same name with one more label in front.
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

    /// The labels, first one first.
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

    /// The first label as text, with U+FFFD where it is not UTF-8; empty for the root.
    public var firstLabel: String {
        guard let length = wireBytes.first else { return "" }
        return String(decoding: wireBytes[1...Int(length)], as: UTF8.self)
    }

    /// The name without its first label; the root stays the root.
    public var parent: DNSName {
        guard let length = wireBytes.first else { return self }
        return DNSName(validWireBytes: Array(wireBytes[(1 + Int(length))...]))
    }

    /// Whether this name is `other` or lies below it.
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
