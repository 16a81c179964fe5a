import CastWire

/// What plays on a device, at the moment it was asked for.
struct PlaybackStatus: Hashable, Sendable {
    enum State: String, Sendable {
        case loading = "LOADING"
        case buffering = "BUFFERING"
        case playing = "PLAYING"
        case paused = "PAUSED"
        case idle = "IDLE"

        /// The word for people.
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
    /// Seconds, extrapolated to now while playing.
    var position: Double
    /// Seconds; nil for live media and while it is unknown.
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

    /// True while there is something to pause, seek or stop.
    var isActive: Bool { state != .idle }

    /// Whether the item is over, or would be in a moment.
    var isNearEnd: Bool { duration.map { position >= $0 - 1.5 * max(rate, 1) } ?? false }

    /// The object under `media`.
    var json: JSONObject {
        var object: JSONObject = ["state": .string(state.rawValue)]
        if let idleReason { object["idleReason"] = .string(idleReason.rawValue) }
        if let mediaSessionID { object["mediaSessionID"] = .integer(Int64(mediaSessionID)) }
        // Far from zero there is no millisecond to round to, and the product would be infinite.
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

    /// `00:42 of 09:56`, `00:42`, or `live`.
    var positionText: String {
        if isLive { return "live" }
        guard let duration else { return TimeText.clock(position) }
        return "\(TimeText.clock(position)) of \(TimeText.clock(duration))"
    }
}
