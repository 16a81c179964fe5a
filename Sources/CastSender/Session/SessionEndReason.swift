/// Why a ``CastSession`` ended.
public enum SessionEndReason: Sendable, Hashable {
    /// This sender stopped the application.
    case stopped
    /// This sender left; the application goes on.
    case left
    /// Another application took the device; nil when it names no id.
    case replaced(byAppID: String?)
    /// The application is gone: it ended, crashed, or somebody else stopped it.
    case appClosed
    /// The application still runs, but dropped this sender.
    case closedByApp
    /// The application's page never came up, which devices report about a minute after the launch.
    case launchFailed(CastError)
    /// The connection to the device ended.
    case connectionLost(CloseReason)
}

extension SessionEndReason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .stopped: "stopped by this sender"
        case .left: "left by this sender"
        case .replaced(let appID): "replaced by another application\(appID.map { " (\($0))" } ?? "")"
        case .appClosed: "the application ended"
        case .closedByApp: "the application dropped this sender"
        case .launchFailed(let error): error.reason
        case .connectionLost(let reason): "the connection ended: \(reason)"
        }
    }
}
