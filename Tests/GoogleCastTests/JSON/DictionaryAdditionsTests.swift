// SPDX-License-Identifier: Apache-2.0

import Foundation
import GoogleCast
import Testing

@Suite("Typed lookups in dictionaries, and timers")
struct DictionaryAdditionsTests {
    private let dictionary: NSDictionary = [
        "text": "x", "number": NSNumber(value: -2.75), "flag": NSNumber(value: true), "null": NSNull(),
        "list": [1, 2] as NSArray, "object": ["a": 1] as NSDictionary, "url": "https://example.com/a",
        "three": NSNumber(value: 3), "digits": "12",
    ]

    @Test("U15 a value of the right class is returned")
    func found() {
        #expect(dictionary.gck_string(forKey: "text") == "x")
        #expect(dictionary.gck_integer(forKey: "number") == -2 && dictionary.gck_double(forKey: "number") == -2.75)
        #expect(dictionary.gck_integer(forKey: "flag") == 1 && dictionary.gck_bool(forKey: "three"))
        #expect(dictionary.gck_uinteger(forKey: "three") == 3 && dictionary.gck_bool(forKey: "flag"))
        #expect(dictionary.gck_array(forKey: "list")?.count == 2)
        #expect(dictionary.gck_dictionary(forKey: "object")?["a"] as? Int == 1)
    }

    @Test(
        "U15 a missing value, a value of another class and null give the default",
        arguments: ["none", "null", "list"]
    )
    func defaults(_ key: String) {
        #expect(dictionary.gck_string(forKey: key) == nil)
        #expect(dictionary.gck_string(forKey: key, withDefaultValue: "d") == "d")
        #expect(dictionary.gck_integer(forKey: key) == 0)
        #expect(dictionary.gck_integer(forKey: key, withDefaultValue: 7) == 7)
        #expect(dictionary.gck_uinteger(forKey: key) == 0)
        #expect(dictionary.gck_uinteger(forKey: key, withDefaultValue: 7) == 7)
        #expect(dictionary.gck_double(forKey: key) == 0)
        #expect(dictionary.gck_double(forKey: key, withDefaultValue: 7.5) == 7.5)
        #expect(!dictionary.gck_bool(forKey: key) && dictionary.gck_bool(forKey: key, withDefaultValue: true))
        #expect(dictionary.gck_dictionary(forKey: key) == nil && dictionary.gck_url(forKey: key) == nil)
        if key != "list" { #expect(dictionary.gck_array(forKey: key) == nil) }
    }

    @Test("U15 strings of digits are not converted to numbers, nor numbers to strings")
    func noConversion() {
        #expect(dictionary.gck_integer(forKey: "digits") == 0 && dictionary.gck_double(forKey: "digits") == 0)
        #expect(dictionary.gck_string(forKey: "three") == nil && dictionary.gck_array(forKey: "text") == nil)
        #expect(dictionary.gck_dictionary(forKey: "text") == nil)
    }

    @Test("U15 a Swift dictionary gives the same results as a Foundation one")
    func swiftDictionary() throws {
        let swift = try #require(dictionary as? [String: Any])
        for key in ["text", "number", "flag", "null", "list", "object", "url", "three", "digits", "none"] {
            #expect(swift.gck_string(forKey: key) == dictionary.gck_string(forKey: key))
            #expect(swift.gck_integer(forKey: key) == dictionary.gck_integer(forKey: key))
            #expect(swift.gck_double(forKey: key) == dictionary.gck_double(forKey: key))
            #expect(swift.gck_bool(forKey: key) == dictionary.gck_bool(forKey: key))
            #expect(swift.gck_array(forKey: key)?.count == dictionary.gck_array(forKey: key)?.count)
            #expect(swift.gck_dictionary(forKey: key)?.count == dictionary.gck_dictionary(forKey: key)?.count)
            #expect(swift.gck_url(forKey: key) == dictionary.gck_url(forKey: key))
        }
        #expect(
            swift.gck_uinteger(forKey: "three") == 3 && swift.gck_uinteger(forKey: "text", withDefaultValue: 1) == 1
        )
    }

    @Test("U16 a URL is read from a string only")
    func url() {
        #expect(dictionary.gck_url(forKey: "url") == URL(string: "https://example.com/a"))
        #expect(dictionary.gck_url(forKey: "three") == nil)
        #expect((["u": "http://["] as NSDictionary).gck_url(forKey: "u") == nil)
    }

    @Test("U17 values that were set are found, and a Boolean stays one in JSON")
    func setters() {
        let dictionary = NSMutableDictionary()
        dictionary.gck_setStringValue("x", forKey: "s")
        dictionary.gck_setIntegerValue(.min, forKey: "i")
        dictionary.gck_setUIntegerValue(.max, forKey: "u")
        dictionary.gck_setDoubleValue(2.5, forKey: "d")
        dictionary.gck_setBoolValue(true, forKey: "b")
        #expect(dictionary.gck_string(forKey: "s") == "x" && dictionary.gck_integer(forKey: "i") == .min)
        #expect(dictionary.gck_uinteger(forKey: "u") == .max && dictionary.gck_double(forKey: "d") == 2.5)
        #expect(dictionary.gck_bool(forKey: "b"))
        #expect(GCKJSONUtils.writeJSON(["b": dictionary["b"]!]) == "{\"b\":true}")
    }

    @MainActor
    @Test("U18 a timer does not retain its target, and is invalidated when the target is released")
    func timer() {
        final class Target { var count = 0 }
        var target: Target? = Target()
        weak let reference = target
        let timer = Timer.gck_scheduledTimer(withTimeInterval: 0.001, weakTarget: target!, repeats: true) {
            $0.count += 1
        }
        timer.fire()
        #expect(target?.count == 1 && timer.isValid)
        target = nil
        #expect(reference == nil)
        timer.fire()
        #expect(!timer.isValid)
    }
}
