import CastSender
import CastWire

extension PlaybackStatus {
    /// What a snapshot says at this moment.
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

extension QueueReport {
    /// What a snapshot says about the device's queue.
    init(_ snapshot: MediaSnapshot) {
        self.init(
            currentItemID: snapshot.currentItemID,
            contentID: snapshot.media?.contentID ?? snapshot.currentItem?.media?.contentID,
            count: snapshot.queueWindow.count
        )
    }
}

extension VolumeStatus {
    /// What a device says about its volume; nil when it says nothing.
    init?(_ volume: Volume?) {
        guard let volume, let level = volume.level else { return nil }
        self.init(
            level: level,
            isMuted: volume.muted ?? false,
            isAdjustable: volume.controlType != .fixed,
            step: volume.stepInterval ?? 0.05
        )
    }
}
