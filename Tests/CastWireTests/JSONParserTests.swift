// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@Suite("JSON parser")
struct JSONParserTests {
    private func value(_ text: String) throws -> JSONValue { try JSONValue(parsing: text) }

    private func error(_ text: String, limits: JSONLimits = .payload) -> JSONError? {
        #expect(throws: JSONError.self, "\(text.prefix(60))") { try JSONValue(parsing: text, limits: limits) }
    }

    @Test(
        "All kinds of values",
        arguments: [
            ("null", JSONValue.null), ("true", .bool(true)), (" false ", .bool(false)), ("0", .integer(0)),
            ("-12", .integer(-12)), ("1.0", .number(1)), ("1.5e3", .number(1500)), ("1E-2", .number(0.01)),
            ("\"\"", .string("")), ("[]", .array([])), ("{}", .object(JSONObject())), ("[1,[2],{}]", [1, [2], [:]]),
            ("\t{ \"a\" : [ 1 , 2 ] }\r\n", ["a": [1, 2]]),
        ] as [(String, JSONValue)]
    )
    func kinds(_ text: String, _ expected: JSONValue) throws {
        #expect(try value(text) == expected)
    }

    @Test("Integers and fractional numbers keep their kind")
    func numberKinds() throws {
        for text in ["1", "1.0", "-0.0", "0.05000000074505806", "9223372036854775807", "-9223372036854775808"] {
            #expect(try value(text).jsonString == text)
        }
        #expect(try value("1") != value("1.0"))
        #expect(try value("9223372036854775808") == .number(9_223_372_036_854_775_808))
        #expect(try value("123456789012345678901234567890") == .number(123_456_789_012_345_677_877_719_597_056))
    }

    @Test("Minus zero keeps its sign")
    func minusZero() throws {
        let zero = try value("-0")
        guard case .number(let number) = zero else {
            Issue.record("-0 must be a double")
            return
        }
        #expect(number.sign == .minus)
        #expect(zero.jsonString == "-0.0")
    }

    @Test(
        "Numbers that JSON does not allow",
        arguments: [
            "01", "-", "-a", "1.", ".5", "+1", "1e", "1e+", "0x10", "NaN", "Infinity", "1_000", "--1", "00", "-01",
            "1.e1",
        ]
    )
    func badNumbers(_ text: String) {
        _ = error(text)
    }

    @Test("A number too large for a double is refused; one too small is zero")
    func range() throws {
        #expect(error("1e999")?.code == .numberOutOfRange)
        #expect(error("-1e999")?.code == .numberOutOfRange)
        #expect(try value("1e308") == .number(1e308))
        #expect(try value("5e-324").jsonString == "5e-324")
    }

