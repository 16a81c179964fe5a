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
    /// The same application was started anew by somebody, which ended this run of it.
    case relaunched
    /// It was moved to another device, where it cannot be followed.
    case transferred(to: String)
    /// It was suspended for the second reason, and could not go on for the first.
    case notResumed(ResumeFailure, after: SuspendReason)

    /// Whether this sender wanted it so.
    public var isIntended: Bool { self == .stopped || self == .left }
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
        case .relaunched: "the application was started anew by another sender"
        case .transferred(let device): "moved to \(device)"
        case .notResumed(let failure, _): "\(failure)"
        }
    }
}
