public import CastWire
internal import NIOCore

/// The media of one application: load, control, watch.
///
/// Shares its executor with the connection. Every command needs a media session except ``load(_:options:until:)``
/// and ``refreshStatus(options:)``; without one it throws `noMediaSession` and sends nothing. A command is answered
/// by a status, which is part of ``status`` when the call returns; its effect may show only in a later one (a seek
/// passes through buffering).
///
/// Commands of several senders interleave; ``statuses`` shows the result of all of them.
public actor MediaController {
    nonisolated let route: SessionRoute
    var state = MediaState()
    var load: LoadProgress?
    /// The requests that wait for an answer, for receivers that leave out the request id.
    var unanswered = UnansweredMediaRequests()
    /// Ends the media session unless another status arrives first.
    var emptyStatusTimer: Scheduled<Void>?
    /// The waits for playback, by the id of their entry in the request table.
    var playbackWaits: Set<Int> = []
    /// The newest request of each kind of which only the newest counts.
    private var newest: [MediaRequestKind: Int] = [:]

    var jumps = JumpLine()
    var jumpWaiters: [Int: CheckedContinuation<Result<Void, CastError>, Never>] = [:]
    var nextJumpWaiter = 0
    private var queues: [WeakQueue] = []
    private var feeds: [WeakFeed] = []
    /// The orders of feeds that are being carried out.
    private var orders: [Int: Task<Void, Never>] = [:]
    private var nextOrder = 0
    var wishes = MediaWishes()
    var wishAlarm: (deadline: NIODeadline, task: Scheduled<Void>)?

    private nonisolated let currentStatus = CurrentValue<MediaSnapshot?>(.some(nil))
    nonisolated let currentControls = CurrentValue<MediaControls>(MediaControls())
    private nonisolated let eventSource = EventSource<MediaEvent>()

    public nonisolated var unownedExecutor: UnownedSerialExecutor { route.executor.asUnownedSerialExecutor() }

    init(route: SessionRoute) {
        self.route = route
    }

    // MARK: Watching

    /// What is loaded; nil when nothing is.
    public var status: MediaSnapshot? { state.snapshot }

    /// ``status`` now and with every message about it; the newest only. Ends with the session.
    public nonisolated var statuses: LatestValues<MediaSnapshot?> { currentStatus.latestValues }

    /// What happens from now on. Ends with the session.
    public nonisolated var events: EventStream<MediaEvent> { eventSource.stream }

    /// Why the last media session ended; nil while none has.
    public var lastIdleReason: IdleReason? { state.lastIdleReason }

    /// Asks the application what it plays.
    ///
    /// - Parameter options: What may be left out of the answer.
    /// - Throws: ``CastError``, most likely `requestTimedOut` or `sessionEnded`.
    @discardableResult
    public func refreshStatus(options: MediaStatusOptions? = nil) async throws(CastError) -> MediaSnapshot? {
        _ = try await ask(GetMediaStatusRequest(options: options))
        return state.snapshot
    }

    // MARK: Inbound

    func received(_ object: JSONObject, settles requestID: Int?) {
        switch MediaMessage(object) {
        case .status(let message):
            guard !defersEnd(message, answers: requestID) else { return }
            update(state.received(message, isReply: requestID != nil, at: connection.now()), answers: requestID)
            if requestID == nil, !object.hasRequestID { statusWithoutIDReceived(message, object) }
        case .loadFailed, .loadCancelled:
            // The answer to a request is thrown to its caller.
            if requestID == nil, !failsUnanswered(object) { loadFailureReceived(object) }
        case .error:
            if requestID == nil {
                let error = CastError.mediaError(by: DevicePayload(fields: object), device: device)
                eventSource.publish(.error(error))
                report(.failed(error))
            }
        case .queueChange(let message):
            let news = news(in: message)
            tellQueues { $0.changeReceived(message) }
            eventSource.publish(.queueChanged(message))
            if let news { report(.queueChanged(news)) }
        case .queueItemIDs(let message):
            tellQueues { $0.itemIDsReceived(message) }
            eventSource.publish(.queueItemIDs(message.itemIDs))
            report(.queueItemIDs(message.itemIDs))
            if requestID == nil { answersUnanswered(object, of: [QueueGetItemIDsRequest.type]) }
        case .queueItems(let message):
            tellQueues { $0.itemsReceived(message.items) }
            eventSource.publish(.queueItems(message.items))
            report(.queueItems(message.items))
            if requestID == nil {
                answersUnanswered(object, of: [QueueGetItemsRequest.type, QueueGetItemRangeRequest.type])
            }
        case .sessionState:
            if requestID == nil { answersUnanswered(object, of: [StoreSessionRequest.type]) }
        case .invalidPlayerState, .invalidRequest:
            if requestID == nil { _ = failsUnanswered(object) }
        case .unknown:
            break
        }
    }

    /// The connection is lost; what plays is unknown until the next one. The queue as it was known stays.
    func sessionSuspended() {
        tellQueues { $0.suspended() }
        newest = [:]
        cancelDeferredEnd()
        abandonWishes()
        let changes = state.suspended()
        apply(changes, answers: nil)
        report(changes)
    }

    func sessionEnded() {
        tellQueues { $0.ended() }
        queues = []
        cancelDeferredEnd()
        abandonWishes()
        let changes = state.cleared()
        apply(changes, answers: nil)
        report(changes)
        feeds = []
        currentStatus.finish()
        currentControls.finish()
        eventSource.finish()
    }

    /// A seek of ours goes out.
    func seekSent(to target: Double) { state.seekSent(to: target, at: connection.now()) }

    func publish(_ event: MediaEvent) { eventSource.publish(event) }

    /// Publishes what a status changed.
    func update(_ changes: [MediaState.Change], answers requestID: Int?) {
        apply(changes, answers: requestID)
        let snapshot = state.snapshot
        tellQueues { $0.statusReceived(snapshot) }
        report(changes)
    }

    private func apply(_ changes: [MediaState.Change], answers requestID: Int?) {
        for change in changes {
            switch change {
            case .started(let id): eventSource.publish(.started(mediaSessionID: id))
            case .ended(let id, let reason): eventSource.publish(.ended(mediaSessionID: id, reason))
            case .updated:
                wishes.reported(state.snapshot)
                publishControls()
                currentStatus.publish(state.snapshot)
            case .ignored: break
            }
        }
        let isAnswer = requestID != nil && requestID == load?.requestID
        load?.statusReceived(state.snapshot, answers: isAnswer)
        let isPlaying = state.snapshot?.playerState == .playing
        connection.assumeIsolated { $0.mediaReported(transportID, isPlaying: isPlaying) }
        releaseWaits()
    }

    private func loadFailureReceived(_ object: JSONObject) {
        let error = CastError.refused(LoadRequest.type, by: DevicePayload(fields: object), device: device)
        _ = load?.failureReceived(error, requestID: object.requestID)
        eventSource.publish(.loadFailed(error))
        report(.failed(error))
        releaseWaits()
    }

    func releaseWaits() {
        let result: Result<JSONObject, CastError>
        switch load?.outcome {
        case .playing: result = .success(JSONObject())
        case .failed(let error): result = .failure(error)
        case .pending, nil: return
        }
        releaseWaits(with: result)
    }

    /// Tells everybody who waits for playback.
    func releaseWaits(with result: Result<JSONObject, CastError>) {
        let ids = playbackWaits.sorted()
        playbackWaits = []
        connection.assumeIsolated { connection in
            for id in ids { connection.effectSeen(id, result) }
        }
    }

    // MARK: Queues

    /// Follows the queue: its ids at once, its items as they are asked for.
    ///
    /// The follower lives as long as somebody holds it, at most as long as the session; it survives the loss of the
    /// connection. Several may follow one queue, each with a cache of its own.
    ///
    /// - Parameters:
    ///   - cacheSize: How many items are kept in full. At least 1; default 20.
    ///   - fetchLimit: How many items are asked for in one request, and wait to be asked for. At least 1; default 20.
    /// - Throws: ``CastError``: `invalidArgument` for a cache without room.
    public func followQueue(cacheSize: Int = 20, fetchLimit: Int = 20) throws(CastError) -> MediaQueue {
        guard cacheSize > 0 else { throw CastError.invalid("A cache of \(cacheSize) items holds none", device: device) }
        let queue = MediaQueue(media: self, cacheSize: cacheSize, fetchLimit: fetchLimit)
        queues.removeAll { $0.queue == nil }
        queues.append(WeakQueue(queue: queue))
        let snapshot = state.snapshot
        queue.assumeIsolated { $0.begin(with: snapshot) }
        return queue
    }

    private struct WeakQueue {
        weak var queue: MediaQueue?
    }

    private func tellQueues(_ tell: @Sendable (isolated MediaQueue) -> Void) {
        for follower in queues {
            guard let queue = follower.queue else { continue }
            queue.assumeIsolated { tell($0) }
        }
    }

    // MARK: Feeds

    private struct WeakFeed {
        weak var feed: MediaFeed?
    }

    /// Tells a feed what there is now, and everything from now on.
    func attach(_ feed: MediaFeed) {
        feeds.removeAll { $0.feed == nil }
        feeds.append(WeakFeed(feed: feed))
        if let snapshot = state.snapshot { feed.put(.status(snapshot, started: snapshot.mediaSessionID)) }
    }

    private func report(_ changes: [MediaState.Change]) {
        guard changes.contains(.updated) else { return }
        let started = changes.lazy.compactMap { change in
            if case .started(let id) = change { id } else { nil }
        }.last
        report(.status(state.snapshot, started: started))
    }

    private func report(_ report: MediaFeed.Report) {
        for follower in feeds { follower.feed?.put(report) }
    }

    private func news(in change: QueueChangeMessage) -> QueueChangeMessage? {
        guard let queue = queues.lazy.compactMap(\.queue).first else { return change }
        return queue.assumeIsolated { $0.news(in: change) }
    }

    /// Begins an order of somebody who does not wait for it.
    func begin(_ order: @escaping @Sendable (isolated MediaController) async -> Void) {
        let id = nextOrder
        nextOrder += 1
        orders[id] = Task {
            await order(self)
            orders[id] = nil
        }
    }

    // MARK: Asking

    nonisolated var connection: CastConnection { route.connection }

    nonisolated var transportID: String { route.transportID }

    nonisolated var device: String { connection.device.friendlyName }

    /// The media session to which a command goes.
    ///
    /// - Throws: ``CastError``: why nothing can be sent, else `noMediaSession`.
    func mediaSessionID(for request: String) throws(CastError) -> Int {
        try requireOpen(for: request)
        guard let snapshot = state.snapshot else { throw CastError.noMediaSession(for: request, device: device) }
        return snapshot.mediaSessionID
    }

    func reserveRequestID() -> Int {
        ReservedRequestID.current?.take() ?? connection.assumeIsolated { $0.reserveRequestID() }
    }

    /// Fails when nothing can be sent to the application.
    func requireOpen(for request: String) throws(CastError) {
        let transportID = transportID
        try connection.assumeIsolated { connection in
            Result { () throws(CastError) in try connection.requireOpen(transportID, for: request) }
        }.get()
    }

    /// Sends a request to the application and waits for its answer.
    ///
    /// - Parameter kind: What makes the newest request end the wait for an older one.
    func ask(
        _ request: some MediaSessionRequest,
        kind: MediaRequestKind? = nil,
        id reservedID: Int? = nil,
        timeout: Duration? = nil
    ) async throws(CastError) -> JSONObject {
        let id = reservedID ?? reserveRequestID()
        let replaced = kind.flatMap { newest.updateValue(id, forKey: $0) }
        unanswered.sent(request.fields, id: id, during: state.snapshot?.mediaSessionID)
        defer {
            if let kind, newest[kind] == id { newest[kind] = replaced }
            unanswered.settled(id)
        }
        return try await connection.ask(
            request.fields,
            id: id,
            type: type(of: request).type,
            namespace: .media,
            to: transportID,
            timeout: timeout ?? connection.options.requestTimeout,
            replacing: replaced
        )
    }

    /// Sends a request for a machine; the handler is told once what became of it.
    ///
    /// - Throws: ``CastError`` when nothing was sent.
    func submit(
        _ request: some MediaSessionRequest,
        handler: @escaping @Sendable (isolated MediaController, Result<JSONObject, CastError>) -> Void
    ) throws(CastError) {
        let connection = connection
        let transportID = transportID
        let payload = request.fields
        let type = type(of: request).type
        let id = reserveRequestID()
        try connection.assumeIsolated { connection in
            Result { () throws(CastError) in
                try connection.submit(
                    payload,
                    id: id,
                    type: type,
                    namespace: .media,
                    to: transportID,
                    timeout: connection.options.requestTimeout
                ) { result in
                    self.assumeIsolated {
                        $0.unanswered.settled(id)
                        handler($0, result)
                    }
                }
            }
        }.get()
        unanswered.sent(payload, id: id, during: state.snapshot?.mediaSessionID)
    }
}
