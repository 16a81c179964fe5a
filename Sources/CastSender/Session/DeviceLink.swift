// SPDX-License-Identifier: Apache-2.0

import CastConcurrency
package import CastWire
import NIOCore
import NIOPosix

/// A connection to a device that does not depend on an application: it connects, launches and joins applications on
/// request, and reconnects when the connection is lost.
///
/// A ``SessionManager`` has no connection without an application; applications of the 2.x API connect first and choose
/// an application later. The same ``SessionMachine`` controls the lifecycle of the connection. A link cannot be reused
/// after ``Event/disconnected(_:)`` or ``Event/notConnected(_:)``.
package actor DeviceLink {
    /// An event of a link. Events are reported in order.
    package enum Event: Sendable {
        case connected(ReceiverStatus)
        case notConnected(CastError)
        /// The connection was lost, and the link tries to reconnect.
        case suspended(SuspendReason)
        /// The link has reconnected and the session resumes; nil if there was no session, or its application has ended.
        case resumed(CastSession?, ReceiverStatus)
        case disconnected(SessionEndReason)
        case status(ReceiverStatus)
        /// The command with this number has created a session.
        case joined(Int, CastSession, isLaunched: Bool)
        /// The command with this number has completed; with the status, if the command requested it.
        case done(Int, ReceiverStatus?)
        case failed(Int, CastError)
        /// The session has ended while the device is still connected.
        case sessionEnded(CastSession, SessionEndReason)
    }

    /// A command for a connected device.
    package enum Command: Sendable {
        case launch(String, LaunchOptions)
        /// Joins the application with this id, or any running application.
        case join(appID: String?)
        case joinSession(String)
        /// Stops the application session with this id, or any running application.
        case stop(sessionID: String?)
        case setVolume(Double)
        case setMuted(Bool)
        case refreshStatus
    }

    package nonisolated let device: CastDevice
    private nonisolated let environment: ConnectionEnvironment
    private nonisolated let executor: any SerialExecutor
    private nonisolated let eventLoop: any EventLoop
    private let options: ConnectionOptions
    private let attemptTimeout: Duration
    private let report: @Sendable (Event) -> Void

    private var machine: SessionMachine
    private var connection: CastConnection?
    private var session: CastSession?
    private var knownApplication: ApplicationStatus?
    private var attempts: [Int: Task<Void, Never>] = [:]
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var lastTask = 0
    private let timer: DeadlineTimer
    /// Events that occur while an application is being stopped; they are reported after the result.
    private var deferredEvents: [Event]?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameter report: Receives the events in order, on the link's executor; must return quickly.
    package init(
        to device: CastDevice,
        options: ConnectionOptions = ConnectionOptions(),
        reconnect: ReconnectPolicy = .standard,
        suspendsInBackground: Bool,
        environment: ConnectionEnvironment,
        report: @escaping @Sendable (Event) -> Void
    ) {
        self.report = report
        var environment = environment
        eventLoop = environment.eventLoop ?? MultiThreadedEventLoopGroup.singleton.next()
        environment.eventLoop = eventLoop
        executor = eventLoop.executor
        timer = DeadlineTimer(on: eventLoop)
        self.environment = environment
        self.device = device
        self.options = options
        attemptTimeout = reconnect.attemptTimeout
        var configuration = SessionMachine.Configuration()
        configuration.reconnect = reconnect
        configuration.suspendsInBackground = suspendsInBackground
        configuration.transferSearch = .zero
        machine = SessionMachine(configuration: configuration)
    }

    /// Connects to the device. Must be called once.
    package func connect() { perform(machine.startRequested()) }

    /// Ends the connection, or cancels the attempt to connect.
    package func end(_ action: SessionEndAction) {
        perform(machine.endRequested(action, cancelled: .startCancelled(device: device.friendlyName)))
    }

    /// Submits a closure from any thread. Closures run in the order of the calls.
    package nonisolated func submit(_ body: @escaping @Sendable (isolated DeviceLink) -> Void) {
        eventLoop.execute { self.assumeIsolated(body) }
    }

    /// Executes a command on the device. Its result is reported as an event with the number.
    package func handle(_ command: Command, number: Int) {
        guard machine.phase == .running, let connection else {
            return emit(.failed(number, .notConnected(to: device.friendlyName)))
        }
        if case .stop = command { deferredEvents = deferredEvents ?? [] }
        run { link in
            do throws(CastError) {
                let outcome = try await link.result(of: command, number, over: connection)
                link.emit(outcome, after: command)
            } catch {
                link.emit(.failed(number, error), after: command)
            }
        }
    }

    /// Leaves the application. The device stays connected.
    package func leaveApplication() {
        guard let session, machine.phase == .running else { return }
        session.connection.assumeIsolated { $0.leave(session.transportID) }
    }

    package func applicationDidEnterBackground() { perform(machine.enteredBackground(now: eventLoop.now)) }

    package func applicationWillEnterForeground() { perform(machine.enteredForeground(now: eventLoop.now)) }

    package func networkDidChange(isReachable: Bool) {
        perform(machine.networkChanged(isReachable: isReachable, now: eventLoop.now))
    }

    /// Closes the connection without sending CLOSE, cancels all tasks, and waits until they have ended.
    package func close() async {
        for task in attempts.values { task.cancel() }
        for task in tasks.values { task.cancel() }
        perform(machine.abandoned())
        for task in Array(attempts.values) + Array(tasks.values) { await task.value }
        // A connection that could no longer be canceled may have been established meanwhile.
        perform(machine.abandoned())
        releaseSession(.connectionLost(.closedLocally))
        await connection?.close()
    }
}

