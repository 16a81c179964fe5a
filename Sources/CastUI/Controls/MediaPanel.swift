// SPDX-License-Identifier: Apache-2.0

public import CastSender
public import CastWire

/// The current media and its controls, at one instant.
///
/// This type alone decides which controls are enabled. The mini and expanded controllers, the cast dialog and the GCK
/// controllers use it.
public struct MediaPanel: Sendable, Equatable {
    /// Whether a session is connected.
    public let isConnected: Bool
    /// The media status with the pending values; nil without a session.
    public let controls: MediaControls?
    /// The known contents of the queue; nil without a session.
    public let queue: MediaQueueContents?
    /// The instant for which the panel is valid; positions are extrapolated to it.
    public let instant: ContinuousClock.Instant
    /// Whether a request is in flight.
    public let isBusy: Bool
    let hidesPositionForLive: Bool

    init(_ state: CastUIState, at instant: ContinuousClock.Instant) {
        isConnected = state.session.isConnected
        controls = state.session == .none ? nil : state.media
        queue = state.queue
        self.instant = instant
        hidesPositionForLive = state.options.hidesPositionForLive
        isBusy =
            !state.inFlight.isEmpty || state.hasOtherRequests || (state.media?.isPending(at: instant) ?? false)
    }

    private var snapshot: MediaSnapshot? { isConnected ? controls?.snapshot : nil }

    // MARK: Current media

    /// Whether media is loaded or loading; false without a session.
    public var isLoaded: Bool {
        guard let snapshot else { return false }
        return snapshot.playerState != .idle || snapshot.loadingItemID != nil
    }

    /// Whether media is loading.
    public var isLoading: Bool {
        guard let snapshot else { return false }
        return snapshot.playerState == .loading || snapshot.playerState == .idle && snapshot.loadingItemID != nil
    }

    /// Whether playback waits for data.
    public var isBuffering: Bool { snapshot?.playerState == .buffering }
    /// Whether a skin shows an activity indicator.
    public var showsActivity: Bool { isLoading || isBuffering }
    /// Whether the receiver has reported the id of the current item.
    public var hasCurrentItem: Bool { snapshot?.currentItemID != nil }
    /// Whether an item of the queue is loading.
    public var hasLoadingItem: Bool { snapshot?.loadingItemID != nil }
    /// Whether a live stream is loaded.
    public var isLive: Bool { isLoaded && snapshot?.isLive == true }
    /// Whether an ad is playing.
    public var isPlayingAd: Bool { isLoaded && snapshot?.currentBreak != nil }
    /// The state of the player; nil without a session.
    public var playerState: PlayerState? { snapshot?.playerState }

    /// Whether media is loaded, or the next item of the queue is about to start.
    public var isActive: Bool { isLoaded || willAdvance }

    /// Whether the next item starts automatically after the current one, which has ended.
    private var willAdvance: Bool {
        guard let snapshot, snapshot.playerState == .idle else { return false }
        return snapshot.idleReason == .finished && hasNext && nextItem?.autoplay != false
    }

    /// The current media; nil if none is loaded or it is not known.
    public var media: MediaInformation? { isLoaded ? snapshot?.media : nil }
    /// Whether the current item is a still image, which has no position and no playback rate.
    public var isStillImage: Bool {
        guard let media else { return false }
        if let type = media.contentType { return type.hasPrefix("image/") }
        return media.metadata?.metadataType == .photo
    }
    /// The item that automatically follows the current one; nil if none does, if it is unknown, or if the current item
    /// is repeated.
    public var nextItem: QueueItem? {
        guard snapshot?.repeatMode != .single else { return nil }
        if let next = snapshot?.nextItem ?? item(after: 1) { return next }
        // The queue starts over. With shuffling, the device picks a new order, so the next item is unknown.
        guard snapshot?.repeatMode == .all, let queue, queue.isCurrent, let current = snapshot?.currentItemID,
            current == queue.itemIDs.last, current != queue.itemIDs.first
        else { return nil }
        return queue.item(at: 0)
    }

