import CastWire

/// Waits until an application runs and can be talked to, or until it is gone.
///
/// A launch is not over with its answer: the first status may list the application while its page is still loading,
/// with no or few namespaces; what is needed must be listed before it is opened (CASTV2 launch sequence). A stop is
/// over when a status no longer lists the session, whichever status that is.
///
/// An application that already ran when a launch was asked for counts only once the launch was answered, so that a
/// relaunch is not mistaken for the instance it replaces. One that was seen starting and then vanishes has failed.
struct ApplicationWait: Equatable {
    enum Goal: Equatable {
        /// An application with this id or session, offering these namespaces.
        case running(appID: String?, sessionID: String?, namespaces: [CastNamespace])
        /// This session, which runs, names a namespace of its own.
        case naming(sessionID: String)
        /// This session, or anything, no longer runs.
        case gone(sessionID: String?)
    }

    enum Step: Equatable {
        case wait
        /// The application was seen for the first time; it is not ready yet.
        case starting(String)
        case ready(Application)
        case gone
        /// It was seen, and is no longer there.
        case vanished
    }

    let goal: Goal
    /// The sessions that ran when the wait began and do not count before the answer.
    private let ignoredSessions: Set<String>
    private var isAnswered: Bool
    private(set) var seen: Application?

    /// - Parameters:
    ///   - ignoring: The status when the request was made; nil when nothing is asked of the device.
    init(_ goal: Goal, ignoring status: ReceiverStatus? = nil) {
        self.goal = goal
        ignoredSessions = Set(status?.applications.compactMap(\.sessionID) ?? [])
        isAnswered = status == nil
    }

    mutating func statusReceived(_ status: ReceiverStatus, isReply: Bool) -> Step {
        if isReply { isAnswered = true }
        switch goal {
        case .gone(let sessionID): return goneStep(status, sessionID: sessionID)
        case .naming(let sessionID):
            guard let found = status.applications.first(where: { $0.sessionID == sessionID }) else { return .vanished }
            return found.hasOwnNamespaces ? .ready(found) : .wait
        case .running(let appID, let sessionID, let namespaces):
            return runningStep(status, appID: appID, sessionID: sessionID, namespaces: namespaces)
        }
    }

    private func goneStep(_ status: ReceiverStatus, sessionID: String?) -> Step {
        guard let sessionID else { return isAnswered || status.runningApplication == nil ? .gone : .wait }
        return status.applications.contains { $0.sessionID == sessionID } ? .wait : .gone
    }

    private mutating func runningStep(
        _ status: ReceiverStatus,
        appID: String?,
        sessionID: String?,
        namespaces: [CastNamespace]
    ) -> Step {
        let seen = seen
        let isAnswered = isAnswered
        let found = status.applications.first { application in
            if let sessionID { return application.sessionID == sessionID }
            if let seen { return application.sessionID == seen.sessionID }
            guard let appID, application.matches(appID: appID) else { return false }
            return isAnswered || !ignoredSessions.contains(application.sessionID ?? "")
        }
        guard let found else { return seen == nil ? .wait : .vanished }
        self.seen = found
        if found.isJoinable, Set(namespaces).isSubset(of: found.namespaces) { return .ready(found) }
        return seen == nil ? .starting(found.displayName ?? found.appID ?? "") : .wait
    }
}
