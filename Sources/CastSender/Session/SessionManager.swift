import CastWire
import NIOCore
import NIOPosix

/// Owns at most one session: starts and ends it, holds on to it when its connection is lost, and says what happens.
///
/// ```swift
/// let manager = SessionManager(store: SessionFile(application: "my-app"))
/// await manager.follow(browser.devices)
/// if case .resumed(let session) = await manager.resumeStored() { … }
/// let session = try await manager.start(.application(Application.defaultMediaReceiverID), on: device)
/// ```
///
/// A lost connection suspends the session. It is looked for within ``SessionManagerOptions/reconnect``, also at another
/// address when ``follow(_:)`` was given devices; only the same run of the application is joined again, and nothing is
/// ever launched for it. What was under way when the connection was lost has failed by then and is not repeated.
///
/// The manager, its connections and its session share one event loop, which is their executor. End it with ``close()``.
public actor SessionManager {
    /// What a start needs until it has succeeded.
    struct Start: Sendable {
        var device: CastDevice
        var choice: ApplicationChoice
        var options: LaunchOptions
        var onProgress: (@Sendable (LaunchProgress) -> Void)?
    }

    /// What somebody who waits for a session gets.
    enum Outcome: Sendable {
        case session(CastSession)
        case failed(CastError)
        case ended(SessionInformation, SessionEndReason)
    }

    public nonisolated let options: SessionManagerOptions
    nonisolated let environment: SessionEnvironment
    nonisolated let eventLoop: any EventLoop
    private nonisolated let executor: any SerialExecutor
    let store: (any SessionStore)?

    var machine: SessionMachine
    /// The session, from the end of its start to its end; without a connection while it is suspended.
    public internal(set) var session: CastSession?
    /// The device of the present session, as it was last described.
    var device: CastDevice?
    var startRequest: Start?
    /// The application as it was when its session last ran.
    var known: Application?
    /// The connection of a device that the session was moved away from by this sender, until it is told to stop.
    var sourceConnection: CastConnection?
    /// The run of the application that is to be stopped there.
    var stopSource: String?
    var attempts: [Int: Task<Void, Never>] = [:]
    var search: Task<Void, Never>?
    var wireTasks: [Int: Task<Void, Never>] = [:]
    private var lastWireTask = 0
    var storing: Task<Void, Never>?
    var lastKept = 0.0
    var waiters: [Int: CheckedContinuation<Outcome, Never>] = [:]
    private var lastWaiter = 0
    var endFailure: CastError?
    var reported = ReportedStatus()
    var following: Task<Void, Never>?
    var present: [CastDevice] = []
    /// The devices that last said something new of what they run, the newest last.
    var recentlyChanged: [String] = []
    var clockWatch = ClockWatch()
    /// Whether ``close()`` was called: nothing begins any more.
    private(set) var isClosed = false
    private var watchTask: RepeatedTask?
    private var alarm: (deadline: NIODeadline, task: Scheduled<Void>)?

    nonisolated let eventSource = EventSource<SessionEvent>()
    private nonisolated let currentState = CurrentValue<SessionManagerState>(.idle)

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - options: How sessions are treated.
    ///   - store: Where the record of the session is kept for the next process; nil keeps none.
    public init(options: SessionManagerOptions = SessionManagerOptions(), store: (any SessionStore)? = nil) {
        self.init(options: options, store: store, environment: .standard)
    }

    package init(options: SessionManagerOptions, store: (any SessionStore)?, environment: SessionEnvironment) {
        var environment = environment
        eventLoop = environment.connection.eventLoop ?? MultiThreadedEventLoopGroup.singleton.next()
        environment.connection.eventLoop = eventLoop
        executor = eventLoop.executor
        self.environment = environment
        self.options = options
        self.store = store
        var configuration = SessionMachine.Configuration()
        configuration.reconnect = options.reconnect
        configuration.suspendsInBackground = options.suspendsInBackground
        configuration.transferSearch = TimeAmount(options.transferSearch)
        machine = SessionMachine(configuration: configuration)
    }

    // MARK: Watching

    /// What the manager is doing.
    public nonisolated var state: SessionManagerState { currentState.value ?? .idle }

    /// ``state`` now and when it changes. Ends with the manager.
    public nonisolated var states: LatestValues<SessionManagerState> { currentState.latestValues }

    /// What happens from now on, in order. Ends with the manager.
    public nonisolated var events: EventStream<SessionEvent> { eventSource.stream }

    // MARK: Starting and ending

    /// Starts a session.
    ///
    /// A session that is suspended gives way: on the same device and for the same application it goes on instead, else it
    /// is forgotten. Cancelling the task gives the start up.
    ///
    /// - Parameters:
    ///   - choice: What the session shall be with.
    ///   - device: The device.
    ///   - options: How the application is started, where it must be.
    ///   - onProgress: Called on the manager's executor; must return quickly.
    /// - Throws: ``CastError``: `sessionExists`; as ``CastConnection/open(to:options:)-(CastDevice,_)``,
    ///   ``CastConnection/launch(_:options:onProgress:)`` and the `join` methods; `namespaceMissing`.
    @discardableResult
    public func start(
        _ choice: ApplicationChoice,
        on device: CastDevice,
        options: LaunchOptions = LaunchOptions(),
        onProgress: (@Sendable (LaunchProgress) -> Void)? = nil
    ) async throws(CastError) -> CastSession {
        try begin(choice, on: device, options: options, onProgress: onProgress)
        return try await outcome().get()
    }

    /// Ends the session, or the start of one.
    ///
    /// - Parameter action: What is said to the device.
    /// - Returns: When the session has ended.
    /// - Throws: ``CastError``: `noSession`; with ``SessionEndAction/stop`` and
    ///   ``SessionEndAction/stopIfAlone``, the device's refusal, or `requestTimedOut`
    ///   when it did not stop the application in time: the session has ended here all the same.
    public func end(_ action: SessionEndAction = .leave) async throws(CastError) {
        guard beginEnd(action) else { throw CastError.noSession(for: "end") }
        for task in wireTasks.values { await task.value }
        await storing?.value
        if let endFailure { throw endFailure }
    }

    /// Lets go of everything. The application goes on, and the record stays for the next process.
    ///
    /// Final: a closed manager does not come back to a session, whatever it is told, and starts none.
    public func close() async {
        isClosed = true
        following?.cancel()
        for task in attempts.values { task.cancel() }
        if machine.phase == .running { store(record()) }
        let watching = [search, following].compactMap(\.self)
        perform(machine.abandoned())
        for task in Array(attempts.values) + watching { await task.value }
        // Whoever waits for a session may have more to do on the wire before this can end.
        settle(.failed(.noSession(for: "wait for")))
        for task in wireTasks.values { await task.value }
        // A start that could not be cancelled any more has brought a session.
        perform(machine.abandoned())
        let connection = session?.connection
        letGo()
        await connection?.close()
        await storing?.value
        eventSource.finish()
        currentState.finish()
    }

    // MARK: Inside

    private func letGo() {
        session?.assumeIsolated { $0.finish(.connectionLost(.closedLocally)) }
        session = nil
    }

    /// The one place where the machine's orders become deeds.
    func perform(_ actions: [SessionMachine.Action]) {
        for action in actions { carryOut(action) }
        setAlarm()
        watchClock()
        publishState()
    }

    /// Does something on the wire that this manager waits for when it closes.
    func onWire(_ body: @escaping @Sendable (isolated SessionManager) async -> Void) {
        lastWireTask += 1
        let id = lastWireTask
        wireTasks[id] = Task {
            await body(self)
            wireTasks[id] = nil
        }
    }

    /// Waits for what becomes of the session that is being started or resumed.
    func outcome() async -> Outcome {
        guard !isClosed else { return .failed(.noSession(for: "wait for")) }
        lastWaiter += 1
        let id = lastWaiter
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waiters[id] = $0 }
        } onCancel: {
            eventLoop.execute { self.assumeIsolated { $0.gaveUp(id) } }
        }
    }

    func settle(_ outcome: Outcome) {
        let waiting = waiters.sorted { $0.key < $1.key }
        waiters = [:]
        for (_, waiter) in waiting { waiter.resume(returning: outcome) }
    }

    private func gaveUp(_ waiter: Int) {
        guard let continuation = waiters.removeValue(forKey: waiter) else { return }
        let error = CastError.startCancelled(device: device?.friendlyName ?? "the device")
        continuation.resume(returning: .failed(error))
        if waiters.isEmpty { perform(machine.startCancelled(error)) }
    }

    private func alarmRang() {
        alarm = nil
        perform(machine.alarmRang(now: eventLoop.now))
    }

    private func setAlarm() {
        guard let deadline = machine.alarm else {
            alarm?.task.cancel()
            alarm = nil
            return
        }
        if let alarm, alarm.deadline == deadline { return }
        alarm?.task.cancel()
        let task = eventLoop.scheduleTask(deadline: deadline) { [weak self] () -> Void in
            self?.assumeIsolated { $0.alarmRang() }
        }
        alarm = (deadline, task)
    }

    /// Looks at both clocks now and then while there is a session.
    private func watchClock() {
        guard machine.phase != .idle else {
            watchTask?.cancel()
            watchTask = nil
            clockWatch.stop()
            return
        }
        guard watchTask == nil else { return }
        watchTask = eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: ClockWatch.interval) { [weak self] _ in
            self?.assumeIsolated { $0.lookAtClocks() }
        }
    }

    private func publishState() {
        let state: SessionManagerState =
            switch machine.phase {
            case .idle: .idle
            case .starting: .starting
            case .running, .searching: .running
            case .suspended(let suspension):
                suspension.attempt == nil ? .suspended(suspension.reason) : .resuming(suspension.reason)
            case .ending: .ending
            }
        if state != currentState.value { currentState.publish(state) }
    }
}

extension SessionManager.Outcome {
    func get() throws(CastError) -> CastSession {
        switch self {
        case .session(let session): return session
        case .failed(let error): throw error
        case .ended(let information, let reason):
            throw CastError.ended(reason, device: information.device.friendlyName)
        }
    }
}
