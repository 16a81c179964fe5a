/// A virtual device at one moment, for whoever watches it.
public struct DeviceSnapshot: Sendable, Hashable {
    /// The app that runs; the idle screen is none.
    public struct Application: Sendable, Hashable {
        public var appID: String
        public var name: String
        public var sessionID: String
        /// What the app says about itself, such as `Casting: Sunrise`.
        public var statusText: String
        /// The namespaces it speaks.
        public var namespaces: [String]
        /// Whether it serves senders; false while it starts.
        public var isReady: Bool
        /// The page that it consists of, for a person to open; nil for an app without one.
        public var pageURL: String?
    }

    /// A launch that a person has to allow.
    public struct PendingLaunch: Sendable, Hashable {
        public var appID: String
        public var name: String
        /// The id of the sender that asked first.
        public var sender: String
    }

    /// The media session of the app.
    public struct Media: Sendable, Hashable {
        public enum State: String, Sendable, Hashable {
            case loading
            case buffering
            case playing
            case paused
        }

        public var mediaSessionID: Int
        public var state: State
        /// What is fetched.
        public var url: String
        public var contentType: String?
        public var title: String?
        /// Seconds, at the time of the snapshot.
        public var position: Double
        /// Seconds; nil while unknown and for live media.
        public var duration: Double?
        public var playbackRate: Double
        /// The stream volume, 0 to 1.
        public var volumeLevel: Double
        public var isMuted: Bool
    }

    /// The device's id: a UUID in lower case with hyphens.
    public var id: String
    public var name: String
    public var application: Application?
    /// How the app before ended; nil before the first.
    public var lastApplicationEnd: ApplicationEnd?
    /// What ``VirtualDevice/answerLaunch(isAllowed:)`` would answer.
    public var pendingLaunch: PendingLaunch?
    public var media: Media?
    /// Why the last media session ended, as on the wire: `FINISHED`, `CANCELLED`, `INTERRUPTED` or `ERROR`; nil while
    /// there is one, and before the first.
    public var lastIdleReason: String?
    /// The device's volume, 0 to 1.
    public var volumeLevel: Double
    public var isMuted: Bool
    /// Nil on a device without a screen.
    public var isStandby: Bool?
    /// Whether the screen shows the device; nil on a device without one.
    public var isActiveInput: Bool?
    /// How many sockets are open.
    public var socketCount: Int
    /// The senders connected to the running app, as `<address>: <sender id>`.
    public var senders: [String]
    /// The page plays without sound until somebody clicks on it.
    public var isSoundBlocked: Bool
    /// What the device let go without an answer so far.
    public var drops: DropCounters
}
