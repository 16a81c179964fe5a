// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import GoogleCast

/// Records the calls about sessions and the cast states, in order.
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
            MainActor.assumeIsolated { self?.record("CS \(name)", nil) }
        }
        context.sessionManager.add(self)
    }

    func stop() { observer.map(NotificationCenter.default.removeObserver) }

    /// The lines about the session lifecycle, without those about volume, status text and device.
    var lifecycle: [String] {
        lines.filter { !$0.hasPrefix("volume") && !$0.hasPrefix("text") && !$0.hasPrefix("device") }
    }

    func clear() { lines = [] }

    private func record(_ line: String, _ session: GCKSession?) {
        lines.append(line)
        if let session, sessions.last !== session { sessions.append(session) }
        onLine?(line, session)
    }

    private func fault(_ error: (any Error)?) -> String {
        self.error = error as? GCKError
        return error.map { "\(($0 as? GCKError)?.code ?? -1)" } ?? "nil"
    }

    func sessionManager(_ sessionManager: GCKSessionManager, willStart session: GCKSession) {
        record("willStart", session)
    }

    func sessionManager(_ sessionManager: GCKSessionManager, didStart session: GCKSession) {
        record("didStart", session)
    }

    func sessionManager(_ sessionManager: GCKSessionManager, willStart session: GCKCastSession) {
        record("willStart cast", session)
    }

    func sessionManager(_ sessionManager: GCKSessionManager, didStart session: GCKCastSession) {
        record("didStart cast", session)
    }

    func sessionManager(_ sessionManager: GCKSessionManager, willEnd session: GCKSession) { record("willEnd", session) }

    func sessionManager(
        _ sessionManager: GCKSessionManager,
        didEnd session: GCKSession,
        withError error: (any Error)?
    ) { record("didEnd \(fault(error))", session) }

    func sessionManager(_ sessionManager: GCKSessionManager, willEnd session: GCKCastSession) {
        record("willEnd cast", session)
    }

    func sessionManager(
        _ sessionManager: GCKSessionManager,
        didEnd session: GCKCastSession,
        withError error: (any Error)?
    ) { record("didEnd cast \(fault(error))", session) }

    func sessionManager(
        _ sessionManager: GCKSessionManager,
        didFailToStart session: GCKSession,
        withError error: any Error
    ) { record("didFailToStart \(fault(error))", session) }

    func sessionManager(
        _ sessionManager: GCKSessionManager,
        didFailToStart session: GCKCastSession,
        withError error: any Error
    ) { record("didFailToStart cast \(fault(error))", session) }

    func sessionManager(
        _ sessionManager: GCKSessionManager,
        didSuspend session: GCKSession,
        with reason: GCKConnectionSuspendReason
    ) { record("didSuspend \(reason.rawValue)", session) }

    func sessionManager(
        _ sessionManager: GCKSessionManager,
        didSuspend session: GCKCastSession,
        with reason: GCKConnectionSuspendReason
    ) { record("didSuspend cast \(reason.rawValue)", session) }

    func sessionManager(_ sessionManager: GCKSessionManager, willResumeSession session: GCKSession) {
        record("willResume", session)
    }

    func sessionManager(_ sessionManager: GCKSessionManager, didResumeSession session: GCKSession) {
        record("didResume", session)
    }

    func sessionManager(_ sessionManager: GCKSessionManager, willResumeCastSession session: GCKCastSession) {
        record("willResume cast", session)
    }

    func sessionManager(_ sessionManager: GCKSessionManager, didResumeCastSession session: GCKCastSession) {
        record("didResume cast", session)
    }

    func sessionManager(_ sessionManager: GCKSessionManager, session: GCKSession, didUpdate device: GCKDevice) {
        record("device \(device.friendlyName ?? "-")", session)
    }

    func sessionManager(
        _ sessionManager: GCKSessionManager,
        session: GCKSession,
        didReceiveDeviceVolume volume: Float,
        muted: Bool
    ) { record("volume \(volume) \(muted)", session) }

    func sessionManager(
        _ sessionManager: GCKSessionManager,
        castSession session: GCKCastSession,
        didReceiveDeviceVolume volume: Float,
        muted: Bool
    ) { record("volume cast \(volume) \(muted)", session) }

    func sessionManager(
        _ sessionManager: GCKSessionManager,
        session: GCKSession,
        didReceiveDeviceStatus statusText: String?
    ) { record("text \(statusText ?? "-")", session) }

    func sessionManager(
        _ sessionManager: GCKSessionManager,
        castSession session: GCKCastSession,
        didReceiveDeviceStatus statusText: String?
    ) { record("text cast \(statusText ?? "-")", session) }

    func sessionManager(
        _ sessionManager: GCKSessionManager,
        didUpdateDefaultSessionOptionsForDeviceCategory category: String
    ) { record("options \(category)", nil) }
}

/// Records the outcomes of requests.
final class RequestLog: NSObject, GCKRequestDelegate {
    private(set) var outcomes: [String] = []
    private(set) var wasInProgress = false

    func requestDidComplete(_ request: GCKRequest) { record("complete", request) }

    func request(_ request: GCKRequest, didFailWithError error: GCKError) { record("failed \(error.code)", request) }

    func request(_ request: GCKRequest, didAbortWith abortReason: GCKRequestAbortReason) {
        record("aborted \(abortReason)", request)
    }

    private func record(_ outcome: String, _ request: GCKRequest) {
        outcomes.append(outcome)
        if request.inProgress { wasInProgress = true }
    }
}
