// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire

/// What a bridge knows of a device and of what it plays: the content of the retained message `state`.
struct PublishedState: Hashable, Sendable {
    enum Availability: Hashable, Sendable {
        case online
        /// Being connected to.
        case connecting
        /// The bridge cannot connect to the device, or does not see it anymore.
        case offline(CommandError?)
    }

    struct Application: Hashable, Sendable {
        var id: String
        var name: String
        var statusText: String?
    }

    struct Media: Hashable, Sendable {
        var state: PlayerState
        var title: String?
        var subtitle: String?
        var artist: String?
        var album: String?
        var image: String?
        var contentID: String?
        var contentType: String?
        var duration: Double?
        var isLive: Bool
        var rate: Double
        /// In seconds, at ``positionAt``.
        var position: Double
        var positionAt: ContinuousClock.Instant
        /// ``positionAt`` in seconds since 1970, for viewers.
        var positionDate: Double
    }

    struct Queue: Hashable, Sendable {
        struct Item: Hashable, Sendable {
            var id: Int
            var title: String?
        }

        /// The items around the current one, as the device reports them.
        var items: [Item]
        var current: Int?
    }

    var availability = Availability.connecting
    var application: Application?
    var media: Media?
    var queue: Queue?
    /// From 0 to 1; nil if the device does not report it.
    var volume: Double?
    var isMuted: Bool?
    var isVolumeFixed = false

    /// Whether viewers would see a difference: in anything but the position, or in a position that playback does not explain.
    func differs(from other: PublishedState) -> Bool {
        guard let media, let earlier = other.media else { return self != other }
        let elapsed = (media.positionAt - earlier.positionAt) / .seconds(1)
        let expected = earlier.position + (earlier.state == .playing ? elapsed * earlier.rate : 0)
        guard abs(expected - media.position) < 2 else { return true }
        var comparable = self
        comparable.media?.position = earlier.position
        comparable.media?.positionAt = earlier.positionAt
        comparable.media?.positionDate = earlier.positionDate
        return comparable != other
    }
}

extension PublishedState {
    /// The largest number of queue items that are published.
    private static let queueLimit = 20

    mutating func update(_ status: ReceiverStatus) {
        let running = status.runningApplication
        if running?.sessionID == nil { clearMedia() }
        application = running.map {
            Application(id: $0.appID ?? "", name: $0.displayName ?? "", statusText: $0.statusText)
        }
        volume = status.volume?.level
        isMuted = status.volume?.muted
        isVolumeFixed = !status.hasVariableVolume
    }

    mutating func clearMedia() { (media, queue) = (nil, nil) }

    /// - Parameters:
    ///   - snapshot: The media; nil if there is none.
    ///   - instant: The current time.
    ///   - date: The same time, in seconds since 1970.
    mutating func update(_ snapshot: MediaSnapshot?, at instant: ContinuousClock.Instant, date: Double) {
        guard let snapshot else { return clearMedia() }
        let metadata = snapshot.media?.metadata
        media = Media(
            state: snapshot.playerState,
            title: snapshot.title,
            subtitle: metadata?.subtitle,
            artist: metadata?.artist,
            album: metadata?.albumName,
            image: metadata?.images?.first?.url,
            contentID: snapshot.media?.playedURL,
            contentType: snapshot.media?.contentType,
            duration: snapshot.duration,
            isLive: snapshot.isLive,
            rate: snapshot.playbackRate,
            position: snapshot.position(at: snapshot.receivedAt),
            positionAt: snapshot.receivedAt,
            positionDate: date - (instant - snapshot.receivedAt) / .seconds(1)
        )
        let items = snapshot.queueWindow.compactMap { item in
            item.itemID.map { Queue.Item(id: $0, title: item.media?.metadata?.title) }
        }
        queue =
            items.isEmpty ? nil : Queue(items: Array(items.prefix(Self.queueLimit)), current: snapshot.currentItemID)
    }

    /// The members of the message.
    var json: JSONObject {
        var object: JSONObject = [:]
        switch availability {
        case .online: object["availability"] = "online"
        case .connecting: object["availability"] = "connecting"
        case .offline(let error):
            object["availability"] = "offline"
            if let error { object["error"] = ["code": .string(error.code), "message": .string(error.message)] }
        }
        object["application"] =
            application.map { application in
                var members: JSONObject = ["id": .string(application.id), "name": .string(application.name)]
                if let text = application.statusText, !text.isEmpty { members["statusText"] = .string(text) }
                return .object(members)
            } ?? .null
        object["media"] = media.map { .object($0.json) } ?? .null
        object["queue"] =
            queue.map { queue in
                var members: JSONObject = [
                    "items": .array(
                        queue.items.map { item in
                            var members: JSONObject = ["id": .integer(Int64(item.id))]
                            if let title = item.title { members["title"] = .string(title) }
                            return .object(members)
                        }
                    )
                ]
                if let current = queue.current { members["current"] = .integer(Int64(current)) }
                return .object(members)
            } ?? .null
        var volumeMembers: JSONObject = ["fixed": .bool(isVolumeFixed)]
        if let volume { volumeMembers["level"] = .number((volume * 1000).rounded() / 1000) }
        if let isMuted { volumeMembers["muted"] = .bool(isMuted) }
        object["volume"] = .object(volumeMembers)
        return object
    }
}

extension PublishedState.Media {
    /// The word for the state, which is that of Home Assistant's media players.
    var word: String {
        switch state {
        case .playing: "playing"
        case .buffering, .loading: "buffering"
        case .paused: "paused"
        default: "idle"
        }
    }

    fileprivate var json: JSONObject {
        var object: JSONObject = ["state": .string(word), "live": .bool(isLive)]
        let texts = [
            ("title", title), ("subtitle", subtitle), ("artist", artist), ("album", album), ("image", image),
            ("contentID", contentID), ("contentType", contentType),
        ]
        for case (let key, let text?) in texts where !text.isEmpty { object[key] = .string(text) }
        if let duration { object["duration"] = .number(duration.clampedToFinite) }
        object["rate"] = .number(rate.clampedToFinite)
        object["position"] = .number(position.clampedToFinite)
        object["positionAt"] = .number((positionDate * 1000).rounded() / 1000)
        return object
    }
}
