// SPDX-License-Identifier: Apache-2.0

import CastUI
import CastWire

/// A message to a page: the changes since the previous message.
struct RemoteMessage: Sendable, Equatable {
    /// A text for the screen reader to announce.
    struct Announcement: Sendable, Equatable {
        var text: String
        var isUrgent: Bool
    }

    /// The new content of a region.
    struct Part<Region: Sendable & Hashable>: Sendable, Equatable {
        var region: Region
        var html: String
    }

    /// The number of the message to this page, counted from 1.
    var revision: Int
    var parts: [Part<RemoteRegion>]
    /// The new playhead, if the page's extrapolation is no longer valid. The inner nil means that there is no position.
    var playhead: RemotePlayhead??
    var announcements: [Announcement]

    var json: JSONValue {
        Self.json(
            revision: revision,
            parts: parts,
            announcements: announcements,
            more: playhead.map { ["playhead": $0?.json ?? .null] } ?? [:]
        )
    }

    static func json<Region: RawRepresentable<String>>(
        revision: Int,
        parts: [Part<Region>],
        announcements: [Announcement],
        more: JSONObject = [:]
    ) -> JSONValue {
        var object: JSONObject = ["revision": .integer(Int64(revision))]
        var regions = JSONObject()
        for part in parts { regions[part.region.rawValue] = .string(part.html) }
        object["regions"] = .object(regions)
        object.merge(more)
        if !announcements.isEmpty {
            object["announcements"] = .array(
                announcements.map { ["text": .string($0.text), "isUrgent": .bool($0.isUrgent)] }
            )
        }
        return .object(object)
    }
}

/// The regions that were sent to a page, of which only changed ones are sent again.
struct SentRegions<Region: Sendable & Hashable>: Sendable {
    private var texts: [Region: String] = [:]

    /// Returns the new content of a region; nil if only values have changed that the page extrapolates, or nothing.
    mutating func change(of region: Region, to html: HTML) -> RemoteMessage.Part<Region>? {
        let still = html.written(.still)
        guard texts[region] != still else { return nil }
        texts[region] = still
        return RemoteMessage.Part(region: region, html: html.written())
    }
}

/// Composes messages from the differences between a page and what was sent before.
///
/// Nothing is queued for a page that reads slowly: its next message contains the latest state.
struct RemoteComposer: Sendable {
    private var sent = SentRegions<RemoteRegion>()
    private var playhead: (value: RemotePlayhead?, instant: ContinuousClock.Instant)?
    private(set) var revision = 0

    /// Returns the next message; nil if nothing has changed.
    mutating func message(
        _ page: RemotePage,
        announcements: [RemoteMessage.Announcement] = []
    ) -> RemoteMessage? {
        let parts = RemoteRegion.allCases.compactMap { sent.change(of: $0, to: page.html(of: $0)) }
        let current = RemotePlayhead(page.state, at: page.instant)
        var newPlayhead: RemotePlayhead??
        if !isPredicted(current, at: page.instant) {
            playhead = (current, page.instant)
            newPlayhead = .some(current)
        }
        guard !parts.isEmpty || newPlayhead != nil || !announcements.isEmpty else { return nil }
        revision += 1
        return RemoteMessage(revision: revision, parts: parts, playhead: newPlayhead, announcements: announcements)
    }

    private func isPredicted(_ current: RemotePlayhead?, at instant: ContinuousClock.Instant) -> Bool {
        guard let playhead else { return false }
        guard let sent = playhead.value, let current else { return playhead.value == nil && current == nil }
        let (seconds, attoseconds) = playhead.instant.duration(to: instant).components
        return sent.predicts(current, after: Double(seconds) + Double(attoseconds) * 1e-18)
    }
}

/// A region of the page, which is updated as a whole. The raw value is its element id.
enum RemoteRegion: String, Sendable, Hashable, CaseIterable {
    case castButton = "cast-button"
    /// The introductory overlay, or the explanation of local network access.
    case explain
    case notice
    /// The preparation of an item that is cast.
    case progress
    case player
    case volume
    case queue
    case castFile = "cast-file"
    case log
    case mini
    case dialog
    case tracks
    /// The choices for an item before it is cast.
    case options
}

/// The playback changes that get an entry in the event log: another item, a pause, the end.
///
/// Devices report changes far more often: each seek is followed by buffering and playing.
struct PlaybackLog: Sendable, Equatable {
    private enum Phase: Equatable {
        case idle, playing, paused
    }

    private var phase = Phase.idle
    /// The title of the last "playing" entry.
    private var loggedTitle: String?

    /// Returns the log entry for a status; nil if it adds nothing to the previous one.
    mutating func line(_ state: PlayerState?, title: String?) -> ControlLabel? {
        let previous = phase
        switch state {
        case .playing?:
            phase = .playing
            if previous != .idle, title == loggedTitle {
                return previous == .paused ? ControlLabel(.statePlaying) : nil
            }
            loggedTitle = title
            return title.map { ControlLabel(.logPlaying, .text($0)) } ?? ControlLabel(.statePlaying)
        case .paused?:
            phase = .paused
            return previous == .paused ? nil : ControlLabel(.logPaused)
        case .idle?, nil:
            self = PlaybackLog()
            return previous == .idle ? nil : ControlLabel(.logStopped)
        default: return nil
        }
    }
}
