// SPDX-License-Identifier: Apache-2.0

import CastWire
public import Foundation

/// Conversions between JSON text and Foundation objects.
#if canImport(ObjectiveC)
@objc(GCKJSONUtils)
@objcMembers
#endif
open class GCKJSONUtils: NSObject {
    /// Parses a JSON array or object. Returns nil for any other text.
    open class func parseJSON(_ json: String) -> Any? {
        try? parse(json).foundationObject
    }

    /// Parses a JSON array or object.
    ///
    /// - Parameters:
    ///   - json: The JSON text.
    ///   - error: Not used. Takes the place of the original framework's error pointer.
    /// - Throws: An error if the text isn't valid JSON, or isn't an array or object.
    open class func parseJSON(_ json: String, error: ()) throws -> Any {
        try parse(json).foundationObject
    }

    /// Returns an array or dictionary as JSON text, without white space and with sorted keys. For an object that can't
    /// be represented as JSON, logs an error and returns an empty string.
    open class func writeJSON(_ object: Any) -> String {
        guard let value = JSONValue(foundationObject: object), value.isContainer else {
            Log(of: "GCKJSONUtils").error(
                "an object of type \(type(of: object)) can't be written as JSON: it isn't an array or dictionary, or "
                    + "contains values that JSON can't represent"
            )
            return ""
        }
        return value.jsonString
    }

    /// Returns whether two JSON texts are equivalent. The order of keys doesn't matter, and numbers are compared by
    /// value. False if one of the texts isn't valid JSON.
    open class func isJSONString(_ actual: String, equivalentTo expected: String) -> Bool {
        guard let left = try? parse(actual), let right = try? parse(expected) else { return false }
        return left.isEquivalent(to: right)
    }

    /// Returns whether two objects are equivalent, by the rules of ``isJSONString(_:equivalentTo:)``.
    open class func isJSONObject(_ actual: Any, equivalentTo expected: Any) -> Bool {
        guard let left = JSONValue(foundationObject: actual), let right = JSONValue(foundationObject: expected) else {
            return false
        }
        return left.isEquivalent(to: right)
    }

    private static func parse(_ text: String) throws -> JSONValue {
        let value = try JSONValue(parsing: text, limits: .local)
        guard value.isContainer else { throw PayloadError(.notAnObject) }
        return value
    }
}

extension JSONValue {
    fileprivate var isContainer: Bool { objectValue != nil || arrayValue != nil }
}
