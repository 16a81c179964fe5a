// SPDX-License-Identifier: Apache-2.0

/// The error correction of QR codes: Reed–Solomon codes over GF(256) with the polynomial 0x11D.
enum ReedSolomon {
    /// Returns the error correction codewords for data.
    static func correction(of data: [UInt8], count: Int) -> [UInt8] {
        let generator = generator(count)
        var rest = [UInt8](repeating: 0, count: count)
        for byte in data {
            let factor = byte ^ rest.removeFirst()
            rest.append(0)
            for index in 0..<count { rest[index] ^= multiply(generator[index], factor) }
        }
        return rest
    }

    /// Returns the product of (x - 2^i) without its leading 1, highest power first.
    private static func generator(_ count: Int) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: count - 1) + [1]
        var root: UInt8 = 1
        for _ in 0..<count {
            for index in 0..<count {
                result[index] = multiply(result[index], root) ^ (index + 1 < count ? result[index + 1] : 0)
            }
            root = multiply(root, 2)
        }
        return result
    }

    static func multiply(_ first: UInt8, _ second: UInt8) -> UInt8 {
        var result = 0
        for bit in (0..<8).reversed() {
            result = result << 1 ^ (result >> 7) * 0x11D
            if second >> bit & 1 == 1 { result ^= Int(first) }
        }
        return UInt8(truncatingIfNeeded: result)
    }
}
