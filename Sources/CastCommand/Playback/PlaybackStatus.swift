// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire

/// The state of the media on a device at one moment.
struct PlaybackStatus: Hashable, Sendable {
    enum State: String, Sendable {
        case loading = "LOADING"
        case buffering = "BUFFERING"
        case playing = "PLAYING"
        case paused = "PAUSED"
        case idle = "IDLE"

        /// The name of the state for users.
        var word: String {
            switch self {
            case .loading: "Loading"
            case .buffering: "Buffering"
            case .playing: "Playing"
            case .paused: "Paused"
            case .idle: "Idle"
            }
        }
    }

    var mediaSessionID: Int?
    var state: State
    var idleReason: IdleReason?
    /// The position in seconds, extrapolated to the moment of the status while playing.
    var position: Double
    /// The duration in seconds; nil for live media and while it is unknown.
    var duration: Double?
    var isLive = false
    var rate = 1.0
    var title: String?
    var subtitle: String?
    var contentID: String?
    var contentType: String?
    var streamType: String?
    var streamVolume: Double?
    var isStreamMuted: Bool?
    var supportedCommands = 0

    /// Whether there is media that can be paused, sought or stopped.
    var isActive: Bool { state != .idle }

    /// Whether the media is a picture. Devices report pictures as paused.
    var isPicture: Bool { contentType?.lowercased().hasPrefix("image/") == true }

    /// Whether the position is within 1.5 s of the end, or behind it.
    var isNearEnd: Bool { duration.map { position >= $0 - 1.5 * max(rate, 1) } ?? false }

    /// The JSON object for the key `media`.
    var json: JSONObject {
        var object: JSONObject = ["state": .string(state.rawValue)]
        if let idleReason { object["idleReason"] = .string(idleReason.rawValue) }
        if let mediaSessionID { object["mediaSessionID"] = .integer(Int64(mediaSessionID)) }
        // Large values have no precision of milliseconds, and multiplying them could overflow to infinity.
        object["position"] = .number(abs(position) < 1e12 ? (position * 1000).rounded() / 1000 : position)
        object["duration"] = duration.map { .number($0) } ?? .null
        object["live"] = .bool(isLive)
        object["rate"] = .number(rate)
        if let title { object["title"] = .string(title) }
        if let subtitle { object["subtitle"] = .string(subtitle) }
        if let contentID { object["contentID"] = .string(contentID) }
        if let contentType { object["contentType"] = .string(contentType) }
        if let streamType { object["streamType"] = .string(streamType) }
        if let streamVolume { object["streamVolume"] = .number(streamVolume) }
        if let isStreamMuted { object["streamMuted"] = .bool(isStreamMuted) }
        object["supportedCommands"] = .integer(Int64(supportedCommands))
        return object
    }

    /// The position as `00:42 of 09:56`, `00:42`, or `live`.
    var positionText: String {
        if isLive { return "live" }
        guard let duration else { return TimeText.clock(position) }
        return "\(TimeText.clock(position)) of \(TimeText.clock(duration))"
    }
}

extension PlaybackStatus {
    /// Creates the status from a snapshot, extrapolated to `instant`.
    init(_ snapshot: MediaSnapshot, at instant: ContinuousClock.Instant = .now) {
        let state: State =
            switch snapshot.playerState {
            case .loading: .loading
            case .playing: .playing
            case .paused: .paused
            case .buffering: .buffering
            default: .idle
            }
        self.init(
            mediaSessionID: snapshot.mediaSessionID,
            state: state,
            idleReason: snapshot.idleReason,
            position: snapshot.position(at: instant),
            duration: snapshot.duration,
            isLive: snapshot.isLive,
            rate: snapshot.playbackRate,
            title: snapshot.title,
            subtitle: snapshot.media?.metadata?.subtitle ?? snapshot.media?.metadata?.artist,
            contentID: snapshot.media?.contentID,
            contentType: snapshot.media?.contentType,
            streamType: snapshot.media?.streamType?.rawValue,
            streamVolume: snapshot.status.volume?.level,
            isStreamMuted: snapshot.status.volume?.muted,
            supportedCommands: snapshot.status.supportedMediaCommands?.rawValue ?? 0
        )
    }
}
