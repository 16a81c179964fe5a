// SPDX-License-Identifier: Apache-2.0

/// Why a device dropped a message, refused a connection or request, or ended an app or socket.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum DropReason: String, Sendable, Hashable, CaseIterable {
    /// A frame or protobuf message that cannot be parsed; the socket was closed.
    case badFrame
    /// Text that is not a JSON object within the limits.
    case invalidJSON
    /// A binary payload where text is required, or the reverse.
    case wrongPayloadKind
    /// A request without an integer request id, which cannot be answered.
    case missingRequestID
    /// A message without a virtual connection between its source and its destination.
    case unknownConnection
    /// A message whose source or destination id is longer than 256 bytes.
    case identifierTooLong
    /// A namespace that neither the platform nor the app supports.
    case unknownNamespace
    /// A type that is unknown in its namespace and expects no answer.
    case unknownType
    /// A part of a continued message: too many messages are incomplete, the payload is too long, or text and binary
    /// parts are mixed.
    case continuedMessageLimit
    /// A virtual connection beyond the limit of its socket, or a sender beyond the limit of the app. The device answers
    /// with CLOSE.
    case connectionLimit
    /// A socket beyond the total limit or the limit per address. The device may have closed an idle socket in its
    /// place.
    case socketLimit
    /// A request or message beyond the limit of those queued during a launch, a load, or until a receiver page is
    /// ready.
    case pendingRequestLimit
    /// An outgoing message that does not fit into a frame.
    case answerTooLarge
    /// A sender that did not read its messages; its socket was closed.
    case slowSender
    /// A sender that was silent for too long; its socket was closed.
    case silentSender
    /// An authentication challenge that cannot be parsed.
    case badChallenge
    /// A message of an app in a namespace that the app does not have, or a namespace that an app requested and may not
    /// have: reserved, invalid, or beyond the limit.
    case foreignNamespace
    /// An action of an app beyond its rate limit, or a timer beyond the limit.
    case applicationFlood
    /// An error thrown by an app, which ended the app.
    case applicationFailure
    /// A WebSocket message of a receiver page that cannot be parsed, or an invalid message of the page to the device.
    case badPageFrame
    /// A WebSocket message of a receiver page before the page reported that it is ready.
    case pageNotReady
    /// A second page of an app; its socket was closed.
    case secondPage
    /// A page while no app with a page is running, or from another origin than the running app's page; its socket was
    /// closed.
    case pageWithoutApplication
    /// A receiver page that did not read its messages; its socket was closed.
    case slowPage
    /// An advertisement clip that is missing or unplayable, or that must be requested from an advertisement server.
    case unplayableBreakClip
    /// A line that could not be written to the frame log in time.
    case frameLogOverflow
}

/// The number of drops for each ``DropReason``.
public struct DropCounters: Sendable, Hashable {
    private var counts: [DropReason: Int] = [:]

    /// Creates counters of 0.
    public init() {}

    /// The number of drops for this reason since the device started.
    public subscript(reason: DropReason) -> Int { counts[reason, default: 0] }

    /// The number of drops for all reasons.
    public var total: Int { counts.values.reduce(0, +) }

    /// The reasons that occurred, with their counts.
    public var nonZero: [DropReason: Int] { counts }

    package mutating func count(_ reason: DropReason) {
        counts[reason, default: 0] += 1
    }

    package mutating func add(_ other: DropCounters) {
        counts.merge(other.counts, uniquingKeysWith: +)
    }
}
