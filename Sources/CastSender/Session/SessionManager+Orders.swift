import CastWire
import NIOCore

extension SessionManager {
    /// Carries out one order of the machine.
    func carryOut(_ action: SessionMachine.Action) {
        switch action {
        case .announce(let announcement): announce(announcement)
        case .connect(let attempt):
            guard let startRequest else { return }
            attempts[attempt] = Task { await attemptStart(attempt, startRequest) }
        case .rejoin(let attempt):
            guard let device, let known else { return }
            attempts[attempt] = Task { await attemptRejoin(attempt, device, known) }
        case .cancel(let attempt): attempts[attempt]?.cancel()
        case .disconnect(let reason): disconnect(reason)
        case .end(let action): onWire { await $0.endOnWire(action) }
        case .checkConnection:
            guard let connection = session?.connection else { return }
            onWire { _ in await connection.check() }
        case .searchElsewhere:
            guard let session, let device else { return }
            search = Task { await searchElsewhere(session, device) }
        case .stopSearching:
            search?.cancel()
            search = nil
        case .keepRecord: store(record())
        case .removeRecord: store(nil)
        case .release(let reason): release(reason)
        }
    }

    /// What is said of a session that may have ended already.
    var information: SessionInformation? {
        guard let device, let known else { return nil }
        return SessionInformation(device: device, appID: known.appID ?? "", sessionID: known.sessionID ?? "")
    }

    private func announce(_ announcement: SessionMachine.Announcement) {
        switch announcement {
        case .willStart:
            guard let start = startRequest else { return }
            device = start.device
            known = nil
            eventSource.publish(.willStart(start.device))
        case .started:
            guard let session else { return }
            startRequest = nil
            eventSource.publish(.started(session))
            reportAll()
            settle(.session(session))
        case .failedToStart(let error):
            if let device { eventSource.publish(.failedToStart(device, error)) }
            settle(.failed(error))
            startRequest = nil
        case .willEnd: if let information { eventSource.publish(.willEnd(information)) }
        case .ended(let reason): if let information { eventSource.publish(.ended(information, reason)) }
        case .suspended(let reason): if let session { eventSource.publish(.suspended(session, reason)) }
        case .willResume: if let information { eventSource.publish(.willResume(information)) }
        case .resumed:
            guard let session else { return }
            eventSource.publish(.resumed(session))
            reportAll()
            settle(.session(session))
        }
    }

    /// The session is suspended on purpose: closes its connection without a word.
    private func disconnect(_ reason: SuspendReason) {
        guard let session else { return }
        session.assumeIsolated { $0.suspend(reason) }
        // A device that the session moves away from is told so first.
        guard session.connection !== sourceConnection else { return }
        let closing: CloseReason = reason == .appBackgrounded ? .appBackgrounded : .closedLocally
        session.connection.assumeIsolated { $0.shut(closing) }
    }

    private func release(_ reason: SessionEndReason) {
        if let information { settle(.ended(information, reason)) }
        guard let session else { return }
        self.session = nil
        let connection = session.connection
        session.assumeIsolated { $0.finish(reason) }
        connection.assumeIsolated { $0.statusObserver = nil }
        onWire { _ in await connection.close() }
    }

    private func endOnWire(_ action: SessionEndAction) async {
        guard let session else { return perform(machine.endFinished(.left)) }
        let connection = session.connection
        var reason = SessionEndReason.left
        switch action {
        case .leave: await connection.leave()
        case .disconnect: await connection.close()
        case .stop:
            reason = .stopped
            do throws(CastError) {
                try await connection.stopApp(sessionID: session.sessionID, within: options.stopTimeout)
            } catch {
                endFailure = error
            }
            await connection.leave()
        case .stopIfAlone:
            do throws(CastError) {
                if try await stopIfAlone(session) { reason = .stopped }
            } catch {
                endFailure = error
            }
            await connection.leave()
        }
        perform(machine.endFinished(reason))
    }

    /// Leaves an application, and stops it if nobody else is connected to it.
    ///
    /// - Returns: Whether it is gone now.
    private func stopIfAlone(_ session: CastSession) async throws(CastError) -> Bool {
        let connection = session.connection
        // As long as this sender is connected itself, `senderConnected` says nothing about others.
        await session.leave()
        let status = try await connection.refreshStatus(within: options.stopTimeout)
        guard let left = status.applications.first(where: { $0.sessionID == session.sessionID }) else { return true }
        guard left.senderConnected == false else { return false }
        try await connection.stopApp(sessionID: session.sessionID, within: options.stopTimeout)
        return true
    }

    /// The way to the session's application is lost.
    func lost(_ reason: SessionEndReason, over connection: CastConnection) {
        guard let session, session.connection === connection else { return }
        let now = eventLoop.now
        switch reason {
        case .connectionLost(let reason): perform(machine.connectionLost(reason, now: now))
        default: perform(machine.applicationEnded(reason, canMove: canHaveMoved, now: now))
        }
    }

    /// What the session tells when it is lost. It is looked at only after whatever waited has been answered.
    var keeper: CastSession.Keeper {
        { [weak self, eventLoop] reason, connection in
            eventLoop.execute { [weak self] in
                self?.assumeIsolated { $0.lost(reason, over: connection) }
            }
        }
    }

    /// Hears what the session's device says about itself.
    func observe(_ connection: CastConnection) {
        let observer: @Sendable (ReceiverStatus) -> Void = { [weak self] status in
            self?.assumeIsolated { $0.report(status) }
        }
        connection.assumeIsolated { $0.statusObserver = observer }
    }

    private func reportAll() {
        reported = ReportedStatus()
        guard let connection = session?.connection else { return }
        report(connection.assumeIsolated { $0.status })
    }

    private func report(_ status: ReceiverStatus) {
        guard machine.phase == .running else { return }
        for event in reported.news(in: status) { eventSource.publish(event) }
    }
}
