// SPDX-License-Identifier: Apache-2.0

import Foundation
import GoogleCast
import Testing

@Suite("JSON text and objects")
struct JSONUtilsTests {
    @Test(
        "U1 objects and arrays are parsed, other JSON values are not",
        arguments: [
            ("{\"a\":[1,2.5,true,null,\"x\"]}", true), ("[]", true), (" {} ", true), ("\"x\"", false), ("3", false),
            ("null", false), ("", false), ("{", false), ("{\"a\":}", false), ("[1] 2", false), ("{'a':1}", false),
        ]
    )
    func parse(_ text: String, _ isGood: Bool) {
        #expect((GCKJSONUtils.parseJSON(text) != nil) == isGood)
        #expect(((try? GCKJSONUtils.parseJSON(text, error: ())) != nil) == isGood)
        if !isGood { #expect(throws: (any Error).self) { try GCKJSONUtils.parseJSON(text, error: ()) } }
    }

    @Test("Parsed values can be used as Foundation objects and as Swift values")
    func types() throws {
        let object = try #require(
            GCKJSONUtils.parseJSON("{\"i\":5,\"d\":2.5,\"b\":true,\"s\":\"x\",\"n\":null,\"a\":[1]}")
        )
        let dictionary = try #require(object as? [String: Any])
        #expect(dictionary["i"] as? Int == 5 && dictionary["d"] as? Double == 2.5 && dictionary["b"] as? Bool == true)
        #expect(dictionary["s"] as? String == "x" && dictionary["n"] is NSNull && dictionary["a"] as? [Int] == [1])
        let foundation = try #require(object as? NSDictionary)
        #expect(foundation["i"] as? NSNumber == 5 && foundation["a"] as? NSArray == [1])
    }

    @Test(
        "U2 writing what was parsed gives equivalent JSON",
        arguments: [
            "{\"a\":{\"b\":[{}, [], \"\"]}}", "[\"ü€😀\\u0000\\n\\\"\\\\/\"]", "[9007199254740991,-9007199254740991]",
            "[-1.5e-7,1E10,-0.0,123456789.123]", "{\"\":0}", "[true,false,null]", "[9223372036854775807]",
        ]
    )
    func roundTrip(_ text: String) throws {
        let object = try #require(GCKJSONUtils.parseJSON(text))
        let written = GCKJSONUtils.writeJSON(object)
        #expect(GCKJSONUtils.isJSONString(written, equivalentTo: text))
        #expect(!written.contains(": ") && !written.contains(", "))
    }

    @Test("Keys are sorted, so equal objects give equal text")
    func sorted() {
        #expect(
            GCKJSONUtils.writeJSON(["b": 1, "a": [true, 2.0], "c": NSNull()]) == "{\"a\":[true,2.0],\"b\":1,\"c\":null}"
        )
    }

    @Test(
        "U3 key order is ignored, element order is not, and numbers are compared by value",
        arguments: [
            ("{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}", true), ("[1,2]", "[2,1]", false), ("[true]", "[1]", false),
            ("[false]", "[0]", false), ("[1]", "[1.0]", true), ("[1e2]", "[100]", true), ("[null]", "[]", false),
            ("{\"a\":null}", "{}", false), ("{\"a\":1,\"a\":2}", "{\"a\":2}", true), ("{}", "[]", false),
            ("[\"1\"]", "[1]", false), ("{\"a\":{\"b\":[1]}}", "{\"a\":{\"b\":[1.0]}}", true),
        ]
    )
    func equivalent(_ left: String, _ right: String, _ same: Bool) throws {
        #expect(GCKJSONUtils.isJSONString(left, equivalentTo: right) == same)
        #expect(GCKJSONUtils.isJSONString(right, equivalentTo: left) == same)
        let (first, second) = try (#require(GCKJSONUtils.parseJSON(left)), #require(GCKJSONUtils.parseJSON(right)))
        #expect(GCKJSONUtils.isJSONObject(first, equivalentTo: second) == same)
    }

    @Test("U4 invalid JSON is not equivalent to anything, not even to itself", arguments: ["{", "", "x", "1"])
    func broken(_ text: String) { #expect(!GCKJSONUtils.isJSONString(text, equivalentTo: text)) }

    @Test("Values that JSON cannot represent are written as an empty string")
    func unwritable() {
        let objects: [Any] = [
            "x", 3, NSNull(), Date(), [Date()], [1: 2], ["a": Double.nan], [Double.infinity], [URL(string: "a:b")!],
            NSObject(), [NSObject()], ["a": Data()],
        ]
        for object in objects { #expect(GCKJSONUtils.writeJSON(object) == "") }
        #expect(!GCKJSONUtils.isJSONObject(Date(), equivalentTo: Date()))
    }

    @Test("Numbers keep their kind, whatever class they have")
    func numbers() {
        let all: [Any] = [
            Int8(1), UInt64.max, Float(1.5), CGFloat(2.5), true, NSNumber(value: false), NSNumber(value: 1), 3.0,
            NSNumber(value: Int8(1)), Int64.min,
        ]
        #expect(
            GCKJSONUtils.writeJSON(all)
                == "[1,1.8446744073709552e+19,1.5,2.5,true,false,1,3.0,1,-9223372036854775808]"
        )
    }
}
