/// A payload, or a part of one, that lives in a JSON object.
///
/// The object is the value; typed properties are views of its members. So whatever a device sent and this package
/// does not know (keys, enum strings, number forms) survives reading and writing unchanged, and a member whose
/// value has the wrong type reads as nil without being lost.
public protocol WireObject: JSONConvertible, Codable, Hashable {
    /// Every member as it was received or will be sent.
    var fields: JSONObject { get set }

    init(fields: JSONObject)
}

extension WireObject {
    /// Reads or writes one member; setting nil removes it.
    public subscript<Value: JSONConvertible>(key: String) -> Value? {
        get {
            guard let value = fields[key], !value.isNull else { return nil }
            return Value(json: value)
        }
        set { fields[key] = newValue?.json }
    }

    /// The member's value.
    ///
    /// - Throws: ``PayloadError`` when it is absent, null, or of another type.
    public func require<Value: JSONConvertible>(
        _ key: String,
        as type: Value.Type = Value.self
    ) throws(PayloadError)
        -> Value
    {
        guard let value = fields[key], !value.isNull else { throw PayloadError(.missing, key: key) }
        guard let converted = Value(json: value) else { throw PayloadError(.wrongType, key: key, found: value) }
        return converted
    }

    public init?(json: JSONValue) {
        guard let fields = json.objectValue else { return nil }
        self.init(fields: fields)
    }

    public var json: JSONValue { .object(fields) }

    public init(from decoder: any Decoder) throws {
        let value = try JSONValue(from: decoder)
        guard let fields = value.objectValue else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "a JSON object was expected")
            )
        }
        self.init(fields: fields)
    }

    public func encode(to encoder: any Encoder) throws {
        try json.encode(to: encoder)
    }
}
