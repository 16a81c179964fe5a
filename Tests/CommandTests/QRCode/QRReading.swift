// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastCommand

/// Reads the text of a QR code from its modules without errors. Implemented independently of the encoder.
struct QRReading {
    let text: String

    private struct Unreadable: Error {}

    init(_ code: QRCode) throws {
        let side = code.side
        // The format information next to the upper left finder.
        var format = 0
        let formatModules =
            [(8, 0), (8, 1), (8, 2), (8, 3), (8, 4), (8, 5), (8, 7), (8, 8), (7, 8)] + (0..<6).map { (5 - $0, 8) }
        for (row, column) in formatModules { format = format << 1 | (code.isDark(row: row, column: column) ? 1 : 0) }
        format ^= 0b101_0100_0001_0010
        let level = format >> 13
        let mask = format >> 10 & 7
        guard level == (code.correction == .low ? 1 : 0), mask == code.mask else { throw Unreadable() }

        let centers: [Int] = code.version == 1 ? [] : [6, side - 7] + (code.version >= 7 ? [(side - 1) / 2] : [])
        func isFunction(_ row: Int, _ column: Int) -> Bool {
            if row == 6 || column == 6 { return true }
            if row < 9 && (column < 9 || column >= side - 8) || row >= side - 8 && column < 9 { return true }
            if code.version >= 7, (row < 6 && column >= side - 11) || (column < 6 && row >= side - 11) { return true }
            return centers.contains { y in
                centers.contains { x in
                    let isFinder = (y == 6 && x == 6) || (y == 6 && x == side - 7) || (y == side - 7 && x == 6)
                    return !isFinder && abs(row - y) <= 2 && abs(column - x) <= 2
                }
            }
        }
        func flips(_ i: Int, _ j: Int) -> Bool {
            [
                (i + j) % 2, i % 2, j % 3, (i + j) % 3, (i / 2 + j / 3) % 2, i * j % 2 + i * j % 3,
                (i * j % 2 + i * j % 3) % 2, (i * j % 3 + (i + j) % 2) % 2,
            ][mask] == 0
        }
        var bits: [Bool] = []
        var isUp = true
        for pair in stride(from: side - 1, to: 0, by: -2) {
            let right = pair <= 6 ? pair - 1 : pair
            for row in isUp ? Array((0..<side).reversed()) : Array(0..<side) {
                for column in [right, right - 1] where !isFunction(row, column) {
                    bits.append(code.isDark(row: row, column: column) != flips(row, column))
                }
            }
            isUp.toggle()
        }
        let codewords = stride(from: 0, to: bits.count - 7, by: 8).map { start in
            bits[start..<(start + 8)].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
        }
        // The blocks as (count, data codewords per block), from the table of the standard.
        let low = [
            [(1, 19)], [(1, 34)], [(1, 55)], [(1, 80)], [(1, 108)], [(2, 68)], [(2, 78)], [(2, 97)], [(2, 116)],
            [(2, 68), (2, 69)],
        ]
        let medium = [
            [(1, 16)], [(1, 28)], [(1, 44)], [(2, 32)], [(2, 43)], [(4, 27)], [(4, 31)], [(2, 38), (2, 39)],
            [(3, 36), (2, 37)], [(4, 43), (1, 44)],
        ]
        let groups = (level == 1 ? low : medium)[code.version - 1]
        let lengths = groups.flatMap { Array(repeating: $0.1, count: $0.0) }
        var blocks = lengths.map { _ in [Int]() }
        var position = 0
        for index in 0..<(lengths.max() ?? 0) {
            for block in blocks.indices where index < lengths[block] {
                blocks[block].append(codewords[position])
                position += 1
            }
        }
        let data = blocks.joined().flatMap { byte in (0..<8).reversed().map { byte >> $0 & 1 } }
        func number(_ start: Int, _ count: Int) -> Int { data[start..<(start + count)].reduce(0) { $0 << 1 | $1 } }
        guard number(0, 4) == 4 else { throw Unreadable() }
        let lengthBits = code.version < 10 ? 8 : 16
        let length = number(4, lengthBits)
        let bytes = (0..<length).map { UInt8(number(4 + lengthBits + $0 * 8, 8)) }
        guard let text = String(validUTF8: bytes) else { throw Unreadable() }
        self.text = text
    }
}
