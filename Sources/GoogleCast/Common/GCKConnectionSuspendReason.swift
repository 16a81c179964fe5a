/// Why a session lost its connection for a while.
public enum GCKConnectionSuspendReason: Int, CaseIterable, Sendable {
    /// Not known.
    case unknown = -1
    /// It is not suspended.
    case none = 0
    /// The app went to the background.
    case appBackgrounded = 1
    /// The connection broke.
    case networkError = 2
    /// No network reaches the device.
    case networkNotReachable = 3
    /// The app ended while the session was running.
    case appTerminated = 4
}
