package import CastWire
import NIOCore
import NIOPosix

/// Holds on to one device rather than to one application: connects, launches and joins when asked to, and looks for the
/// device again when the connection is lost.
///
/// A ``SessionManager`` has no connection without an application; programs of the 2.x kind connect first and decide later.
/// The life of the connection is decided by the same ``SessionMachine``. One life: after ``Event/disconnected(_:)`` or
/// ``Event/notConnected(_:)`` a link is of no use.
package actor DeviceLink {
    /// What happens, in this order for whoever was given the reports.
    package enum Event: Sendable {
        case connected(ReceiverStatus)
        case notConnected(CastError)
        /// The connection is gone; another one is looked for.
        case suspended(SuspendReason)
        /// There is a connection again, and the session goes on; nil where there was none, or its application is gone.
        case resumed(CastSession?, ReceiverStatus)
        case disconnected(SessionEndReason)
        case status(ReceiverStatus)
        /// The order with this number brought a session.
        case joined(Int, CastSession, isLaunched: Bool)
        /// The order with this number is done; the status, where it was what was asked for.
        case done(Int, ReceiverStatus?)
        case failed(Int, CastError)
        /// The session is over while the device is still connected.
        case sessionEnded(CastSession, SessionEndReason)
    }

    /// What can be asked of a connected device.
    package enum Order: Sendable {
        case launch(String, LaunchOptions)
        /// Joins the application with this id, or whatever runs.
        case join(appID: String?)
        case joinSession(String)
        /// Stops this run of an application, or whatever runs.
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
    private var known: Application?
    private var attempts: [Int: Task<Void, Never>] = [:]
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var lastTask = 0
    private var alarm: Scheduled<Void>?
    /// What happened while an application was being stopped: it is said after the outcome.
    private var heldEvents: [Event]?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameter report: Hears what happens, in order, on the link's executor; must return quickly.
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

    /// Connects. Once.
    package func connect() { perform(machine.startRequested()) }

    /// Ends the connection, or the attempt to have one.
    package func end(_ action: SessionEndAction) {
        perform(machine.endRequested(action, cancelled: .startCancelled(device: device.friendlyName)))
    }

    /// Gives an order from any thread. Orders are carried out in the order of their calls.
    package nonisolated func order(_ body: @escaping @Sendable (isolated DeviceLink) -> Void) {
        eventLoop.execute { self.assumeIsolated(body) }
    }

    /// Asks something of the device. What becomes of it comes as an event under the number.
    package func give(_ order: Order, number: Int) {
        guard machine.phase == .running, let connection else {
            return say(.failed(number, .notConnected(to: device.friendlyName)))
        }
        if case .stop = order { heldEvents = heldEvents ?? [] }
        run { link in
            do throws(CastError) {
                let outcome = try await link.carryOut(order, number, over: connection)
                link.say(outcome, after: order)
            } catch {
                link.say(.failed(number, error), after: order)
            }
        }
    }

    /// Leaves the application; the device stays connected.
    package func leaveApplication() {
        guard let session, machine.phase == .running else { return }
        session.connection.assumeIsolated { $0.leave(session.transportID) }
    }

    package func applicationDidEnterBackground() { perform(machine.enteredBackground(now: eventLoop.now)) }

    package func applicationWillEnterForeground() { perform(machine.enteredForeground(now: eventLoop.now)) }

    package func networkDidChange(isReachable: Bool) {
        perform(machine.networkChanged(isReachable: isReachable, now: eventLoop.now))
    }

    /// Ends everything without a word to anybody, and awaits its end.
    package func close() async {
        for task in attempts.values { task.cancel() }
        for task in tasks.values { task.cancel() }
        perform(machine.abandoned())
        for task in Array(attempts.values) + Array(tasks.values) { await task.value }
        // A connection that could not be given up any more has come.
        perform(machine.abandoned())
        letGo(.connectionLost(.closedLocally))
        await connection?.close()
    }
}

// MARK: Orders of the machine

extension DeviceLink {
    private func perform(_ actions: [SessionMachine.Action]) {
        for action in actions { carryOut(action) }
        alarm?.cancel()
        alarm = machine.alarm.map { deadline in
            eventLoop.scheduleTask(deadline: deadline) { [weak self] () -> Void in
                self?.assumeIsolated { $0.perform($0.machine.alarmRang(now: $0.eventLoop.now)) }
            }
        }
    }

    private func carryOut(_ action: SessionMachine.Action) {
        switch action {
        case .announce(let announcement): announce(announcement)
        case .connect(let attempt): attempts[attempt] = Task { await attemptConnect(attempt) }
        case .rejoin(let attempt): attempts[attempt] = Task { await attemptAgain(attempt) }
        case .cancel(let attempt): attempts[attempt]?.cancel()
        case .disconnect(let reason):
            suspendSession(reason)
            connection?.assumeIsolated { $0.shut(reason == .appBackgrounded ? .appBackgrounded : .closedLocally) }
        case .end(let action): run { await $0.endOnWire(action) }
        case .checkConnection:
            guard let connection else { return }
            run { _ in await connection.check() }
        case .release(let reason): release(reason)
        case .searchElsewhere, .stopSearching, .keepRecord, .removeRecord: break
        }
    }

    private func announce(_ announcement: SessionMachine.Announcement) {
        switch announcement {
        case .willStart, .willEnd, .willResume: break
        case .started: say(.connected(connection?.assumeIsolated { $0.status } ?? ReceiverStatus()))
        case .failedToStart(let error): say(.notConnected(error))
        case .suspended(let reason):
            suspendSession(reason)
            say(.suspended(reason))
        case .resumed: say(.resumed(session, connection?.assumeIsolated { $0.status } ?? ReceiverStatus()))
        case .ended(let reason): say(.disconnected(reason))
        }
    }

    private func suspendSession(_ reason: SuspendReason) {
        session?.assumeIsolated { $0.suspend(reason) }
    }

    private func release(_ reason: SessionEndReason) {
        letGo(reason)
        guard let connection else { return }
        connection.assumeIsolated { $0.statusObserver = nil }
        run { _ in await connection.close() }
    }

    /// The session is over, and nobody keeps it.
    private func letGo(_ reason: SessionEndReason) {
        session?.assumeIsolated {
            $0.keeper = nil
            $0.finish(reason)
        }
        session = nil
    }

    private func endOnWire(_ action: SessionEndAction) async {
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

    private func attemptAgain(_ attempt: Int) async {
        defer { attempts[attempt] = nil }
        var options = options
        options.connectTimeout = min(options.connectTimeout, attemptTimeout)
        do throws(CastError) {
            let connection = try await CastConnection.activated(to: device, options: options, environment: environment)
            do throws(CastError) {
                try await goOn(over: connection)
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

    /// Brings the session over to a new connection, or gives it up when its application is gone.
    private func goOn(over connection: CastConnection) async throws(CastError) {
        guard let session, let known else {
            try await connection.refreshStatus()
            return
        }
        do throws(CastConnection.RejoinError) {
            let (_, application) = try await connection.rejoin(known, session, keeper: keeper)
            goesOn(session, application, over: connection)
        } catch {
            switch error {
            case .failed(let error): throw error
            case .impossible(let failure):
                giveUp(session, failure, over: connection)
            }
        }
    }

    private func goesOn(_ session: CastSession, _ application: Application, over connection: CastConnection) {
        // The application may have ended right behind its answer.
        let isThere = connection.assumeIsolated { $0.sessions[session.transportID] === session }
        guard isThere else { return giveUp(session, .appGone, over: connection) }
        known = application
        session.assumeIsolated { $0.resumed(application) }
    }

    private func giveUp(_ session: CastSession, _ failure: ResumeFailure, over connection: CastConnection) {
        self.session = nil
        known = nil
        session.assumeIsolated {
            $0.keeper = nil
            $0.finish(.notResumed(failure, after: .connectionLost(.closedLocally)))
        }
        connection.assumeIsolated { $0.leave(session.transportID) }
    }

    private func adopt(_ connection: CastConnection) {
        self.connection = connection
        let observer: @Sendable (ReceiverStatus) -> Void = { [weak self] status in
            self?.assumeIsolated { $0.say(.status(status)) }
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

    /// Told when the way to the session's application is lost. The loss of the connection is watched by itself.
    private var keeper: CastSession.Keeper {
        { [weak self, eventLoop] reason, connection in
            eventLoop.execute { [weak self] in
                self?.assumeIsolated { $0.applicationLost(reason, over: connection) }
            }
        }
    }

    private func applicationLost(_ reason: SessionEndReason, over connection: CastConnection) {
        if case .connectionLost = reason { return }
        // What becomes of a session while there is no connection is found out with the next one.
        guard machine.phase == .running, let session, session.connection === connection else { return }
        self.session = nil
        known = nil
        // Only the order to stop holds events back.
        let reason = heldEvents == nil ? reason : .stopped
        session.assumeIsolated { $0.finish(reason) }
        say(.sessionEnded(session, reason))
    }
}

// MARK: Orders of the program

extension DeviceLink {
    private func carryOut(
        _ order: Order,
        _ number: Int,
        over connection: CastConnection
    ) async throws(CastError) -> Event {
        switch order {
        case .launch(let appID, let options):
            let before = await connection.status.runningApplication?.sessionID
            return try keep(await connection.launch(appID, options: options), number, before)
        case .join(appID: nil):
            let before = await connection.status.runningApplication?.sessionID
            return try keep(await connection.joinRunningApp(), number, before)
        case .join(let appID?):
            return try keep(await connection.join(appID: appID), number, nil, isLaunched: false)
        case .joinSession(let sessionID):
            return try keep(await connection.join(sessionID: sessionID), number, nil, isLaunched: false)
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

    private func keep(
        _ session: CastSession,
        _ number: Int,
        _ before: String?,
        isLaunched: Bool? = nil
    ) throws(CastError) -> Event {
        if case .ended(let reason) = session.state { throw CastError.ended(reason, device: device.friendlyName) }
        let keeper = keeper
        // One that was joined before is the program's own from here on: it ends with its connection.
        if let before = self.session, before !== session { before.assumeIsolated { $0.keeper = nil } }
        session.assumeIsolated { $0.keeper = keeper }
        self.session = session
        known = session.application
        return .joined(number, session, isLaunched: isLaunched ?? (session.sessionID != before))
    }

    private func say(_ event: Event) {
        if heldEvents != nil {
            heldEvents?.append(event)
        } else {
            report(event)
        }
    }

    /// Says what became of an order; what was held back for it follows.
    private func say(_ outcome: Event, after order: Order) {
        guard case .stop = order, let held = heldEvents else { return say(outcome) }
        heldEvents = nil
        report(outcome)
        // That the session is over comes before the status that shows nothing any more.
        for event in held.filter(\.isSessionEnd) + held.filter({ !$0.isSessionEnd }) { report(event) }
    }

    /// Does something that is awaited when the link closes.
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
