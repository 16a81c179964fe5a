// SPDX-License-Identifier: Apache-2.0

import CastConcurrency
import CastWire
import NIOCore
import NIOPosix

/// Manages at most one session: starts and ends it, resumes it when its connection is lost, and publishes its events.
///
/// ```swift
/// let manager = SessionManager(store: SessionFile(application: "my-app"))
/// await manager.follow(browser.devices)
/// if case .resumed(let session) = await manager.resumeStored() { … }
/// let session = try await manager.start(.application(ApplicationStatus.defaultMediaReceiverID), on: device)
/// ```
///
/// A lost connection suspends the session. The manager then tries to reconnect as ``SessionManagerOptions/reconnect``
/// specifies, also at another address if ``follow(_:)`` provides it. It only rejoins the same application session and
/// never launches an application. Requests that were pending when the connection was lost have failed and are not
/// repeated.
///
/// The manager, its connections and its session share one event loop, which is their executor. Call ``close()`` to end
/// the manager.
public actor SessionManager {
    /// The parameters of a start, until it has succeeded.
    struct Start: Sendable {
        var device: CastDevice
        var choice: ApplicationChoice
        var options: LaunchOptions
        var onProgress: (@Sendable (LaunchProgress) -> Void)?
    }

    /// The result for a caller that waits for a session.
    enum Outcome: Sendable {
        case session(CastSession)
        case failed(CastError)
        case ended(SessionInformation, SessionEndReason)
    }

    /// The options that the manager was created with.
    public nonisolated let options: SessionManagerOptions
    nonisolated let environment: SessionEnvironment
    nonisolated let eventLoop: any EventLoop
    private nonisolated let executor: any SerialExecutor
    let store: (any SessionStore)?

    var machine: SessionMachine
    /// The current session, from the end of its start to its end. It has no connection while it is suspended.
    public internal(set) var session: CastSession?
    /// The device of the current session, as last described.
    var device: CastDevice?
    var startRequest: Start?
    /// The application of the session, as last known.
    var known: ApplicationStatus?
    /// The connection to the device that this sender has moved the session away from, until that device is stopped.
    var sourceConnection: CastConnection?
    /// The application session to stop on that device.
    var sessionToStop: String?
    var attempts: [Int: Task<Void, Never>] = [:]
    var search: Task<Void, Never>?
    var connectionTasks: [Int: Task<Void, Never>] = [:]
    private var lastWireTask = 0
    var storing: Task<Void, Never>?
    var lastRecordSave = 0.0
    var waiters: [Int: CheckedContinuation<Outcome, Never>] = [:]
    private var lastWaiter = 0
    var endFailure: CastError?
    var reported = StatusChangeDetector()
    var following: Task<Void, Never>?
    var presentDevices: [CastDevice] = []
    /// The devices whose running application changed last, the newest last.
    var recentlyChanged: [String] = []
    var sleepDetector = SleepDetector()
    /// Whether ``close()`` was called; no new work is started then.
    private(set) var isClosed = false
    private let timer: DeadlineTimer
    /// The managers of an event loop compare the clocks at the same times.
    private let clockTimer: DeadlineTimer

    nonisolated let eventSource = EventSource<SessionEvent>()
    private nonisolated let currentState = CurrentValue<SessionManagerState>(.idle)

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Creates a session manager.
    ///
    /// - Parameters:
    ///   - options: Options for the manager's sessions.
    ///   - store: The store for the session record, which another process can resume; nil stores none.
    public init(options: SessionManagerOptions = SessionManagerOptions(), store: (any SessionStore)? = nil) {
        self.init(options: options, store: store, environment: .standard)
    }

    package init(options: SessionManagerOptions, store: (any SessionStore)?, environment: SessionEnvironment) {
        var environment = environment
        eventLoop = environment.connection.eventLoop ?? MultiThreadedEventLoopGroup.singleton.next()
        environment.connection.eventLoop = eventLoop
        executor = eventLoop.executor
        timer = DeadlineTimer(on: eventLoop)
        clockTimer = DeadlineTimer(on: eventLoop, granularity: SleepDetector.interval)
        self.environment = environment
        self.options = options
        self.store = store
        var configuration = SessionMachine.Configuration()
        configuration.reconnect = options.reconnect
        configuration.suspendsInBackground = options.suspendsInBackground
        configuration.transferSearch = TimeAmount(options.transferSearch)
        machine = SessionMachine(configuration: configuration)
    }

    // MARK: Observing

    /// The current state of the manager.
    public nonisolated var state: SessionManagerState { currentState.value ?? .idle }

    /// The values of ``state``: the current one, then each change. The sequence ends with the manager.
    public nonisolated var states: LatestValues<SessionManagerState> { currentState.latestValues }

    /// The events from now on, in order. The stream ends with the manager.
    public nonisolated var events: EventStream<SessionEvent> { eventSource.stream }

    // MARK: Starting and ending

    /// Starts a session.
    ///
    /// If a session is suspended and the device and application are the same, it is resumed; otherwise it is discarded.
    /// Canceling the task cancels the start.
    ///
    /// - Parameters:
    ///   - choice: The application.
    ///   - device: The device.
    ///   - options: Options for launching the application, if it must be launched.
    ///   - onProgress: A callback for the progress of a launch, called on the manager's executor. It must return
    ///     quickly.
    /// - Returns: The session, which is running.
    /// - Throws: ``CastError``: `sessionExists`; the errors of ``CastConnection/open(to:options:)-(CastDevice,_)``,
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

    /// Ends the session, or cancels its start. Returns when the session has ended.
    ///
    /// - Parameter action: How to end the session. Default ``SessionEndAction/leave``.
    /// - Throws: ``CastError``: `noSession`; with ``SessionEndAction/stop`` and ``SessionEndAction/stopIfAlone``, the
    ///   device's rejection, or `requestTimedOut` when it did not stop the application in time. The session has ended
    ///   even when the device did not stop the application.
    public func end(_ action: SessionEndAction = .leave) async throws(CastError) {
        guard beginEnd(action) else { throw CastError.noSession(for: "end") }
        for task in connectionTasks.values { await task.value }
        await storing?.value
        if let endFailure { throw endFailure }
    }

    /// Closes the manager and its connection. The application keeps running, and the record is kept for another
    /// process.
    ///
    /// Final: a closed manager neither resumes nor starts a session.
    public func close() async {
        isClosed = true
        following?.cancel()
        for task in attempts.values { task.cancel() }
        if machine.phase == .running { store(record()) }
        let observers = [search, following].compactMap(\.self)
        perform(machine.abandoned())
        for task in Array(attempts.values) + observers { await task.value }
        // A caller that waits for a session may have to complete work on the connection, such as a transfer.
        completeWaiters(.failed(.noSession(for: "wait for")))
        for task in connectionTasks.values { await task.value }
        // A start that could no longer be canceled may have created a session.
        perform(machine.abandoned())
        let connection = session?.connection
        releaseSession()
        await connection?.close()
        await storing?.value
        eventSource.finish()
        currentState.finish()
    }

    // MARK: Implementation

    private func releaseSession() {
        session?.assumeIsolated { $0.finish(.connectionLost(.closedLocally)) }
        session = nil
    }

    /// Executes the actions returned by the state machine. All of its effects pass through here.
    func perform(_ actions: [SessionMachine.Action]) {
        for action in actions { execute(action) }
        scheduleTimer()
        watchClock()
        publishState()
    }

    /// Runs a closure that uses the connection and that is awaited when the manager closes.
    func runOnConnection(_ body: @escaping @Sendable (isolated SessionManager) async -> Void) {
        lastWireTask += 1
        let id = lastWireTask
        connectionTasks[id] = Task {
            await body(self)
            connectionTasks[id] = nil
        }
    }

    /// Waits for the result of starting or resuming a session.
    func outcome() async -> Outcome {
        guard !isClosed else { return .failed(.noSession(for: "wait for")) }
        lastWaiter += 1
        let id = lastWaiter
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waiters[id] = $0 }
        } onCancel: {
            eventLoop.execute { self.assumeIsolated { $0.waiterCancelled(id) } }
        }
    }

    func completeWaiters(_ outcome: Outcome) {
        let waiting = waiters.sorted { $0.key < $1.key }
        waiters = [:]
        for (_, waiter) in waiting { waiter.resume(returning: outcome) }
    }

    private func waiterCancelled(_ waiter: Int) {
        guard let continuation = waiters.removeValue(forKey: waiter) else { return }
        let error = CastError.startCancelled(device: device?.friendlyName ?? "the device")
        continuation.resume(returning: .failed(error))
        if waiters.isEmpty { perform(machine.startCancelled(error)) }
    }

    private func scheduleTimer() {
        timer.set(to: machine.nextDeadline) { [weak self] in
            self?.assumeIsolated { $0.perform($0.machine.deadlineReached(now: $0.eventLoop.now)) }
        }
    }

    /// Compares the clocks periodically while there is a session.
    private func watchClock() {
        guard machine.phase != .idle else {
            clockTimer.cancel()
            sleepDetector.stop()
            return
        }
        if !sleepDetector.isRunning { compareClocks() }
        // The next multiple of the interval, which is a full one away after a comparison.
        clockTimer.set(to: eventLoop.now + .nanoseconds(1)) { [weak self] in
            self?.assumeIsolated { manager in
                manager.compareClocks()
                manager.watchClock()
            }
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
        currentState.publishChange(state)
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
