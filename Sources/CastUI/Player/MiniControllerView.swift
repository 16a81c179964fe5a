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
    /// To which device it is cast; always there to be seen.
    public var deviceLine: Label
    public var progress: Progress
    public var toggle: PlayToggle
    /// Three places, from the left.
    public var buttons: [BarSlotView]
    public var upNext: UpNextView?
    public var hint: Label

    /// What is written below the title: what comes next when it is time for that, else the subtitle, and the device.
    public var lines: [Label] { [upNext?.message ?? subtitle, deviceLine].compactMap(\.self) }
}

extension CastUIState {
    /// Nil while there is nothing to control; then a host keeps no room for it.
    public func mini(at instant: ContinuousClock.Instant) -> MiniControllerView? {
        let panel = panel(at: instant)
        guard panel.isActive, let device = session.device else { return nil }
        let metadata = panel.media?.metadata
        return MiniControllerView(
            isCovered: openExpanded != nil,
            artwork: options.miniShowsThumbnail ? metadata?.artwork(.mini) : nil,
            title: panel.title,
            subtitle: metadata?.smartSubtitle,
            deviceLine: Label(.castingTo, .text(device.friendlyName)),
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