    @Test(
        "Escapes",
        arguments: [
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9""#, "é"), (#""\uD83D\uDE00!""#, "😀!"),
            (#""a\u0000b""#, "a\0b"), ("\"エモリア紹介\"", "エモリア紹介"), (#""\u30A8\u30e2""#, "エモ"),
            // The first and the last surrogate pair.
            (#""\uD800\uDC00""#, "\u{10000}"), (#""\uDBFF\uDFFF""#, "\u{10FFFF}"),
        ]
    )
    func escapes(_ text: String, _ expected: String) throws {
        #expect(try value(text) == .string(expected))
    }

    @Test(
        "An unpaired surrogate becomes a replacement character",
        arguments: [
            (#""\uD83D""#, "\u{FFFD}"), (#""\uDE00""#, "\u{FFFD}"), (#""\uD83Dx""#, "\u{FFFD}x"),
            (#""\uD83D\n""#, "\u{FFFD}\n"), (#""\uD83D\u0041""#, "\u{FFFD}A"),
            (#""\uD83D\uE000""#, "\u{FFFD}\u{E000}"), (#""\uDC00\uDC00""#, "\u{FFFD}\u{FFFD}"),
            (#""\uD83D\uD83D\uDE00""#, "\u{FFFD}😀"),
        ]
    )
    func halfSurrogates(_ text: String, _ expected: String) throws {
        #expect(try value(text) == .string(expected))
    }

    @Test(
        "Invalid strings are refused",
        arguments: [
            ("\"\u{1}\"", JSONError.Code.invalidString), ("\"a\nb\"", .invalidString), (#""\x""#, .invalidString),
            (#""\u12G4""#, .invalidString), (#""\u12"#, .truncated), ("\"abc", .truncated), (#""abc\"#, .truncated),
            (#""abc\""#, .truncated), (#""\uD83D\u12"#, .truncated),
            // The end of the text right after a high surrogate and in the escape that could follow it.
            (#""\uD83D"#, .truncated), (#""\uD83D\"#, .truncated), (#""\uD83D\u"#, .truncated),
            ("\"a\\\\\u{2}\"", .invalidString),
        ]
    )
    func badStrings(_ text: String, _ code: JSONError.Code) {
        #expect(error(text)?.code == code)
    }

    @Test(
        "Invalid UTF-8 is refused in keys and values, with and without escapes",
        arguments: [
            [0x22, 0xFF, 0x22], [0x22, 0xC3, 0x28, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
            [0x22, 0x5C, 0x6E, 0xC0, 0x80, 0x22],
            [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D], [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22],
        ] as [[UInt8]]
    )
    func invalidUTF8(_ bytes: [UInt8]) {
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: bytes) }
        #expect(error?.code == .invalidUTF8)
    }

    @Test(
        "Invalid JSON is refused",
        arguments: [
            "", " ", "{", "}", "[", "]", ",", ":", "{]", "[}", "[1,]", "[,1]", "[1 2]", "{\"a\"}", "{\"a\":}",
            "{\"a\":1,}",
            "{a:1}", "{1:2}", "{\"a\" 1}", "{\"a\":1 \"b\":2}", "tru", "truth", "nul", "falsy", "'a'", "\u{FEFF}1",
            "[1", "{\"a\":1",
            "{\"a\"", "// 1", "1 // one", "undefined",
        ]
    )
    func noJSON(_ text: String) {
        _ = error(text)
    }

    @Test(
        "The error of a byte that is not allowed has its offset",
        arguments: [
            ("[1;", 2), (#"{"a":1;"#, 6), ("{1", 1), (#"{"a";"#, 4), ("[1:]", 2), ("[1:2]", 2), ("1:", 1), ("-:", 1),
            ("1.:", 2),
            ("1e:", 2), ("012", 1), ("nulL", 3), ("%", 0),
        ]
    )
    func unexpectedByte(_ text: String, _ offset: Int) {
        let code: JSONError.Code = text == "1:" ? .trailingBytes : .unexpectedByte
        #expect(error(text) == JSONError(code, at: offset))
    }

    @Test(
        "The error of a text that ends early has its length",
        arguments: [
            "", "[", "[1", "{", #"{"a"#, #"{"a""#, #"{"a":"#, #"{"a":1"#, "-", "1.", "1e", "1e+", "tru", #""a\"#,
            #""\u12"#,
        ]
    )
    func truncated(_ text: String) {
        #expect(error(text) == JSONError(.truncated, at: text.utf8.count))
    }

    @Test("Text after the value is refused")
    func trailingBytes() throws {
        #expect(error("1 2") == JSONError(.trailingBytes, at: 2))
        #expect(error("{}x")?.code == .trailingBytes)
        #expect(error("[]\0")?.code == .trailingBytes)
        #expect(try value("{} \n\t\r") == [:])
    }

    @Test("A nesting depth of 64 is accepted, 65 and a million are refused")
    func depth() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(try value(nested(64)).arrayValue?.count == 1)
        #expect(error(nested(65))?.code == .tooDeep)
        let objects = String(repeating: "{\"a\":", count: 65) + "1" + String(repeating: "}", count: 65)
        #expect(error(objects)?.code == .tooDeep)
        let bomb = String(repeating: "[", count: 1_000_000)
        #expect(error(bomb)?.code == .tooLarge)
        #expect(error(bomb, limits: JSONLimits(bytes: 1 << 21))?.code == .tooDeep)
    }

    @Test("Text beyond the size limit is refused without parsing")
    func size() throws {
        let fits = "\"" + String(repeating: "x", count: 65_534) + "\""
        #expect(try value(fits).stringValue?.count == 65_534)
        #expect(error(fits + " ") == JSONError(.tooLarge, at: 65_536))
    }

    @Test("Values beyond the limit are refused")
    func manyValues() throws {
        func list(_ count: Int) -> String { "[" + Array(repeating: "[]", count: count).joined(separator: ",") + "]" }
        #expect(try value(list(16_383)).arrayValue?.count == 16_383)
        #expect(error(list(16_384))?.code == .tooLarge)
    }

    @Test("For equal keys, the first position and the last value are kept, in small and large objects")
    func equalKeys() throws {
        #expect(try value(#"{"a":1,"b":2,"a":3}"#).jsonString == #"{"a":3,"b":2}"#)
        let members = (0..<100).map { "\"k\($0)\":\($0)" }
        let object = try #require(
            try value("{" + (members + ["\"k5\":-5", "\"k70\":-70", "\"k99\":-99"]).joined(separator: ",") + "}")
                .objectValue
        )
        #expect(object.keys == (0..<100).map { "k\($0)" })
        #expect(object["k5"] == -5)
        #expect(object["k70"] == -70)
        #expect(object["k99"] == -99)
        #expect(object["k98"] == 98)
    }

    @Test("Thousands of repeated keys are parsed in less than quadratic time")
    func manyKeys() throws {
        let keys = (0..<4000).map { "\"\(String($0, radix: 36))\":1" }
        let text = "{" + (keys + Array(repeating: keys[3999], count: 3000)).joined(separator: ",") + "}"
        var object = JSONObject()
        let duration = try ContinuousClock().measure { object = try value(text).objectValue ?? JSONObject() }
        #expect(object.count == 4000)
        // Fast machines need 10 ms in debug builds; comparing every pair would take seconds.
        #expect(duration < .seconds(2))
    }

    @Test("Nested containers keep their own members")
    func nesting() throws {
        let text = #"{"a":{"b":[1,{"c":[[],[2,3],{}]},4],"d":{}},"e":[{"f":1},{"f":2}],"g":null}"#
        let parsed = try value(text)
        #expect(parsed.jsonString == text)
        #expect(parsed["a"]?["b"]?[1]?["c"]?[1] == [2, 3])
        #expect(parsed["e"]?[1]?["f"] == 2)
        #expect(parsed["e"]?[2] == nil)
        #expect(parsed["nothing"] == nil)
    }

    @Test("Known words are parsed like other words")
    func longWords() throws {
        for word in [
            "supportedMediaCommands", "supportedMediaCommandz", "urn:x-cast:com.google.cast.media", "0123456789abcdef",
        ] {
            let parsed = try value("{\"\(word)\":\"\(word)\"}")
            #expect(parsed == .object([word: .string(word)]))
        }
    }

    /// Strings are read in parts of eight bytes.
    @Test("The end, an escape, and bytes that are not allowed are found at any position of a string")
    func positions() throws {
        for before in 0...20 {
            for after in 0...20 {
                func text(_ middle: [UInt8]) -> [UInt8] {
                    let plain = Array("!#[]~ \u{7F}abcdefghijklm".utf8)
                    return [0x22] + plain.prefix(before) + middle + plain.prefix(after) + [0x22]
                }
                func parsed(_ middle: [UInt8]) throws -> [UInt8] {
                    try Array(#require(try JSONValue(parsing: text(middle)).stringValue).utf8)
                }
                func error(_ middle: [UInt8]) -> JSONError? {
                    #expect(throws: JSONError.self) { try JSONValue(parsing: text(middle)) }
                }
                let plain = try parsed([])
                #expect(plain.count == before + after)
                for (written, read) in [
                    ("\\n", "\n"), ("\\u00e4", "ä"), ("ä", "ä"), ("漢字", "漢字"), ("\\\"\\\\", "\"\\"),
                ] {
                    let expected = Array(plain.prefix(before)) + Array(read.utf8) + Array(plain.suffix(after))
                    #expect(try parsed(Array(written.utf8)) == expected)
                    let string = String(decoding: text(Array(written.utf8)), as: UTF8.self)
                    #expect(try Array(value(string).stringValue?.utf8 ?? "".utf8) == expected)
                }
                #expect(error([0x22]) == JSONError(.trailingBytes, at: before + 2))
                for control in [0x00, 0x0A, 0x1F] as [UInt8] {
                    #expect(error([control]) == JSONError(.invalidString, at: before + 1))
                }
                #expect(error([0x5C, 0x78]) == JSONError(.invalidString, at: before + 2))
                for invalid in [[0x80], [0xFF], [0xC3, 0x28]] as [[UInt8]] {
                    #expect(error(invalid) == JSONError(.invalidUTF8, at: 1))
                }
            }
            let open = [0x22] + Array(repeating: UInt8(ascii: "x"), count: before)
            #expect(throws: JSONError(.truncated, at: before + 1)) { try JSONValue(parsing: open) }
        }
    }

    @Test("Random changes of a status never trap")
    func damage() {
        let text = Array(#"{"type":"MEDIA_STATUS","status":[{"a":1.5e3,"b":"\u00e9\n","c":[true,null,-0]}]}"#.utf8)
        var generator = SeededGenerator(seed: 11)
        var refused = 0
        for _ in 0..<20_000 {
            var bytes = text
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let index = Int.random(in: bytes.indices, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: index)
                default: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: index)
                }
            }
            do {
                let parsed = try JSONValue(parsing: bytes)
                #expect(try JSONValue(parsing: parsed.jsonBytes) == parsed)
            } catch {
                refused += 1
            }
        }
        #expect(refused > 10_000)
    }

    @Test("An error contains the offset")
    func description() {
        #expect(error("[1,x]").map(String.init(describing:)) == "invalid JSON: unexpectedByte at byte 3")
    }
}
