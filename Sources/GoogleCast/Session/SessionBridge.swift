// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire
import Foundation

/// Connects the API's session manager to the engine's: passes requests to the engine, and delivers its events in order,
/// one at a time.
///
/// A start is announced to listeners before the engine receives it. Until the engine reports `willStart`, its events
/// belong to an earlier session. They are deferred, and dropped unless the engine rejects the start.
@MainActor
final class SessionBridge {
    enum Event: Sendable {
        case engine(SessionEvent)
        case refused(CastError)
        case awaitsUser
    }

    let engine: SessionManager
    weak var manager: GCKSessionManager?
    /// The channels that were added before the engine's session exists. They are added on the engine's thread as soon
    /// as it does, so that early messages of the application are not lost while the main thread is busy.
    private let waitingChannels = Locked<[CastChannel]>([])
    private let mailbox: MainMailbox<Event>
    /// Whether leaving the session stops an application without other senders. Used by the widgets. The API has no
    /// action for this.
    var stopsIfAlone = false
    /// What was requested from the engine, until the engine reports `willStart` or `willResume`.
    private var pendingRequest = PendingRequest.none
    /// The session that was requested from the engine.
    private weak var requestedSession: GCKSession?

    private enum PendingRequest {
        case none
        /// The start of an announced session. The events since then belong to an earlier session.
        case start(GCKCastSession, deferredEvents: [SessionEvent])
        /// The resumption of a session, instead of which the engine may start one with these parameters.
        case resumption(GCKDevice, options: [String: any NSCoding & NSObjectProtocol]?)
    }

    init(engine: SessionManager) {
        self.engine = engine
        let owner = WeakBox<SessionBridge>()
        mailbox = MainMailbox(isSuperseded: Self.isSuperseded, deliver: { owner.value?.handle($0) })
        owner.value = self
        engine.forward { [mailbox, waitingChannels] event in
            switch event {
            case .started(let session), .resumed(let session):
                for channel in waitingChannels.withLock(\.self) { try? session.add(channel) }
            default: break
            }
            mailbox.post(.engine(event))
        }
    }

    // MARK: Requests

    func isRequested(_ session: GCKSession) -> Bool { requestedSession === session }

    /// Starts a session that was announced.
    func start(
        _ session: GCKCastSession,
        _ choice: ApplicationChoice,
        options: LaunchOptions,
        onProgress: (@Sendable (LaunchProgress) -> Void)? = nil
    ) {
        pendingRequest = .start(session, deferredEvents: [])
        requestedSession = session
        begin(choice, on: session.content.device.castDevice, options: options, onProgress: onProgress)
    }

    /// Resumes a suspended session, or starts another one on its device. The engine decides which.
    func resumeOrStart(
        _ suspended: GCKCastSession,
        on device: GCKDevice,
        options: [String: any NSCoding & NSObjectProtocol]?
    ) {
        pendingRequest = .resumption(device, options: options)
        let launchParameters = suspended.launchParameters(with: options, credentials: manager?.context?.credentials)
        begin(launchParameters.choice, on: device.castDevice, options: launchParameters.options, onProgress: nil)
    }

    private func begin(
        _ choice: ApplicationChoice,
        on device: CastDevice,
        options: LaunchOptions,
        onProgress: (@Sendable (LaunchProgress) -> Void)?
    ) {
        engine.submit { [mailbox] engine in
            do throws(CastError) {
                try engine.begin(choice, on: device, options: options) { progress in
                    onProgress?(progress)
                    if progress == .awaitingAuthorization { mailbox.post(.awaitsUser) }
                }
            } catch {
                mailbox.post(.refused(error))
            }
        }
    }

    func end(_ action: GCKSessionEndAction) {
        let action: SessionEndAction =
            switch action {
            case .leave: stopsIfAlone ? .stopIfAlone : .leave
            case .disconnect: .disconnect
            case .stopCasting: .stop
            }
        engine.submit { $0.beginEnd(action) }
    }

    func endSuspended() { engine.submit { $0.beginEnd(.leave) } }

    func suspend(_ reason: GCKConnectionSuspendReason) {
        let isBackground = reason == .appBackgrounded
        engine.submit { $0.suspend(isBackground ? .appBackgrounded : .requested) }
    }

    /// Sets the channels that the engine adds to the session that it is about to start.
    func setWaitingChannels(_ channels: [CastChannel]) { waitingChannels.withLock { $0 = channels } }

    // MARK: Events

    private nonisolated static func isSuperseded(_ old: Event, by new: Event) -> Bool {
        guard case .engine(let old) = old, case .engine(let new) = new else { return false }
        switch (old, new) {
        case (.volumeChanged, .volumeChanged), (.statusTextChanged, .statusTextChanged), (.inputChanged, .inputChanged):
            return true
        case (.deviceUpdated(let old), .deviceUpdated(let new)): return old.id == new.id
        default: return false
        }
    }

