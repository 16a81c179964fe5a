// SPDX-License-Identifier: Apache-2.0

import CastTransport
import CastWire

/// The newest values of a kind. A peer cannot make it grow without bound.
struct RecentValues<Value: Hashable & Sendable>: Sendable {
    private let capacity: Int
    private var order: [Value] = []
    private var values: Set<Value> = []

    init(capacity: Int) { self.capacity = capacity }

    /// Returns false if the value is present.
    @discardableResult
    mutating func insert(_ value: Value) -> Bool {
        guard values.insert(value).inserted else { return false }
        order.append(value)
        if order.count > capacity { values.remove(order.removeFirst()) }
        return true
    }

    func contains(_ value: Value) -> Bool { values.contains(value) }
    var isEmpty: Bool { values.isEmpty }
}

/// Counts events within a period that ends now.
struct RateWindow: Sendable {
    private var times: [ContinuousClock.Instant] = []

    /// Adds an event, and returns the number of events within the period. Counts up to 256.
    mutating func add(_ now: ContinuousClock.Instant, within period: Duration) -> Int {
        times.removeAll { now - $0 > period }
        if times.count < 256 { times.append(now) }
        return times.count
    }
}

/// A message with its payload.
struct ExaminedSenderMessage: Sendable {
    let message: CastMessage
    /// The payload; nil if it is not a JSON object.
    let object: JSONObject?

    init(_ message: CastMessage) {
        self.message = message
        object = try? message.jsonObject()
    }

    /// The value of `type`, or else of `responseType`; empty without one.
    var type: String { object?.messageType ?? "" }

    subscript(key: String) -> JSONValue? {
        guard let value = object?[key], !value.isNull else { return nil }
        return value
    }

    /// The namespace without the common prefix, and the type.
    var summary: String {
        let name = message.namespace.rawValue.split(separator: ".").last.map(String.init) ?? "?"
        return type.isEmpty ? "a message in \(name)" : "\(type) in \(name)"
    }
}

/// A virtual connection.
struct SenderRoute: Hashable, Sendable {
    var source: String
    var destination: String
}

/// A request without a reply.
struct PendingSenderRequest: Sendable {
    var id: Int
    var route: SenderRoute
    var namespace: CastNamespace
    var type: String
    /// What the request is about, such as the app of LAUNCH.
    var subject: String
    /// Equal for requests that differ only in their ID.
    var content: Int
    var sentAt: ContinuousClock.Instant
}

/// A request that the device refused, and how often it was sent again.
struct RefusedSenderRequest: Sendable {
    var content: Int
    var refusedAt: ContinuousClock.Instant
    var repetitions = 0
}

/// What is known of one connection of a sender.
struct SenderConnection: Sendable {
    enum Link: Sendable {
        case open
        case closedBySender
        case closedByDevice(ContinuousClock.Instant)
    }

    /// An unusual answer of the device, after which the connection must go on.
    struct Watch: Sendable {
        var rule: SenderRule
        var since: ContinuousClock.Instant
    }

    let host: String
    let openedAt: ContinuousClock.Instant
    /// At most ``capacity``; a sender with more of them is not judged by the others.
    private(set) var links: [SenderRoute: Link] = [:]
    var sources: Set<String> = []
    var usedRequestIDs = RecentValues<Int>(capacity: 4096)
    var pending: [PendingSenderRequest] = []
    var refused: [RefusedSenderRequest] = []
    /// The replies so far: ID and content.
    var replies = RecentValues<[Int]>(capacity: 256)
    var challenges = 0
    var hasReceived = false
    var hasAskedStatus = false
    /// The times of the PINGs of the device that no PONG has followed. At most ``capacity``.
    var openPings: [ContinuousClock.Instant] = []
    /// The number of PINGs of the device.
    var pings = 0
    var pingSources: Set<String> = []
    /// The number of PONGs of the sender.
    var pongs = 0
    var pingTimes = RateWindow()
    var devicePingTimes = RateWindow()
    var statusTimes = RateWindow()
    var volumeTimes = RateWindow()
    var lastPing: ContinuousClock.Instant?
    var lastSent: ContinuousClock.Instant?
    var isSilenceJudged = false
    var hasSentClose = false
    var watches: [Watch] = []

    static let capacity = 256

    init(host: String, openedAt: ContinuousClock.Instant) {
        self.host = host
        self.openedAt = openedAt
    }

    mutating func setLink(_ link: Link, _ route: SenderRoute) {
        if links[route] != nil || links.count < Self.capacity { links[route] = link }
    }

    /// Changes the virtual connections between a device's endpoint and a sender, or all senders.
    mutating func closeLinks(from destination: String, to source: String, at now: ContinuousClock.Instant) -> Bool {
        let routes = links.keys.filter {
            $0.destination == destination && (source == CastMessage.broadcastID || $0.source == source)
        }
        var closed = false
        for route in routes {
            guard case .open = links[route] else { continue }
            links[route] = .closedByDevice(now)
            closed = true
        }
        return closed
    }

    mutating func watch(_ rule: SenderRule, at now: ContinuousClock.Instant) {
        if !watches.contains(where: { $0.rule == rule }) { watches.append(Watch(rule: rule, since: now)) }
    }

    mutating func add(_ request: PendingSenderRequest) {
        pending.append(request)
        if pending.count > Self.capacity { pending.removeFirst() }
    }
}

/// What the device has told its senders.
struct AnnouncedState: Sendable {
    struct Application: Sendable {
        var appID: String
        var sessionID: String
        var namespaces: Set<String>
    }

    struct MediaKey: Hashable, Sendable {
        var transport: String
        var id: Int
    }

    struct Media: Sendable {
        /// In seconds; nil if it is unknown or the media is live.
        var duration: Double?
        var commands: Int?
        var tracks: Set<Int> = []
        var content = ""
        var endedAt: ContinuousClock.Instant?
        /// When another session took its place.
        var replacedAt: ContinuousClock.Instant?
    }

    /// By transport ID, including those that have ended.
    private(set) var applications: [String: Application] = [:]
    private var transports = RecentValues<String>(capacity: 64)
    /// The IDs of the sessions that the device has listed.
    var sessionIDs = RecentValues<String>(capacity: 64)
    /// The apps of the newest status.
    var running: Set<String> = []
    var hasFixedVolume = false
    private(set) var media: [MediaKey: Media] = [:]
    private var mediaKeys = RecentValues<MediaKey>(capacity: 64)
    var items = RecentValues<Int>(capacity: 8192)

    mutating func add(_ application: Application, _ transport: String) {
        transports.insert(transport)
        applications[transport] = application
        if applications.count > 64 { applications = applications.filter { transports.contains($0.key) } }
    }

    mutating func update(_ key: MediaKey, _ body: (inout Media) -> Void) {
        mediaKeys.insert(key)
        body(&media[key, default: Media()])
        if media.count > 64 { media = media.filter { mediaKeys.contains($0.key) } }
    }
}
