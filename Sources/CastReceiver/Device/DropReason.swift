/// Why a device let a message, a connection or a socket go without an answer.
public enum DropReason: String, Sendable, Hashable, CaseIterable {
    /// A frame or a protobuf message that cannot be read; the socket was closed.
    case badFrame
    /// Text that is no JSON object within the limits.
    case invalidJSON
    /// Bytes where text was expected, or the other way round.
    case wrongPayloadKind
    /// A request without an integer request id, which nobody could match to an answer.
    case missingRequestID
    /// No virtual connection between the two ids.
    case unknownConnection
    /// A message whose sender or destination has a name longer than any real one.
    case identifierTooLong
    /// A namespace that the platform or the app does not speak.
    case unknownNamespace
    /// A type that its namespace does not know and that asks for no answer.
    case unknownType
    /// A message in several parts, of which too many or too large ones were pending.
    case continuedMessageLimit
    /// One more virtual connection than a socket may have.
    case connectionLimit
    /// One more socket than a device serves, or than it serves for one address. An idle socket may have been closed
    /// instead.
    case socketLimit
    /// One more request than an app queues while it loads.
    case pendingRequestLimit
    /// An answer larger than a frame.
    case answerTooLarge
    /// A sender that did not read what was sent to it; its socket was closed.
    case slowSender
    /// A sender without a sign of life; its socket was closed.
    case silentSender
    /// An authentication challenge that cannot be read.
    case badChallenge
    /// A message of an app in a namespace that is not its own, or a namespace that no app may have.
    case foreignNamespace
    /// An order of an app beyond what it may order.
    case applicationFlood
    /// An error of an app, which ended it.
    case applicationFailure
    /// A frame of a receiver page that is none, or a message of it to the device that makes no sense.
    case badPageFrame
    /// A frame of a receiver page that has not said that it is ready.
    case pageNotReady
    /// One more page for an app that has one; its socket was closed.
    case secondPage
    /// A page while no app runs that is one; its socket was closed.
    case pageWithoutApplication
    /// A receiver page that did not read what was sent to it; its socket was closed.
    case slowPage
    /// A clip of an advertisement that is not there, cannot be played, or would have to be asked for elsewhere.
    case unplayableBreakClip
    /// A line of the frame log that could not be written in time.
    case frameLogOverflow
}

/// How often each ``DropReason`` occurred.
public struct DropCounters: Sendable, Hashable {
    private var counts: [DropReason: Int] = [:]

    public init() {}

    /// How often this happened since the device started.
    public subscript(reason: DropReason) -> Int { counts[reason, default: 0] }

    /// Everything together.
    public var total: Int { counts.values.reduce(0, +) }

    /// The reasons that occurred at all, with their counts.
    public var nonZero: [DropReason: Int] { counts }

    package mutating func count(_ reason: DropReason) {
        counts[reason, default: 0] += 1
    }

    package mutating func add(_ other: DropCounters) {
        counts.merge(other.counts, uniquingKeysWith: +)
    }
}
