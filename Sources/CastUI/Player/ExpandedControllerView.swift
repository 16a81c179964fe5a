import CastSender
import CastWire

/// The expanded controller: everything about what plays, on one screen.
public struct ExpandedControllerView: Sendable, Equatable {
    public enum Stage: Sendable, Hashable {
        /// Opened before there was media.
        case waiting
        case loading, active, ad
    }

    public var stage: Stage
    public var artwork: Artwork?
    /// Whether text stands on a picture and needs a veil under it.
    public var needsScrim: Bool
    public var title: Label
    public var subtitle: Label?
    public var deviceLine: Label
    /// What the player does.
    public var state: Label
    public var showsActivity: Bool
    public var seekBar: SeekBarView
    public var left: TimeLabel
    public var right: TimeLabel
    /// Goes to what is broadcast now; nil where there is no such way.
    public var jumpToLive: ControlState?
    public var toggle: PlayToggle
    public var center: ControlState
    /// Four places, two on each side of the centre, from the left.
    public var buttons: [BarSlotView]
    public var repeatMode: ControlState
    public var ad: AdView?
    public var rate: RateView?
    public var castButton: CastButtonView
    public var volume: VolumeView
    /// Whether there is a queue to open.
    public var hasQueue: Bool
    public var upNext: UpNextView?
    public var notice: Label?
    public var collapse: Label
}

extension CastUIState {
    /// Nil while it is not on the screen.
    public func expanded(at instant: ContinuousClock.Instant) -> ExpandedControllerView? {
        openExpanded == nil ? nil : allControls(at: instant)
    }

    /// The same for a skin that has nothing else on its screen, such as a terminal.
    public func allControls(at instant: ContinuousClock.Instant) -> ExpandedControllerView {
        let panel = panel(at: instant)
        let metadata = panel.media?.metadata
        let ad = panel.ad
        let artwork = ad?.artwork ?? metadata?.artwork(.background)
        let isWaiting = !panel.isActive
        let seekBar = seekBar(panel)
        return ExpandedControllerView(
            stage: isWaiting ? .waiting : ad != nil ? .ad : panel.isLoading || !panel.isLoaded ? .loading : .active,
            artwork: artwork,
            needsScrim: artwork != nil,
            title: isWaiting ? Label(.stateLoading) : panel.title,
            subtitle: metadata?.smartSubtitle,
            deviceLine: Label(.castingTo, .text(session.device?.friendlyName ?? "")),
            state: Label(isWaiting ? .stateLoading : panel.stateKey),
            showsActivity: isWaiting || panel.showsActivity || !panel.isLoaded,
            seekBar: seekBar,
            left: left(panel, drag: openExpanded?.drag),
            right: right(panel),
            jumpToLive: jumpToLive(panel),
            toggle: panel.toggle,
            center: panel.control(.playPause),
            buttons: slots(options.expandedButtons, panel),
            repeatMode: panel.control(.repeatMode),
            ad: ad,
            rate: rate(panel),
            castButton: castButton,
            volume: volumeView,
            hasQueue: hasQueue(panel),
            upNext: upNext(at: instant),
            notice: notice.map { .phrase($0.phrase) },
            collapse: Label(.collapse)
        )
    }

    private func left(_ panel: MediaPanel, drag: Double?) -> TimeLabel {
        guard !panel.isStillImage else { return .none }
        if panel.isLive, options.hidesPositionForLive || panel.liveRange == nil { return .none }
        return .time(drag ?? panel.position)
    }

    private func right(_ panel: MediaPanel) -> TimeLabel {
        guard !panel.isStillImage else { return .none }
        if panel.isLive { return options.hidesPositionForLive ? .none : .live(isAtEdge: panel.isAtLiveEdge) }
        return panel.isLoaded && panel.duration == nil ? .none : .time(panel.duration)
    }

    private func jumpToLive(_ panel: MediaPanel) -> ControlState? {
        guard panel.liveRange != nil else { return nil }
        let reason = panel.reason(against: .seek) ?? (panel.isAtLiveEdge ? .already : nil)
        return ControlState(label: Label(.jumpToLive), reason: reason, isBusy: panel.isBusy)
    }
}
