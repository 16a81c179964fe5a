// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CastCommand

@Suite("Key decoder")
struct KeyDecoderTests {
    static let sequences: [(bytes: [UInt8], keys: [Key])] = [
        (Array(" mq".utf8), [.character(" "), .character("m"), .character("q")]),
        ([0x1B, 0x5B, 0x41, 0x1B, 0x5B, 0x42], [.up, .down]),
        ([0x1B, 0x4F, 0x43, 0x1B, 0x4F, 0x44], [.right, .left]),
        (Array("\u{1B}[1;5C".utf8), [.right]),
        (Array("\u{1B}[15~a".utf8), [.character("a")]),
        (Array("\u{1B}[200~".utf8), []),
        (Array("\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~\u{1B}OH".utf8), [.home, .end, .home, .end, .home]),
        ([0x09], [.tab]),
        ([0x0D, 0x0A, 0x7F, 0x08], [.enter, .enter, .backspace, .backspace]),
        (Array("é€🎬".utf8), [.character("é"), .character("€"), .character("🎬")]),
        ([0xFF, 0xC0, 0x80, 0x61], [.character("a")]),
        ([0xE2, 0x28], [.character("(")]),
        ([0xED, 0xA0, 0x80, 0x61], [.character("a")]),
        ([0x00, 0x01, 0x1A], []),
    ]

    @Test("bytes are decoded to keys", arguments: sequences)
    func whole(bytes: [UInt8], keys: [Key]) {
        var decoder = KeyDecoder()
        #expect(decoder.decode(bytes) == keys)
        #expect(!decoder.isPending)
    }

    @Test("the keys do not depend on how the bytes are split", arguments: sequences)
    func split(bytes: [UInt8], keys: [Key]) {
        for cut in bytes.indices {
            var decoder = KeyDecoder()
            #expect(decoder.decode(bytes[..<cut]) + decoder.decode(bytes[cut...]) == keys, "cut at \(cut)")
        }
        var decoder = KeyDecoder()
        #expect(bytes.flatMap { decoder.decode([$0]) } == keys)
    }

    @Test("a single ESC is a key after flush")
    func escape() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0x1B]) == [])
        #expect(decoder.isPending)
        #expect(decoder.flush() == [.escape])
        #expect(decoder.flush() == [])
        #expect(decoder.decode(Array("a".utf8)) == [.character("a")])
    }

    @Test("an incomplete sequence is dropped by flush")
    func half() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0x1B, 0x5B]) == [])
        #expect(decoder.flush() == [])
        #expect(decoder.decode(Array("A".utf8)) == [.character("A")])
    }

    @Test("an endless sequence does not use unlimited memory, and later keys are decoded")
    func noise() {
        var decoder = KeyDecoder()
        _ = decoder.decode([0x1B, 0x5B] + [UInt8](repeating: UInt8(ascii: "1"), count: 10_000))
        _ = decoder.flush()
        #expect(decoder.decode(Array("q".utf8)) == [.character("q")])
    }
}
