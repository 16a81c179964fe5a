/// How the bytes of one version and correction are divided.
struct QRCapacity {
    let version: Int
    let correction: QRCode.Correction

    /// Of data and correction together, by version.
    private static let totals = [26, 44, 70, 100, 134, 172, 196, 242, 292, 346]
    /// Correction in each block, and how many blocks there are, by version (table 9 of the standard).
    private static let low = [(7, 1), (10, 1), (15, 1), (20, 1), (26, 1), (18, 2), (20, 2), (24, 2), (30, 2), (18, 4)]
    private static let medium = [
        (10, 1), (16, 1), (26, 1), (18, 2), (24, 2), (16, 4), (18, 4), (22, 4), (22, 5), (26, 5),
    ]

    private var blocks: (correction: Int, count: Int) {
        correction == .low ? Self.low[version - 1] : Self.medium[version - 1]
    }

    private var total: Int { Self.totals[version - 1] }
    private var dataCount: Int { total - blocks.correction * blocks.count }
    private var lengthBits: Int { version < 10 ? 8 : 16 }

    /// How many bytes of a text fit.
    var bytes: Int { (dataCount * 8 - 4 - lengthBits) / 8 }

    /// Data and correction in the order in which they are placed.
    func codewords(for bytes: [UInt8]) -> [UInt8] {
        let data = data(for: bytes)
        let short = dataCount / blocks.count
        let longBlocks = dataCount % blocks.count
        var place = 0
        var parts: [(data: [UInt8], correction: [UInt8])] = []
        for index in 0..<blocks.count {
            let length = short + (index >= blocks.count - longBlocks ? 1 : 0)
            let part = Array(data[place..<(place + length)])
            parts.append((part, ReedSolomon.correction(of: part, count: blocks.correction)))
            place += length
        }
        return interleaved(parts.map(\.data)) + interleaved(parts.map(\.correction))
    }

    private func interleaved(_ parts: [[UInt8]]) -> [UInt8] {
        (0..<(parts.map(\.count).max() ?? 0)).flatMap { index in
            parts.compactMap { index < $0.count ? $0[index] : nil }
        }
    }

    /// Mode, length, the bytes, an end, and what fills up.
    private func data(for bytes: [UInt8]) -> [UInt8] {
        var bits: [Bool] = []
        func append(_ value: Int, _ count: Int) {
            for bit in (0..<count).reversed() { bits.append(value >> bit & 1 == 1) }
        }
        append(0b0100, 4)
        append(bytes.count, lengthBits)
        for byte in bytes { append(Int(byte), 8) }
        append(0, min(4, dataCount * 8 - bits.count))
        append(0, (8 - bits.count % 8) % 8)
        var data = stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<(start + 8)].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        }
        while data.count < dataCount {
            data.append(0xEC)
            if data.count < dataCount { data.append(0x11) }
        }
        return data
    }
}