    private func handle(_ event: Event) {
        switch event {
        case .refused(let error): startWasRejected(error)
        case .awaitsUser: manager?.onAwaitingUser()
        case .engine(let event):
            guard case .start(let session, let deferredEvents) = pendingRequest else { return notify(event) }
            if case .willStart = event {
                pendingRequest = .none
            } else {
                pendingRequest = .start(session, deferredEvents: deferredEvents + [event])
            }
        }
    }

    private func startWasRejected(_ error: CastError) {
        let rejected = pendingRequest
        pendingRequest = .none
        guard case .start(let session, let deferredEvents) = rejected else { return }
        session.startFailure = error
        manager?.failedToStart(session, GCKError(code: .invalidState, userInfo: [NSUnderlyingErrorKey: error]))
        for event in deferredEvents { notify(event) }
    }

    private func notify(_ event: SessionEvent) {
        guard let manager else { return }
        let current = manager.session as? GCKCastSession
        switch event {
        case .willStart: willStartInsteadOfResuming()
        case .started(let session):
            current?.connect(to: session)
            if let current { manager.started(current, id: session.sessionID) }
        case .failedToStart(_, let error):
            guard let current else { return }
            if !manager.isEnding { current.startFailure = error }
            manager.failedToStart(current, manager.isEnding ? GCKError(code: .cancelled) : current.failure(error))
        case .willEnd: if let session = current ?? suspended { manager.notifyWillEnd(session) }
        case .ended(let information, let reason):
            guard let session = current ?? suspended else { return }
            session.isApplicationGone = reason.isApplicationGone
            let error = GCKError(reason, device: information.device)
            manager.ended(session, error, willTryToResume: false)
        case .suspended(_, let reason):
            guard let current else { return }
            manager.suspended(current, manager.requestedSuspension ?? GCKConnectionSuspendReason(reason))
        case .willResume(let information): willResume(information)
        case .resumed(let session):
            current?.connect(to: session)
            if let current { manager.started(current, id: session.sessionID) }
        case .deviceUpdated(let device):
            guard let current, current.content.device.deviceID == device.id else { return }
            current.content.device.update(from: GCKDevice(device))
            manager.deviceUpdated(current.content.device)
        case .volumeChanged(let volume):
            current?.refresh()
            current?.notifyDidReceiveDeviceVolume(Float(volume.level ?? 0), muted: volume.muted ?? false)
        case .statusTextChanged(let text):
            current?.refresh()
            current?.notifyDidReceiveDeviceStatus(text)
        case .inputChanged(let isActiveInput, let isStandBy):
            current?.refresh()
            current?.inputChanged(isActiveInput: isActiveInput, isStandBy: isStandBy)
        case .notStored: break
        }
    }

    private var suspended: GCKCastSession? { manager?.suspendedSession as? GCKCastSession }

    /// Handles the start of a session that the app expected to be resumed.
    private func willStartInsteadOfResuming() {
        guard let manager, manager.session == nil, case .resumption(let device, let options) = pendingRequest,
            let provider = manager.context?.discoveryManager.provider(forCategory: kGCKCastDeviceCategory)
        else { return }
        pendingRequest = .none
        manager.suspendedSession = nil
        let session = provider.createSession(for: device, sessionID: nil, sessionOptions: options)
        manager.adopt(session)
        requestedSession = session
        manager.context?.refreshCastState()
        manager.notifyWillStart(session)
    }

    private func willResume(_ information: SessionInformation) {
        guard let manager, manager.session == nil, let discovery = manager.context?.discoveryManager,
            let provider = discovery.provider(forCategory: kGCKCastDeviceCategory)
        else { return }
        let found = GCKDevice(information.device)
        let former = suspended
        let device: GCKDevice =
            discovery.device(withUniqueID: found.uniqueID)
            ?? (former?.content.device == found ? former?.content.device : nil)
            ?? found
        var options = former?.content.options
        if case .resumption(_, let requested?) = pendingRequest { options = requested }
        let session = provider.createSession(
            for: device,
            sessionID: information.sessionID,
            sessionOptions: options
        )
        pendingRequest = .none
        requestedSession = session
        manager.willResume(session)
    }
}

extension SessionEndReason {
    /// Whether the application ended while the connection was open.
    fileprivate var isApplicationGone: Bool {
        switch self {
        case .connectionLost, .notResumed(.deviceUnreachable, _): false
        default: true
        }
    }
}

extension GCKConnectionSuspendReason {
    init(_ reason: SuspendReason) {
        self =
            switch reason {
            case .appBackgrounded: .appBackgrounded
            case .connectionLost: .networkError
            case .networkUnreachable: .networkNotReachable
            case .appTerminated: .appTerminated
            case .transferring: .unknown
            case .requested: .none
            }
    }
}