// MARK: Actions of the state machine

extension DeviceLink {
    private func perform(_ actions: [SessionMachine.Action]) {
        for action in actions { execute(action) }
        timer.set(to: machine.nextDeadline) { [weak self] in
            self?.assumeIsolated { $0.perform($0.machine.deadlineReached(now: $0.eventLoop.now)) }
        }
    }

    private func execute(_ action: SessionMachine.Action) {
        switch action {
        case .announce(let announcement): announce(announcement)
        case .connect(let attempt): attempts[attempt] = Task { await attemptConnect(attempt) }
        case .rejoin(let attempt): attempts[attempt] = Task { await attemptReconnect(attempt) }
        case .cancel(let attempt): attempts[attempt]?.cancel()
        case .disconnect(let reason):
            suspendSession(reason)
            connection?.assumeIsolated {
                $0.closeWithoutWaiting(reason == .appBackgrounded ? .appBackgrounded : .closedLocally)
            }
        case .end(let action): run { await $0.endOnDevice(action) }
        case .checkConnection:
            guard let connection else { return }
            run { _ in await connection.check() }
        case .release(let reason): release(reason)
        case .searchElsewhere, .stopSearching, .saveRecord, .removeRecord: break
        }
    }

    private func announce(_ announcement: SessionMachine.Announcement) {
        switch announcement {
        case .willStart, .willEnd, .willResume: break
        case .started: emit(.connected(connection?.assumeIsolated { $0.status } ?? ReceiverStatus()))
        case .failedToStart(let error): emit(.notConnected(error))
        case .suspended(let reason):
            suspendSession(reason)
            emit(.suspended(reason))
        case .resumed: emit(.resumed(session, connection?.assumeIsolated { $0.status } ?? ReceiverStatus()))
        case .ended(let reason): emit(.disconnected(reason))
        }
    }

    private func suspendSession(_ reason: SuspendReason) {
        session?.assumeIsolated { $0.suspend(reason) }
    }

    private func release(_ reason: SessionEndReason) {
        releaseSession(reason)
        guard let connection else { return }
        connection.assumeIsolated { $0.statusObserver = nil }
        run { _ in await connection.close() }
    }

