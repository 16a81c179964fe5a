// SPDX-License-Identifier: Apache-2.0

import CastSender

/// The content of the cast button.
public struct CastButtonView: Sendable, Equatable {
    /// The casting state.
    public var phase: CastPhase
    /// The icon, which shows the phase.
    public var icon: Icon
    /// Whether the waves of the icon are animated.
    public var isAnimating: Bool
    /// Whether the button is shown: unless there is no network, and always before the first tap if discovery waits for
    /// it.
    public var isVisible: Bool
    /// The name of the button.
    public var label: ControlLabel
    /// The name of the connected device; nil while not connected.
    public var value: ControlLabel?
    /// Whether the cast dialog is shown.
    public var isDialogOpen: Bool
}

extension CastUIState {
    /// The content of the cast button in this state.
    public var castButton: CastButtonView {
        CastButtonView(
            phase: phase,
            icon: phase == .connected ? .castActive : phase == .connecting ? .castConnecting : .castInactive,
            isAnimating: phase == .connecting && !platformState.reducesMotion,
            isVisible: isButtonVisible,
            label: buttonLabel,
            value: session.isConnected ? session.device.map { .text($0.friendlyName) } : nil,
            isDialogOpen: openDialog != nil
        )
    }

    /// Whether the button is visible: always before the first tap if discovery waits for it, and otherwise unless there
    /// is no network. Without devices the button stays visible, because its dialog helps to find them.
    private var isButtonVisible: Bool {
        if isFirstTapMode, !platformState.hasTappedButton { return true }
        return platformState.network != .absent
    }

    private var buttonLabel: ControlLabel {
        if let label = options.buttonLabel ?? options.buttonLabels[phase] { return .text(label) }
        return switch phase {
        case .noDevices, .notConnected: ControlLabel(.castButtonDisconnected)
        case .connecting: ControlLabel(.castButtonConnecting)
        case .connected: ControlLabel(.castButtonConnected)
        }
    }
}

/// The effect of a tap on the cast button.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum TapAction: Sendable, Hashable {
    case explainNetwork
    case openDialog
    /// The app is notified and handles the tap.
    case app(CastPhase, isFirst: Bool)
    /// Nothing; the app observes taps on the button itself.
    case nothing
}

extension CastUIState {
    /// The effect of a tap on the cast button in this state.
    public var tapAction: TapAction {
        let isFirst = isFirstTapMode && !platformState.hasTappedButton
        guard options.usesDefaultDialog else { return .nothing }
        if isFirst { return options.appHandlesFirstTap ? .app(phase, isFirst: true) : .explainNetwork }
        return options.appHandlesTaps ? .app(phase, isFirst: false) : .openDialog
    }
}
