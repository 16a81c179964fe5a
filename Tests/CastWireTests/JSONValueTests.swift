import CastWire
import Foundation
import Testing

@Suite("JSON values")
struct JSONValueTests {
    @Test("Text is escaped where JSON demands it, and nowhere else")
    func escaping() {
        #expect(
            JSONValue.string("\"\\/\n\r\t\u{1}\u{1F}é😀\u{7F}").jsonString
                == "\"\\\"\\\\/\\n\\r\\t\\u0001\\u001fé😀\u{7F}\""
        )
    }

    @Test("What JSON cannot hold is written as null")
    func notANumber() {
        #expect(JSONValue.array([.number(.nan), .number(.infinity)]).jsonString == "[null,null]")
    }

    @Test(
        "Large and small numbers are read again as they were",
        arguments: [
            1e16, 1e21, 1e300, .leastNonzeroMagnitude, 0.1, 1.0 / 3, -2.5e-8, 123_456_789.123, 4_294_967_296.0,
        ]
    )
    func numbers(_ number: Double) throws {
        #expect(try JSONValue(parsing: JSONValue.number(number).jsonString) == .number(number))
    }

    @Test("The order of keys does not count for equality and hash, in small and large objects")
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
        "A large object is merged like a small one: known keys keep their place, new ones follow, the last value counts"
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
        "Numbers come as integers, fractions and strings",
        arguments: [
            JSONValue.integer(5), .number(5), .string("5"), .string("5.0"),
        ]
    )
    func tolerantNumbers(_ json: JSONValue) {
        #expect(Int(json: json) == 5)
        #expect(Double(json: json) == 5)
    }

    @Test(
        "What is no number is none",
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
        "A number with a fraction, or too large, is no integer",
        arguments: [
            JSONValue.number(1.5), .number(1e30), .number(.nan), .string("1e30"), .string("1.5"), .number(-1e19),
        ]
    )
    func noIntegers(_ json: JSONValue) {
        #expect(Int(json: json) == nil)
    }

    @Test("Booleans come as strings from VLC")
    func booleans() {
        #expect(Bool(json: true) == true)
        #expect(Bool(json: "false") == false)
        #expect(Bool(json: "true") == true)
        #expect(Bool(json: 1) == nil)
        #expect(Bool(json: "yes") == nil)
    }

    @Test("One bad element does not hide the others")
    func lists() {
        #expect([Int](json: [1, "2", "x", [:], 3.0]) == [1, 2, 3])
        #expect([Int](json: 1) == nil)
        #expect([String: Int](json: ["a": 1, "b": "x"]) == ["a": 1])
        #expect([String: Int](json: []) == nil)
        #expect(["b": 1, "a": 2].json.jsonString == #"{"a":2,"b":1}"#)
    }

    @Test(
        "Foundation's coders read and write values",
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

    @Test("Typed payloads go through Foundation's coders")
    func codablePayloads() throws {
        var status = MediaStatus(mediaSessionID: 4, playerState: .paused, currentTime: 12.5)
        status.fields["unknownKey"] = ["kept": true]
        let decoded = try JSONDecoder().decode(MediaStatus.self, from: try JSONEncoder().encode(status))
        #expect(decoded == status)
        #expect(decoded.playerState == .paused)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(MediaStatus.self, from: Data("[1]".utf8)) }
    }

    @Test("Errors name the key and what stood there")
    func payloadErrors() throws {
        let status = MediaStatus(fields: ["mediaSessionId": ["x": 1], "volume": nil])
        let wrong = #expect(throws: PayloadError.self) { try status.require("mediaSessionId", as: Int.self) }
        #expect(
            wrong.map(String.init(describing:)) == #"the payload's "mediaSessionId" has an unexpected type: {"x":1}"#
        )
        let missing = #expect(throws: PayloadError.self) { try status.require("volume", as: Volume.self) }
        #expect(missing == PayloadError(.missing, key: "volume"))
        #expect(try MediaStatus(fields: ["mediaSessionId": "3"]).require("mediaSessionId", as: Int.self) == 3)
    }
}
