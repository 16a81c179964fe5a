import CastWire

extension CastConnection {
    /// What became of a try to join the same run of an application again.
    enum RejoinError: Error {
        /// It cannot be joined any more.
        case impossible(ResumeFailure)
        /// Nothing is known; another try may succeed.
        case failed(CastError)
    }

    /// Joins the run of an application that a sender was in before, and brings its session here.
    ///
    /// It takes one round trip: CONNECT to the application and the question what it plays go out together with the
    /// question what the device runs, since the transport id was known. A device drops what is for an application that is
    /// gone, and its status tells. Never launches anything. The session is suspended still when this returns.
    ///
    /// - Parameters:
    ///   - known: The application as it was, with its session id.
    ///   - session: The session that goes on, on this connection's event loop; nil makes a new one.
    ///   - keeper: Told of the end of the session from now on.
    /// - Returns: The session, and the application as it is now.
    func rejoin(
        _ known: Application,
        _ session: CastSession?,
        keeper: @escaping CastSession.Keeper
    ) async throws(RejoinError) -> (CastSession, Application) {
        guard let sessionID = known.sessionID else { throw .impossible(.appGone) }
        let transportID = known.transportID ?? sessionID
        let session =
            session
            ?? CastSession(connection: self, application: known, sessionID: sessionID, transportID: transportID)
        turn(session, to: transportID, sessionID: sessionID, keeper: keeper)
        sessions[transportID] = session
        perform(machine.applicationJoined(known, launchRequestID: nil))
        async let asking = mediaAnswer(of: session, asks: known.namespaces.contains(.media))
        let status: ReceiverStatus
        do throws(CastError) {
            status = try await refreshStatus()
        } catch {
            _ = await asking
            throw .failed(error)
        }
        let running = try find(sessionID, like: known, in: status)
        if running.transportID == transportID {
            if let error = await asking { throw .failed(error) }
        } else {
            // Old firmware numbers its transports anew.
            _ = await asking
            sessions[transportID] = nil
            perform(machine.applicationLeft(transportID))
            guard let transportID = running.transportID else { throw .impossible(.appGone) }
            turn(session, to: transportID, sessionID: sessionID, keeper: keeper)
            sessions[transportID] = session
            perform(machine.applicationJoined(running, launchRequestID: nil))
            let asks = running.namespaces.contains(.media)
            if let error = await mediaAnswer(of: session, asks: asks) { throw .failed(error) }
        }
        if let reason = machine.closeReason { throw .failed(.closed(reason, device: device.friendlyName)) }
        return (session, running)
    }

    private func turn(
        _ session: CastSession,
        to transportID: String,
        sessionID: String,
        keeper: @escaping CastSession.Keeper
    ) {
        session.assumeIsolated {
            $0.move(to: self, transportID: transportID, sessionID: sessionID)
            $0.keeper = keeper
        }
    }

    private nonisolated func find(
        _ sessionID: String,
        like known: Application,
        in status: ReceiverStatus
    ) throws(RejoinError) -> Application {
        if let running = status.applications.first(where: { $0.sessionID == sessionID }) { return running }
        guard let other = status.runningApplication else { throw .impossible(.appGone) }
        let isSame = known.appID.map { other.matches(appID: $0) } ?? false
        throw .impossible(isSame ? .sessionReplaced : .otherAppRuns(appID: other.appID))
    }

    /// Asks what an application plays; nil when it answered, or is merely slow to.
    private func mediaAnswer(of session: CastSession, asks: Bool) async -> CastError? {
        guard asks else { return nil }
        do throws(CastError) {
            try await session.media.refreshStatus()
            return nil
        } catch {
            return error.code == .requestTimedOut || error.code == .invalidRequest ? nil : error
        }
    }
}
