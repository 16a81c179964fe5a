/// How a ``SessionManager`` treats its sessions.
public struct SessionManagerOptions: Sendable {
    public var connection = ConnectionOptions()
    public var reconnect = ReconnectPolicy.standard
    /// Whether the session is suspended while the application is in the background. Default true.
    public var suspendsInBackground = true
    /// How long a session whose application vanished is looked for on other devices, when its media could be moved.
    /// Default 3 s; zero never looks.
    public var transferSearch: Duration = .seconds(3)
    /// How long a device may take to stop an application. Default 2 s.
    public var stopTimeout: Duration = .seconds(2)
    /// Records older than this are not resumed. Default 24 h.
    public var recordLifetime: Duration = .seconds(24 * 3600)
    /// Names the network this machine is in, where the platform knows it; records of another one are not resumed.
    public var networkID: String?

    public init() {}
}
