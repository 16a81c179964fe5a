/// Whether the television sleeps.
public enum GCKStandbyStatus: Int, CaseIterable, Sendable {
    /// The device does not say.
    case unknown = -1
    /// It is on.
    case inactive = 0
    /// It sleeps.
    case active = 1
}
