// SPDX-License-Identifier: Apache-2.0

import CastWire

/// The state machine that waits until an application runs and can be used, or until it is gone.
///
/// A launch is not complete with its reply: the first status may list the application while its page is still loading,
/// with no or few namespaces; the required namespaces must be listed before the sender connects to it (CASTV2 launch
/// sequence). A stop is complete when any status no longer lists the session.
///
/// If an application already ran when a launch was requested, it counts only after the launch was answered, so that a
/// relaunch is not confused with the instance it replaces. An application that was seen starting and then vanishes has
/// failed to launch.
struct ApplicationWait: Equatable {
    enum Goal: Equatable {
        /// An application with this id or session lists these namespaces.
        case running(appID: String?, sessionID: String?, namespaces: [CastNamespace])
        /// This session, which is running, lists a namespace that is not the platform's.
        case namespacesListed(sessionID: String)
        /// This session, or any application, is no longer running.
        case gone(sessionID: String?)
    }

    enum Step: Equatable {
        case wait
        /// The application was seen for the first time and is not ready yet.
        case starting(String)
        case ready(ApplicationStatus)
        case gone
        /// The application was seen and is no longer listed.
        case vanished
    }

    let goal: Goal
    /// The sessions that were running when the wait started. They do not count before the reply.
    private let ignoredSessions: Set<String>
    private var isAnswered: Bool
    private(set) var seen: ApplicationStatus?

    /// - Parameter status: The status when the request was made; nil when no request is made.
    init(_ goal: Goal, ignoring status: ReceiverStatus? = nil) {
        self.goal = goal
        ignoredSessions = Set(status?.applications.compactMap(\.sessionID) ?? [])
        isAnswered = status == nil
    }

    mutating func statusReceived(_ status: ReceiverStatus, isReply: Bool) -> Step {
        if isReply { isAnswered = true }
        switch goal {
        case .gone(let sessionID): return goneStep(status, sessionID: sessionID)
        case .namespacesListed(let sessionID):
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
