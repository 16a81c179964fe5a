import Foundation

@testable import GoogleCast

/// Everything that is said about sessions and the state of the context, in order.
final class SessionLog: NSObject, GCKSessionManagerListener {
    private(set) var lines: [String] = []
    private(set) var sessions: [GCKSession] = []
    private(set) var error: GCKError?
    /// Called with each line, before anything else happens.
    var onLine: ((String, GCKSession?) -> Void)?
    private var observer: (any NSObjectProtocol)?

    init(_ context: GCKCastContext) {
        super.init()
        observer = NotificationCenter.default.addObserver(
            forName: .gckCastStateDidChange,
            object: context,
            queue: nil
        ) { [weak self] notification in
            let number = notification.userInfo?[kGCKNotificationKeyCastState] as? NSNumber
            let name = number.flatMap { GCKCastState(rawValue: $0.uintValue) }.map { "\($0)" } ?? "?"
            MainActor.assumeIsolated { self?.say("CS \(name)", nil) }
        }
        context.sessionManager.add(self)
    }

    func stop() { observer.map(NotificationCenter.default.removeObserver) }

    /// The lines about the life of sessions: without volume, text and the like.
    var life: [String] { lines.filter { !$0.hasPrefix("volume") && !$0.hasPrefix("text") && !$0.hasPrefix("device") } }

    func clear() { lines = [] }

    private func say(_ line: String, _ session: GCKSession?) {
        lines.append(line)
        if let session, sessions.last !== session { sessions.append(session) }
        onLine?(line, session)
    }

    private func fault(_ error: (any Error)?) -> String {
        self.error = error as? GCKError
        return error.map { "\(($0 as? GCKError)?.code ?? -1)" } ?? "nil"
    }

    func sessionManager(_ sessionManager: GCKSessionManager, willStart session: GCKSession) {
        say("willStart", session)
    }

    func sessionManager(_ sessionManager: GCKSessionManager, didStart session: GCKSession) { say("didStart", session) }

    func sessionManager(_ sessionManager: GCKSessionManager, willStart session: GCKCastSession) {
        say("willStart cast", session)
    }

    func sessionManager(_ sessionManager: GCKSessionManager, didStart session: GCKCastSession) {
        say("didStart cast", session)
    }

    func sessionManager(_ sessionManager: GCKSessionManager, willEnd session: GCKSession) { say("willEnd", session) }

    func sessionManager(
        _ sessionManager: GCKSessionManager,
        didEnd session: GCKSession,
        withError error: (any Error)?
    ) { say("didEnd \(fault(error))", session) }

    func sessionManager(_ sessionManager: GCKSessionManager, willEnd session: GCKCastSession) {
        say("willEnd cast", session)
    }

    func sessionManager(
        _ sessionManager: GCKSessionManager,
        didEnd session: GCKCastSession,
        withError error: (any Error)?
    ) { say("didEnd cast \(fault(error))", session) }

    func sessionManager(
        _ sessionManager: GCKSessionManager,
        didFailToStart session: GCKSession,
        withError error: any Error
    ) { say("didFailToStart \(fault(error))", session) }

    func sessionManager(
        _ sessionManager: GCKSessionManager,
        didFailToStart session: GCKCastSession,
        withError error: any Error
    ) { say("didFailToStart cast \(fault(error))", session) }

    func sessionManager(
        _ sessionManager: GCKSessionManager,
        didSuspend session: GCKSession,
        with reason: GCKConnectionSuspendReason
    ) { say("didSuspend \(reason.rawValue)", session) }

    func sessionManager(
        _ sessionManager: GCKSessionManager,
        didSuspend session: GCKCastSession,
        with reason: GCKConnectionSuspendReason
    ) { say("didSuspend cast \(reason.rawValue)", session) }

    func sessionManager(_ sessionManager: GCKSessionManager, willResumeSession session: GCKSession) {
        say("willResume", session)
    }

    func sessionManager(_ sessionManager: GCKSessionManager, didResumeSession session: GCKSession) {
        say("didResume", session)
    }

    func sessionManager(_ sessionManager: GCKSessionManager, willResumeCastSession session: GCKCastSession) {
        say("willResume cast", session)
    }

    func sessionManager(_ sessionManager: GCKSessionManager, didResumeCastSession session: GCKCastSession) {
        say("didResume cast", session)
    }

    func sessionManager(_ sessionManager: GCKSessionManager, session: GCKSession, didUpdate device: GCKDevice) {
        say("device \(device.friendlyName ?? "-")", session)
    }

    func sessionManager(
        _ sessionManager: GCKSessionManager,
        session: GCKSession,
        didReceiveDeviceVolume volume: Float,
        muted: Bool
    ) { say("volume \(volume) \(muted)", session) }

    func sessionManager(
        _ sessionManager: GCKSessionManager,
        castSession session: GCKCastSession,
        didReceiveDeviceVolume volume: Float,
        muted: Bool
    ) { say("volume cast \(volume) \(muted)", session) }

    func sessionManager(
        _ sessionManager: GCKSessionManager,
        session: GCKSession,
        didReceiveDeviceStatus statusText: String?
    ) { say("text \(statusText ?? "-")", session) }

    func sessionManager(
        _ sessionManager: GCKSessionManager,
        castSession session: GCKCastSession,
        didReceiveDeviceStatus statusText: String?
    ) { say("text cast \(statusText ?? "-")", session) }

    func sessionManager(
        _ sessionManager: GCKSessionManager,
        didUpdateDefaultSessionOptionsForDeviceCategory category: String
    ) { say("options \(category)", nil) }
}

/// What became of a request.
final class RequestLog: NSObject, GCKRequestDelegate {
    private(set) var outcomes: [String] = []
    private(set) var wasInProgress = false

    func requestDidComplete(_ request: GCKRequest) { say("complete", request) }

    func request(_ request: GCKRequest, didFailWithError error: GCKError) { say("failed \(error.code)", request) }

    func request(_ request: GCKRequest, didAbortWith abortReason: GCKRequestAbortReason) {
        say("aborted \(abortReason)", request)
    }

    private func say(_ outcome: String, _ request: GCKRequest) {
        outcomes.append(outcome)
        if request.inProgress { wasInProgress = true }
    }
}
