// SPDX-License-Identifier: Apache-2.0

import CastSender
import Foundation

// The requests of the app to start, end and suspend sessions.

extension GCKSessionManager {
    func start(on device: GCKDevice, options: [String: any NSCoding & NSObjectProtocol]?) -> Bool {
        guard session == nil, let provider = context?.discoveryManager.provider(forCategory: device.category) else {
            return false
        }
        if let suspended = suspendedSession, suspended.device == device {
            return resume(suspended, on: device, options: options, by: provider)
        }
        suspendedSession = nil
        return begin(provider.createSession(for: device, sessionID: nil, sessionOptions: options)) { $0.start() }
    }

    func start(from link: GCKOpenURLOptions, options: [String: any NSCoding & NSObjectProtocol]?) -> Bool {
        guard session == nil, let discovery = context?.discoveryManager, let id = link.deviceUniqueID, !id.isEmpty,
            let provider = discovery.provider(forCategory: GCKDevice.deviceCategory(forDeviceUniqueID: id))
        else { return false }
        suspendedSession = nil
        let device = discovery.device(withUniqueID: id) ?? GCKDevice(placeholderFor: id, name: link.deviceFriendlyName)
        let session = provider.createSession(for: device, sessionID: nil, sessionOptions: options)
        (session as? GCKCastSession)?.joinedID = link.sessionID
        return begin(session) { session in
            discovery.find(id, within: .seconds(15)) { [weak self, weak session] found in
                guard let self, let session, self.session === session else { return }
                guard let found else { return self.failedToStart(session, GCKError(code: .timeout)) }
                session.content.device = found
                session.start()
            }
        }
    }

    /// Makes a session the current one, notifies the listeners, and starts it.
    private func begin(_ session: GCKSession, _ start: (GCKSession) -> Void) -> Bool {
        adopt(session)
        context?.refreshCastState()
        notifyWillStart(session)
        // A listener may have ended the session.
        if self.session === session, !isEnding { start(session) }
        return true
    }

    /// Resumes a suspended session because the app starts a session with its device.
    private func resume(
        _ suspended: GCKSession,
        on device: GCKDevice,
        options: [String: any NSCoding & NSObjectProtocol]?,
        by provider: GCKDeviceProvider
    ) -> Bool {
        if let suspended = suspended as? GCKCastSession {
            bridge.resumeOrStart(suspended, on: device, options: options)
        } else {
            resume(suspended, by: provider)
        }
        return true
    }

    /// Resumes a session that isn't a Cast session.
    func resume(_ suspended: GCKSession, by provider: GCKDeviceProvider) {
        let session = provider.createSession(
            for: suspended.content.device,
            sessionID: suspended.content.sessionID,
            sessionOptions: suspended.content.options
        )
        willResume(session)
        if self.session === session, !isEnding { session.start() }
    }

    /// Leaves the session, and stops the application if no other sender is connected to it.
    func endSession(stopsIfAlone: Bool) -> Bool {
        bridge.stopsIfAlone = stopsIfAlone
        defer { bridge.stopsIfAlone = false }
        return endSession()
    }

    func end(with action: GCKSessionEndAction) -> Bool {
        guard let session else { return endSuspended() }
        guard !isEnding, state != .disconnecting else { return false }
        isEnding = true
        if state == .connected {
            state = .disconnecting
            session.content.state = .disconnecting
        } else if !bridge.isRequested(session), session is GCKCastSession {
            // The engine hasn't received a request for this session yet.
            failedToStart(session, GCKError(code: .cancelled))
            return true
        }
        session.end(with: action)
        return true
    }

    private func endSuspended() -> Bool {
        guard let suspended = suspendedSession else { return false }
        if suspended is GCKCastSession {
            bridge.endSuspended()
        } else {
            notifyWillEnd(suspended)
            ended(suspended, nil, willTryToResume: false)
        }
        return true
    }

    func suspend(_ reason: GCKConnectionSuspendReason) -> Bool {
        guard state == .connected, !isEnding, let session else { return false }
        requestedSuspension = reason
        if session is GCKCastSession { bridge.suspend(reason) } else { session.end(with: .disconnect) }
        return true
    }

    func adopt(_ session: GCKSession) {
        session.manager = self
        self.session = session
        isEnding = false
        hasNotifiedWillEnd = false
        requestedSuspension = nil
        session.content.state = .connecting
        state = .connecting
    }
}
