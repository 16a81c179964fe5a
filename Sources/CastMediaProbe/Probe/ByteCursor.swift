/// Reads numbers from bytes in order, and nothing beyond their end.
struct ByteCursor {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        self.bytes = bytes[...]
    }

    /// A number of up to eight bytes, the first the most significant.
    mutating func number(bytes count: Int) -> UInt64? {
        guard count <= 8, bytes.count >= count else { return nil }
        defer { bytes = bytes.dropFirst(count) }
        return bytes.prefix(count).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// A number of up to eight bytes, the first the least significant.
    mutating func littleEndianNumber(bytes count: Int) -> UInt64? {
        guard count <= 8, bytes.count >= count else { return nil }
        defer { bytes = bytes.dropFirst(count) }
        return bytes.prefix(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Four characters.
    mutating func code() -> String? {
        guard bytes.count >= 4 else { return nil }
        defer { bytes = bytes.dropFirst(4) }
        return String(decoding: bytes.prefix(4), as: UTF8.self)
    }

    mutating func skip(_ count: Int) {
        bytes = bytes.dropFirst(count)
    }
}
