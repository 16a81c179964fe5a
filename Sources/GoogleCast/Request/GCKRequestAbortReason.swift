/// Why a request ended without success and without failure.
public enum GCKRequestAbortReason: Int, CaseIterable, Sendable {
    /// A newer request of its kind took its place.
    case replaced = 1
    /// The app gave it up.
    case cancelled = 2
}
