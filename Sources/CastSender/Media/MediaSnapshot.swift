public import CastWire

/// What an application plays, as far as its messages tell, at the moment of the last one.
///
/// Receivers leave out what did not change; this is the whole, merged from all messages of one media session. The
/// position goes on by itself: ask ``position(at:)`` as often as a progress bar needs it.
public struct MediaSnapshot: Sendable, Hashable {
    /// The media session; commands go to it. New for each load, not for each item of a queue.
    public let mediaSessionID: Int
    /// Everything the receiver said about the session, merged.
    public let status: MediaStatus
    /// When the last message arrived.
    public let receivedAt: ContinuousClock.Instant
    let playback: PlaybackPosition
    /// The ids in the newest window that the receiver told, of which ``queueWindow`` keeps those before it too.
    package let toldItemIDs: [Int]

    init(
        mediaSessionID: Int,
        status: MediaStatus,
        receivedAt: ContinuousClock.Instant,
        playback: PlaybackPosition,
        toldItemIDs: [Int] = []
    ) {
        self.mediaSessionID = mediaSessionID
        self.status = status
        self.receivedAt = receivedAt
        self.playback = playback
        self.toldItemIDs = toldItemIDs
    }
}

extension MediaSnapshot {
    /// What the player does; `loading` while the next media is on its way.
    public var playerState: PlayerState { isLoading ? .loading : status.playerState ?? .idle }

    /// Whether media is being loaded and nothing of it plays yet.
    public var isLoading: Bool { status.isLoading }

    /// Why nothing plays; nil while something does or loads.
    public var idleReason: IdleReason? { playerState == .idle ? status.idleReason : nil }

    /// What plays, or is about to.
    public var media: MediaInformation? { status.media }

    /// The title; nil when the receiver reports none or an empty one.
    public var title: String? {
        guard let title = media?.metadata?.title, !title.isEmpty else { return nil }
        return title
    }

    /// The length in seconds; nil when it is unknown, or the media is live.
    public var duration: Double? { playback.range == nil ? playback.duration : nil }

    /// 1 is the ordinary speed, whether or not it plays.
    public var playbackRate: Double { playback.rate }

    /// The volume of the stream, 0…1, on top of the device's own; 1 where the receiver does not say.
    public var streamVolume: Double { status.volume?.boundedLevel ?? 1 }

    /// Whether the stream is muted.
    public var isStreamMuted: Bool { status.volume?.muted ?? false }

    /// The position in seconds, carried forward to an instant: 0 up to ``duration``, or within the live range.
    public func position(at instant: ContinuousClock.Instant = .now) -> Double { playback.value(at: instant) }

    /// How many seconds are left; nil where ``duration`` is.
    public func remaining(at instant: ContinuousClock.Instant = .now) -> Double? {
        duration.map { max(0, $0 - position(at: instant)) }
    }

    /// Whether the receiver accepts all of these commands now.
    public func supports(_ commands: MediaCommands) -> Bool {
        (status.supportedMediaCommands ?? []).isSuperset(of: commands)
    }
}

extension MediaStatus {
    /// IDLE, with the next media on its way.
    var isLoading: Bool { playerState == .idle && extendedStatus?.playerState == .loading }
}
