import CastWire

extension DeviceSnapshot.Application {
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
    /// The session for whoever watches the device.
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

    /// How busy the session keeps the app.
    var activity: PlaybackActivity {
        switch session?.phase {
        case nil: .none
        case .paused: .paused
        case .loading, .buffering, .playing: .playing
        }
    }

    /// What MULTIZONE_STATUS says about the session; nil unless something is loaded.
    var playback: PlaybackSession? {
        guard let session, session.phase != .loading else { return nil }
        return PlaybackSession(
            appAllowsGrouping: false,
            isVideoContent: session.media.playerKind == .video || session.videoInfo != nil,
            streamTransferSupported: true
        )
    }
}
