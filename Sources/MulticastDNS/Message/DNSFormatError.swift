// SPDX-License-Identifier: Apache-2.0

/// The error that is thrown for bytes that are not a DNS message, or for a value that cannot be encoded.
///
/// Equality and hashing consider only the reason, so that tests and counters are independent of the offset.
public struct DNSFormatError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of format errors.
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
        /// A name in text form has an empty label.
        public static let emptyLabel = Reason(code: .emptyLabel)
        /// A name has more than 255 bytes (RFC 1035 section 2.3.4).
        public static let nameTooLong = Reason(code: .nameTooLong)
        /// A compression pointer does not point backward: it points forward, to itself, or in a loop.
        public static let pointerNotBackward = Reason(code: .pointerNotBackward)
        /// The content of a record is shorter or longer than its declared length.
        public static let dataLengthMismatch = Reason(code: .dataLengthMismatch)
        /// An A record without 4 bytes or an AAAA record without 16.
        public static let addressLength = Reason(code: .addressLength)
        /// A string of a TXT record extends past the end of the record.
        public static let textOverrun = Reason(code: .textOverrun)
        /// A TXT string has more than 255 bytes, or the whole record more than 65535.
        public static let textTooLong = Reason(code: .textTooLong)
        /// The type bitmap of an NSEC record violates RFC 4034 section 4.1.2.
        public static let typeBitmap = Reason(code: .typeBitmap)
        /// An escape in a name in text form is neither `\DDD` (000 to 255) nor a backslash and one character.
        public static let escape = Reason(code: .escape)
        /// More than 9000 bytes, the maximum of RFC 6762 section 17.
        public static let datagramTooLarge = Reason(code: .datagramTooLarge)

        public var description: String { code.rawValue }
    }

    /// The kind of error.
    public let reason: Reason
    /// The position of the error: bytes from the start of the message, or UTF-8 bytes from the start of the text.
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