    /// Ends the session without further callbacks.
    private func releaseSession(_ reason: SessionEndReason) {
        session?.assumeIsolated {
            $0.lossHandler = nil
            $0.finish(reason)
        }
        session = nil
    }

    private func endOnDevice(_ action: SessionEndAction) async {
        switch action {
        case .leave, .stop, .stopIfAlone: await connection?.leave()
        case .disconnect: await connection?.close()
        }
        perform(machine.endFinished(.left))
    }
}

// MARK: Connecting

extension DeviceLink {
    private func attemptConnect(_ attempt: Int) async {
        defer { attempts[attempt] = nil }
        do throws(CastError) {
            let connection = try await CastConnection.open(to: device, options: options, environment: environment)
            guard machine.awaits(attempt) else { return await connection.close() }
            adopt(connection)
            perform(machine.startSucceeded(attempt, now: eventLoop.now))
        } catch {
            perform(machine.startFailed(attempt, error))
        }
    }

    private func attemptReconnect(_ attempt: Int) async {
        defer { attempts[attempt] = nil }
        var options = options
        options.connectTimeout = min(options.connectTimeout, attemptTimeout)
        do throws(CastError) {
            let connection = try await CastConnection.activated(to: device, options: options, environment: environment)
            do throws(CastError) {
                try await resumeSession(over: connection)
                guard machine.awaits(attempt) else { return await connection.close() }
                adopt(connection)
                perform(machine.resumeFinished(attempt, .resumed, now: eventLoop.now))
            } catch {
                await connection.close()
                throw error
            }
        } catch {
            perform(machine.resumeFinished(attempt, .failed(error), now: eventLoop.now))
        }
    }

    /// Moves the session to a new connection, or ends it when its application has ended.
    private func resumeSession(over connection: CastConnection) async throws(CastError) {
        guard let session, let knownApplication else {
            try await connection.refreshStatus()
            return
        }
        do throws(CastConnection.RejoinError) {
            let (_, application) = try await connection.rejoin(knownApplication, session, lossHandler: lossHandler)
            sessionRejoined(session, application, over: connection)
        } catch {
            switch error {
            case .failed(let error): throw error
            case .impossible(let failure):
                endSession(session, failure, over: connection)
            }
        }
    }

    private func sessionRejoined(
        _ session: CastSession,
        _ application: ApplicationStatus,
        over connection: CastConnection
    ) {
        // The application may have ended directly after its reply.
        let isStillJoined = connection.assumeIsolated { $0.sessions[session.transportID] === session }
        guard isStillJoined else { return endSession(session, .appNotRunning, over: connection) }
        knownApplication = application
        session.assumeIsolated { $0.resumed(application) }
    }

    private func endSession(_ session: CastSession, _ failure: ResumeFailure, over connection: CastConnection) {
        self.session = nil
        knownApplication = nil
        session.assumeIsolated {
            $0.lossHandler = nil
            $0.finish(.notResumed(failure, after: .connectionLost(.closedLocally)))
        }
        connection.assumeIsolated { $0.leave(session.transportID) }
    }

    private func adopt(_ connection: CastConnection) {
        self.connection = connection
        let observer: @Sendable (ReceiverStatus) -> Void = { [weak self] status in
            self?.assumeIsolated { $0.emit(.status(status)) }
        }
        connection.assumeIsolated { $0.statusObserver = observer }
        run { link in
            for await state in connection.states {
                guard case .closed(let reason) = state else { continue }
                link.lost(reason, connection)
            }
        }
    }

    private func lost(_ reason: CloseReason, _ connection: CastConnection) {
        guard self.connection === connection else { return }
        perform(machine.connectionLost(reason, now: eventLoop.now))
    }

    /// The callback for the loss of the session's application. The loss of the connection is observed separately.
    private var lossHandler: CastSession.LossHandler {
        { [weak self, eventLoop] reason, connection in
            eventLoop.execute { [weak self] in
                self?.assumeIsolated { $0.applicationLost(reason, over: connection) }
            }
        }
    }

