// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire

/// The content of the cast dialog, which changes with discovery and the session.
public struct CastDialogView: Sendable, Equatable {
    /// What the dialog shows below its title.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Content: Sendable, Equatable {
        case searching
        /// No device was found; with possible causes, the most likely first.
        case noDevices([HelpItem])
        case chooser([DeviceRow])
        case connecting(hint: ControlLabel)
        /// A user of the device must accept the request.
        case waiting(hint: ControlLabel)
        case connected(Connected)
        case ending
        case failed(DialogFailure, retry: ControlLabel?)
    }

    /// The content of the dialog while connected.
    public struct Connected: Sendable, Equatable {
        /// The picture of the current media; nil without one.
        public var artwork: ArtworkReference?
        /// The title of the current media, or a text that nothing is playing.
        public var title: ControlLabel
        /// The second line about the current media; nil without one.
        public var subtitle: ControlLabel?
        /// Nil while no media is loaded.
        public var playPause: ControlState?
        /// The function of the play button.
        public var toggle: PlayToggle
        /// Disabled, with the reason, if the device's volume cannot be changed.
        public var volume: VolumeView
        /// The members of the group, with their volumes; empty if the device is not a group.
        public var members: [MemberView]
        /// Ends the session; named after the effect on playback.
        public var stop: ControlState
        /// Whether playback continues for other senders when this sender leaves.
        public var leavesOthersPlaying: Bool
    }

    /// The title: the name of the connected device, or what the dialog is for.
    public var title: ControlLabel
    /// What the dialog shows below its title.
    public var content: Content
    /// "Cancel", or "Close" if nothing is canceled.
    public var close: ControlLabel
}

extension CastUIState {
    /// Returns the content of the cast dialog; nil while it is not shown.
    public func dialog(at instant: ContinuousClock.Instant) -> CastDialogView? {
        guard let openDialog else { return nil }
        if let failure = openDialog.failure, session == .none {
            return CastDialogView(
                title: ControlLabel(.failureTitle, .text(failure.device.friendlyName)),
                content: .failed(failure, retry: failure.canRetry ? ControlLabel(.tryAgain) : nil),
                close: ControlLabel(.close)
            )
        }
        switch session {
        case .none: return listDialog(at: instant)
        case .connecting(let device, awaitsUser: true):
            let name = Phrase.Argument.text(device.friendlyName)
            return CastDialogView(
                title: ControlLabel(.dialogWaitTitle, name),
                content: .waiting(hint: ControlLabel(.dialogWaitHint, name)),
                close: ControlLabel(.cancel)
            )
        case .connecting(let device, awaitsUser: false), .suspended(let device):
            return CastDialogView(
                title: ControlLabel(.dialogConnecting, .text(device.friendlyName)),
                content: .connecting(hint: ControlLabel(.dialogConnectingHint)),
                close: ControlLabel(.cancel)
            )
        case .connected(let device):
            let content = CastDialogView.Content.connected(connected(at: instant))
            return CastDialogView(title: .text(device.friendlyName), content: content, close: ControlLabel(.close))
        case .ending(let device):
            return CastDialogView(title: .text(device.friendlyName), content: .ending, close: ControlLabel(.close))
        }
    }

    /// Whether no device was found: immediately without a network or with a discovery problem, and otherwise when the
    /// list is still empty after ``DiscoveryState/timeout``.
    func hasFoundNothing(at instant: ContinuousClock.Instant) -> Bool {
        guard session == .none, !isListed else { return false }
        return searchEnd.map { $0 <= instant } ?? true
    }

    /// Whether there are reachable devices. Without a network, devices that were found earlier do not count.
    var isListed: Bool { !discovery.devices.isEmpty && platformState.network != .absent }

    /// When an empty device list no longer counts as searching; nil if discovery is not possible.
    ///
    /// The period starts with the search, or when the dialog is opened if the search has not started yet.
    var searchEnd: ContinuousClock.Instant? {
        guard discovery.problem == nil, platformState.network != .absent else { return nil }
        return (discovery.since ?? openDialog?.openedAt)?.advanced(by: DiscoveryState.timeout)
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
        return CastDialogView(title: ControlLabel(title), content: content, close: ControlLabel(.cancel))
    }

    private func connected(at instant: ContinuousClock.Instant) -> CastDialogView.Connected {
        let panel = panel(at: instant)
        let metadata = panel.media?.metadata
        return CastDialogView.Connected(
            artwork: metadata?.artwork(.dialog),
            title: panel.isLoaded ? panel.title : ControlLabel(.nothingPlaying),
            subtitle: metadata?.smartSubtitle,
            playPause: panel.isLoaded ? panel.control(.playPause) : nil,
            toggle: panel.toggle,
            volume: volumeView,
            members: members,
            stop: stopControl,
            leavesOthersPlaying: endAction == .leave
        )
    }

    /// The control that ends the session, named after the effect on playback.
    public var stopControl: ControlState {
        ControlState(
            label: ControlLabel(endAction == .leave ? .disconnect : .stopCasting),
            reason: session.isConnected ? nil : .noSession
        )
    }

    /// Returns the current media and its controls.
    public func panel(at instant: ContinuousClock.Instant) -> MediaPanel { MediaPanel(self, at: instant) }
}

extension MediaPanel {
    /// The title of the media, or the state of the player if it has none.
    var title: ControlLabel {
        if let title = media?.metadata?.title.nonEmpty { return .text(title) }
        return ControlLabel(stateKey)
    }

    /// The text for the state of the player.
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

/// A device in the list of the cast dialog. It is identified by the device id, so focus stays on it when the list
/// changes.
public struct DeviceRow: Sendable, Equatable, Identifiable {
    public var id: String
    /// The icon for the kind of device.
    public var icon: Icon
    /// The name that the owner gave to the device.
    public var name: String
    /// The connection state, or what is being cast to the device; nil if neither applies.
    public var status: ControlLabel?
    /// Whether the session is connected to the device.
    public var isCurrent: Bool
    /// Whether a session with the device is starting.
    public var isConnecting: Bool

    /// The name of the device as a label.
    public var label: ControlLabel { .text(name) }
}

extension CastUIState {
    /// The discovered devices, sorted by name without regard to case, then by id.
    public var deviceRows: [DeviceRow] {
        discovery.devices.map { device in
            (key: device.friendlyName.lowercased(), device: device)
        }.sorted { one, other in
            (one.key, one.device.id) < (other.key, other.device.id)
        }.map { _, device in row(device) }
    }

    private func row(_ device: CastDevice) -> DeviceRow {
        let isSessionDevice = session.device?.id == device.id
        var isConnecting = false
        if case .connecting = session { isConnecting = isSessionDevice }
        let isCurrent = isSessionDevice && session.isConnected
        let status: ControlLabel? =
            if isConnecting {
                ControlLabel(.rowConnecting)
            } else if isCurrent {
                ControlLabel(.rowCurrent)
            } else {
                device.statusText.nonEmpty.map { ControlLabel(.rowCasting, .text($0)) }
            }
        return DeviceRow(
            id: device.id,
            icon: device.icon,
            // A row needs a visible name, so the model name and the id are fallbacks.
            name: [device.friendlyName, device.modelName].lazy.compactMap { Optional($0).nonEmpty }.first ?? device.id,
            status: status,
            isCurrent: isCurrent,
            isConnecting: isConnecting
        )
    }
}

extension CastDevice {
    /// The icon: a speaker or a group of speakers, or a television for all other devices.
    var icon: Icon {
        if isGroup { return .speakerGroup }
        return isAudioOnly && capabilities.contains(.audioOut) ? .speaker : .television
    }
}
