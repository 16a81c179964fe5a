public import CastWire

extension MediaController {
    /// How media is loaded. Everything may be left out.
    public struct LoadOptions: Sendable {
        /// Whether it plays as soon as it can; otherwise it stays paused. Default true.
        public var autoplay: Bool
        /// Where to start, in seconds; nil means the beginning, or the live edge of a live stream.
        public var startTime: Double?
        /// The speed, 0.5…2; nil means 1.
        public var playbackRate: Double?
        /// The tracks to show from the start; nil leaves the choice to the receiver.
        public var activeTrackIDs: [Int]?
        /// Loads a queue, of which the media may be left to the items.
        public var queueData: QueueData?
        /// Shown to the application.
        public var credentials: LaunchOptions.Credentials?
        /// Shown to the application in its Android TV form.
        public var androidTVCredentials: LaunchOptions.Credentials?
        /// What the application's content filter shall do.
        public var filter: CastWire.LoadOptions?
        /// Anything for the application.
        public var customData: JSONValue?

        public init(
            autoplay: Bool = true,
            startTime: Double? = nil,
            playbackRate: Double? = nil,
            activeTrackIDs: [Int]? = nil,
            queueData: QueueData? = nil,
            credentials: LaunchOptions.Credentials? = nil,
            androidTVCredentials: LaunchOptions.Credentials? = nil,
            filter: CastWire.LoadOptions? = nil,
            customData: JSONValue? = nil
        ) {
            self.autoplay = autoplay
            self.startTime = startTime
            self.playbackRate = playbackRate
            self.activeTrackIDs = activeTrackIDs
            self.queueData = queueData
            self.credentials = credentials
            self.androidTVCredentials = androidTVCredentials
            self.filter = filter
            self.customData = customData
        }

        func request(for media: MediaInformation?) -> LoadRequest {
            var request = LoadRequest(
                media: media,
                autoplay: autoplay,
                currentTime: startTime,
                playbackRate: playbackRate,
                activeTrackIDs: activeTrackIDs,
                queueData: queueData,
                credentials: credentials?.credentials,
                credentialsType: credentials?.type,
                atvCredentials: androidTVCredentials?.credentials,
                atvCredentialsType: androidTVCredentials?.type,
                loadOptions: filter
            )
            request.customData = customData
            return request
        }
    }

    /// How far a load must have come before the call returns.
    public enum LoadMilestone: Sendable, Hashable {
        /// The device has taken the request. It may still fail: devices acknowledge before they fetch anything.
        case accepted
        /// It plays, or is ready and paused. Fails after so long.
        case playing(within: Duration = .seconds(60))
    }
}
