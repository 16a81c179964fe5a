public import CastSender
public import CastWire

/// What plays, and what can be done with it, at one instant.
///
/// The one place where it is decided which control may be used. Mini and expanded controller, dialog and the GCK
/// controllers ask it.
public struct MediaPanel: Sendable, Equatable {
    public let isConnected: Bool
    public let controls: MediaControls?
    public let queue: MediaQueueContents?
    public let instant: ContinuousClock.Instant
    /// Whether a request is on its way.
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

    // MARK: What there is

    /// Whether media is loaded or being loaded; false without a session.
    public var isLoaded: Bool {
        guard let snapshot else { return false }
        return snapshot.playerState != .idle || snapshot.loadingItemID != nil
    }

    /// Whether media is being loaded.
    public var isLoading: Bool {
        guard let snapshot else { return false }
        return snapshot.playerState == .loading || snapshot.playerState == .idle && snapshot.loadingItemID != nil
    }

    public var isBuffering: Bool { snapshot?.playerState == .buffering }
    /// Whether a skin shows that something is on its way.
    public var showsActivity: Bool { isLoading || isBuffering }
    public var hasCurrentItem: Bool { snapshot?.currentItemID != nil }
    public var hasLoadingItem: Bool { snapshot?.loadingItemID != nil }
    public var isLive: Bool { isLoaded && snapshot?.isLive == true }
    public var isPlayingAd: Bool { isLoaded && snapshot?.currentBreak != nil }
    /// Nil without a session.
    public var playerState: PlayerState? { snapshot?.playerState }

    /// Whether there is something to control, now or in a moment.
    public var isActive: Bool { isLoaded || willGoOn }

    /// Whether the next item follows by itself after this one has ended.
    private var willGoOn: Bool {
        guard let snapshot, snapshot.playerState == .idle else { return false }
        return snapshot.idleReason == .finished && hasNext && nextItem?.autoplay != false
    }

    public var media: MediaInformation? { isLoaded ? snapshot?.media : nil }
    /// Whether the current item is a still image, which has no position and no speed.
    public var isStillImage: Bool {
        guard let media else { return false }
        if let type = media.contentType { return type.hasPrefix("image/") }
        return media.metadata?.metadataType == .photo
    }
    /// What follows this item by itself; nil where nothing does, where it is not known, and where this one is repeated.
    public var nextItem: QueueItem? {
        guard snapshot?.repeatMode != .single else { return nil }
        if let next = snapshot?.nextItem ?? item(after: 1) { return next }
        // The queue begins again; shuffled anew, nobody knows with what.
        guard snapshot?.repeatMode == .all, let queue, queue.isCurrent, let current = snapshot?.currentItemID,
            current == queue.itemIDs.last, current != queue.itemIDs.first
        else { return nil }
        return queue.item(at: 0)
    }

    /// Whether a next item can be gone to.
    public var hasNext: Bool { canStep(1, with: .queueNext) }
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

    /// Times beyond this are not shown: 30,000 years. They are finite in any type of a platform's controls.
    private static let timeLimit = 1e12

    private var hidesPosition: Bool { hidesPositionForLive && isLive }

    /// In seconds, where a seek goes while it is carried out; nil when there is none to show.
    public var position: Double? {
        guard isLoaded, !hidesPosition, let position = controls?.position(at: instant).shown,
            abs(position) <= Self.timeLimit
        else { return nil }
        return position
    }

    /// Nil where it is not known, and for live streams.
    public var duration: Double? {
        guard isLoaded, !isLive, let duration = snapshot?.duration, abs(duration) <= Self.timeLimit else { return nil }
        return duration
    }

    public var remaining: Double? {
        guard let duration, let position else { return nil }
        return max(0, duration - position)
    }

    /// The part of a live stream that can be sought to.
    public var liveRange: ClosedRange<Double>? {
        guard isLive, !hidesPosition, let range = snapshot?.liveSeekableRange(at: instant),
            abs(range.lowerBound) <= Self.timeLimit, abs(range.upperBound) <= Self.timeLimit
        else { return nil }
        return range
    }

    /// Whether a live stream shows what is broadcast now; one without a range always does.
    public var isAtLiveEdge: Bool {
        guard isLive, let snapshot else { return false }
        return snapshot.liveSeekableRange(at: instant) == nil || snapshot.isAtLiveEdge(at: instant)
    }

    // MARK: Play and pause

    /// Whether it plays or is meant to, as wished.
    private var isPlaying: Bool {
        switch snapshot?.playerState {
        case .playing?, .buffering?: controls?.isPlaying.shown ?? true
        default: controls?.isPlaying.wanted ?? false
        }
    }

    public var toggle: PlayToggle {
        guard isLoaded else { return .none }
        if isLoading { return .playing }
        return isPlaying ? (isLive ? .playingLive : .playing) : .paused
    }

    // MARK: Tracks

    /// The tracks that a person can choose: sound, and text that is shown as text.
    public var selectableTracks: [MediaTrack] {
        guard isLoaded, let snapshot else { return [] }
        return snapshot.tracks.filter(\.isSelectable)
    }

    // MARK: Controls

    /// Why a control cannot be used; nil when it can.
    public func reason(against slot: MediaSlot) -> DisabledReason? {
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
        case .seek, .forward, .rewind:
            return reasonAgainstSeeking(snapshot)
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

    private func reasonAgainstSeeking(_ snapshot: MediaSnapshot) -> DisabledReason? {
        if isLoading { return .notYet }
        if isPlayingAd { return .adPlaying }
        if isLive, snapshot.liveSeekableRange(at: instant) == nil { return .live }
        return snapshot.supports(.seek) ? nil : .unsupported
    }

    public func control(_ slot: MediaSlot) -> ControlState {
        ControlState(label: label(slot), reason: reason(against: slot), isBusy: isBusy, value: value(slot))
    }

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

    private func label(_ slot: MediaSlot) -> Label {
        switch slot {
        case .play: Label(.play)
        case .pause: Label(.pause)
        case .playPause: Label(toggle.key)
        case .stop: Label(.stop)
        case .forward(let seconds): Label(.forward, .number(Int(clamping: seconds)))
        case .rewind(let seconds): Label(.rewind, .number(Int(clamping: seconds)))
        case .next: Label(.next)
        case .previous: Label(.previous)
        case .pauseAfterItem: Label(.pauseAfterItem)
        case .repeatMode: Label(.repeatMode)
        case .seek: Label(.seek)
        case .tracks: Label(.tracks)
        case .skipAd: Label(.skipAd)
        case .rate: Label(.rate)
        }
    }

    private func value(_ slot: MediaSlot) -> Label? {
        switch slot {
        case .repeatMode: isLoaded ? Label(repeatMode.key) : nil
        case .rate: rate.map { Label(.rateValue, .decimal($0)) }
        default: nil
        }
    }

    // MARK: Modes

    /// What happens at the end of the queue, as wished.
    public var repeatMode: RepeatMode { controls?.repeatMode.shown ?? .off }

    /// The speed, as wished: 1 is the ordinary one, whether or not it plays.
    public var rate: Double? { isLoaded ? controls?.playbackRate.shown : nil }
}

extension Int {
    /// The nearest whole number; 0 for what is none.
    fileprivate init(clamping seconds: Double) {
        self = Int(exactly: seconds.rounded()) ?? 0
    }
}