    private func applicationLost(_ reason: SessionEndReason, over connection: CastConnection) {
        if case .connectionLost = reason { return }
        // Without a connection, the state of the session is determined by the next connection.
        guard machine.phase == .running, let session, session.connection === connection else { return }
        self.session = nil
        knownApplication = nil
        // Events are deferred only while an application is being stopped.
        let reason = deferredEvents == nil ? reason : .stopped
        session.assumeIsolated { $0.finish(reason) }
        emit(.sessionEnded(session, reason))
    }
}

// MARK: Commands of the client

extension DeviceLink {
    /// Executes a command; returns the event that reports its result.
    private func result(
        of command: Command,
        _ number: Int,
        over connection: CastConnection
    ) async throws(CastError) -> Event {
        switch command {
        case .launch(let appID, let options):
            let previousSessionID = await connection.status.runningApplication?.sessionID
            return try adoptSession(await connection.launch(appID, options: options), number, previousSessionID)
        case .join(appID: nil):
            let previousSessionID = await connection.status.runningApplication?.sessionID
            return try adoptSession(await connection.joinRunningApp(), number, previousSessionID)
        case .join(let appID?):
            return try adoptSession(await connection.join(appID: appID), number, nil, isLaunched: false)
        case .joinSession(let sessionID):
            return try adoptSession(await connection.join(sessionID: sessionID), number, nil, isLaunched: false)
        case .stop(let sessionID):
            try await connection.stopApp(sessionID: sessionID)
            return .done(number, nil)
        case .setVolume(let level):
            try await connection.setVolume(level)
            return .done(number, nil)
        case .setMuted(let isMuted):
            try await connection.setMuted(isMuted)
            return .done(number, nil)
        case .refreshStatus:
            return .done(number, try await connection.refreshStatus())
        }
    }

    /// Makes a session that was launched or joined the current one; returns the event that reports it.
    private func adoptSession(
        _ session: CastSession,
        _ number: Int,
        _ previousSessionID: String?,
        isLaunched: Bool? = nil
    ) throws(CastError) -> Event {
        if case .ended(let reason) = session.state { throw CastError.ended(reason, device: device.friendlyName) }
        let lossHandler = lossHandler
        // The client owns a session that was joined before; it ends with its connection.
        if let previous = self.session, previous !== session { previous.assumeIsolated { $0.lossHandler = nil } }
        session.assumeIsolated { $0.lossHandler = lossHandler }
        self.session = session
        knownApplication = session.application
        return .joined(number, session, isLaunched: isLaunched ?? (session.sessionID != previousSessionID))
    }

    /// Reports an event, or defers it while an application is being stopped.
    private func emit(_ event: Event) {
        if deferredEvents != nil {
            deferredEvents?.append(event)
        } else {
            report(event)
        }
    }

    /// Reports the result of a command, then the events that were deferred for it.
    private func emit(_ outcome: Event, after command: Command) {
        guard case .stop = command, let deferred = deferredEvents else { return emit(outcome) }
        deferredEvents = nil
        report(outcome)
        // The end of the session is reported before the status without the application.
        for event in deferred.filter(\.isSessionEnd) + deferred.filter({ !$0.isSessionEnd }) { report(event) }
    }

    /// Runs a closure that is awaited when the link closes.
    private func run(_ body: @escaping @Sendable (isolated DeviceLink) async -> Void) {
        lastTask += 1
        let id = lastTask
        tasks[id] = Task {
            await body(self)
            tasks[id] = nil
        }
    }
}

extension DeviceLink.Event {
    fileprivate var isSessionEnd: Bool {
        if case .sessionEnded = self { true } else { false }
    }
}

extension CastError {
    static func notConnected(to device: String) -> CastError {
        CastError(.connectionClosed, "\(device) is not connected. Connect to it first.", device: device)
    }
}
