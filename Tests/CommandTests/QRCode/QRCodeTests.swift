// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CastCommand

@Suite("QR code")
struct QRCodeTests {
    @Test("the error correction matches the example of the standard (1-M, text 01234567)")
    func reedSolomon() {
        let data: [UInt8] = [
            0x10, 0x20, 0x0C, 0x56, 0x61, 0x80, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11,
        ]
        #expect(
            ReedSolomon.correction(of: data, count: 10)
                == [0xA5, 0x24, 0xD4, 0xC1, 0xED, 0x36, 0xC7, 0x87, 0x2C, 0x55]
        )
    }

    @Test("format and version information match the examples of the standard")
    func information() {
        #expect(QRGrid.formatBits(.medium, mask: 5) == 0b100_0000_1100_1110)
        #expect(QRGrid.versionBits(7) == 0b00_0111_1100_1001_0100)
        // The 16 format values in use differ from each other in at least seven bits.
        let all = QRCode.Correction.allCases.flatMap { level in (0..<8).map { QRGrid.formatBits(level, mask: $0) } }
        for (index, first) in all.enumerated() {
            for other in all[(index + 1)...] { #expect((first ^ other).nonzeroBitCount >= 5) }
        }
    }

    @Test(
        "the smallest version that fits a text is used (table 7 of the standard)",
        arguments: [
            (0, 1), (14, 1), (15, 2), (26, 2), (27, 3), (42, 3), (43, 4), (62, 4), (63, 5), (84, 5), (85, 6), (106, 6),
            (107, 7), (122, 7), (123, 8), (152, 8), (153, 9), (180, 9), (181, 10), (213, 10),
        ]
    )
    func versions(length: Int, version: Int) throws {
        let code = try #require(QRCode(String(repeating: "a", count: length)))
        #expect(code.version == version)
        #expect(code.correction == .medium)
        #expect(code.side == 17 + 4 * version)
    }

    @Test(
        "a long text gets level L, and a text that is too long has no code",
        arguments: [(214, true), (271, true), (272, false)]
    )
    func long(length: Int, fits: Bool) {
        let code = QRCode(String(repeating: "a", count: length))
        #expect((code != nil) == fits)
        #expect((code?.correction ?? .low) == .low)
    }

    @Test("the text can be read back from the modules", arguments: [0, 1, 14, 40, 62, 84, 106, 150, 213, 271])
    func roundTrip(length: Int) throws {
        let letters = Array("http://192.168.1.23:8010/#token=Zq3_x-éß☂")
        let text = String((0..<length).map { letters[($0 * 7 + length) % 34] })
        let code = try #require(QRCode(text))
        #expect(try QRReading(code).text == text)
    }

    @Test("UTF-8 text can be read back")
    func unicode() throws {
        let text = "http://öffi.local/☂?a=1"
        #expect(try QRReading(try #require(QRCode(text))).text == text)
    }

    @Test("terminal lines have two modules per character and a quiet zone, with and without colors")
    func terminal() throws {
        let code = try #require(QRCode("http://127.0.0.1:8010/"))
        for isColored in [false, true] {
            let lines = code.terminalLines(isColored: isColored)
            #expect(lines.count == (code.side + 8 + 1) / 2)
            for (index, line) in lines.enumerated() {
                let cells = line.filter { "█▀▄ ".contains($0) }
                #expect(cells.count == code.side + 8)
                for (column, cell) in cells.enumerated() {
                    let upper = cell == "█" || cell == "▀"
                    #expect((upper == isColored) == code.isDark(row: index * 2 - 4, column: column - 4))
                    guard index * 2 - 3 < code.side + 4 else { continue }
                    let lower = cell == "█" || cell == "▄"
                    #expect((lower == isColored) == code.isDark(row: index * 2 - 3, column: column - 4))
                }
                #expect(line.hasPrefix("\u{1B}[") == isColored)
            }
        }
    }
}
