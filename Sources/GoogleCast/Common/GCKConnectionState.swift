/// How far a session's connection to its device is.
public enum GCKConnectionState: Int, CaseIterable, Sendable {
    /// There is none.
    case disconnected = 0
    /// It is being made, or made anew.
    case connecting = 1
    /// It is there.
    case connected = 2
    /// It is being ended.
    case disconnecting = 3
}
