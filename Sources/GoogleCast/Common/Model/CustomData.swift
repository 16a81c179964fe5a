// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation

/// Application-specific data. The wrapped object is compared by its JSON representation and archived as JSON text.
@propertyWrapper
struct CustomData: Hashable, Codable {
    var wrappedValue: Any?

    /// The wrapper itself, which gives access to ``json``.
    var projectedValue: CustomData { self }

    init(wrappedValue: Any? = nil) { self.wrappedValue = wrappedValue }

    init(_ json: JSONValue?) { wrappedValue = json?.foundationObject }

    /// The object as JSON. Nil if there is no object, or if it can't be represented as JSON.
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

    /// Hashes only whether an object is present: objects of different classes can be equal as JSON.
    func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue == nil) }
}

extension CustomData {
    /// Returns the object for a message.
    ///
    /// - Throws: ``GCKError`` with the code ``GCKErrorCode/invalidRequest`` if the object can't be represented as JSON.
    func wire() throws(GCKError) -> JSONValue? {
        guard let wrappedValue else { return nil }
        guard let json else {
            throw GCKError(
                code: .invalidRequest,
                userInfo: [
                    kGCKErrorExtraInfoKey: "The custom data, a \(type(of: wrappedValue)), can't be written as JSON. "
                        + "Use dictionaries with string keys, arrays, strings, numbers and booleans."
                ]
            )
        }
        return json
    }
}
