// SPDX-License-Identifier: Apache-2.0

import CastWire
import NIOCore

extension SessionManager {
    /// Executes one action of the state machine.
    func execute(_ action: SessionMachine.Action) {
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
        case .end(let action): runOnConnection { await $0.endOnDevice(action) }
        case .checkConnection:
            guard let connection = session?.connection else { return }
            runOnConnection { _ in await connection.check() }
        case .searchElsewhere:
            guard let session, let device else { return }
            search = Task { await searchElsewhere(session, device) }
        case .stopSearching:
            search?.cancel()
            search = nil
        case .saveRecord: store(record())
        case .removeRecord: store(nil)
        case .release(let reason): release(reason)
        }
    }

    /// The description of the current session, which may have ended.
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
            completeWaiters(.session(session))
        case .failedToStart(let error):
            if let device { eventSource.publish(.failedToStart(device, error)) }
            completeWaiters(.failed(error))
            startRequest = nil
        case .willEnd: if let information { eventSource.publish(.willEnd(information)) }
        case .ended(let reason): if let information { eventSource.publish(.ended(information, reason)) }
        case .suspended(let reason): if let session { eventSource.publish(.suspended(session, reason)) }
        case .willResume: if let information { eventSource.publish(.willResume(information)) }
        case .resumed:
            guard let session else { return }
            eventSource.publish(.resumed(session))
            reportAll()
            completeWaiters(.session(session))
        }
    }

    /// Suspends the session, and closes its connection without sending CLOSE.
    private func disconnect(_ reason: SuspendReason) {
        guard let session else { return }
        session.assumeIsolated { $0.suspend(reason) }
        // A device that the session moves away from is stopped first; see `leaveSource`.
        guard session.connection !== sourceConnection else { return }
        let closeReason: CloseReason = reason == .appBackgrounded ? .appBackgrounded : .closedLocally
        session.connection.assumeIsolated { $0.closeWithoutWaiting(closeReason) }
    }

    private func release(_ reason: SessionEndReason) {
        if let information { completeWaiters(.ended(information, reason)) }
        guard let session else { return }
        self.session = nil
        let connection = session.connection
        session.assumeIsolated { $0.finish(reason) }
        connection.assumeIsolated { $0.statusObserver = nil }
        runOnConnection { _ in await connection.close() }
    }

    private func endOnDevice(_ action: SessionEndAction) async {
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

    /// Leaves an application, and stops it if no other sender is connected to it.
    ///
    /// - Returns: Whether the application is gone.
    private func stopIfAlone(_ session: CastSession) async throws(CastError) -> Bool {
        let connection = session.connection
        // While this sender is connected itself, `senderConnected` is true regardless of other senders.
        await session.leave()
        let status = try await connection.refreshStatus(within: options.stopTimeout)
        guard let application = status.applications.first(where: { $0.sessionID == session.sessionID }) else {
            return true
        }
        guard application.senderConnected == false else { return false }
        try await connection.stopApp(sessionID: session.sessionID, within: options.stopTimeout)
        return true
    }

    /// Handles the loss of the session's application or connection.
    func lost(_ reason: SessionEndReason, over connection: CastConnection) {
        guard let session, session.connection === connection else { return }
        let now = eventLoop.now
        switch reason {
        case .connectionLost(let reason): perform(machine.connectionLost(reason, now: now))
        default: perform(machine.applicationEnded(reason, canMove: canHaveMoved, now: now))
        }
    }

    /// The callback for the loss of the session's application. It takes effect after pending requests have failed.
    var lossHandler: CastSession.LossHandler {
        { [weak self, eventLoop] reason, connection in
            eventLoop.execute { [weak self] in
                self?.assumeIsolated { $0.lost(reason, over: connection) }
            }
        }
    }

    /// Observes the status of the session's device.
    func observe(_ connection: CastConnection) {
        let observer: @Sendable (ReceiverStatus) -> Void = { [weak self] status in
            self?.assumeIsolated { $0.report(status) }
        }
        connection.assumeIsolated { $0.statusObserver = observer }
    }

    private func reportAll() {
        reported = StatusChangeDetector()
        guard let connection = session?.connection else { return }
        report(connection.assumeIsolated { $0.status })
    }

    private func report(_ status: ReceiverStatus) {
        guard machine.phase == .running else { return }
        for event in reported.changes(in: status) { eventSource.publish(event) }
    }
}
