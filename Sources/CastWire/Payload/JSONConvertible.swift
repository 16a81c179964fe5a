// SPDX-License-Identifier: Apache-2.0

/// A Swift value that can be converted to and from a JSON value.
///
/// Reading tolerates the variants that real devices and senders produce: integers as `5.0` or `"5"`, booleans as
/// `"false"`. A value that cannot be converted becomes nil, and the raw value remains in the ``WireObject`` that
/// contains it. Properties of a ``WireObject`` treat `null` as absent.
public protocol JSONConvertible: Sendable {
    /// Creates a value from JSON; nil if the JSON value has another type.
    init?(json: JSONValue)
    /// The value as JSON.
    var json: JSONValue { get }
}

extension JSONValue: JSONConvertible {
    public init?(json: JSONValue) { self = json }
    public var json: JSONValue { self }
}

extension JSONObject: JSONConvertible {
    public init?(json: JSONValue) {
        guard let object = json.objectValue else { return nil }
        self = object
    }

    public var json: JSONValue { .object(self) }
}

extension String: JSONConvertible {
    public init?(json: JSONValue) {
        guard let text = json.stringValue else { return nil }
        self = text
    }

    public var json: JSONValue { .string(self) }
}

extension Bool: JSONConvertible {
    public init?(json: JSONValue) {
        switch json {
        case .bool(let flag): self = flag
        case .string("true"): self = true
        case .string("false"): self = false
        default: return nil
        }
    }

    public var json: JSONValue { .bool(self) }
}

extension Int: JSONConvertible {
    public init?(json: JSONValue) {
        switch json {
        case .integer(let integer): self.init(exactly: integer)
        case .number(let number): self.init(exactly: number)
        case .string(let text):
            if let integer = Int(text) {
                self = integer
            } else if let number = Double(text) {
                self.init(exactly: number)
            } else {
                return nil
            }
        default: return nil
        }
    }

    public var json: JSONValue { .integer(Int64(self)) }
}

extension Double: JSONConvertible {
    public init?(json: JSONValue) {
        switch json {
        case .integer(let integer): self = Double(integer)
        case .number(let number): self = number
        case .string(let text):
            guard let number = Double(text), number.isFinite else { return nil }
            self = number
        default: return nil
        }
    }

    public var json: JSONValue { .number(self) }
}

extension Array: JSONConvertible where Element: JSONConvertible {
    /// Creates an array from the elements that can be converted. An invalid track, for example, does not affect the
    /// others.
    public init?(json: JSONValue) {
        guard let elements = json.arrayValue else { return nil }
        self = elements.compactMap(Element.init(json:))
    }

    public var json: JSONValue { .array(map(\.json)) }
}

extension Dictionary: JSONConvertible where Key == String, Value: JSONConvertible {
    /// Creates a dictionary from the members whose values can be converted.
    public init?(json: JSONValue) {
        guard let object = json.objectValue else { return nil }
        self.init(minimumCapacity: object.count)
        for member in object.members { self[member.key] = Value(json: member.value) }
    }

    /// An object with sorted keys, so that equal dictionaries produce equal text.
    public var json: JSONValue {
        .object(JSONObject(sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }))
    }
}

/// A string constant of the protocol. Unknown values are accepted.
///
/// Reading normalizes the spelling, because some receivers write `buffered` instead of `BUFFERED`; the ``WireObject``
/// keeps the spelling that was received. Comparison is case-sensitive.
public protocol WireEnum: RawRepresentable, JSONConvertible, Hashable, CustomStringConvertible
where RawValue == String {
    /// Creates a value from the protocol's word, which need not be a known one.
    init(rawValue: String)

    /// Returns the protocol's spelling of a received string. Uppercase by default.
    static func spelling(of word: String) -> String
}

extension WireEnum {
    public static func spelling(of word: String) -> String { word.uppercased() }

    public init?(json: JSONValue) {
        guard let text = json.stringValue else { return nil }
        self.init(rawValue: Self.spelling(of: text))
    }

    public var json: JSONValue { .string(rawValue) }
    public var description: String { rawValue }
}

/// An integer constant of the protocol.
public protocol WireNumber: RawRepresentable, JSONConvertible, Hashable where RawValue == Int {}

extension WireNumber {
    /// Creates a value from a JSON integer, also written as `1.0` or `"1"`. Nil for other values and, if the type is an
    /// enumeration, for an undefined number.
    public init?(json: JSONValue) {
        guard let number = Int(json: json) else { return nil }
        self.init(rawValue: number)
    }

    public var json: JSONValue { rawValue.json }
}
