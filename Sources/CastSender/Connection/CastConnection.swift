// SPDX-License-Identifier: Apache-2.0

internal import CastConcurrency
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

/// A connection to a Cast device over one socket. It never reconnects.
///
/// Open one with ``open(to:options:)-(CastDevice,_)`` and end it with ``close()``: an open connection keeps itself
/// alive. The connection answers the device's heartbeat and monitors the device with its own, tracks the device's
/// ``status``, and launches or joins applications, each represented by a ``CastSession``.
///
/// Its executor is the event loop of its socket, so a reply resumes the waiting task from the event loop itself.
/// Requests are sent in the order of the calls. Canceling a waiting task throws
/// ``CastError/Code-swift.struct/requestCancelled``; the device may still execute the request. When the connection
/// ends, all pending requests fail at once.
public actor CastConnection {
    /// The device, as known when the connection was opened. A device that was opened by address is updated once it has
    /// described itself.
    public nonisolated var device: CastDevice { currentDevice.withLockedValue { $0 } }
    private nonisolated let currentDevice: NIOLockedValueBox<CastDevice>
    /// The remote address.
    public nonisolated let endpoint: CastEndpoint
    /// The local address of the connection, numeric and without port: a server for the device's media must be reachable
    /// at it.
    public nonisolated let localAddress: String
    nonisolated let options: ConnectionOptions
    nonisolated let environment: ConnectionEnvironment
    nonisolated let eventLoop: any EventLoop
    nonisolated let now: @Sendable () -> ContinuousClock.Instant
    nonisolated let wallClock: @Sendable () -> Date
    nonisolated let logger: Logger
    /// Logs every message.
    private nonisolated let channelLogger: Logger
    nonisolated let executor: any SerialExecutor

    /// The source of request ids.
    nonisolated let requestIDs: RequestIDs
    let socket: any CastSocket
    var machine: ConnectionMachine
    private var waiters: [Int: CheckedContinuation<Result<JSONObject, CastError>, Never>] = [:]
    private var handlers: [Int: ResultHandler] = [:]
    private var progress: [Int: @Sendable (LaunchProgress) -> Void] = [:]
    var sessions: [String: CastSession] = [:]
    /// Called on the event loop with each new ``status``.
    var statusObserver: (@Sendable (ReceiverStatus) -> Void)?
    /// The deadlines of the heartbeat move with every message.
    private let timer: DeadlineTimer
    private var hasSocketClosed = false
    var pendingVolume = PendingVolume()
    let pendingVolumeTimer: DeadlineTimer
    private var closeWaiters: [CheckedContinuation<Void, Never>] = []
    /// Whether CONNECT was sent to the platform; with required authentication, this happens after the device has
    /// authenticated.
    private var hasConnectedToPlatform = false
    var exchange: AuthenticationExchange?
    /// The task that verifies the device's authentication response, while it runs.
    var verification: Task<Void, Never>?
    var authenticationWaiters: [CheckedContinuation<Void, Never>] = []
    nonisolated let currentAuthentication = CurrentValue<DeviceAuthentication>(.notChallenged)

    nonisolated let currentGroup = CurrentValue<GroupStatus>(nil)
    nonisolated let groupEventSource = EventSource<GroupEvent>()
    /// Whether the group has shown that it does not support setting the volume of a member.
    var refusesMemberVolume = false
    /// The number of consecutive member volume requests that the group did not answer.
    var unansweredMemberVolumes = 0

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
        timer = DeadlineTimer(on: eventLoop, keepsEarlier: true, granularity: environment.timerGranularity)
        pendingVolumeTimer = DeadlineTimer(on: eventLoop)
        now = environment.now
        wallClock = environment.wallClock
        var logger = options.logger ?? environment.logger
        logger[metadataKey: LogKey.deviceID] = "\(device.id)"
        self.logger = logger.tagged(with: .connection)
        channelLogger = logger.tagged(with: .channel)
        var configuration = ConnectionMachine.Configuration(device: device.friendlyName)
        configuration.heartbeat = Heartbeat.Timing(
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

    /// Updates the device once it has described itself.
    func identified(as device: CastDevice) {
        currentDevice.withLockedValue { $0 = device }
        machine.configuration.device = device.friendlyName
    }

    /// The device's latest status: applications and volume.
    public var status: ReceiverStatus { currentStatus.value ?? ReceiverStatus() }

    /// The value of ``status``, readable from any isolation.
    package nonisolated var latestStatus: ReceiverStatus { currentStatus.value ?? ReceiverStatus() }

    /// The values of ``status``: the current one, then each change. A slow reader gets only the newest. The sequence
    /// ends with the connection.
    public nonisolated var statuses: LatestValues<ReceiverStatus> { currentStatus.latestValues }

    /// The values of ``state``: the current one, then each change. The sequence ends after
    /// ``ConnectionState/closed(_:)``.
    public nonisolated var states: LatestValues<ConnectionState> { currentState.latestValues }

    /// Whether the connection is open, and if not, why it closed.
    public nonisolated var state: ConnectionState { currentState.value ?? .connected }

    // MARK: Events of the socket and the clock

    /// Starts delivery of messages, and challenges the device if the options ask for it.
    func activate() {
        logger.debug(
            "connected",
            metadata: [LogKey.device: "\(device.friendlyName)", LogKey.endpoint: "\(endpoint)"]
        )
        socket.activate(ConnectionHandler(connection: self))
        challengeDevice()
    }

    /// Sends CONNECT to the platform (`receiver-0`).
    func connectToPlatform() {
        hasConnectedToPlatform = true
        perform(machine.opened())
    }

    func received(_ message: CastMessage) {
        channelLogger.trace("received", metadata: message.logMetadata)
        guard !authenticationConsumes(message) else { return }
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

    private func deadlineReached() {
        authenticationDeadlineReached()
        perform(hasConnectedToPlatform ? machine.deadlineReached(now: eventLoop.now) : [])
    }

    // MARK: Actions

    /// Executes the actions returned by the state machine. All of its effects pass through here.
    func perform(_ actions: [ConnectionMachine.Action]) {
        for action in actions {
            switch action {
            case .send(let message): send(message)
            case .settle(let id, let result): settle(id, result)
            case .launchProgress(let id, let update): progress[id]?(update)
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
        scheduleTimer()
    }

    private func send(_ message: CastMessage) {
        do throws(CastSocketError) {
            try transmit(message)
        } catch {
            // A socket that accepts no more messages is closing; `socketClosed` reports the reason.
            logger.debug(
                "message not sent",
                metadata: [LogKey.namespace: "\(message.namespace)", LogKey.error: "\(error)"]
            )
        }
    }

    /// Passes a message to the socket. Every message that the sender sends passes through here.
    func transmit(_ message: CastMessage) throws(CastSocketError) {
        channelLogger.trace("sending message", metadata: message.logMetadata)
        try socket.send(message)
    }

    /// Passes the result of a request to its handler or its waiting task.
    private func settle(_ id: Int, _ result: Result<JSONObject, CastError>) {
        progress[id] = nil
        if let handler = handlers.removeValue(forKey: id) { return handler(result) }
        waiters.removeValue(forKey: id)?.resume(returning: result)
    }

    private func finish() {
        guard let reason = machine.closeReason, state == .connected else { return }
        logger.debug(
            "connection closed",
            metadata: [LogKey.device: "\(device.friendlyName)", LogKey.reason: "\(reason)"]
        )
        currentState.publish(.closed(reason))
        currentState.finish()
        currentStatus.finish()
        currentGroup.finish()
        groupEventSource.finish()
        pendingVolumeTimer.cancel()
        abandonPendingVolume(.closed(reason, during: SetReceiverVolumeRequest.type, device: device.friendlyName))
        currentVolume.finish()
    }

    private func scheduleTimer() {
        var deadline = hasConnectedToPlatform ? machine.nextDeadline : nil
        if let limit = exchange?.deadline { deadline = deadline.map { min($0, limit) } ?? limit }
        timer.set(to: deadline) { self.assumeIsolated { $0.deadlineReached() } }
    }

    // MARK: Waiting

    /// Waits for the reply to a request that is in the request table.
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

    /// A callback that receives the result of a request, once, on this executor.
    typealias ResultHandler = @Sendable (Result<JSONObject, CastError>) -> Void

    /// Sends a request on behalf of a state machine; the handler receives the result.
    ///
    /// - Throws: As `ConnectionMachine.requestMade`; the handler is not called in that case.
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

    /// Sends a request and waits for its reply.
    ///
    /// - Parameter replaced: The id of a pending request that this one replaces. That request fails with
    ///   `requestReplaced` once this one has been sent.
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
            id: reservedID,
            type: type,
            namespace: namespace,
            to: peerID,
            completion: completion,
            timeout: TimeAmount(timeout),
            now: eventLoop.now
        )
        if let wait { machine.waitStarted(wait, id: outgoing.id) }
        do throws(CastSocketError) {
            try transmit(outgoing.message)
        } catch {
            _ = machine.requestCancelled(outgoing.id)
            throw CastError.unsent(error, request: type, device: device.friendlyName)
        }
        scheduleTimer()
        return outgoing.id
    }

    /// Throws unless a request could be sent to this peer now.
    func requireOpen(_ peerID: String, for type: String) throws(CastError) {
        try machine.requireOpen(peerID, for: type)
    }

    /// Returns the next request id, for a caller that must know it before the request is sent. Callable from any
    /// isolation.
    package nonisolated func makeRequestID() -> Int { requestIDs.next() }

    /// Adds an entry to the request table that waits for an effect of an application rather than for a reply.
    func beginWait(for operation: String, to transportID: String, timeout: Duration) throws(CastError) -> Int {
        let id = try machine.waitAdded(
            for: operation,
            namespace: .media,
            to: transportID,
            timeout: TimeAmount(timeout),
            now: eventLoop.now
        )
        scheduleTimer()
        return id
    }

    /// Restarts the deadline after which the media status of a playing application is requested.
    func mediaReported(_ transportID: String, isPlaying: Bool) {
        machine.mediaReported(transportID, isPlaying: isPlaying, now: eventLoop.now)
    }

    /// Settles the wait for an effect, which has happened or can no longer happen.
    func effectObserved(_ id: Int, _ result: Result<JSONObject, CastError>) {
        perform(machine.effectObserved(id, result))
    }

    /// Sends a custom request and waits for the reply with its id. Use it for requests that this package has no method
    /// for.
    ///
    /// - Parameters:
    ///   - request: The payload. This method sets its `requestId`.
    ///   - peerID: `receiver-0`, or the transport id of a joined application.
    ///   - timeout: The time limit for the reply. Nil uses ``ConnectionOptions/requestTimeout``.
    /// - Throws: ``CastError`` when the device rejects the request, does not reply in time, or the connection ends.
    public func request(
        _ request: some CastRequest,
        to peerID: String = CastMessage.receiverID,
        timeout: Duration? = nil
    ) async throws(CastError) -> JSONObject {
        try await self.request(request, id: nil, to: peerID, timeout: timeout)
    }

    /// The request ``request(_:to:timeout:)`` with an id from ``makeRequestID()``; nil uses the next one.
    func request(
        _ request: some CastRequest,
        id reservedID: Int?,
        to peerID: String = CastMessage.receiverID,
        timeout: Duration? = nil
    ) async throws(CastError) -> JSONObject {
        try await ask(
            request.fields,
            id: reservedID,
            type: request.fields.messageType ?? type(of: request).type,
            namespace: type(of: request).namespace,
            to: peerID,
            timeout: timeout ?? options.requestTimeout
        )
    }

    /// Closes the socket and returns once it is closed. Pending requests fail. Applications keep running, as after a
    /// network failure; to notify them, call ``CastSession/leave()`` or ``CastSession/stop()`` first.
    public func close() async { await close(.closedLocally) }

    /// Sends CLOSE to every joined application and to the platform, then closes the socket.
    ///
    /// To an application, the sender has then left intentionally, whereas ``close()`` looks like a network failure. An
    /// application whose last sender leaves this way usually ends itself.
    public func leave() async {
        sendWaitingMessages()
        perform(machine.left())
        await close()
    }

    func close(_ reason: CloseReason) async {
        closeWithoutWaiting(reason)
        guard !hasSocketClosed else { return }
        await withCheckedContinuation { closeWaiters.append($0) }
    }

    /// Closes the socket without waiting until it is closed.
    func closeWithoutWaiting(_ reason: CloseReason) {
        sendWaitingMessages()
        perform(machine.close(reason))
    }

    /// Sends the messages that channels have accepted, before the socket closes.
    private func sendWaitingMessages() {
        guard !machine.isClosed else { return }
        for session in sessions.values { session.channels.drain(isLast: true) }
    }
}
