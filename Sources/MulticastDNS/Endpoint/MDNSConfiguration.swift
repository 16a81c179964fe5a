// SPDX-License-Identifier: Apache-2.0

/// Limits and intervals of an endpoint. The defaults suit home and office networks.
public struct MDNSConfiguration: Sendable {
    /// The interval between checks of the machine's interfaces. Default 5 s.
    public var interfacePollInterval = Duration.seconds(5)
    /// The maximum number of cached records per interface, at least 16. Default 4096; a service needs four or five.
    public var cachedRecordLimit = 4_096
    /// The number of datagrams accepted per second from one source address. Default 1000.
    public var datagramsPerSecondAndSource = 1_000
    /// The number of datagrams accepted in a burst from one source address. Default 2000.
    public var datagramBurstPerSource = 2_000
    /// The number of multicast datagrams sent per second and interface. Default 1000.
    public var multicastsPerSecond = 1_000
    /// The number of multicast datagrams sent in a burst. Default 64, which fit into a typical receive buffer.
    public var multicastBurst = 64
    /// The number of unicast responses sent per second and interface. Default 1000.
    public var unicastAnswersPerSecond = 1_000
    /// The number of unicast responses sent in a burst. Default 500.
    public var unicastAnswerBurst = 500
    /// The maximum number of multicast datagrams in the send queue. Default 2048.
    public var sendQueueLimit = 2_048
    /// How many times a new service is announced: after 0 s, 1 s, 3 s, 7 s and so on. Default 3.
    public var announcementCount = 3
    /// Whether to remove a record early when two queries of other hosts for it remain unanswered for 10 s (RFC 6762
    /// section 10.5). Default false, because a responder may have answered them by unicast.
    public var removesUnansweredRecords = false
    /// The number of consecutive conflicts, each followed by a rename, after which
    /// ``MDNSEndpoint/register(_:onRename:)`` fails. Default 15, the number from which RFC 6762 (section 9) limits the
    /// rate of attempts. A service that was announced is renamed without limit.
    public var renameLimit = 15
    /// The time limit of ``MDNSEndpoint/register(_:onRename:)``, for hosts that claim each name or contest each probe.
    /// Default 30 s; registration usually takes about one second.
    public var registrationTimeLimit = Duration.seconds(30)

    /// Creates the default configuration.
    public init() {}
}

/// The network interfaces that an endpoint uses.
public enum MDNSInterfaces: Hashable, Sendable, CustomStringConvertible {
    /// Every interface that is up and capable of multicast, except loopback.
    case all
    /// The interfaces with these names, such as `eth0`. Loopback is used only if it is named, and only with IPv4.
    case named([String])

    public var description: String {
        switch self {
        case .all: "every interface that is up and capable of multicast, except loopback"
        case .named(let names): names.joined(separator: ", ")
        }
    }
}

/// The error that is thrown by a multicast DNS endpoint.
///
/// Equality and hashing consider only the code.
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
            case accessDenied
            case serviceNotDeclared
        }

        private let value: Value

        /// No interface matches the selection.
        public static let noInterface = Code(value: .noInterface)
        /// No socket could be opened on any of the interfaces.
        public static let socket = Code(value: .socket)
        /// A name, type, subtype, port or address of a registration is not valid.
        public static let invalidService = Code(value: .invalidService)
        /// Other hosts use every name that was tried.
        public static let nameConflict = Code(value: .nameConflict)
        /// The task was canceled.
        public static let cancelled = Code(value: .cancelled)
        /// The endpoint was shut down.
        public static let shutDown = Code(value: .shutDown)
        /// The user or the system does not allow this program to use the local network.
        public static let accessDenied = Code(value: .accessDenied)
        /// The app's `Info.plist` does not contain the service type.
        public static let serviceNotDeclared = Code(value: .serviceNotDeclared)

        public var description: String { value.rawValue }
    }

    /// The kind of failure.
    public let code: Code
    /// What failed and what to do about it, for users.
    public let reason: String

    package init(_ code: Code, _ reason: String) {
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
