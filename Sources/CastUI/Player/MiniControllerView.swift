import CastSender
import CastWire

/// The bar that shows what is cast wherever one is in the app.
public struct MiniControllerView: Sendable, Equatable {
    public enum Progress: Sendable, Equatable {
        /// Live, or of unknown length.
        case none
        /// 0…1.
        case share(Double)
        case loading
    }

    /// Whether something else is in front of it: the expanded controller.
    public var isCovered: Bool
    public var artwork: Artwork?
    public var title: Label
    public var subtitle: Label?
    public var deviceLine: Label
    public var progress: Progress
    public var toggle: PlayToggle
    /// Three places, from the left.
    public var buttons: [BarSlotView]
    public var upNext: UpNextView?
    public var hint: Label
}

extension CastUIState {
    /// Nil while there is nothing to control; then a host keeps no room for it.
    public func mini(at instant: ContinuousClock.Instant) -> MiniControllerView? {
        let panel = panel(at: instant)
        guard panel.isActive, let device = session.device else { return nil }
        let metadata = panel.media?.metadata
        let deviceLine = Label(.castingTo, .text(device.friendlyName))
        return MiniControllerView(
            isCovered: openExpanded != nil,
            artwork: options.miniShowsThumbnail ? metadata?.artwork(.mini) : nil,
            title: panel.title,
            subtitle: metadata?.smartSubtitle ?? deviceLine,
            deviceLine: deviceLine,
            progress: panel.progress,
            toggle: panel.toggle,
            buttons: slots(options.miniButtons, panel),
            upNext: upNext(at: instant),
            hint: Label(.openControlsHint)
        )
    }

    /// Whether a container that holds the bar keeps room for it.
    public func containerShowsMini(at instant: ContinuousClock.Instant) -> Bool {
        options.isMiniItemEnabled && openExpanded == nil && panel(at: instant).isActive
    }
}

extension MediaPanel {
    fileprivate var progress: MiniControllerView.Progress {
        if isLoading { return .loading }
        guard let duration, duration > 0, let position else { return .none }
        return .share(min(max(position / duration, 0), 1))
    }
}