    /// Whether the next item can be selected.
    public var hasNext: Bool { canStep(1, with: .queueNext) }
    /// Whether the previous item can be selected.
    public var hasPrevious: Bool { canStep(-1, with: .queuePrev) }

    private func canStep(_ step: Int, with command: MediaCommands) -> Bool {
        guard let snapshot else { return false }
        if snapshot.repeatMode == .all || snapshot.repeatMode == .allAndShuffle, snapshot.currentItemID != nil {
            return true
        }
        if let queue, queue.isCurrent, let index = snapshot.currentItemID.flatMap(queue.index) {
            return queue.itemIDs.indices.contains(index + step)
        }
        return snapshot.supports(command) || (step > 0 ? snapshot.nextItem : snapshot.previousItem) != nil
    }

    private func item(after step: Int) -> QueueItem? {
        guard let queue, let index = snapshot?.currentItemID.flatMap(queue.index) else { return nil }
        return queue.item(at: index + step)
    }

    // MARK: Times

    /// The largest time that is shown, in seconds: about 30,000 years. Platform controls can represent it in any
    /// numeric type.
    private static let timeLimit = 1e12

    private var hidesPosition: Bool { hidesPositionForLive && isLive }

    /// The position in seconds, or the target of a pending seek; nil if there is none to show.
    public var position: Double? { hidesPosition ? nil : playbackPosition }

    /// The position in seconds, or the target of a pending seek, even if it is hidden.
    var playbackPosition: Double? {
        guard isLoaded, let position = controls?.position(at: instant).shown, abs(position) <= Self.timeLimit else {
            return nil
        }
        return position
    }

    /// The duration in seconds; nil if it is unknown, and for live streams.
    public var duration: Double? {
        guard isLoaded, !isLive, let duration = snapshot?.duration, abs(duration) <= Self.timeLimit else { return nil }
        return duration
    }

    /// The remaining time in seconds; nil if the duration or the position is.
    public var remaining: Double? {
        guard let duration, let position else { return nil }
        return max(0, duration - position)
    }

    /// The seekable range of a live stream, in seconds; nil if there is none to show.
    public var liveRange: ClosedRange<Double>? { hidesPosition ? nil : seekableLiveRange }

    /// The seekable range of a live stream, in seconds, even if it is hidden.
    var seekableLiveRange: ClosedRange<Double>? {
        guard isLive, let range = snapshot?.liveSeekableRange(at: instant),
            abs(range.lowerBound) <= Self.timeLimit, abs(range.upperBound) <= Self.timeLimit
        else { return nil }
        return range
    }

    /// Whether a live stream is at its live edge. A live stream without a seekable range always is.
    public var isAtLiveEdge: Bool {
        guard isLive, let snapshot else { return false }
        return snapshot.liveSeekableRange(at: instant) == nil || snapshot.isAtLiveEdge(at: instant)
    }

    // MARK: Play and pause

    /// Whether media is playing, or the pending value requests it.
    private var isPlaying: Bool {
        switch snapshot?.playerState {
        case .playing?, .buffering?: controls?.isPlaying.shown ?? true
        default: controls?.isPlaying.requested ?? false
        }
    }

    /// The state of the play/pause button.
    public var toggle: PlayToggle {
        guard isLoaded else { return .none }
        if isLoading { return .playing }
        return isPlaying ? (isLive ? .playingLive : .playing) : .paused
    }

    // MARK: Tracks

    /// The tracks that the user can select: audio, and text that is displayed.
    public var selectableTracks: [MediaTrack] {
        guard isLoaded, let snapshot else { return [] }
        return snapshot.tracks.filter(\.isSelectable)
    }

    // MARK: Controls

