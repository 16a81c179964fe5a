public import CastTransport
public import CastWire
internal import Logging
internal import NIOConcurrencyHelpers
internal import NIOCore

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// One socket to one device, for one life: connect, talk, close. It never reconnects.
///
/// Open one with ``open(to:options:)-(CastDevice,_)`` and end it with ``close()``: an open connection keeps itself
/// alive. The connection answers the device's heartbeat and watches it with its own, keeps the device's
/// ``status``, and starts or joins applications, each a ``CastSession``.
///
/// Its executor is the event loop of its socket: an answer resumes the waiting task from the loop itself. Requests
/// of one connection are sent in the order of their calls. Cancelling a waiting task throws
/// ``CastError/Code-swift.struct/requestCancelled``; the device may still do what was asked. When the connection
/// ends, whatever waits fails at once.
public actor CastConnection {
    /// The device as it was when it was connected. A device that was named by its address may describe itself meanwhile.
    public nonisolated var device: CastDevice { currentDevice.withLockedValue { $0 } }
    private nonisolated let currentDevice: NIOLockedValueBox<CastDevice>
    /// The address at the other end.
    public nonisolated let endpoint: CastEndpoint
    /// The address of this machine that the device sees, numeric and without port: where a server for the device's
    /// media must be reachable.
    public nonisolated let localAddress: String
    nonisolated let options: ConnectionOptions
    nonisolated let environment: ConnectionEnvironment
    nonisolated let eventLoop: any EventLoop
    nonisolated let now: @Sendable () -> ContinuousClock.Instant
    nonisolated let wallClock: @Sendable () -> Date
    nonisolated let logger: Logger
    /// Tells of every message.
    private nonisolated let channelLogger: Logger
    nonisolated let executor: any SerialExecutor

    /// Where the ids of requests come from.
    nonisolated let requestIDs: RequestIDs
    let socket: any CastSocket
    var machine: ConnectionMachine
    private var waiters: [Int: CheckedContinuation<Result<JSONObject, CastError>, Never>] = [:]
    private var handlers: [Int: ResultHandler] = [:]
    private var progress: [Int: @Sendable (LaunchProgress) -> Void] = [:]
    var sessions: [String: CastSession] = [:]
    /// Told of each new ``status``, on the event loop.
    var statusObserver: (@Sendable (ReceiverStatus) -> Void)?
    private var alarm: (deadline: NIODeadline, task: Scheduled<Void>)?
    private var hasSocketClosed = false
    var volumeWishes = VolumeWishes()
    var volumeAlarm: Scheduled<Void>?
    private var closeWaiters: [CheckedContinuation<Void, Never>] = []
    /// Whether the platform was connected to, which may have to wait until the device has proven itself.
    private var hasBegun = false
    var exchange: AuthenticationExchange?
    /// The check of the device's reply, while it goes on.
    var verification: Task<Void, Never>?
    var authenticationWaiters: [CheckedContinuation<Void, Never>] = []
    nonisolated let currentAuthentication = CurrentValue<DeviceAuthentication>(.notAsked)

    nonisolated let currentGroup = CurrentValue<GroupStatus>(nil)
    nonisolated let groupEventSource = EventSource<GroupEvent>()
    /// Whether the group has shown that it takes no volumes for its members.
    var refusesMemberVolume = false
    /// How often in a row the group said nothing to that.
    var silentMemberVolumes = 0

    private nonisolated let currentStatus = CurrentValue<ReceiverStatus>(nil)
    private nonisolated let currentState = CurrentValue<ConnectionState>(.connected)
    nonisolated let currentVolume = CurrentValue<VolumeControls>(nil)

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(socket: any CastSocket, device: CastDevice, options: ConnectionOptions, environment: ConnectionEnvironment) {
        self.socket = socket
        currentDevice = NIOLockedValueBox(device)
        self.options = options
        self.environment = environment
        endpoint = socket.remoteEndpoint
        localAddress = socket.localEndpoint.host
        eventLoop = socket.eventLoop
        executor = socket.eventLoop.executor
        now = environment.now
        wallClock = environment.wallClock
        var logger = environment.logger
        logger[metadataKey: "cast-device-id"] = "\(device.id)"
        self.logger = logger.telling(of: .connection)
        channelLogger = logger.telling(of: .channel)
        var configuration = ConnectionMachine.Configuration(device: device.friendlyName)
        configuration.heartbeat = Heartbeat.Budget(
            silenceBeforePing: TimeAmount(options.heartbeat.silenceBeforePing),
            silenceBeforeClose: TimeAmount(options.heartbeat.silenceBeforeClose)
        )
        configuration.requestTimeout = TimeAmount(options.requestTimeout)
        configuration.unnumberedReplyGrace = TimeAmount(options.unnumberedReplyGrace)
        configuration.mediaRefresh = options.statusRefresh.map { TimeAmount($0) }
        configuration.connect = ConnectRequest(userAgent: options.userAgent)
        machine = ConnectionMachine(
            configuration: configuration,
            firstRequestID: environment.firstRequestID(),
            now: socket.eventLoop.now
        )
        requestIDs = machine.requests.ids
    }

    // MARK: State

    /// The device has described itself.
    func identified(as device: CastDevice) {
        currentDevice.withLockedValue { $0 = device }
        machine.configuration.device = device.friendlyName
    }

    /// What the device last said about itself: applications and volume.
    public var status: ReceiverStatus { currentStatus.value ?? ReceiverStatus() }

    /// ``status``, from anywhere.
    package nonisolated var latestStatus: ReceiverStatus { currentStatus.value ?? ReceiverStatus() }

    /// ``status`` now and whenever it changes; the newest only. Ends with the connection.
    public nonisolated var statuses: LatestValues<ReceiverStatus> { currentStatus.latestValues }

    /// Whether the connection is open, and why not. Ends after ``ConnectionState/closed(_:)``.
    public nonisolated var states: LatestValues<ConnectionState> { currentState.latestValues }

    /// Whether the connection is open, and why not.
    public nonisolated var state: ConnectionState { currentState.value ?? .connected }

    // MARK: Events of the socket and the clock

    /// Starts delivery, and challenges the device where that is asked for.
    func activate() {
        logger.debug("connected to \(device.friendlyName) at \(endpoint)")
        socket.activate(ConnectionHandler(connection: self))
        challengeDevice()
    }

    /// Connects to the platform.
    func connectToPlatform() {
        hasBegun = true
        perform(machine.opened())
    }

    func received(_ message: CastMessage) {
        channelLogger.trace("received on \(message.namespace): \(message.logText)")
        guard !authenticationTakes(message) else { return }
        perform(machine.messageReceived(message, now: eventLoop.now))
    }

    func socketClosed(_ reason: CastCloseReason) {
        hasSocketClosed = true
        authenticationEnded(by: CloseReason(reason))
        perform(machine.closed(CloseReason(reason)))
        finish()
        let waiters = closeWaiters
        closeWaiters = []
        for waiter in waiters { waiter.resume() }
    }

    func socketBecameWritable() {
        for session in sessions.values { session.assumeIsolated { $0.socketBecameWritable() } }
    }

    private func alarmRang() {
        alarm = nil
        authenticationAlarmRang()
        perform(hasBegun ? machine.alarmRang(now: eventLoop.now) : [])
    }

    // MARK: Orders

    /// The one place where the machine's orders become deeds.
    func perform(_ actions: [ConnectionMachine.Action]) {
        for action in actions {
            switch action {
            case .send(let message): send(message)
            case .settle(let id, let result): settle(id, result)
            case .launchProgress(let id, let news): progress[id]?(news)
            case .receiverStatus(let status):
                currentStatus.publish(status)
                volumeReported(status.volume)
                statusObserver?(status)
            case .groupChanged(let status, let events):
                currentGroup.publish(status)
                for event in events { groupEventSource.publish(event) }
            case .applicationUpdated(let transportID, let application):
                sessions[transportID]?.assumeIsolated { $0.updated(application) }
            case .applicationMessage(let transportID, let namespace, let object, let settles):
                sessions[transportID]?.assumeIsolated { $0.received(object, in: namespace, settles: settles) }
            case .channelMessage(let transportID, let message):
                sessions[transportID]?.assumeIsolated { $0.received(message) }
            case .transportLost(let transportID):
                sessions[transportID]?.assumeIsolated { $0.transportLost() }
            case .applicationEnded(let transportID, let reason):
                sessions.removeValue(forKey: transportID)?.assumeIsolated { $0.ended(reason) }
            case .close(let reason):
                finish()
                socket.close(reason.socketReason)
            }
        }
        setAlarm()
    }

    private func send(_ message: CastMessage) {
        channelLogger.trace("sending message on \(message.namespace): \(message.logText)")
        do {
            try socket.send(message)
        } catch {
            // A socket that takes nothing more is closing; its end will say why.
            logger.debug("message not sent", metadata: ["cast-namespace": "\(message.namespace)", "error": "\(error)"])
        }
    }

    private func settle(_ id: Int, _ result: Result<JSONObject, CastError>) {
        progress[id] = nil
        if let handler = handlers.removeValue(forKey: id) { return handler(result) }
        waiters.removeValue(forKey: id)?.resume(returning: result)
    }

    private func finish() {
        guard let reason = machine.closeReason, state == .connected else { return }
        logger.debug("connection to \(device.friendlyName) closed: \(reason)")
        currentState.publish(.closed(reason))
        currentState.finish()
        currentStatus.finish()
        currentGroup.finish()
        groupEventSource.finish()
        volumeAlarm?.cancel()
        volumeAlarm = nil
        currentVolume.finish()
    }

    /// One timer serves every deadline. It is only ever moved forward: one that rings early finds nothing to do.
    private func setAlarm() {
        guard let deadline = [hasBegun ? machine.alarm : nil, exchange?.deadline].compactMap({ $0 }).min() else {
            alarm?.task.cancel()
            alarm = nil
            return
        }
        if let alarm, alarm.deadline <= deadline { return }
        alarm?.task.cancel()
        let task = eventLoop.scheduleTask(deadline: deadline) { self.assumeIsolated { $0.alarmRang() } }
        alarm = (deadline, task)
    }

    // MARK: Waiting

    /// Waits for the answer to a request that has been entered.
    func answer(to id: Int, progress: (@Sendable (LaunchProgress) -> Void)? = nil) async throws(CastError) -> JSONObject
    {
        if let progress { self.progress[id] = progress }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { waiters[id] = $0 }
        } onCancel: {
            eventLoop.execute { self.assumeIsolated { $0.perform($0.machine.requestCancelled(id)) } }
        }
        return try result.get()
    }

    /// Is told on this executor, once, what became of a request.
    typealias ResultHandler = @Sendable (Result<JSONObject, CastError>) -> Void

    /// Sends a request for a machine, which no task waits for.
    ///
    /// - Throws: As ``requestMade(_:id:type:namespace:to:completion:timeout:now:)`` does; the handler is not called then.
    func submit(
        _ payload: JSONObject,
        id reservedID: Int? = nil,
        type: String,
        namespace: CastNamespace,
        to peerID: String,
        timeout: Duration,
        handler: @escaping ResultHandler
    ) throws(CastError) {
        let id = try dispatch(
            payload,
            id: reservedID,
            type: type,
            namespace: namespace,
            to: peerID,
            timeout: timeout
        )
        handlers[id] = handler
    }

    /// Sends a request and waits for its answer.
    ///
    /// - Parameter replaced: A request whose place this one takes; whoever waits for it is told so once this one is
    ///   sent.
    func ask(
        _ payload: JSONObject,
        id reservedID: Int? = nil,
        type: String,
        namespace: CastNamespace,
        to peerID: String,
        completion: RequestTable.Completion = .onReply,
        wait: ApplicationWait? = nil,
        timeout: Duration,
        replacing replaced: Int? = nil,
        progress: (@Sendable (LaunchProgress) -> Void)? = nil
    ) async throws(CastError) -> JSONObject {
        if Task.isCancelled {
            throw CastError.unsent(type, device: device.friendlyName)
        }
        let id = try dispatch(
            payload,
            id: reservedID,
            type: type,
            namespace: namespace,
            to: peerID,
            completion: completion,
            wait: wait,
            timeout: timeout
        )
        if let replaced { perform(machine.requestReplaced(replaced)) }
        return try await answer(to: id, progress: progress)
    }

    private func dispatch(
        _ payload: JSONObject,
        id reservedID: Int? = nil,
        type: String,
        namespace: CastNamespace,
        to peerID: String,
        completion: RequestTable.Completion = .onReply,
        wait: ApplicationWait? = nil,
        timeout: Duration
    ) throws(CastError) -> Int {
        let outgoing = try machine.requestMade(
            payload,
            id: reservedID ?? ReservedRequestID.current?.take(),
            type: type,
            namespace: namespace,
            to: peerID,
            completion: completion,
            timeout: TimeAmount(timeout),
            now: eventLoop.now
        )
        if let wait { machine.waitBegun(wait, id: outgoing.id) }
        do throws(CastSocketError) {
            try socket.send(outgoing.message)
        } catch {
            _ = machine.requestCancelled(outgoing.id)
            throw CastError.unsent(error, request: type, device: device.friendlyName)
        }
        setAlarm()
        return outgoing.id
    }

    /// Fails unless a request to this peer could be sent now.
    func requireOpen(_ peerID: String, for type: String) throws(CastError) {
        try machine.requireOpen(peerID, for: type)
    }

    /// Takes an id for a request that is sent later under it.
    func reserveRequestID() -> Int { machine.requests.reserveID() }

    /// Enters a wait for something an application will do.
    func beginWait(for what: String, to transportID: String, timeout: Duration) throws(CastError) -> Int {
        let id = try machine.waitMade(
            for: what,
            namespace: .media,
            to: transportID,
            timeout: TimeAmount(timeout),
            now: eventLoop.now
        )
        setAlarm()
        return id
    }

    /// An application reported its media.
    func mediaReported(_ transportID: String, isPlaying: Bool) {
        machine.mediaReported(transportID, isPlaying: isPlaying, now: eventLoop.now)
    }

    /// What a wait was for has happened, or never will.
    func effectSeen(_ id: Int, _ result: Result<JSONObject, CastError>) { perform(machine.effectSeen(id, result)) }

    /// Sends any request and waits for the answer with its id: for what this package has no method for.
    ///
    /// - Parameters:
    ///   - request: The payload; its `requestId` is set here.
    ///   - peerID: `receiver-0`, or the transport id of an application that was joined.
    ///   - timeout: Nil takes ``ConnectionOptions/requestTimeout``.
    /// - Throws: ``CastError``: the device's refusal, no answer in time, or the end of the connection.
    public func request(
        _ request: some CastRequest,
        to peerID: String = CastMessage.receiverID,
        timeout: Duration? = nil
    ) async throws(CastError) -> JSONObject {
        try await ask(
            request.fields,
            type: request.fields.messageType ?? type(of: request).type,
            namespace: type(of: request).namespace,
            to: peerID,
            timeout: timeout ?? options.requestTimeout
        )
    }

    /// Closes the socket and returns when it is closed. Applications go on, as after a loss of the network; use
    /// ``CastSession/leave()`` or ``CastSession/stop()`` before it to tell them. Waiting requests fail.
    public func close() async { await close(.closedLocally) }

    /// Says CLOSE to every application and to the device, then closes the socket.
    ///
    /// An application sees this sender leave for good, where a mere ``close()`` looks like a lost network. One that
    /// has lost its last sender this way usually ends itself.
    public func leave() async {
        sendWaitingMessages()
        perform(machine.left())
        await close()
    }

    func close(_ reason: CloseReason) async {
        shut(reason)
        guard !hasSocketClosed else { return }
        await withCheckedContinuation { closeWaiters.append($0) }
    }

    /// Closes the socket, without waiting until it is closed.
    func shut(_ reason: CloseReason) {
        sendWaitingMessages()
        perform(machine.close(reason))
    }

    /// What channels accepted is sent before the socket closes.
    private func sendWaitingMessages() {
        guard !machine.isClosed else { return }
        for session in sessions.values { session.channels.drain(isLast: true) }
    }
}
