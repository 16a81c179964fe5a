// SPDX-License-Identifier: Apache-2.0

import CastConcurrency
import CastSender
import Foundation

// Handles session events and notifies the listeners in the documented order.

extension GCKSessionManager {
    private static let log = Log(of: "GCKSessionManager")

    /// Handles the start of a resumption.
    func willResume(_ session: GCKSession) {
        suspendedSession = nil
        adopt(session)
        Self.log.info("resuming the session on \(session.content.device)")
        context?.refreshCastState()
        notify(ownLast: true) {
            $0.sessionManager(self, willResumeSession: session)
            if isRegistered($0.recipient), let cast = session as? GCKCastSession {
                $0.sessionManager(self, willResumeCastSession: cast)
            }
        }
    }

    func notifyWillStart(_ session: GCKSession) {
        Self.log.info("starting a session on \(session.content.device)")
        notify(ownLast: true) {
            $0.sessionManager(self, willStart: session)
            if isRegistered($0.recipient), let cast = session as? GCKCastSession {
                $0.sessionManager(self, willStart: cast)
            }
        }
    }

    /// Handles a session that was started or resumed.
    func started(_ session: GCKSession, id: String) {
        guard self.session === session, state == .connecting else { return }
        session.content.sessionID = id
        session.content.state = .connected
        state = .connected
        Self.log.info("session \(id) \(session.isResuming ? "resumed" : "started")")
        (session as? GCKCastSession)?.connectChannels()
        context?.refreshCastState()
        notify {
            let cast = session as? GCKCastSession
            if session.isResuming {
                $0.sessionManager(self, didResumeSession: session)
                if isRegistered($0.recipient), let cast { $0.sessionManager(self, didResumeCastSession: cast) }
            } else {
                $0.sessionManager(self, didStart: session)
                if isRegistered($0.recipient), let cast { $0.sessionManager(self, didStart: cast) }
            }
        }
    }

    /// Handles a session that couldn't be started or resumed.
    func failedToStart(_ session: GCKSession, _ error: GCKError) {
        guard self.session === session, state == .connecting else { return }
        if session.isResuming {
            notifyWillEnd(session)
            return ended(session, error, willTryToResume: false)
        }
        detach(session, error)
        Self.log.error("session failed to start: \(error.localizedDescription)")
        context?.refreshCastState()
        notify {
            $0.sessionManager(self, didFailToStart: session, withError: error)
            if isRegistered($0.recipient), let cast = session as? GCKCastSession {
                $0.sessionManager(self, didFailToStart: cast, withError: error)
            }
        }
    }

    /// Returns the error of a failed start. An error of the app's session that isn't a ``GCKError`` is wrapped.
    private func startError(_ error: (any Error)?) -> GCKError {
        let code: GCKErrorCode = isEnding ? .cancelled : .unknown
        guard let error else { return GCKError(code: code) }
        return error as? GCKError ?? GCKError(code: code, wrapping: error)
    }

    /// Notifies the listeners, once, that a session is about to end.
    func notifyWillEnd(_ session: GCKSession) {
        guard session === self.session || session === suspendedSession, !hasNotifiedWillEnd else { return }
        hasNotifiedWillEnd = true
        if session === self.session, state == .connected {
            session.content.state = .disconnecting
            state = .disconnecting
        }
        notify {
            $0.sessionManager(self, willEnd: session)
            if isRegistered($0.recipient), let cast = session as? GCKCastSession {
                $0.sessionManager(self, willEnd: cast)
            }
        }
    }

