// SPDX-License-Identifier: Apache-2.0

/// A QR code (ISO/IEC 18004) in byte mode, of version 1 to 10. Uses error correction level M if the text fits, else L.
struct QRCode: Sendable, Hashable {
    /// The number of modules per side.
    let side: Int
    let version: Int
    let correction: Correction
    let mask: Int
    /// The modules row by row; true is dark.
    private let modules: [Bool]

    enum Correction: Sendable, Hashable, CaseIterable {
        /// Level L: about 7 % of the codewords can be restored.
        case low
        /// Level M: about 15 % of the codewords can be restored.
        case medium

        /// The value in the format information.
        var bits: Int { self == .low ? 1 : 0 }
    }

    /// Encodes a text; nil if it has more than 271 bytes of UTF-8.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        let choices = [Correction.medium, .low].lazy.compactMap { correction in
            (1...10).first { bytes.count <= QRCapacity(version: $0, correction: correction).bytes }
                .map { ($0, correction) }
        }
        guard let (version, correction) = choices.first else { return nil }
        let capacity = QRCapacity(version: version, correction: correction)
        var grid = QRGrid(version: version)
        grid.place(capacity.codewords(for: bytes))
        let best = (0..<8).map { grid.masked($0, correction: correction) }.enumerated().min {
            ($0.element.penalty, $0.offset) < ($1.element.penalty, $1.offset)
        }
        guard let best else { return nil }
        side = grid.side
        self.version = version
        self.correction = correction
        mask = best.offset
        modules = best.element.dark
    }

    /// Returns whether a module is dark; modules outside of the code are light.
    func isDark(row: Int, column: Int) -> Bool {
        (0..<side).contains(row) && (0..<side).contains(column) && modules[row * side + column]
    }
}

extension QRCode {
    /// Returns lines for a terminal, with two modules per character and a quiet zone of four modules, which cameras
    /// need.
    ///
    /// - Parameter isColored: Whether to print black on white by color sequences. Otherwise light modules are drawn and
    ///   dark ones left blank, which is correct on a dark terminal. On a light one the code is inverted, which most
    ///   cameras read, too.
    func terminalLines(isColored: Bool) -> [String] {
        stride(from: -4, to: side + 4, by: 2).map { row in
            let characters = (-4..<(side + 4)).map { column -> Character in
                // The side is odd: the lower half of the last line is blank, which is light on white.
                let upper = isDark(row: row, column: column) == isColored
                let lower =
                    row + 1 < side + 4 ? isDark(row: row + 1, column: column) == isColored : false
                return upper ? (lower ? "█" : "▀") : lower ? "▄" : " "
            }
            let text = String(characters)
            return isColored ? "\u{1B}[38;5;16;48;5;231m\(text)\u{1B}[0m" : text
        }
    }
}

/// The division of the bytes of a QR code for a version and an error correction level.
struct QRCapacity {
    let version: Int
    let correction: QRCode.Correction

    /// The number of data and error correction codewords, by version.
    private static let totals = [26, 44, 70, 100, 134, 172, 196, 242, 292, 346]
    /// The error correction codewords per block and the number of blocks, by version (table 9 of ISO/IEC 18004).
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

    /// The number of bytes of text that fit.
    var bytes: Int { (dataCount * 8 - 4 - lengthBits) / 8 }

    /// Returns the data and error correction codewords in placement order.
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

    /// Returns the data codewords: mode, length, bytes, terminator and padding.
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
