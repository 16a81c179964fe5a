/// Why a suspended session could not go on. A resume never launches anything, so each of these is the end of it.
public enum ResumeFailure: Sendable, Hashable {
    /// The device runs nothing, idle screens apart.
    case appGone
    /// The device runs another application; nil when it names no id.
    case otherAppRuns(appID: String?)
    /// The same application runs, but was started anew in the meantime.
    case sessionReplaced
    /// The device was not reached in time; with the last failure, where there was a try.
    case deviceUnreachable(CastError?)
}

extension ResumeFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .appGone: "the application no longer runs"
        case .otherAppRuns(let appID): "another application runs there now\(appID.map { " (\($0))" } ?? "")"
        case .sessionReplaced: "the application was started anew in the meantime"
        case .deviceUnreachable(let error): "the device was not reached in time\(error.map { ": \($0.reason)" } ?? "")"
        }
    }
}
