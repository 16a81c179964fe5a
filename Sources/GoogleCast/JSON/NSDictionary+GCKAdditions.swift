// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

// Typed lookups. If a value is missing or has another class, the default is returned. `NSNull` is another class, and a
// string is never converted to a number.

#if canImport(ObjectiveC)
@objc
#endif
extension NSDictionary {
    /// Returns the string for a key.
    public func gck_string(forKey key: String, withDefaultValue defaultValue: String?) -> String? {
        self[key] as? String ?? defaultValue
    }

    /// Returns the string for a key, or nil.
    public func gck_string(forKey key: String) -> String? {
        gck_string(forKey: key, withDefaultValue: nil)
    }

    /// Returns the integer for a key. Fractions are truncated.
    public func gck_integer(forKey key: String, withDefaultValue defaultValue: Int) -> Int {
        (self[key] as? NSNumber)?.intValue ?? defaultValue
    }

    /// Returns the integer for a key, or 0.
    public func gck_integer(forKey key: String) -> Int {
        gck_integer(forKey: key, withDefaultValue: 0)
    }

    /// Returns the unsigned integer for a key. Fractions are truncated.
    public func gck_uinteger(forKey key: String, withDefaultValue defaultValue: UInt) -> UInt {
        (self[key] as? NSNumber)?.uintValue ?? defaultValue
    }

    /// Returns the unsigned integer for a key, or 0.
    public func gck_uinteger(forKey key: String) -> UInt {
        gck_uinteger(forKey: key, withDefaultValue: 0)
    }

    /// Returns the number for a key.
    public func gck_double(forKey key: String, withDefaultValue defaultValue: Double) -> Double {
        (self[key] as? NSNumber)?.doubleValue ?? defaultValue
    }

    /// Returns the number for a key, or 0.
    public func gck_double(forKey key: String) -> Double {
        gck_double(forKey: key, withDefaultValue: 0)
    }

    /// Returns the Boolean for a key. Any number except 0 is true.
    public func gck_bool(forKey key: String, withDefaultValue defaultValue: Bool) -> Bool {
        (self[key] as? NSNumber)?.boolValue ?? defaultValue
    }

    /// Returns the Boolean for a key, or false.
    public func gck_bool(forKey key: String) -> Bool {
        gck_bool(forKey: key, withDefaultValue: false)
    }

    /// Returns the dictionary for a key, or nil.
    public func gck_dictionary(forKey key: String) -> [AnyHashable: Any]? {
        (self[key] as? NSDictionary) as? [AnyHashable: Any]
    }

    /// Returns the array for a key, or nil.
    public func gck_array(forKey key: String) -> [Any]? {
        self[key] as? [Any]
    }

    /// Returns the string for a key as a URL, or nil.
    public func gck_url(forKey key: String) -> URL? {
        gck_string(forKey: key).flatMap { URL(string: $0) }
    }
}

#if canImport(ObjectiveC)
@objc
#endif
extension NSMutableDictionary {
    /// Sets a string.
    public func gck_setStringValue(_ value: String, forKey key: String) {
        self[key] = value
    }

    /// Sets an integer.
    public func gck_setIntegerValue(_ value: Int, forKey key: String) {
        self[key] = NSNumber(value: value)
    }

    /// Sets an unsigned integer.
    public func gck_setUIntegerValue(_ value: UInt, forKey key: String) {
        self[key] = NSNumber(value: value)
    }

    /// Sets a number.
    public func gck_setDoubleValue(_ value: Double, forKey key: String) {
        self[key] = NSNumber(value: value)
    }

    /// Sets a Boolean, which is written to JSON as `true` or `false`.
    public func gck_setBoolValue(_ value: Bool, forKey key: String) {
        self[key] = NSNumber(value: value)
    }
}

/// The lookups of `NSDictionary` for Swift dictionaries. The original framework has them for `NSDictionary` only.
extension Dictionary where Key == String, Value == Any {
    /// Returns the string for a key.
    public func gck_string(forKey key: String, withDefaultValue defaultValue: String?) -> String? {
        self[key] as? String ?? defaultValue
    }

    /// Returns the string for a key, or nil.
    public func gck_string(forKey key: String) -> String? {
        gck_string(forKey: key, withDefaultValue: nil)
    }

    /// Returns the integer for a key. Fractions are truncated.
    public func gck_integer(forKey key: String, withDefaultValue defaultValue: Int) -> Int {
        (self[key] as? NSNumber)?.intValue ?? defaultValue
    }

    /// Returns the integer for a key, or 0.
    public func gck_integer(forKey key: String) -> Int {
        gck_integer(forKey: key, withDefaultValue: 0)
    }

    /// Returns the unsigned integer for a key. Fractions are truncated.
    public func gck_uinteger(forKey key: String, withDefaultValue defaultValue: UInt) -> UInt {
        (self[key] as? NSNumber)?.uintValue ?? defaultValue
    }

    /// Returns the unsigned integer for a key, or 0.
    public func gck_uinteger(forKey key: String) -> UInt {
        gck_uinteger(forKey: key, withDefaultValue: 0)
    }

    /// Returns the number for a key.
    public func gck_double(forKey key: String, withDefaultValue defaultValue: Double) -> Double {
        (self[key] as? NSNumber)?.doubleValue ?? defaultValue
    }

    /// Returns the number for a key, or 0.
    public func gck_double(forKey key: String) -> Double {
        gck_double(forKey: key, withDefaultValue: 0)
    }

    /// Returns the Boolean for a key. Any number except 0 is true.
    public func gck_bool(forKey key: String, withDefaultValue defaultValue: Bool) -> Bool {
        (self[key] as? NSNumber)?.boolValue ?? defaultValue
    }

    /// Returns the Boolean for a key, or false.
    public func gck_bool(forKey key: String) -> Bool {
        gck_bool(forKey: key, withDefaultValue: false)
    }

    /// Returns the dictionary for a key, or nil.
    public func gck_dictionary(forKey key: String) -> [AnyHashable: Any]? {
        self[key] as? [AnyHashable: Any]
    }

    /// Returns the array for a key, or nil.
    public func gck_array(forKey key: String) -> [Any]? {
        self[key] as? [Any]
    }

    /// Returns the string for a key as a URL, or nil.
    public func gck_url(forKey key: String) -> URL? {
        gck_string(forKey: key).flatMap { URL(string: $0) }
    }
}