    /// Handles a session that ended or was interrupted.
    func ended(_ session: GCKSession, _ error: (any Error)?, willTryToResume: Bool) {
        guard session === self.session || session === suspendedSession else { return }
        // A session that has not started or resumed yet cannot be suspended: its start or resumption fails.
        if willTryToResume, session === self.session, state == .connected, !isEnding {
            return suspended(session, requestedSuspension ?? .networkError)
        }
        if session === self.session, state == .connecting, !session.isResuming {
            return failedToStart(session, startError(error))
        }
        notifyWillEnd(session)
        detach(session, GCKError(code: .disconnected))
        Self.log.info("session ended\(error.map { ": \($0.localizedDescription)" } ?? "")")
        context?.refreshCastState()
        notify {
            $0.sessionManager(self, didEnd: session, withError: error)
            if isRegistered($0.recipient), let cast = session as? GCKCastSession {
                $0.sessionManager(self, didEnd: cast, withError: error)
            }
        }
    }

    /// Handles a session whose connection was closed and that can be resumed.
    func suspended(_ session: GCKSession, _ reason: GCKConnectionSuspendReason) {
        guard session === self.session else { return }
        let code: GCKErrorCode = reason == .appBackgrounded ? .appDidEnterBackground : .disconnected
        detach(session, GCKError(code: code))
        session.manager = self
        suspendedSession = session
        Self.log.info("session suspended, reason \(reason.rawValue)")
        context?.refreshCastState()
        notify {
            $0.sessionManager(self, didSuspend: session, with: reason)
            if isRegistered($0.recipient), let cast = session as? GCKCastSession {
                $0.sessionManager(self, didSuspend: cast, with: reason)
            }
        }
    }

    /// Disconnects a session and clears the state that belongs to it.
    private func detach(_ session: GCKSession, _ error: GCKError) {
        session.disconnect(error)
        session.content.state = .disconnected
        session.manager = nil
        if session === suspendedSession { suspendedSession = nil }
        hasNotifiedWillEnd = false
        isEnding = false
        requestedSuspension = nil
        guard session === self.session else { return }
        self.session = nil
        state = .disconnected
    }

    // MARK: Updates of the current session

    func receivedVolume(_ session: GCKSession) {
        guard session === self.session else { return }
        let (volume, muted) = (session.content.volume, session.content.isMuted)
        notify {
            $0.sessionManager(self, session: session, didReceiveDeviceVolume: volume, muted: muted)
            if isRegistered($0.recipient), let cast = session as? GCKCastSession {
                $0.sessionManager(self, castSession: cast, didReceiveDeviceVolume: volume, muted: muted)
            }
        }
    }

    func receivedStatusText(_ session: GCKSession) {
        guard session === self.session else { return }
        let text = session.content.statusText
        notify {
            $0.sessionManager(self, session: session, didReceiveDeviceStatus: text)
            if isRegistered($0.recipient), let cast = session as? GCKCastSession {
                $0.sessionManager(self, castSession: cast, didReceiveDeviceStatus: text)
            }
        }
    }

    /// Handles changed properties of a device.
    func deviceUpdated(_ device: GCKDevice) {
        guard let session, session.content.device == device else { return }
        notify { $0.sessionManager(self, session: session, didUpdate: session.content.device) }
    }

    // MARK: Observation

    /// Notifies key-value observers before the state changes, so that they can read the old value.
    func stateWillChange() {
        #if canImport(ObjectiveC)
        willChangeValue(forKey: kGCKKeyConnectionState)
        #endif
    }

    /// Notifies observers after the state has changed.
    func stateDidChange() {
        stateStreams.send(state)
        #if canImport(ObjectiveC)
        didChangeValue(forKey: kGCKKeyConnectionState)
        #endif
    }

    // MARK: App lifecycle

    // The engine handles background and foreground transitions of Cast sessions. These methods handle those of other
    // sessions.

    func enteredBackground(suspends: Bool) {
        guard suspends, let session, !(session is GCKCastSession) else { return }
        _ = suspend(.appBackgrounded)
    }

    func enteredForeground() {
        guard session == nil, let suspended = suspendedSession, !(suspended is GCKCastSession),
            let provider = context?.discoveryManager.provider(forCategory: suspended.content.device.category)
        else { return }
        resume(suspended, by: provider)
    }
}
