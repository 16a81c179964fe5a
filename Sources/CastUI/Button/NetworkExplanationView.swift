/// Why the local network is needed, shown before the system asks.
public struct NetworkExplanationView: Sendable, Equatable {
    /// Whether the system was asked before and refused.
    public var isDenied: Bool
    public var title: Label
    public var text: Label
    /// Goes on, or opens the settings.
    public var primary: Label
    public var learnMore: Label
}

extension CastUIState {
    /// Nil while it is not on the screen.
    public var networkExplanation: NetworkExplanationView? {
        guard isExplainingNetwork else { return nil }
        let isDenied = surroundings.permission == .denied
        return NetworkExplanationView(
            isDenied: isDenied,
            title: Label(isDenied ? .networkDeniedTitle : .networkTitle),
            text: Label(isDenied ? .networkDeniedExplanation : .networkExplanation),
            primary: Label(isDenied ? .openSettings : .ok),
            learnMore: Label(.learnMore)
        )
    }
}
