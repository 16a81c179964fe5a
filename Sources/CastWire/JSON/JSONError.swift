/// Why bytes are not acceptable as JSON.
public struct JSONError: Error, Sendable, Hashable {
    /// What was wrong.
    public enum Code: Sendable, Hashable {
        /// The text ended within a value.
        case truncated
        /// A byte that JSON does not allow at its place.
        case unexpectedByte
        /// Bytes follow the value.
        case trailingBytes
        /// A string with a bad escape or a bare control character.
        case invalidString
        /// The text is not UTF-8.
        case invalidUTF8
        /// A number outside the range of a double.
        case numberOutOfRange
        /// Arrays and objects nested deeper than ``JSONLimits/depth``.
        case tooDeep
        /// More bytes than ``JSONLimits/bytes``, or more values than ``JSONLimits/values``.
        case tooLarge
    }

    public var code: Code
    /// Where in the text, in bytes from its start.
    public var offset: Int

    public init(_ code: Code, at offset: Int) {
        self.code = code
        self.offset = offset
    }
}

extension JSONError: CustomStringConvertible {
    public var description: String { "not acceptable as JSON: \(code) at byte \(offset)" }
}
