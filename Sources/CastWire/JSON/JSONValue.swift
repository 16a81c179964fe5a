/// A JSON value as it travels in a Cast message.
///
/// Integers and fractional numbers stay apart, and objects keep the order of their keys, so that what a device
/// sent is written again as it came: `1` never turns into `1.0`, and a float32's noise (`0.05000000074505806`)
/// survives.
///
/// Two values are equal when they have the same kind and content; the order of an object's keys does not count.
public enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    /// A number written without fraction and exponent that fits 64 bits.
    case integer(Int64)
    /// Any other number. Never NaN or infinite when it was parsed; such a value is written as `null`.
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

extension JSONValue {
    /// The object's members, or nil for any other kind.
    public var objectValue: JSONObject? {
        guard case .object(let object) = self else { return nil }
        return object
    }

    /// The array's elements, or nil for any other kind.
    public var arrayValue: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The text of a string, or nil for any other kind.
    public var stringValue: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// True for `null`.
    public var isNull: Bool {
        guard case .null = self else { return false }
        return true
    }

    /// The member of an object, or nil when this is no object or has no such key.
    public subscript(key: String) -> JSONValue? {
        objectValue?[key]
    }

    /// The element of an array, or nil when this is no array or the index is out of its bounds.
    public subscript(index: Int) -> JSONValue? {
        guard let elements = arrayValue, elements.indices.contains(index) else { return nil }
        return elements[index]
    }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(nilLiteral: ()) { self = .null }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(stringLiteral value: String) { self = .string(value) }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }
}

extension JSONValue: CustomStringConvertible {
    /// The value as compact JSON text.
    public var description: String { jsonString }
}
