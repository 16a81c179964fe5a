// SPDX-License-Identifier: Apache-2.0

/// Limits of the JSON parser for untrusted input.
public struct JSONLimits: Sendable, Hashable {
    /// The maximum nesting depth of arrays and objects. Default 64 (CASTV2, limits worth enforcing). Parsing uses stack
    /// space for each level, and thousands of levels would overflow small stacks.
    public var depth: Int
    /// The maximum size of a text, in bytes. Default 65,536, because no payload is larger than its frame.
    public var bytes: Int
    /// The maximum number of values in a text. Default 16,384. It bounds the memory of inputs such as `[[],[],…]`,
    /// whose values need many times the size of their text.
    public var values: Int

    /// Creates limits.
    public init(depth: Int = 64, bytes: Int = 65_536, values: Int = 16_384) {
        self.depth = depth
        self.bytes = bytes
        self.values = values
    }

    /// The limits of a payload in a Cast frame.
    public static let payload = JSONLimits()

    /// The limits for text from the app or the user. Only the depth is limited, to protect the stack.
    package static let local = JSONLimits(depth: 512, bytes: .max, values: .max)
}

/// The error that is thrown for text that is not acceptable JSON.
public struct JSONError: Error, Sendable, Hashable {
    /// The kind of error.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Code: Sendable, Hashable {
        /// The text ends within a value.
        case truncated
        /// A byte that is not allowed at its position.
        case unexpectedByte
        /// Bytes follow the value.
        case trailingBytes
        /// A string with an invalid escape or an unescaped control character.
        case invalidString
        /// The text is not UTF-8.
        case invalidUTF8
        /// A number that exceeds the range of `Double`.
        case numberOutOfRange
        /// Arrays and objects are nested deeper than ``JSONLimits/depth``.
        case tooDeep
        /// More bytes than ``JSONLimits/bytes``, or more values than ``JSONLimits/values``.
        case tooLarge
    }

    /// What is wrong with the text, or which limit it exceeds.
    public var code: Code
    /// The position of the error, in bytes from the start of the text.
    public var offset: Int

    /// Creates an error.
    public init(_ code: Code, at offset: Int) {
        self.code = code
        self.offset = offset
    }
}

extension JSONError: CustomStringConvertible {
    public var description: String { "invalid JSON: \(code) at byte \(offset)" }
}
