import CastSender
import CastWire

/// The cast dialog as a skin draws it: one dialog, whose content follows what happens.
public struct CastDialogView: Sendable, Equatable {
    public enum Content: Sendable, Equatable {
        case searching
        /// Nothing was found, with possible causes, the surest first.
        case noDevices([HelpItem])
        case chooser([DeviceRow])
        case connecting(hint: Label)
        /// Somebody in front of the device must accept.
        case waiting(hint: Label)
        case connected(Connected)
        case ending
        case failed(DialogFailure, retry: Label?)
    }

    /// What the dialog shows of a session.
    public struct Connected: Sendable, Equatable {
        public var artwork: Artwork?
        /// The title of what plays, or that nothing does.
        public var title: Label
        public var subtitle: Label?
        /// Nil when nothing plays.
        public var playPause: ControlState?
        public var toggle: PlayToggle
        /// Disabled, with the reason, where the device's volume cannot be changed.
        public var volume: VolumeView
        public var members: [MemberView]
        public var stop: ControlState
        /// Whether others go on when this sender leaves.
        public var leavesOthersPlaying: Bool
    }

    public var title: Label
    public var content: Content
    /// Cancel, or Close where nothing is given up.
    public var close: Label
}

extension CastUIState {
    /// Nil while the dialog is not on the screen.
    public func dialog(at instant: ContinuousClock.Instant) -> CastDialogView? {
        guard let openDialog else { return nil }
        if let failure = openDialog.failure, session == .none {
            return CastDialogView(
                title: Label(.failureTitle, .text(failure.device.friendlyName)),
                content: .failed(failure, retry: failure.canRetry ? Label(.tryAgain) : nil),
                close: Label(.close)
            )
        }
        switch session {
        case .none: return listDialog(at: instant)
        case .connecting(let device, awaitsPerson: true):
            let name = Phrase.Argument.text(device.friendlyName)
            return CastDialogView(
                title: Label(.dialogWaitTitle, name),
                content: .waiting(hint: Label(.dialogWaitHint, name)),
                close: Label(.cancel)
            )
        case .connecting(let device, awaitsPerson: false), .suspended(let device):
            return CastDialogView(
                title: Label(.dialogConnecting, .text(device.friendlyName)),
                content: .connecting(hint: Label(.dialogConnectingHint)),
                close: Label(.cancel)
            )
        case .connected(let device):
            let content = CastDialogView.Content.connected(connected(at: instant))
            return CastDialogView(title: .text(device.friendlyName), content: content, close: Label(.close))
        case .ending(let device):
            return CastDialogView(title: .text(device.friendlyName), content: .ending, close: Label(.close))
        }
    }

    /// Whether there is nothing to choose: without a network at once, else when the list is empty although it had time.
    func hasFoundNothing(at instant: ContinuousClock.Instant) -> Bool {
        guard session == .none, !isListed else { return false }
        return searchEnd.map { $0 <= instant } ?? true
    }

    /// Whether there are devices that can be reached. Those found before the network went are not.
    var isListed: Bool { !discovery.devices.isEmpty && surroundings.network != .absent }

    /// When an empty list stops being one that is still searched; nil when it is none.
    ///
    /// A search that has not begun yet is about to: whoever opened the dialog waits for it as long.
    var searchEnd: ContinuousClock.Instant? {
        guard discovery.problem == nil, surroundings.network != .absent else { return nil }
        return (discovery.since ?? openDialog?.openedAt)?.advanced(by: DiscoveryState.patience)
    }

    private func listDialog(at instant: ContinuousClock.Instant) -> CastDialogView {
        let content: CastDialogView.Content =
            if isListed {
                .chooser(deviceRows)
            } else if hasFoundNothing(at: instant) {
                .noDevices(help)
            } else {
                .searching
            }
        var title = TextKey.dialogTitle
        if case .noDevices = content { title = .noDevicesTitle }
        return CastDialogView(title: Label(title), content: content, close: Label(.cancel))
    }

    private func connected(at instant: ContinuousClock.Instant) -> CastDialogView.Connected {
        let panel = panel(at: instant)
        let metadata = panel.media?.metadata
        return CastDialogView.Connected(
            artwork: metadata?.artwork(.dialog),
            title: panel.isLoaded ? panel.title : Label(.nothingPlaying),
            subtitle: metadata?.smartSubtitle,
            playPause: panel.isLoaded ? panel.control(.playPause) : nil,
            toggle: panel.toggle,
            volume: volumeView,
            members: members,
            stop: stopControl,
            leavesOthersPlaying: endAction == .leave
        )
    }

    /// What ends the session, named after what becomes of what plays.
    public var stopControl: ControlState {
        ControlState(
            label: Label(endAction == .leave ? .disconnect : .stopCasting),
            reason: session.isConnected ? nil : .noSession
        )
    }

    /// What plays, and what can be done with it.
    public func panel(at instant: ContinuousClock.Instant) -> MediaPanel { MediaPanel(self, at: instant) }
}

extension MediaPanel {
    /// What identifies it, at least by where it is and what it does.
    var title: Label {
        if let title = media?.metadata?.title.nonEmpty { return .text(title) }
        return Label(stateKey)
    }

    /// What the player does, in words.
    var stateKey: TextKey {
        if isPlayingAd { return .stateAd }
        if isLoading { return .stateLoading }
        switch playerState {
        case .playing?: return .statePlaying
        case .paused?: return .statePaused
        case .buffering?: return .stateBuffering
        default: return .stateIdle
        }
    }
}
