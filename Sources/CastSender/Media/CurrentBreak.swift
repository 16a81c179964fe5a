public import CastWire

/// The break that is shown instead of the content, or within it.
///
/// Its times go on by themselves while it plays, as the position of the content does otherwise.
public struct CurrentBreak: Sendable, Hashable {
    /// The break's id; nil where the receiver does not say.
    public let id: String?
    /// The break as the media lists it; nil for one that the receiver made up, such as after a seek.
    public let details: Break?
    /// The id of the clip that is shown.
    public let clipID: String?
    /// The clip as the media lists it; nil when it names one that is not known.
    public let clip: BreakClip?
    /// Which of the break's clips is shown, from 0; nil where that is not known.
    public let clipIndex: Int?
    /// How many clips the break has; nil where that is not known.
    public let clipCount: Int?
    /// After how many seconds of the clip it may be skipped; nil for never.
    public let whenSkippable: Double?

    private let breakLine: PlaybackLine?
    private let clipLine: PlaybackLine?

    init?(_ status: MediaStatus, receivedAt instant: ContinuousClock.Instant) {
        guard let shown = status.breakStatus else { return nil }
        id = shown.breakID
        details = status.media?.breaks?.first { $0.id != nil && $0.id == shown.breakID }
        clipID = shown.breakClipID
        clip = status.media?.breakClips?.first { $0.id != nil && $0.id == shown.breakClipID }
        let clipIDs = details?.breakClipIDs
        clipIndex = shown.breakClipID.flatMap { id in clipIDs?.firstIndex(of: id) }
        clipCount = clipIDs?.count
        whenSkippable = (shown.whenSkippable ?? clip?.whenSkippable).flatMap { $0 >= 0 ? $0 : nil }
        let speed = status.playerState == .playing ? 1.0 : 0
        func line(_ time: Double?) -> PlaybackLine? {
            time.flatMap { $0.isFinite ? PlaybackLine(base: max(0, $0), instant: instant, speed: speed) : nil }
        }
        breakLine = line(shown.currentBreakTime)
        clipLine = line(shown.currentBreakClipTime)
    }

    /// How far the break is at an instant, in seconds and within its length; nil where the receiver does not say.
    public func time(at instant: ContinuousClock.Instant = .now) -> Double? {
        breakLine.map { min($0.value(at: instant), known(details?.duration)) }
    }

    /// How far the clip is at an instant, in seconds and within its length; nil where the receiver does not say.
    public func clipTime(at instant: ContinuousClock.Instant = .now) -> Double? {
        clipLine.map { min($0.value(at: instant), known(clip?.duration)) }
    }

    /// In how many seconds the clip may be skipped, 0 from then on; nil when it may not be at all.
    public func secondsUntilSkippable(at instant: ContinuousClock.Instant = .now) -> Double? {
        guard let whenSkippable else { return nil }
        // Not limited by the clip's length: one that ends before it may be skipped is never skippable.
        return max(0, whenSkippable - (clipLine?.value(at: instant) ?? 0))
    }

    private func known(_ duration: Double?) -> Double {
        duration.flatMap { $0 > 0 ? $0 : nil } ?? .infinity
    }
}

extension MediaSnapshot {
    /// The break that is shown; nil while the content is.
    public var currentBreak: CurrentBreak? { CurrentBreak(status, receivedAt: receivedAt) }

    /// Whether the clip that is shown can be skipped at an instant.
    public func canSkipAd(at instant: ContinuousClock.Instant = .now) -> Bool {
        guard supports(.skipAd), let shown = currentBreak else { return false }
        return shown.secondsUntilSkippable(at: instant) == 0
    }

    /// The breaks of the media, shown or not.
    public var breaks: [Break] { media?.breaks ?? [] }

    /// The clips of a break that are known, in order; one that the media does not list is left out.
    public func clips(of adBreak: Break) -> [BreakClip] {
        let known = (media?.breakClips ?? []).compactMap { clip in clip.id.map { ($0, clip) } }
        let clips = Dictionary(known) { first, _ in first }
        return adBreak.breakClipIDs.compactMap { clips[$0] }
    }
}
