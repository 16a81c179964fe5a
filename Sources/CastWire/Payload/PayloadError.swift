/// Why a payload cannot be used for what it claims to be.
public struct PayloadError: Error, Sendable, Hashable {
    /// What was wrong.
    public enum Code: Sendable, Hashable {
        /// A member that the message needs is not there.
        case missing
        /// A member has a value of another type.
        case wrongType
        /// The payload is no JSON text.
        case notJSON
        /// The payload is JSON, but no object.
        case notAnObject
    }

    public var code: Code
    /// The member's key, empty where the payload as a whole is meant.
    public var key: String
    /// The value that was there instead.
    public var found: JSONValue?
    /// Why the text is no JSON.
    public var cause: JSONError?

    public init(_ code: Code, key: String = "", found: JSONValue? = nil, cause: JSONError? = nil) {
        self.code = code
        self.key = key
        self.found = found
        self.cause = cause
    }
}

extension PayloadError: CustomStringConvertible {
    public var description: String {
        switch code {
        case .missing: "the payload has no \"\(key)\""
        case .wrongType: "the payload's \"\(key)\" has an unexpected type: \(found?.jsonString.prefix(80) ?? "?")"
        case .notJSON: "the payload is \(cause.map(String.init(describing:)) ?? "not JSON")"
        case .notAnObject: "the payload is JSON, but not an object"
        }
    }
}
