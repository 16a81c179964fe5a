public import CastWire

/// What the controls of media show: wishes while they are carried out, the device's values otherwise.
///
/// A whole new value comes with every change of either. The position goes on by itself between them: ask
/// ``position(at:)`` as often as a progress bar needs it.
public struct MediaControls: Sendable, Hashable {
    /// What the device said last; nil when nothing is loaded.
    public let snapshot: MediaSnapshot?
    /// Playing or paused; confirmed is nil until the media has played or been paused once.
    public let isPlaying: Wished<Bool>
    /// 0…1.
    public let streamVolume: Wished<Double>
    public let isStreamMuted: Wished<Bool>
    /// 1 is the ordinary speed.
    public let playbackRate: Wished<Double>
    /// What happens at the end of the queue.
    public let repeatMode: Wished<RepeatMode>
    /// The ids of the tracks in use.
    public let activeTracks: Wished<[Int]>
    private let line: Wished<PlaybackLine>

    init(_ snapshot: MediaSnapshot? = nil, _ wishes: MediaWishes = MediaWishes()) {
        self.snapshot = snapshot
        isPlaying = Wished(wishes.playing)
        streamVolume = Wished(wishes.streamVolume)
        isStreamMuted = Wished(wishes.streamMuted)
        playbackRate = Wished(wishes.playbackRate)
        repeatMode = Wished(wishes.repeatMode)
        activeTracks = Wished(wishes.activeTracks)
        line = Wished(wishes.position)
    }

    /// The position in seconds at an instant: where a seek goes while it is carried out, where playback is otherwise.
    public func position(at instant: ContinuousClock.Instant = .now) -> Wished<Double> {
        Wished(
            confirmed: snapshot?.position(at: instant),
            wanted: line.wanted?.value(at: instant),
            isPending: line.isPending,
            failure: line.failure
        )
    }
}
