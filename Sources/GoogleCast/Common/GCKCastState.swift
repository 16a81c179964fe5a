/// What a Cast button has to show.
public enum GCKCastState: UInt, CaseIterable, Sendable {
    /// No device was found.
    case noDevicesAvailable = 0
    /// There are devices, and no session.
    case notConnected = 1
    /// A session is starting or resuming.
    case connecting = 2
    /// A session is there.
    case connected = 3
}
