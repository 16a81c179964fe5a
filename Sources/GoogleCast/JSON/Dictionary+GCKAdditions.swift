// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// The same lookups in a dictionary of Swift's; the original has them for Foundation's alone.
extension Dictionary where Key == String, Value == Any {
    /// The string of a key.
    public func gck_string(forKey key: String, withDefaultValue defaultValue: String?) -> String? {
        self[key] as? String ?? defaultValue
    }

    /// The string of a key, or nil.
    public func gck_string(forKey key: String) -> String? {
        gck_string(forKey: key, withDefaultValue: nil)
    }

    /// The whole number of a key; a fraction is cut off.
    public func gck_integer(forKey key: String, withDefaultValue defaultValue: Int) -> Int {
        (self[key] as? NSNumber)?.intValue ?? defaultValue
    }

    /// The whole number of a key, or 0.
    public func gck_integer(forKey key: String) -> Int {
        gck_integer(forKey: key, withDefaultValue: 0)
    }

    /// The whole number of a key; a fraction is cut off.
    public func gck_uinteger(forKey key: String, withDefaultValue defaultValue: UInt) -> UInt {
        (self[key] as? NSNumber)?.uintValue ?? defaultValue
    }

    /// The whole number of a key, or 0.
    public func gck_uinteger(forKey key: String) -> UInt {
        gck_uinteger(forKey: key, withDefaultValue: 0)
    }

    /// The number of a key.
    public func gck_double(forKey key: String, withDefaultValue defaultValue: Double) -> Double {
        (self[key] as? NSNumber)?.doubleValue ?? defaultValue
    }

    /// The number of a key, or 0.
    public func gck_double(forKey key: String) -> Double {
        gck_double(forKey: key, withDefaultValue: 0)
    }

    /// The boolean of a key; any number but 0 is true.
    public func gck_bool(forKey key: String, withDefaultValue defaultValue: Bool) -> Bool {
        (self[key] as? NSNumber)?.boolValue ?? defaultValue
    }

    /// The boolean of a key, or false.
    public func gck_bool(forKey key: String) -> Bool {
        gck_bool(forKey: key, withDefaultValue: false)
    }

    /// The dictionary of a key, or nil.
    public func gck_dictionary(forKey key: String) -> [AnyHashable: Any]? {
        self[key] as? [AnyHashable: Any]
    }

    /// The array of a key, or nil.
    public func gck_array(forKey key: String) -> [Any]? {
        self[key] as? [Any]
    }

    /// The address that the string of a key is, or nil.
    public func gck_url(forKey key: String) -> URL? {
        gck_string(forKey: key).flatMap { URL(string: $0) }
    }
}
