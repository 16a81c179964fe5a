import CastWire
import Foundation

/// What an app adds for its receiver: the app's own object, which counts as what it is in JSON, and is archived as its
/// text.
@propertyWrapper
struct CustomData: Hashable, Codable {
    var wrappedValue: Any?

    /// For writing it.
    var projectedValue: CustomData { self }

    init(wrappedValue: Any? = nil) { self.wrappedValue = wrappedValue }

    init(_ json: JSONValue?) { wrappedValue = json?.foundationObject }

    /// The object in JSON; nil for none, and for one that JSON cannot hold.
    var json: JSONValue? { wrappedValue.flatMap { JSONValue(foundationObject: $0) } }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String?.self)
        self.init(try text.map { try JSONValue(parsing: $0, limits: .local) })
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(json?.jsonString)
    }

    static func == (lhs: CustomData, rhs: CustomData) -> Bool {
        guard let left = lhs.wrappedValue, let right = rhs.wrappedValue else {
            return lhs.wrappedValue == nil && rhs.wrappedValue == nil
        }
        guard let leftJSON = lhs.json, let rightJSON = rhs.json else {
            guard let left = left as? NSObject, let right = right as? NSObject else { return false }
            return left.isEqual(right)
        }
        return leftJSON.isEquivalent(to: rightJSON)
    }

    /// Says no more than whether there is an object: what is equal in JSON may be of different classes.
    func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue == nil) }
}

extension CustomData {
    /// The object for a message.
    ///
    /// - Throws: ``GCKError`` (``GCKErrorCode/invalidRequest``) for an object that JSON cannot hold.
    func wire() throws(GCKError) -> JSONValue? {
        guard let wrappedValue else { return nil }
        guard let json else {
            throw GCKError(
                code: .invalidRequest,
                userInfo: [
                    kGCKErrorExtraInfoKey: "The custom data, a \(type(of: wrappedValue)), cannot be written as JSON. "
                        + "Use dictionaries with string keys, arrays, strings, numbers and booleans."
                ]
            )
        }
        return json
    }
}
