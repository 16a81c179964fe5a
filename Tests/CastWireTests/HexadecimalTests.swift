// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@Suite("Hexadecimal text")
struct HexadecimalTests {
    @Test("a byte becomes two digits, in lowercase unless requested otherwise")
    func text() {
        #expect(Hexadecimal.text([0, 9, 0xAB, 0xFF]) == "0009abff")
        #expect(Hexadecimal.text([0, 9, 0xAB, 0xFF], uppercase: true) == "0009ABFF")
        #expect(Hexadecimal.text([]) == "")
    }

    @Test("random text has two digits for each byte and differs each time")
    func random() {
        let texts = (0..<10).map { _ in Hexadecimal.random(bytes: 16, uppercase: true) }
        #expect(texts.allSatisfy { $0.count == 32 && $0.allSatisfy { $0.isHexDigit && !$0.isLowercase } })
        #expect(Set(texts).count == texts.count)
    }
}
