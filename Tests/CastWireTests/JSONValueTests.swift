// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import Testing

@Suite("JSON values")
struct JSONValueTests {
    @Test("Text is escaped only where JSON requires it")
    func escaping() {
        #expect(
            JSONValue.string("\"\\/\n\r\t\u{1}\u{1F}é😀\u{7F}").jsonString
                == "\"\\\"\\\\/\\n\\r\\t\\u0001\\u001fé😀\u{7F}\""
        )
    }

    @Test("Values that JSON does not support are written as null")
    func notANumber() {
        #expect(JSONValue.array([.number(.nan), .number(.infinity)]).jsonString == "[null,null]")
    }

    @Test(
        "Large and small numbers round-trip",
        arguments: [
            1e16, 1e21, 1e300, .leastNonzeroMagnitude, 0.1, 1.0 / 3, -2.5e-8, 123_456_789.123, 4_294_967_296.0,
        ]
    )
    func numbers(_ number: Double) throws {
        #expect(try JSONValue(parsing: JSONValue.number(number).jsonString) == .number(number))
    }

    @Test("Equality and hash ignore the order of keys, in small and large objects")
    func unordered() {
        let forward: JSONObject = ["a": 1, "b": [2], "c": ["d": 3]]
        let backward: JSONObject = ["c": ["d": 3], "b": [2], "a": 1]
        #expect(forward == backward)
        #expect(forward.hashValue == backward.hashValue)
        #expect(forward != ["a": 1, "b": [2], "c": ["d": 4]])
        #expect(forward != ["a": 1, "b": [2]])
        let many = (0..<50).map { ("k\($0)", JSONValue.integer(Int64($0))) }
        #expect(JSONObject(many) == JSONObject(many.reversed()))
        #expect(JSONObject(many).hashValue == JSONObject(many.reversed()).hashValue)
        #expect(JSONObject(many) != JSONObject(many.reversed().map { ($0.0, $0.0 == "k7" ? 8 : $0.1) }))
    }

    @Test(
        "Merging keeps the order of existing keys and appends new ones, in small and large objects"
    )
    func merging() {
        for count in [3, 500] {
            let known = (0..<count).map { ("k\($0)", JSONValue.integer(0)) }
            let news =
                [("new", .integer(1))] + (0..<count).map { ("k\($0)", JSONValue.integer(2)) } + [("new", .integer(3))]
            var object = JSONObject(known)
            object.merge(JSONObject(news))
            #expect(object.keys == known.map(\.0) + ["new"])
            #expect(object["k0"] == 2)
            #expect(object["new"] == 3)
            #expect(JSONObject(news).keys.first == "new")
            #expect(JSONObject(news).count == count + 1)
        }
    }

    @Test("Members are replaced in place, appended and removed")
    func members() {
        var object: JSONObject = ["a": 1, "b": 2]
        object["a"] = 3
        object["c"] = nil
        object["d"] = 4
        object["b"] = nil
        #expect(object.jsonString == #"{"a":3,"d":4}"#)
        #expect(object.keys == ["a", "d"])
        object.merge(["d": 5, "e": 6])
        #expect(object.jsonString == #"{"a":3,"d":5,"e":6}"#)
        #expect(object.count == 3)
        #expect(!object.isEmpty)
    }

    @Test(
        "Integers, fractions and strings are converted to numbers",
        arguments: [
            JSONValue.integer(5), .number(5), .string("5"), .string("5.0"),
        ]
    )
    func tolerantNumbers(_ json: JSONValue) {
        #expect(Int(json: json) == 5)
        #expect(Double(json: json) == 5)
    }

    @Test(
        "Other values are not numbers",
        arguments: [
            JSONValue.null, .bool(true), .string(""), .string("five"), .string("nan"), .string("inf"), [], [:],
            .string(" 5"),
        ]
    )
    func noNumbers(_ json: JSONValue) {
        #expect(Int(json: json) == nil)
        #expect(Double(json: json) == nil)
    }

    @Test(
        "A fractional or too large number is not an integer",
        arguments: [
            JSONValue.number(1.5), .number(1e30), .number(.nan), .string("1e30"), .string("1.5"), .number(-1e19),
        ]
    )
    func noIntegers(_ json: JSONValue) {
        #expect(Int(json: json) == nil)
    }

    @Test("Booleans as strings, as VLC sends them, are accepted")
    func booleans() {
        #expect(Bool(json: true) == true)
        #expect(Bool(json: "false") == false)
        #expect(Bool(json: "true") == true)
        #expect(Bool(json: 1) == nil)
        #expect(Bool(json: "yes") == nil)
    }

    @Test("An invalid element does not affect the others")
    func lists() {
        #expect([Int](json: [1, "2", "x", [:], 3.0]) == [1, 2, 3])
        #expect([Int](json: 1) == nil)
        #expect([String: Int](json: ["a": 1, "b": "x"]) == ["a": 1])
        #expect([String: Int](json: []) == nil)
        #expect(["b": 1, "a": 2].json.jsonString == #"{"a":2,"b":1}"#)
    }

    @Test(
        "Values are encoded and decoded with Foundation's coders",
        arguments: [
            #"{"a":[1,-2.5,"x",true,false,null,{}],"b":{"c":[]},"d":123456789012}"#, "[]", "7", "\"text\"", "null",
        ]
    )
    func codable(_ text: String) throws {
        let value = try JSONValue(parsing: text)
        #expect(try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) == value)
        let encoded = try JSONEncoder().encode(value)
        #expect(try JSONValue(parsing: Array(encoded)) == value)
    }

    @Test("Typed payloads are encoded and decoded with Foundation's coders")
    func codablePayloads() throws {
        var status = MediaStatus(mediaSessionID: 4, playerState: .paused, currentTime: 12.5)
        status.fields["unknownKey"] = ["kept": true]
        let decoded = try JSONDecoder().decode(MediaStatus.self, from: try JSONEncoder().encode(status))
        #expect(decoded == status)
        #expect(decoded.playerState == .paused)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(MediaStatus.self, from: Data("[1]".utf8)) }
    }

    @Test("Errors contain the key and its value")
    func payloadErrors() throws {
        let status = MediaStatus(fields: ["mediaSessionId": ["x": 1], "volume": nil])
        let wrong = #expect(throws: PayloadError.self) { try status.require("mediaSessionId", as: Int.self) }
        #expect(
            wrong.map(String.init(describing:)) == #"the payload's "mediaSessionId" has an unexpected type: {"x":1}"#
        )
        let missing = #expect(throws: PayloadError.self) { try status.require("volume", as: CastVolume.self) }
        #expect(missing == PayloadError(.missing, key: "volume"))
        #expect(try MediaStatus(fields: ["mediaSessionId": "3"]).require("mediaSessionId", as: Int.self) == 3)
    }
}
