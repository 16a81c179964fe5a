// SPDX-License-Identifier: Apache-2.0

/// A JSON value of a Cast message.
///
/// Integers are distinct from other numbers, and objects preserve the order of their keys, so that a received value is
/// written exactly as it was received: `1` does not become `1.0`, and the imprecision of a 32-bit float
/// (`0.05000000074505806`) is preserved.
///
/// Two values are equal if they have the same kind and content. The order of an object's keys is ignored.
public enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    /// A number without fraction and exponent that fits in 64 bits.
    case integer(Int64)
    /// Any other number. Parsed values are finite. NaN and infinity are written as `null`.
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

    /// Whether the value is `null`.
    public var isNull: Bool {
        guard case .null = self else { return false }
        return true
    }

    /// The member of an object; nil if this is not an object or the key is missing.
    public subscript(key: String) -> JSONValue? {
        objectValue?[key]
    }

    /// The element of an array; nil if this is not an array or the index is out of bounds.
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

extension JSONValue {
    /// Parses a JSON text.
    ///
    /// - Parameters:
    ///   - text: A text that contains a single value, followed only by white space.
    ///   - limits: The limits of the parser. Default: the limits of a payload in a Cast frame.
    /// - Throws: ``JSONError``.
    public init(parsing text: String, limits: JSONLimits = .payload) throws(JSONError) {
        self = try JSONDocument.value(parsing: text, limits: limits)
    }

    /// Parses a JSON text from UTF-8 bytes.
    ///
    /// - Throws: ``JSONError``, with ``JSONError/Code-swift.enum/invalidUTF8`` if the bytes are not valid UTF-8.
    public init(parsing bytes: [UInt8], limits: JSONLimits = .payload) throws(JSONError) {
        self = try JSONDocument.value(parsing: bytes, limits: limits)
    }

    /// The value as compact JSON text.
    public var jsonString: String {
        String(decoding: jsonBytes, as: UTF8.self)
    }

    /// The value as the UTF-8 bytes of compact JSON text.
    public var jsonBytes: [UInt8] {
        var writer = JSONWriter()
        writer.write(self)
        return writer.bytes
    }
}

extension JSONObject {
    /// The object as compact JSON text.
    public var jsonString: String { JSONValue.object(self).jsonString }
}

extension JSONValue: Codable {
    public init(from decoder: any Decoder) throws {
        if let keyed = try? decoder.container(keyedBy: JSONKey.self) {
            let members = try keyed.allKeys.map { key in
                JSONObject.Member(key: key.stringValue, value: try keyed.decode(JSONValue.self, forKey: key))
            }
            self = .object(JSONObject(uniqueMembers: members))
        } else if var elements = try? decoder.unkeyedContainer() {
            var array: [JSONValue] = []
            while !elements.isAtEnd { array.append(try elements.decode(JSONValue.self)) }
            self = .array(array)
        } else {
            self = try JSONValue(scalar: try decoder.singleValueContainer())
        }
    }

    private init(scalar container: any SingleValueDecodingContainer) throws {
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .bool(flag)
        } else if let integer = try? container.decode(Int64.self) {
            self = .integer(integer)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else {
            self = .string(try container.decode(String.self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let flag):
            var container = encoder.singleValueContainer()
            try container.encode(flag)
        case .integer(let integer):
            var container = encoder.singleValueContainer()
            try container.encode(integer)
        case .number(let number):
            var container = encoder.singleValueContainer()
            try container.encode(number)
        case .string(let text):
            var container = encoder.singleValueContainer()
            try container.encode(text)
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .object(let object):
            var container = encoder.container(keyedBy: JSONKey.self)
            for member in object.members { try container.encode(member.value, forKey: JSONKey(member.key)) }
        }
    }
}

/// A coding key for any string.
struct JSONKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ key: String) { stringValue = key }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
