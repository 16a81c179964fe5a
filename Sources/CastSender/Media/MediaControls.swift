// SPDX-License-Identifier: Apache-2.0

public import CastWire

/// The values for playback controls: requested values while they are pending, the device's values otherwise.
///
/// A new value is published with every change of either. The position advances in between: call ``position(at:)`` as
/// often as a progress bar needs it.
public struct MediaControls: Sendable, Hashable {
    /// The last media status of the device; nil when nothing is loaded.
    public let snapshot: MediaSnapshot?
    /// Whether the media is playing; the confirmed value is nil until the media has played or been paused once.
    public let isPlaying: PendingValue<Bool>
    /// The volume of the media stream, 0…1.
    public let streamVolume: PendingValue<Double>
    /// Whether the media stream is muted.
    public let isStreamMuted: PendingValue<Bool>
    /// The playback rate; 1 is normal speed.
    public let playbackRate: PendingValue<Double>
    /// The repeat mode of the queue.
    public let repeatMode: PendingValue<RepeatMode>
    /// The ids of the active tracks.
    public let activeTracks: PendingValue<[Int]>
    private let linearPosition: PendingValue<LinearPosition>

    init(_ snapshot: MediaSnapshot? = nil, _ pendingValues: PendingMediaValues = PendingMediaValues()) {
        self.snapshot = snapshot
        isPlaying = PendingValue(pendingValues.playing)
        streamVolume = PendingValue(pendingValues.streamVolume)
        isStreamMuted = PendingValue(pendingValues.streamMuted)
        playbackRate = PendingValue(pendingValues.playbackRate)
        repeatMode = PendingValue(pendingValues.repeatMode)
        activeTracks = PendingValue(pendingValues.activeTracks)
        linearPosition = PendingValue(pendingValues.position)
    }

    /// Returns the position at an instant, in seconds: the target of a pending seek, or the playback position
    /// otherwise.
    public func position(at instant: ContinuousClock.Instant = .now) -> PendingValue<Double> {
        PendingValue(
            confirmed: snapshot?.position(at: instant),
            requested: linearPosition.requested?.value(at: instant),
            isPending: linearPosition.isPending,
            failure: linearPosition.failure
        )
    }
}

/// The ad break that is playing, instead of the content or embedded in it.
///
/// Its times advance while it plays, as the position of the content does otherwise.
public struct CurrentBreak: Sendable, Hashable {
    /// The break's id; nil if the receiver does not report it.
    public let id: String?
    /// The break as listed by the media; nil for a break that the receiver created, such as after a seek.
    public let details: Break?
    /// The id of the clip that is playing.
    public let clipID: String?
    /// The clip as listed by the media; nil if the media does not list it.
    public let clip: BreakClip?
    /// The index of the clip within the break, starting at 0; nil if unknown.
    public let clipIndex: Int?
    /// The number of clips in the break; nil if unknown.
    public let clipCount: Int?
    /// The time in the clip, in seconds, from which it can be skipped; nil if it cannot be skipped.
    public let whenSkippable: Double?

    private let breakPosition: LinearPosition?
    private let clipPosition: LinearPosition?

    init?(_ status: MediaStatus, receivedAt instant: ContinuousClock.Instant) {
        guard let breakStatus = status.breakStatus else { return nil }
        id = breakStatus.breakID
        details = status.media?.breaks?.first { $0.id != nil && $0.id == breakStatus.breakID }
        clipID = breakStatus.breakClipID
        clip = status.media?.breakClips?.first { $0.id != nil && $0.id == breakStatus.breakClipID }
        let clipIDs = details?.breakClipIDs
        clipIndex = breakStatus.breakClipID.flatMap { id in clipIDs?.firstIndex(of: id) }
        clipCount = clipIDs?.count
        whenSkippable = (breakStatus.whenSkippable ?? clip?.whenSkippable).flatMap { $0 >= 0 ? $0 : nil }
        let speed = status.playerState == .playing ? 1.0 : 0
        func position(_ time: Double?) -> LinearPosition? {
            time.flatMap { $0.isFinite ? LinearPosition(base: max(0, $0), instant: instant, speed: speed) : nil }
        }
        breakPosition = position(breakStatus.currentBreakTime)
        clipPosition = position(breakStatus.currentBreakClipTime)
    }

    /// The elapsed time of the break at an instant, in seconds and limited to its duration; nil if the receiver does
    /// not report it.
    public func time(at instant: ContinuousClock.Instant = .now) -> Double? {
        breakPosition.map { min($0.value(at: instant), upperLimit(details?.duration)) }
    }

    /// The elapsed time of the clip at an instant, in seconds and limited to its duration; nil if the receiver does not
    /// report it.
    public func clipTime(at instant: ContinuousClock.Instant = .now) -> Double? {
        clipPosition.map { min($0.value(at: instant), upperLimit(clip?.duration)) }
    }

    /// The number of seconds until the clip can be skipped, 0 from then on; nil if it cannot be skipped.
    public func secondsUntilSkippable(at instant: ContinuousClock.Instant = .now) -> Double? {
        guard let whenSkippable else { return nil }
        // Not limited by the clip's duration: a clip that ends before it can be skipped is never skippable.
        return max(0, whenSkippable - (clipPosition?.value(at: instant) ?? 0))
    }

    /// Returns a duration as an upper limit; infinity when it is unknown.
    private func upperLimit(_ duration: Double?) -> Double {
        duration.flatMap { $0 > 0 ? $0 : nil } ?? .infinity
    }
}

extension MediaSnapshot {
    /// The ad break that is playing; nil while the content plays.
    public var currentBreak: CurrentBreak? { CurrentBreak(status, receivedAt: receivedAt) }

    /// Whether the current clip can be skipped at an instant.
    public func canSkipAd(at instant: ContinuousClock.Instant = .now) -> Bool {
        guard supports(.skipAd), let currentBreak else { return false }
        return currentBreak.secondsUntilSkippable(at: instant) == 0
    }

    /// All ad breaks of the media.
    public var breaks: [Break] { media?.breaks ?? [] }

    /// Returns the clips of a break that the media lists, in order.
    public func clips(of adBreak: Break) -> [BreakClip] {
        let known = (media?.breakClips ?? []).compactMap { clip in clip.id.map { ($0, clip) } }
        let clips = Dictionary(known) { first, _ in first }
        return adBreak.breakClipIDs.compactMap { clips[$0] }
    }
}
