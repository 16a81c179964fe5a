/// Why bytes are not a DNS message, or a value cannot become one.
///
/// Equality and hashing look at the reason alone, so tests and counters can compare without knowing the offset.
public struct DNSFormatError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of malformation.
    public struct Reason: Hashable, Sendable, CustomStringConvertible {
        private enum Code: String {
            case truncated
            case labelTooLong
            case labelTypeReserved
            case emptyLabel
            case nameTooLong
            case pointerNotBackward
            case dataLengthMismatch
            case addressLength
            case textOverrun
            case textTooLong
            case typeBitmap
            case escape
            case datagramTooLarge
        }

        private let code: Code

        /// The message ends inside a header, name, question or record.
        public static let truncated = Reason(code: .truncated)
        /// A label has more than 63 bytes (RFC 1035 section 2.3.4).
        public static let labelTooLong = Reason(code: .labelTooLong)
        /// The two top bits of a label's length are 01 or 10 (RFC 1035 section 4.1.4).
        public static let labelTypeReserved = Reason(code: .labelTypeReserved)
        /// A name written as text has an empty label.
        public static let emptyLabel = Reason(code: .emptyLabel)
        /// A name has more than 255 bytes (RFC 1035 section 2.3.4).
        public static let nameTooLong = Reason(code: .nameTooLong)
        /// A compression pointer does not point before everything read so far: forward, to itself, or in a loop.
        public static let pointerNotBackward = Reason(code: .pointerNotBackward)
        /// The content of a record ends before or after the length it declares.
        public static let dataLengthMismatch = Reason(code: .dataLengthMismatch)
        /// An A record without 4 bytes or an AAAA record without 16.
        public static let addressLength = Reason(code: .addressLength)
        /// A string of a TXT record runs past the end of the record.
        public static let textOverrun = Reason(code: .textOverrun)
        /// A TXT string has more than 255 bytes, or all of them more than 65535.
        public static let textTooLong = Reason(code: .textTooLong)
        /// The type bitmap of an NSEC record breaks RFC 4034 section 4.1.2.
        public static let typeBitmap = Reason(code: .typeBitmap)
        /// An escape in a name written as text is neither `\DDD` (000 to 255) nor a backslash and one character.
        public static let escape = Reason(code: .escape)
        /// More than 9000 bytes, the most RFC 6762 section 17 allows.
        public static let datagramTooLarge = Reason(code: .datagramTooLarge)

        public var description: String { code.rawValue }
    }

    /// What is wrong.
    public let reason: Reason
    /// Where in the message, in bytes from its start; in a text, in UTF-8 bytes from its start.
    public let offset: Int

    init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    public static func == (left: DNSFormatError, right: DNSFormatError) -> Bool {
        left.reason == right.reason
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(reason)
    }

    public var description: String { "malformed DNS data: \(reason) at byte \(offset)" }
}
