/// What becomes of the receiver's application when a session ends.
public enum GCKSessionEndAction: Int, CaseIterable, Sendable {
    /// It goes on; the session may be resumed.
    case leave = 1
    /// It goes on, unless this was its last sender.
    case disconnect = 2
    /// It stops.
    case stopCasting = 3
}
