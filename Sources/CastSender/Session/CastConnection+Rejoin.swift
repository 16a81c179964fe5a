// SPDX-License-Identifier: Apache-2.0

import CastWire

extension CastConnection {
    /// The reason why an attempt to rejoin a running application failed.
    enum RejoinError: Error {
        /// The application cannot be joined anymore.
        case impossible(ResumeFailure)
        /// The state of the application is unknown; another attempt may succeed.
        case failed(CastError)
    }

    /// Rejoins the application session that the sender was connected to before, and moves its session to this
    /// connection.
    ///
    /// This takes one round trip: because the transport id is known, CONNECT and GET_STATUS for the application are
    /// sent together with GET_STATUS for the device. A device drops messages to an application that has ended, and its
    /// status shows that. This method never launches an application. The session is still suspended on return.
    ///
    /// - Parameters:
    ///   - known: The application as last known, with its session id.
    ///   - session: The session to move, which uses this connection's event loop; nil creates one.
    ///   - lossHandler: The callback that receives the end of the session from now on.
    /// - Returns: The session, and the current description of the application.
    func rejoin(
        _ known: ApplicationStatus,
        _ session: CastSession?,
        lossHandler: @escaping CastSession.LossHandler
    ) async throws(RejoinError) -> (CastSession, ApplicationStatus) {
        guard let sessionID = known.sessionID else { throw .impossible(.appNotRunning) }
        let transportID = known.transportID ?? sessionID
        let session =
            session
            ?? CastSession(connection: self, application: known, sessionID: sessionID, transportID: transportID)
        retarget(session, to: transportID, sessionID: sessionID, lossHandler: lossHandler)
        sessions[transportID] = session
        perform(machine.applicationJoined(known, launchRequestID: nil))
        async let mediaRefresh = refreshMedia(of: session, listsMedia: known.namespaces.contains(.media))
        let status: ReceiverStatus
        do throws(CastError) {
            status = try await refreshStatus()
        } catch {
            _ = await mediaRefresh
            throw .failed(error)
        }
        let running = try find(sessionID, like: known, in: status)
        if running.transportID == transportID {
            if let error = await mediaRefresh { throw .failed(error) }
        } else {
            // Old firmware assigns new transport ids.
            _ = await mediaRefresh
            sessions[transportID] = nil
            perform(machine.applicationLeft(transportID))
            guard let transportID = running.transportID else { throw .impossible(.appNotRunning) }
            retarget(session, to: transportID, sessionID: sessionID, lossHandler: lossHandler)
            sessions[transportID] = session
            perform(machine.applicationJoined(running, launchRequestID: nil))
            let listsMedia = running.namespaces.contains(.media)
            if let error = await refreshMedia(of: session, listsMedia: listsMedia) { throw .failed(error) }
        }
        if let reason = machine.closeReason { throw .failed(.closed(reason, device: device.friendlyName)) }
        return (session, running)
    }

    /// Moves a session to a transport on this connection, and sets its callback.
    private func retarget(
        _ session: CastSession,
        to transportID: String,
        sessionID: String,
        lossHandler: @escaping CastSession.LossHandler
    ) {
        session.assumeIsolated {
            $0.move(to: self, transportID: transportID, sessionID: sessionID)
            $0.lossHandler = lossHandler
        }
    }

    private nonisolated func find(
        _ sessionID: String,
        like known: ApplicationStatus,
        in status: ReceiverStatus
    ) throws(RejoinError) -> ApplicationStatus {
        if let running = status.applications.first(where: { $0.sessionID == sessionID }) { return running }
        guard let other = status.runningApplication else { throw .impossible(.appNotRunning) }
        let isSame = known.appID.map { other.matches(appID: $0) } ?? false
        throw .impossible(isSame ? .sessionReplaced : .otherAppRuns(appID: other.appID))
    }

    /// Requests the media status of an application that lists the media namespace. Returns nil on success, and also
    /// when the application is too slow or rejects the request.
    private func refreshMedia(of session: CastSession, listsMedia: Bool) async -> CastError? {
        guard listsMedia else { return nil }
        do throws(CastError) {
            try await session.media.refreshStatus()
            return nil
        } catch {
            return error.code == .requestTimedOut || error.code == .invalidRequest ? nil : error
        }
    }
}
