import CastUI
import CastWire

/// What a page is told: what of it has changed since it was last told something.
struct RemoteMessage: Sendable, Equatable {
    /// Something for a screen reader to say.
    struct Announcement: Sendable, Equatable {
        var text: String
        var isUrgent: Bool
    }

    struct Part: Sendable, Equatable {
        var region: RemoteRegion
        var html: String
    }

    /// Goes up by one with each message to a page.
    var revision: Int
    var parts: [Part]
    /// Set when the page must not go on reckoning as before.
    var playhead: RemotePlayhead??
    var announcements: [Announcement]

    var json: JSONValue {
        var object: JSONObject = ["revision": .integer(Int64(revision))]
        var regions = JSONObject()
        for part in parts { regions[part.region.rawValue] = .string(part.html) }
        object["regions"] = .object(regions)
        if let playhead { object["playhead"] = playhead?.json ?? .null }
        if !announcements.isEmpty {
            object["announcements"] = .array(
                announcements.map { ["text": .string($0.text), "isUrgent": .bool($0.isUrgent)] }
            )
        }
        return .object(object)
    }
}

/// Finds what to tell a page, which is what differs from what it was told before.
///
/// Nothing piles up for a page that is slow to read: asked late, it has one message with the newest state.
struct RemoteComposer: Sendable {
    private var told: [RemoteRegion: String] = [:]
    private var playhead: (value: RemotePlayhead?, instant: ContinuousClock.Instant)?
    private(set) var revision = 0

    /// Nil when the page knows everything.
    mutating func message(
        _ page: RemotePage,
        announcements: [RemoteMessage.Announcement] = []
    ) -> RemoteMessage? {
        var parts: [RemoteMessage.Part] = []
        for region in RemoteRegion.allCases {
            let html = page.html(of: region)
            let still = html.written(.still)
            guard told[region] != still else { continue }
            told[region] = still
            parts.append(RemoteMessage.Part(region: region, html: html.written()))
        }
        let present = RemotePlayhead(page.state, at: page.instant)
        var news: RemotePlayhead??
        if !isForetold(present, at: page.instant) {
            playhead = (present, page.instant)
            news = .some(present)
        }
        guard !parts.isEmpty || news != nil || !announcements.isEmpty else { return nil }
        revision += 1
        return RemoteMessage(revision: revision, parts: parts, playhead: news, announcements: announcements)
    }

    private func isForetold(_ present: RemotePlayhead?, at instant: ContinuousClock.Instant) -> Bool {
        guard let playhead else { return false }
        guard let told = playhead.value, let present else { return playhead.value == nil && present == nil }
        let (seconds, attoseconds) = playhead.instant.duration(to: instant).components
        return told.foretells(present, after: Double(seconds) + Double(attoseconds) * 1e-18)
    }
}
