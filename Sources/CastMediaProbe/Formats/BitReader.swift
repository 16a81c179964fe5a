// SPDX-License-Identifier: Apache-2.0

/// A reader of bit fields, most significant bit first.
///
/// Reading beyond the end returns zeros and sets ``isExhausted``, so that a parser checks for truncation only once.
struct BitReader {
    private let bytes: [UInt8]
    private var position = 0
    /// Whether bits beyond the end were read.
    private(set) var isExhausted = false

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The number of bits that were not read yet.
    var remaining: Int { bytes.count * 8 - position }

    /// Reads an unsigned number of at most 32 bits.
    mutating func bits(_ count: Int) -> Int {
        guard count <= remaining else {
            isExhausted = true
            position = bytes.count * 8
            return 0
        }
        var value = 0
        for _ in 0..<count {
            value = value << 1 | Int(bytes[position / 8] >> (7 - UInt8(position % 8)) & 1)
            position += 1
        }
        return value
    }

    mutating func flag() -> Bool { bits(1) == 1 }

    mutating func skip(_ count: Int) {
        if count > remaining { isExhausted = true }
        position += min(count, remaining)
    }

    /// Reads an unsigned Exp-Golomb code (ITU-T H.264, section 9.1).
    mutating func golomb() -> Int {
        var zeros = 0
        while !isExhausted, !flag() {
            zeros += 1
        }
        guard !isExhausted, zeros <= 31 else {
            isExhausted = true
            return 0
        }
        return (1 << zeros) - 1 + bits(zeros)
    }

    /// Reads a signed Exp-Golomb code (ITU-T H.264, section 9.1.1).
    mutating func signedGolomb() -> Int {
        let code = golomb()
        return code % 2 == 1 ? code / 2 + 1 : -(code / 2)
    }
}
