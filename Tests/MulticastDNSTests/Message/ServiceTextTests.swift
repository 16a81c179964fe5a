// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MulticastDNS

@Suite("TXT records")
struct ServiceTextTests {
    private func parsed(_ strings: [String]) throws -> ServiceText {
        let content = strings.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
        return try #require(ServiceText(recordContent: content))
    }

    @Test("Keys are case-insensitive, and the first of equal keys is used")
    func firstKeyWins() throws {
        let text = try parsed(["fn=First", "FN=Second", "id=1"])
        #expect(text.string(for: "Fn") == "First")
        #expect(text.entries.map(\.key) == ["fn", "id"])
    }

    @Test("A string without a key is ignored, and a missing value differs from an empty one")
    func distinguishesMissingValues() throws {
        let text = try parsed(["=nothing", "flag", "empty=", "a=b=c"])
        #expect(
            text.entries == [
                .init(key: "flag", value: nil), .init(key: "empty", value: []),
                .init(key: "a", value: Array("b=c".utf8)),
            ]
        )
        #expect(text["flag"] == nil)
        #expect(text["empty"] == [])
        #expect(text["nothing"] == nil)
        #expect(text[""] == nil)
        #expect(text.string(for: "a") == "b=c")
    }

    @Test("A key that is a prefix of another is distinct")
    func comparesWholeKeys() throws {
        let text = try parsed(["rs=Casting", "r=1", "rsx=2"])
        #expect(text.string(for: "r") == "1")
        #expect(text.string(for: "rs") == "Casting")
    }

    @Test("Keys must be printable ASCII, and values can have any bytes")
    func checksKeys() throws {
        let text = try #require(ServiceText(recordContent: [3, 0xC3, 0x3D, 0x41, 4, 0x6B, 0x3D, 0xFF, 0x00]))
        #expect(text.entries == [.init(key: "k", value: [0xFF, 0x00])])
        #expect(text.string(for: "k") == "\u{FFFD}\0")
    }

    @Test("A backslash in a value is not an escape")
    func doesNotUnescape() throws {
        #expect(try parsed(["fn=a\\032b"]).string(for: "fn") == "a\\032b")
    }

    @Test("Without pairs, the record is one empty string, which is parsed as no pairs")
    func writesEmptyRecord() throws {
        #expect(ServiceText.empty.recordContent == [0])
        #expect(ServiceText(recordContent: []) == .empty)
        #expect(try ServiceText([]).entries.isEmpty)
        #expect(ServiceText(recordContent: [0])?.entries.isEmpty == true)
    }

    @Test("A string that runs past the end is refused")
    func refusesOverrun() {
        #expect(ServiceText(recordContent: [5, 0x61]) == nil)
    }

    @Test("Pairs that do not fit are refused")
    func refusesLongPairs() throws {
        #expect(throws: DNSFormatError(.textTooLong, at: 0)) {
            try ServiceText(["k": String(repeating: "x", count: 254)])
        }
        #expect(try ServiceText(["k": String(repeating: "x", count: 253)]).entries.count == 1)
        // 256 strings of 256 bytes are one byte too many.
        let full = Array(repeating: ServiceText.Entry(key: "k", value: Array(repeating: 0x78, count: 253)), count: 255)
        let last = ServiceText.Entry(key: "k", value: Array(repeating: 0x78, count: 252))
        #expect(try ServiceText(full + [last]).recordContent.count == 65_535)
        #expect(throws: DNSFormatError(.textTooLong, at: 0)) { try ServiceText(full + [full[0]]) }
        #expect(throws: DNSFormatError(.escape, at: 0)) { try ServiceText(["a=b": "c"]) }
        #expect(throws: DNSFormatError(.escape, at: 0)) { try ServiceText(["": "c"]) }
        #expect(throws: DNSFormatError(.escape, at: 0)) { try ServiceText(["ä": "c"]) }
    }
}
