// SPDX-License-Identifier: Apache-2.0

/// GET_STATUS: requests a ``MediaStatusMessage``, which is sent to the requester only.
public struct GetMediaStatusRequest: MediaSessionRequest {
    public static let type = "GET_STATUS"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// The parts that the answer may omit.
    public var options: MediaStatusOptions? {
        get { self["options"] }
        set { self["options"] = newValue }
    }

    /// Creates the request.
    ///
    /// - Parameters:
    ///   - mediaSessionID: The media session; nil requests the status of all sessions.
    ///   - options: The parts that the answer may omit.
    public init(mediaSessionID: Int? = nil, options: MediaStatusOptions? = nil) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
        self.options = options
    }
}

/// Options that omit parts of a media status.
public struct MediaStatusOptions: OptionSet, JSONConvertible, Hashable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public init?(json: JSONValue) {
        guard let bits = Int(json: json) else { return nil }
        self.init(rawValue: bits)
    }

    public var json: JSONValue { rawValue.json }

    /// Omits the media metadata.
    public static let noMetadata = MediaStatusOptions(rawValue: 1)
    /// Omits the queue items.
    public static let noQueueItems = MediaStatusOptions(rawValue: 2)
}

/// MEDIA_STATUS: the media sessions of an application, sent as an answer or after a change.
public struct MediaStatusMessage: CastPayload {
    public static let type = "MEDIA_STATUS"
    public static let namespace = CastNamespace.media

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates a status message. A nil request ID is omitted.
    public init(statuses: [MediaStatus], requestID: Int? = nil) {
        fields = JSONObject(type: Self.type)
        self.statuses = statuses
        self.requestID = requestID
    }

    /// The media sessions, usually one; empty if there is none.
    ///
    /// A `status` that is missing or not an array means that there is no session. A message that contains the keys of a
    /// status itself counts as a status.
    public var statuses: [MediaStatus] {
        get {
            if let status = fields["status"] { return [MediaStatus](json: status) ?? [] }
            let isStatus = fields["playerState"] != nil || fields["mediaSessionId"] != nil
            return isStatus ? [MediaStatus(fields: fields)] : []
        }
        set { self["status"] = newValue }
    }
}

/// The commands that the current media supports. Undefined bits are preserved.
public struct MediaCommands: OptionSet, JSONConvertible, Hashable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public init?(json: JSONValue) {
        guard let bits = Int(json: json) else { return nil }
        self.init(rawValue: bits)
    }

    public var json: JSONValue { rawValue.json }

    public static let pause = MediaCommands(rawValue: 1)
    public static let seek = MediaCommands(rawValue: 2)
    public static let streamVolume = MediaCommands(rawValue: 4)
    public static let streamMute = MediaCommands(rawValue: 8)
    /// Skip forward, a command of the protocol of 2013. Later receivers set ``seek`` instead.
    public static let skipForward = MediaCommands(rawValue: 16)
    /// Skip backward, a command of the protocol of 2013.
    public static let skipBackward = MediaCommands(rawValue: 32)
    public static let queueNext = MediaCommands(rawValue: 64)
    public static let queuePrev = MediaCommands(rawValue: 128)
    public static let queueShuffle = MediaCommands(rawValue: 256)
    public static let skipAd = MediaCommands(rawValue: 512)
    public static let queueRepeatAll = MediaCommands(rawValue: 1024)
    public static let queueRepeatOne = MediaCommands(rawValue: 2048)
    public static let editTracks = MediaCommands(rawValue: 4096)
    public static let playbackRate = MediaCommands(rawValue: 8192)
    public static let like = MediaCommands(rawValue: 16_384)
    public static let dislike = MediaCommands(rawValue: 32_768)
    public static let follow = MediaCommands(rawValue: 65_536)
    public static let unfollow = MediaCommands(rawValue: 131_072)
    public static let streamTransfer = MediaCommands(rawValue: 262_144)
    public static let lyrics = MediaCommands(rawValue: 524_288)

    /// The commands that the default media receiver supports for a single item: 12303.
    public static let basic: MediaCommands = [
        .pause, .seek, .streamVolume, .streamMute, .editTracks, .playbackRate,
    ]
}
