import CastSender

/// The cast button as a skin draws it.
public struct CastButtonView: Sendable, Equatable {
    public var phase: CastPhase
    public var icon: Icon
    /// Whether the icon's waves move.
    public var isAnimating: Bool
    public var isVisible: Bool
    public var label: Label
    /// The device's name while connected.
    public var value: Label?
    public var isDialogOpen: Bool
}

extension CastUIState {
    public var castButton: CastButtonView {
        CastButtonView(
            phase: phase,
            icon: phase == .connected ? .castActive : phase == .connecting ? .castConnecting : .castInactive,
            isAnimating: phase == .connecting && !surroundings.reducesMotion,
            isVisible: isButtonVisible,
            label: buttonLabel,
            value: session.isConnected ? session.device.map { .text($0.friendlyName) } : nil,
            isDialogOpen: openDialog != nil
        )
    }

    /// Until the first touch always, where the network is not searched before it; then with a network only, so that
    /// there is help when no device is found.
    private var isButtonVisible: Bool {
        if isFirstTapMode, !surroundings.hasTappedButton { return true }
        return surroundings.network != .absent
    }

    private var buttonLabel: Label {
        if let label = options.buttonLabel ?? options.buttonLabels[phase] { return .text(label) }
        return switch phase {
        case .noDevices, .notConnected: Label(.castButtonDisconnected)
        case .connecting: Label(.castButtonConnecting)
        case .connected: Label(.castButtonConnected)
        }
    }
}
