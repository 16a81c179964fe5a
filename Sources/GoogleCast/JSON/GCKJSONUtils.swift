import CastWire
public import Foundation

/// JSON text and objects of Foundation.
open class GCKJSONUtils: NSObject {
    /// The array or dictionary that a text holds; nil for anything else.
    open class func parseJSON(_ json: String) -> Any? {
        try? parse(json).foundationObject
    }

    /// The array or dictionary that a text holds.
    ///
    /// - Parameters:
    ///   - json: The text.
    ///   - error: Nothing; what is left of the original's pointer to an error.
    /// - Throws: What is wrong with the text, or that it holds something else.
    open class func parseJSON(_ json: String, error: ()) throws -> Any {
        try parse(json).foundationObject
    }

    /// The text of an array or a dictionary, without white space and with sorted keys; empty for an object that JSON
    /// cannot hold, which is logged.
    open class func writeJSON(_ object: Any) -> String {
        guard let value = JSONValue(foundationObject: object), value.isContainer else {
            Log(of: "GCKJSONUtils").error(
                "an object of the class \(type(of: object)) cannot be written as JSON: it is no array or dictionary, or "
                    + "holds what JSON has not"
            )
            return ""
        }
        return value.jsonString
    }

    /// Whether two texts say the same: without regard to the order of keys, and numbers by their value. False when one
    /// of them is no JSON.
    open class func isJSONString(_ actual: String, equivalentTo expected: String) -> Bool {
        guard let left = try? parse(actual), let right = try? parse(expected) else { return false }
        return left.isEquivalent(to: right)
    }

    /// Whether two objects say the same; as ``isJSONString(_:equivalentTo:)``.
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
