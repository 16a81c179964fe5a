import Testing

@testable import MulticastDNS

@Suite("TXT records")
struct ServiceTextTests {
    private func parsed(_ strings: [String]) throws -> ServiceText {
        let content = strings.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
        return try #require(ServiceText(recordContent: content))
    }

    @Test("Keys ignore case and the first of several wins")
    func firstKeyWins() throws {
        let text = try parsed(["fn=First", "FN=Second", "id=1"])
        #expect(text.string(for: "Fn") == "First")
        #expect(text.entries.map(\.key) == ["fn", "id"])
    }

    @Test("A string without a key is ignored, one without a value is not an empty value")
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

    @Test("A key that is the beginning of another is not mistaken for it")
    func comparesWholeKeys() throws {
        let text = try parsed(["rs=Casting", "r=1", "rsx=2"])
        #expect(text.string(for: "r") == "1")
        #expect(text.string(for: "rs") == "Casting")
    }

    @Test("Keys with bytes outside printable ASCII are no pairs, values may be anything")
    func checksKeys() throws {
        let text = try #require(ServiceText(recordContent: [3, 0xC3, 0x3D, 0x41, 4, 0x6B, 0x3D, 0xFF, 0x00]))
        #expect(text.entries == [.init(key: "k", value: [0xFF, 0x00])])
        #expect(text.string(for: "k") == "\u{FFFD}\0")
    }

    @Test("A backslash in a value is a backslash")
    func doesNotUnescape() throws {
        #expect(try parsed(["fn=a\\032b"]).string(for: "fn") == "a\\032b")
    }

    @Test("No pairs are one empty string on the wire, and read as none")
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
        #expect(throws: DNSFormatError(.escape, at: 0)) { try ServiceText(["a=b": "c"]) }
        #expect(throws: DNSFormatError(.escape, at: 0)) { try ServiceText(["": "c"]) }
        #expect(throws: DNSFormatError(.escape, at: 0)) { try ServiceText(["ä": "c"]) }
    }
}
