// SPDX-License-Identifier: Apache-2.0

import CastWire

/// The state of a virtual device at one moment.
public struct DeviceSnapshot: Sendable, Hashable {
    /// The running app. The idle screen does not count as an app.
    public struct ApplicationStatus: Sendable, Hashable {
        /// The id under which the app was launched.
        public var appID: String
        /// The name of the app.
        public var name: String
        /// The id of the app's session.
        public var sessionID: String
        /// The status text of the app, such as `Casting: Sunrise`.
        public var statusText: String
        /// The namespaces of the app.
        public var namespaces: [String]
        /// Whether the app is ready; false while it starts.
        public var isReady: Bool
        /// The URL of the app's page, which a user can open; nil for an app without a page.
        public var pageURL: String?
    }

    /// A launch that waits for the user's permission.
    public struct PendingLaunch: Sendable, Hashable {
        /// The id under which the app is launched.
        public var appID: String
        /// The name of the app.
        public var name: String
        /// The id of the sender that first requested the launch.
        public var sender: String
    }

    /// The media session of the app.
    public struct Media: Sendable, Hashable {
        /// The state of playback.
        public enum State: String, Sendable, Hashable {
            case loading
            case buffering
            case playing
            case paused
        }

        /// The id of the media session.
        public var mediaSessionID: Int
        /// The state of playback.
        public var state: State
        /// The URL of the media.
        public var url: String
        /// The media type; nil if the sender gave none.
        public var contentType: String?
        /// The title in the metadata; nil without one.
        public var title: String?
        /// The position in seconds, at the time of the snapshot.
        public var position: Double
        /// The duration in seconds; nil if unknown and for live media.
        public var duration: Double?
        /// The playback rate; 1 is normal speed.
        public var playbackRate: Double
        /// The stream volume level, 0 to 1.
        public var volumeLevel: Double
        /// Whether the media stream is muted, independently of the device.
        public var isMuted: Bool
    }

    /// The device's id: a lowercase UUID with hyphens.
    public var id: String
    /// The name of the device.
    public var name: String
    /// The running app; nil if none is running.
    public var application: ApplicationStatus?
    /// How the previous app ended; nil if none has ended.
    public var lastApplicationEnd: ApplicationEnd?
    /// The launch that ``VirtualDevice/answerLaunch(isAllowed:)`` answers; nil if none is pending.
    public var pendingLaunch: PendingLaunch?
    /// The media of the running app; nil if nothing is loaded.
    public var media: Media?
    /// Why the last media session ended, as in MEDIA_STATUS: `FINISHED`, `CANCELLED`, `INTERRUPTED` or `ERROR`; nil
    /// during a session and before the first one.
    public var lastIdleReason: String?
    /// The device's volume level, 0 to 1.
    public var volumeLevel: Double
    /// Whether the device is muted.
    public var isMuted: Bool
    /// Whether the screen is in standby; nil on a device without a screen.
    public var isStandby: Bool?
    /// Whether the screen shows the device; nil on a device without one.
    public var isActiveInput: Bool?
    /// The number of open sockets.
    public var socketCount: Int
    /// The senders connected to the running app, as `<address>: <sender id>`.
    public var senders: [String]
    /// Whether the page plays without sound until the user clicks it.
    public var isSoundBlocked: Bool
    /// The messages, connections and sockets that the device has dropped so far, by reason.
    public var drops: DropCounters
}

extension DeviceSnapshot.ApplicationStatus {
    init(_ application: RunningApplication) {
        self.init(
            appID: application.appID,
            name: application.displayName,
            sessionID: application.sessionID,
            statusText: application.statusText,
            namespaces: application.namespaces.map(\.rawValue),
            isReady: application.isReady,
            pageURL: application.pageURL
        )
    }
}

extension DeviceSnapshot.PendingLaunch {
    init(_ question: LaunchQuestion) {
        self.init(
            appID: question.launch.appID,
            name: question.application.displayName,
            sender: question.launch.sender?.id ?? ""
        )
    }
}

extension DefaultMediaReceiver {
    /// The media session as a snapshot shows it; nil without a session.
    func snapshot(at now: ContinuousClock.Instant) -> DeviceSnapshot.Media? {
        guard let session else { return nil }
        let state: DeviceSnapshot.Media.State =
            switch session.phase {
            case .loading: .loading
            case .buffering: .buffering
            case .playing: .playing
            case .paused: .paused
            }
        return DeviceSnapshot.Media(
            mediaSessionID: session.id,
            state: state,
            url: session.media.url,
            contentType: session.media.contentType,
            title: session.title,
            position: session.position(at: now),
            duration: session.duration,
            playbackRate: session.rate,
            volumeLevel: session.volumeLevel,
            isMuted: session.isMuted
        )
    }

    /// How busy the media session keeps the app.
    var activity: PlaybackActivity {
        switch session?.phase {
        case nil: .none
        case .paused: .paused
        case .loading, .buffering, .playing: .playing
        }
    }

    /// The media session in MULTIZONE_STATUS; nil until media is loaded.
    var playback: PlaybackSession? {
        guard let session, session.phase != .loading else { return nil }
        return PlaybackSession(
            appAllowsGrouping: false,
            isVideoContent: session.media.playerKind == .video || session.videoInfo != nil,
            streamTransferSupported: true
        )
    }
}
