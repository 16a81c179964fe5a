import CastSender
import Foundation

// What happens to sessions, told in the documented order.

extension GCKSessionManager {
    private static let log = Log(of: "GCKSessionManager")

    /// A session begins to go on.
    func willResume(_ session: GCKSession) {
        suspendedSession = nil
        adopt(session)
        Self.log.info("resuming the session on \(session.content.device)")
        context?.refreshCastState()
        tell(ownLast: true) {
            $0.sessionManager(self, willResumeSession: session)
            if hears($0), let cast = session as? GCKCastSession { $0.sessionManager(self, willResumeCastSession: cast) }
        }
    }

    func tellWillStart(_ session: GCKSession) {
        Self.log.info("starting a session on \(session.content.device)")
        tell(ownLast: true) {
            $0.sessionManager(self, willStart: session)
            if hears($0), let cast = session as? GCKCastSession { $0.sessionManager(self, willStart: cast) }
        }
    }

    /// A session has started, or goes on.
    func started(_ session: GCKSession, id: String) {
        guard self.session === session, state == .connecting else { return }
        session.content.sessionID = id
        session.content.state = .connected
        state = .connected
        Self.log.info("the session \(id) is \(session.isResuming ? "resumed" : "started")")
        (session as? GCKCastSession)?.connectChannels()
        context?.refreshCastState()
        tell {
            let cast = session as? GCKCastSession
            if session.isResuming {
                $0.sessionManager(self, didResumeSession: session)
                if hears($0), let cast { $0.sessionManager(self, didResumeCastSession: cast) }
            } else {
                $0.sessionManager(self, didStart: session)
                if hears($0), let cast { $0.sessionManager(self, didStart: cast) }
            }
        }
    }

    /// A session has not started, or cannot go on.
    func failedToStart(_ session: GCKSession, _ error: GCKError) {
        guard self.session === session, state == .connecting else { return }
        if session.isResuming {
            sayWillEnd(session)
            return ended(session, error, willTryToResume: false)
        }
        letGo(session, error)
        Self.log.error("no session: \(error.localizedDescription)")
        context?.refreshCastState()
        tell {
            $0.sessionManager(self, didFailToStart: session, withError: error)
            if hears($0), let cast = session as? GCKCastSession {
                $0.sessionManager(self, didFailToStart: cast, withError: error)
            }
        }
    }

    /// Says, once, that a session is about to end.
    func sayWillEnd(_ session: GCKSession) {
        guard session === self.session || session === suspendedSession, !hasSaidWillEnd else { return }
        hasSaidWillEnd = true
        if session === self.session, state == .connected {
            session.content.state = .disconnecting
            state = .disconnecting
        }
        tell {
            $0.sessionManager(self, willEnd: session)
            if hears($0), let cast = session as? GCKCastSession { $0.sessionManager(self, willEnd: cast) }
        }
    }

    /// A session is over, or will go on later.
    func ended(_ session: GCKSession, _ error: (any Error)?, willTryToResume: Bool) {
        guard session === self.session || session === suspendedSession else { return }
        if willTryToResume, session === self.session, !isEnding {
            return suspended(session, requestedSuspension ?? .networkError)
        }
        if session === self.session, state == .connecting, !session.isResuming {
            return failedToStart(session, error as? GCKError ?? GCKError(code: isEnding ? .cancelled : .unknown))
        }
        sayWillEnd(session)
        letGo(session, GCKError(code: .disconnected))
        Self.log.info("the session has ended\(error.map { ": \($0.localizedDescription)" } ?? "")")
        context?.refreshCastState()
        tell {
            $0.sessionManager(self, didEnd: session, withError: error)
            if hears($0), let cast = session as? GCKCastSession {
                $0.sessionManager(self, didEnd: cast, withError: error)
            }
        }
    }

    /// The connection of the session is gone, and the session is not.
    func suspended(_ session: GCKSession, _ reason: GCKConnectionSuspendReason) {
        guard session === self.session else { return }
        let code: GCKErrorCode = reason == .appBackgrounded ? .appDidEnterBackground : .disconnected
        letGo(session, GCKError(code: code))
        session.manager = self
        suspendedSession = session
        Self.log.info("the session is suspended, reason \(reason.rawValue)")
        context?.refreshCastState()
        tell {
            $0.sessionManager(self, didSuspend: session, with: reason)
            if hears($0), let cast = session as? GCKCastSession {
                $0.sessionManager(self, didSuspend: cast, with: reason)
            }
        }
    }

    /// Cuts a session's connection and forgets it.
    private func letGo(_ session: GCKSession, _ error: GCKError) {
        session.disconnect(error)
        session.content.state = .disconnected
        session.manager = nil
        if session === suspendedSession { suspendedSession = nil }
        hasSaidWillEnd = false
        isEnding = false
        requestedSuspension = nil
        guard session === self.session else { return }
        self.session = nil
        state = .disconnected
    }

    // MARK: News of the session that runs

    func receivedVolume(_ session: GCKSession) {
        guard session === self.session else { return }
        let (volume, muted) = (session.content.volume, session.content.isMuted)
        tell {
            $0.sessionManager(self, session: session, didReceiveDeviceVolume: volume, muted: muted)
            if hears($0), let cast = session as? GCKCastSession {
                $0.sessionManager(self, castSession: cast, didReceiveDeviceVolume: volume, muted: muted)
            }
        }
    }

    func receivedStatusText(_ session: GCKSession) {
        guard session === self.session else { return }
        let text = session.content.statusText
        tell {
            $0.sessionManager(self, session: session, didReceiveDeviceStatus: text)
            if hears($0), let cast = session as? GCKCastSession {
                $0.sessionManager(self, castSession: cast, didReceiveDeviceStatus: text)
            }
        }
    }

    /// Discovery says something new of a device.
    func deviceUpdated(_ device: GCKDevice) {
        guard let session, session.content.device == device else { return }
        tell { $0.sessionManager(self, session: session, didUpdate: session.content.device) }
    }

    // MARK: Observation

    func stateChanged(from old: GCKConnectionState) {
        stateStreams.publish(state)
        #if canImport(ObjectiveC)
        willChangeValue(forKey: kGCKKeyConnectionState)
        didChangeValue(forKey: kGCKKeyConnectionState)
        #endif
    }
}
