/// A Swift value that a JSON value can stand for.
///
/// Reading is as tolerant as real devices and senders require (CASTV2 "numbers are numbers"): integers arrive as
/// `5.0` or `"5"`, booleans as `"false"`. What does not fit gives nil, never a trap; the raw value stays in the
/// ``WireObject`` it was read from. `null` counts as absent everywhere.
public protocol JSONConvertible: Sendable {
    init?(json: JSONValue)
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
    /// Elements that do not fit are left out: one bad track must not hide the others.
    public init?(json: JSONValue) {
        guard let elements = json.arrayValue else { return nil }
        self = elements.compactMap(Element.init(json:))
    }

    public var json: JSONValue { .array(map(\.json)) }
}

extension Dictionary: JSONConvertible where Key == String, Value: JSONConvertible {
    /// Members whose values do not fit are left out.
    public init?(json: JSONValue) {
        guard let object = json.objectValue else { return nil }
        self.init(minimumCapacity: object.count)
        for member in object.members { self[member.key] = Value(json: member.value) }
    }

    /// Keys are written in alphabetical order, so that equal dictionaries give equal text.
    public var json: JSONValue {
        .object(JSONObject(sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }))
    }
}
