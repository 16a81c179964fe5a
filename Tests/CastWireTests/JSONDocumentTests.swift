// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@Suite("Objects that are read in place")
struct JSONDocumentTests {
    private func object(_ text: String) throws -> JSONObject {
        try #require(JSONValue(parsing: text).objectValue)
    }

    @Test("A key is found however it is written")
    func keys() throws {
        let object = try object(#"{"\u0061ppId":1,"a\/b":2,"Füße":3,"":4,"😀":5,"\ud83d\ude01":6}"#)
        #expect(["appId", "a/b", "Füße", "", "😀", "😁"].map { object[$0] } == [1, 2, 3, 4, 5, 6])
        #expect(object["app"] == nil)
        #expect(object["appIde"] == nil)
        #expect(object.keys == ["appId", "a/b", "Füße", "", "😀", "😁"])
    }

    @Test("Of equal keys, the last value is found, with either spelling")
    func equalKeys() throws {
        let object = try object(#"{"a":{"b":1},"c":[2],"\u0061":{"b":3,"b":4}}"#)
        #expect(object["a"]?["b"] == 4)
        #expect(object.members.map(\.key) == ["a", "c"])
        #expect(object == ["c": [2], "a": ["b": 4]])
    }

    @Test("Values after nested containers are found")
    func positions() throws {
        let object = try object(#" { "a" : [ { } , [ ] , [ { "z" : 1 } , 2 ] ] , "b" : { "c" : { } } , "d" : -0.5 } "#)
        #expect(object["a"] == [[:], [], [["z": 1], 2]])
        #expect(object["z"] == nil)
        #expect(object["b"]?.objectValue?.isEmpty == false)
        #expect(object["b"]?["c"]?.objectValue?.isEmpty == true)
        #expect(object["d"] == -0.5)
    }

    @Test(
        "Integers of any length are exact",
        arguments: [
            0, 1 << 59 - 1, 1 << 59, 1 << 60, 1 << 62, .max, -1, -1 << 59, -1 << 59 - 1, -1 << 60, -1 << 62, .min,
        ] as [Int64]
    )
    func integers(_ integer: Int64) throws {
        let object = try object(#"{"a":\#(integer)}"#)
        #expect(object["a"] == .integer(integer))
        #expect(object.jsonString == #"{"a":\#(integer)}"#)
        #expect(try object == self.object(#"{"a": \#(integer)}"#))
        #expect(try object != self.object(#"{"a":\#(integer &+ 1)}"#))
    }

    @Test("Numbers are finite, however they are written")
    func numbers() throws {
        let nines = String(repeating: "9", count: 308)
        let zeros = String(repeating: "0", count: 400)
        let object = try object(#"{"a":\#(nines),"b":-\#(nines).5,"c":0.\#(zeros)1,"d":1E+2,"e":-0,"f":1.50}"#)
        #expect(["a", "b", "c", "d", "f"].map { object[$0] } == [.number(1e308), .number(-1e308), 0.0, 100.0, 1.5])
        #expect(object["e"] == .number(-0.0))
        #expect(try object == self.object(#"{"a":1e308,"b":-1e308,"c":0.0,"d":100.0,"e":-0,"f":1.5}"#))
        for text in ["9\(nines)", "1\(zeros)", "-1\(zeros).0", "1e309", "-1e309"] {
            #expect(throws: JSONError(.numberOutOfRange, at: 1), "\(text)") { try JSONValue(parsing: "[\(text)]") }
        }
    }

    @Test("Numbers have the same value as in Swift, to the last bit")
    func nearestNumbers() throws {
        let digits = Array("0123456789")
        for _ in 0..<20_000 {
            func random(_ count: ClosedRange<Int>) -> String {
                String((0..<Int.random(in: count)).map { _ in digits.randomElement() ?? "0" })
            }
            let first = String(digits[Int.random(in: 1...9)])
            let exponent = Bool.random() ? "" : "e\(Int.random(in: -330...280))"
            let text = (Bool.random() ? "-" : "") + "\(first)\(random(0...17)).\(random(1...25))\(exponent)"
            let expected = try #require(Double(text))
            #expect(try JSONValue(parsing: text) == .number(expected), "\(text)")
        }
        for number in [0.1, 9_007_199_254_740_993.5, .leastNonzeroMagnitude, .greatestFiniteMagnitude] as [Double] {
            #expect(try JSONValue(parsing: "\(number)") == .number(number))
        }
    }

    @Test("A change does not affect other values of the same text")
    func changes() throws {
        let original = try object(#"{"status":{"volume":{"level":1}},"type":"A"}"#)
        var changed = original
        var status = try #require(original["status"]?.objectValue)
        status["volume"] = ["level": 0.5]
        changed["status"] = .object(status)
        changed["type"] = nil
        #expect(original.jsonString == #"{"status":{"volume":{"level":1}},"type":"A"}"#)
        #expect(changed.jsonString == #"{"status":{"volume":{"level":0.5}}}"#)
    }

    @Test(
        "Objects are equal whether they were parsed or built, in any order and spelling",
        arguments: [
            #"{"a":1,"b":"ä\n","c":[{"d":null}]}"#, #"{"c":[{"d":null}],"b":"\u00e4\u000a","a":1}"#,
            #" {"a" : 1, "b":"ä\n", "a": 1, "c":[ {"d" :null}]}"#,
        ]
    )
    func equality(_ text: String) throws {
        let (parsed, built): (JSONObject, JSONObject) = (
            try object(text), ["a": 1, "b": "ä\n", "c": [["d": nil]]]
        )
        #expect(parsed == built)
        #expect(try parsed == object(#"{"a":1,"b":"ä\n","c":[{"d":null}]}"#))
        #expect(parsed.hashValue == built.hashValue)
    }

    @Test(
        "A device that changes the innermost value of a deeply nested message does not block the sender",
        .timeLimit(.minutes(1)),
        arguments: [#"{"a":"#, #"{"b":0,"a":"#, #"{"a":[0,"#]
    )
    func nesting(_ opening: String) throws {
        let depth = opening.contains("[") ? 31 : 63
        let closing = opening.contains("[") ? "]}" : "}"
        func nested(_ value: String, _ opening: String) throws -> JSONObject {
            try object(String(repeating: opening, count: depth) + value + String(repeating: closing, count: depth))
        }
        let first = try nested("1", opening)
        #expect(try first != nested("2", opening))
        #expect(try first == nested("1", opening + " "))
        // In another order, at each level.
        if opening.hasPrefix(#"{"b""#) {
            let reordered =
                String(repeating: #"{"a":"#, count: depth) + "2" + String(repeating: #","b":0}"#, count: depth)
            #expect(try first != object(reordered))
        }
    }

    @Test(
        "Objects that differ in one place are not equal",
        arguments: [
            #"{"a":1,"b":["x"]}"#, #"{"a":1.0,"b":"x"}"#, #"{"a":1,"b":"y"}"#, #"{"a":1,"c":"x"}"#, #"{"a":1}"#,
            #"{"a":1,"b":"x","c":null}"#, #"{"a":1,"b":{"x":1}}"#, #"{"a":1,"b":null}"#, #"{"a":true,"b":"x"}"#,
        ]
    )
    func inequality(_ text: String) throws {
        #expect(try object(text) != object(#"{"a":1,"b":"x"}"#))
        #expect(try object(#"{"a":1,"b":"x"}"#) != object(text))
    }
}
