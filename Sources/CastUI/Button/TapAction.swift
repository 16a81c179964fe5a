/// What a tap on the cast button leads to.
public enum TapAction: Sendable, Hashable {
    case explainNetwork
    case openDialog
    /// The app is told and does the rest.
    case app(CastPhase, isFirst: Bool)
    /// The app hears of the touch itself.
    case nothing
}

extension CastUIState {
    public var tapAction: TapAction {
        let isFirst = isFirstTapMode && !surroundings.hasTappedButton
        guard options.usesDefaultDialog else { return .nothing }
        if isFirst { return options.appHandlesFirstTap ? .app(phase, isFirst: true) : .explainNetwork }
        return options.appHandlesTaps ? .app(phase, isFirst: false) : .openDialog
    }
}
