/// A control as a skin draws it.
public struct ControlState: Sendable, Equatable {
    /// Why it cannot be used; nil when it can.
    public var reason: DisabledReason?
    /// Whether a request is on its way. Sliders stay usable meanwhile; the GCK controllers disable everything.
    public var isBusy: Bool
    /// Its name.
    public var label: Label
    /// What it is set to, as a screen reader says it.
    public var value: Label?
    public var hint: Label?

    public init(
        label: Label,
        reason: DisabledReason? = nil,
        isBusy: Bool = false,
        value: Label? = nil,
        hint: Label? = nil
    ) {
        self.reason = reason
        self.isBusy = isBusy
        self.label = label
        self.value = value
        self.hint = hint
    }

    public var isEnabled: Bool { reason == nil }

    /// Enabled, and nothing is on its way.
    public var isFree: Bool { isEnabled && !isBusy }
}