    /// Returns the reason why a control is disabled; nil if it is enabled.
    public func disabledReason(for slot: MediaSlot) -> DisabledReason? {
        guard isConnected else { return .noSession }
        guard isLoaded, let snapshot else { return .noMedia }
        switch slot {
        case .play:
            return isLoading ? .notYet : isPlaying ? .already : nil
        case .pause:
            guard !isLoading else { return .notYet }
            guard isPlaying else { return .already }
            return snapshot.supports(.pause) ? nil : isLive ? .live : .unsupported
        case .playPause:
            guard !isLoading else { return .notYet }
            return isLive || snapshot.supports(.pause) ? nil : .unsupported
        case .stop:
            return nil
        case .seek:
            // The user cannot choose a position on a hidden seek bar.
            return seekingDisabledReason(snapshot) ?? (hidesPosition ? .live : nil)
        case .forward, .rewind:
            return seekingDisabledReason(snapshot)
        case .next:
            return isPlayingAd ? .adPlaying : hasNext ? nil : .noNext
        case .previous:
            return isPlayingAd ? .adPlaying : hasPrevious ? nil : .noPrevious
        case .pauseAfterItem:
            return nextItem?.itemID == nil ? .noNext : nil
        case .repeatMode:
            return nil
        case .tracks:
            return isPlayingAd ? .adPlaying : selectableTracks.isEmpty ? .noTracks : nil
        case .skipAd:
            guard let shown = snapshot.currentBreak, shown.whenSkippable != nil else { return .unsupported }
            guard snapshot.supports(.skipAd) else { return .unsupported }
            return snapshot.canSkipAd(at: instant) ? nil : .notYet
        case .rate:
            guard !isLoading else { return .notYet }
            return isPlayingAd ? .adPlaying : snapshot.supports(.playbackRate) ? nil : .unsupported
        }
    }

    private func seekingDisabledReason(_ snapshot: MediaSnapshot) -> DisabledReason? {
        if isLoading { return .notYet }
        if isPlayingAd { return .adPlaying }
        if isLive, snapshot.liveSeekableRange(at: instant) == nil { return .live }
        return snapshot.supports(.seek) ? nil : .unsupported
    }

    /// Returns the state of a control.
    public func control(_ slot: MediaSlot) -> ControlState {
        ControlState(label: label(slot), reason: disabledReason(for: slot), isBusy: isBusy, value: value(slot))
    }

    /// Returns the icon of a control; nil if it has none.
    public func icon(_ slot: MediaSlot) -> Icon? {
        switch slot {
        case .play: .play
        case .pause: .pause
        case .playPause: toggle.icon
        case .stop: .stop
        case .forward(let seconds): .forward(Int(clamping: seconds))
        case .rewind(let seconds): .rewind(Int(clamping: seconds))
        case .next: .next
        case .previous: .previous
        case .tracks: .tracks
        case .repeatMode: repeatMode.icon
        case .pauseAfterItem, .seek, .skipAd, .rate: nil
        }
    }

    private func label(_ slot: MediaSlot) -> ControlLabel {
        switch slot {
        case .play: ControlLabel(.play)
        case .pause: ControlLabel(.pause)
        case .playPause: ControlLabel(toggle.key)
        case .stop: ControlLabel(.stop)
        case .forward(let seconds): ControlLabel(.forward, .number(Int(clamping: seconds)))
        case .rewind(let seconds): ControlLabel(.rewind, .number(Int(clamping: seconds)))
        case .next: ControlLabel(.next)
        case .previous: ControlLabel(.previous)
        case .pauseAfterItem: ControlLabel(.pauseAfterItem)
        case .repeatMode: ControlLabel(.repeatMode)
        case .seek: ControlLabel(.seek)
        case .tracks: ControlLabel(.tracks)
        case .skipAd: ControlLabel(.skipAd)
        case .rate: ControlLabel(.rate)
        }
    }

    private func value(_ slot: MediaSlot) -> ControlLabel? {
        switch slot {
        case .repeatMode: isLoaded ? ControlLabel(repeatMode.key) : nil
        case .rate: rate.map { ControlLabel(.rateValue, .decimal($0)) }
        default: nil
        }
    }

    // MARK: Modes

    /// The repeat mode of the queue, or the pending one.
    public var repeatMode: RepeatMode { controls?.repeatMode.shown ?? .off }

    /// The playback rate, or the pending one; 1 is normal speed, also while paused.
    public var rate: Double? { isLoaded ? controls?.playbackRate.shown : nil }
}

extension Int {
    /// The nearest integer; 0 if it cannot be represented.
    fileprivate init(clamping seconds: Double) {
        self = Int(exactly: seconds.rounded()) ?? 0
    }
}
