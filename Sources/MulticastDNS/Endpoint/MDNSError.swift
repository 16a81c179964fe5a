/// Why an endpoint could not do what it was asked.
///
/// Equality and hashing look at the code alone.
public struct MDNSError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Value: String {
            case noInterface
            case socket
            case invalidService
            case nameConflict
            case cancelled
            case shutDown
        }

        private let value: Value

        /// No interface fits the selection.
        public static let noInterface = Code(value: .noInterface)
        /// No socket could be opened on any of the interfaces.
        public static let socket = Code(value: .socket)
        /// A name, type, subtype, port or address of a registration is not valid.
        public static let invalidService = Code(value: .invalidService)
        /// Every name tried belongs to another host.
        public static let nameConflict = Code(value: .nameConflict)
        /// The task was cancelled.
        public static let cancelled = Code(value: .cancelled)
        /// The endpoint was shut down.
        public static let shutDown = Code(value: .shutDown)

        public var description: String { value.rawValue }
    }

    /// The kind of failure.
    public let code: Code
    /// What happened and what to do, for a person.
    public let reason: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    public static func == (left: MDNSError, right: MDNSError) -> Bool {
        left.code == right.code
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
    }

    public var description: String { reason }
}
