// SPDX-License-Identifier: Apache-2.0

internal import CastConcurrency
public import CastWire
internal import NIOCore

/// Controls and observes the media of one application.
///
/// The controller shares its executor with the connection. Every command except ``load(_:options:until:)`` and
/// ``refreshStatus(options:)`` needs a media session; without one it throws `noMediaSession` and sends nothing. The
/// reply to a command is a status, which is part of ``status`` when the call returns; the effect of the command may
/// show only in a later status (a seek passes through buffering).
///
/// Commands of several senders interleave; ``statuses`` shows the combined result.
public actor MediaController {
    nonisolated let route: SessionRoute
    var state = MediaState()
    var load: LoadProgress?
    /// The pending requests, for receivers that omit the request id in replies.
    var unanswered = UnansweredMediaRequests()
    /// The timer that ends the media session unless another status arrives first.
    var emptyStatusTimer: Scheduled<Void>?
    /// The waits for playback, by the id of their entry in the request table.
    var playbackWaits: Set<Int> = []
    /// The newest request of each kind, for kinds in which a newer request replaces older ones.
    private var newest: [MediaRequestKind: Int] = [:]

    var jumps = JumpQueue()
    var jumpWaiters: [Int: CheckedContinuation<Result<Void, CastError>, Never>] = [:]
    var nextJumpWaiter = 0
    private var queues: [WeakQueue] = []
    private var feeds: [WeakFeed] = []
    /// The tasks that execute commands of feeds.
    private var feedTasks: [Int: Task<Void, Never>] = [:]
    private var nextFeedTask = 0
    var pendingValues = PendingMediaValues()
    let pendingValuesTimer: DeadlineTimer

    private nonisolated let currentStatus = CurrentValue<MediaSnapshot?>(.some(nil))
    nonisolated let currentControls = CurrentValue<MediaControls>(MediaControls())
    private nonisolated let eventSource = EventSource<MediaEvent>()

    public nonisolated var unownedExecutor: UnownedSerialExecutor { route.executor.asUnownedSerialExecutor() }

    init(route: SessionRoute) {
        self.route = route
        pendingValuesTimer = DeadlineTimer(on: route.eventLoop)
    }

    // MARK: Observing

    /// The current media status; nil when nothing is loaded.
    public var status: MediaSnapshot? { state.snapshot }

    /// The values of ``status``: the current one, then one for each message about it. A slow reader gets only the
    /// newest. The sequence ends with the session.
    public nonisolated var statuses: LatestValues<MediaSnapshot?> { currentStatus.latestValues }

    /// The events from now on. The stream ends with the session.
    public nonisolated var events: EventStream<MediaEvent> { eventSource.stream }

    /// The reason why the last media session ended; nil while none has ended.
    public var lastIdleReason: IdleReason? { state.lastIdleReason }

    /// Requests the media status from the application.
    ///
    /// - Parameter options: The parts of the status to omit.
    /// - Throws: ``CastError``, most likely `requestTimedOut` or `sessionEnded`.
    @discardableResult
    public func refreshStatus(options: MediaStatusOptions? = nil) async throws(CastError) -> MediaSnapshot? {
        try await refreshStatus(options: options, requestID: nil)
    }

    /// The request ``refreshStatus(options:)`` with a request id from ``CastConnection/makeRequestID()``.
    @discardableResult
    package func refreshStatus(
        options: MediaStatusOptions? = nil,
        requestID: Int?
    ) async throws(CastError) -> MediaSnapshot? {
        _ = try await ask(GetMediaStatusRequest(options: options), id: requestID)
        return state.snapshot
    }

    // MARK: Inbound

    func received(_ object: JSONObject, settles requestID: Int?) {
        switch MediaMessage(object) {
        case .status(let message):
            guard !deferSessionEnd(message, answers: requestID) else { return }
            update(state.received(message, isReply: requestID != nil, at: connection.now()), answers: requestID)
            if requestID == nil, !object.hasRequestID { statusWithoutIDReceived(message, object) }
        case .loadFailed, .loadCancelled:
            // A reply to a request is thrown to its caller instead.
            if requestID == nil, !failUnanswered(object) { loadFailureReceived(object) }
        case .error:
            if requestID == nil {
                let error = CastError.mediaError(by: DevicePayload(fields: object), device: device)
                eventSource.publish(.error(error))
                report(.failed(error))
            }
        case .queueChange(let message):
            let unappliedChange = unappliedChange(in: message)
            forEachQueue { $0.changeReceived(message) }
            eventSource.publish(.queueChanged(message))
            if let unappliedChange { report(.queueChanged(unappliedChange)) }
        case .queueItemIDs(let message):
            forEachQueue { $0.itemIDsReceived(message) }
            eventSource.publish(.queueItemIDs(message.itemIDs))
            report(.queueItemIDs(message.itemIDs))
            if requestID == nil { completeUnanswered(object, of: [QueueGetItemIDsRequest.type]) }
        case .queueItems(let message):
            forEachQueue { $0.itemsReceived(message.items) }
            eventSource.publish(.queueItems(message.items))
            report(.queueItems(message.items))
            if requestID == nil {
                completeUnanswered(object, of: [QueueGetItemsRequest.type, QueueGetItemRangeRequest.type])
            }
        case .sessionState:
            if requestID == nil { completeUnanswered(object, of: [StoreSessionRequest.type]) }
        case .invalidPlayerState, .invalidRequest:
            if requestID == nil { _ = failUnanswered(object) }
        case .unknown:
            break
        }
    }

    /// Handles the loss of the connection. The media status is unknown until the next connection; the last known queue
    /// is kept.
    func sessionSuspended() {
        forEachQueue { $0.suspended() }
        newest = [:]
        cancelDeferredEnd()
        cancelPendingValues()
        let changes = state.suspended()
        apply(changes, answers: nil)
        report(changes)
    }

    func sessionEnded() {
        forEachQueue { $0.ended() }
        queues = []
        cancelDeferredEnd()
        cancelPendingValues()
        let changes = state.cleared()
        apply(changes, answers: nil)
        report(changes)
        feeds = []
        currentStatus.finish()
        currentControls.finish()
        eventSource.finish()
    }

    /// Announces a seek of this sender to the state.
    func seekSent(to target: Double) { state.seekSent(to: target, at: connection.now()) }

    func publish(_ event: MediaEvent) { eventSource.publish(event) }

    /// Publishes the changes that a status made.
    func update(_ changes: [MediaState.Change], answers requestID: Int?) {
        apply(changes, answers: requestID)
        let snapshot = state.snapshot
        forEachQueue { $0.statusReceived(snapshot) }
        report(changes)
    }

    private func apply(_ changes: [MediaState.Change], answers requestID: Int?) {
        for change in changes {
            switch change {
            case .started(let id): eventSource.publish(.started(mediaSessionID: id))
            case .ended(let id, let reason): eventSource.publish(.ended(mediaSessionID: id, reason))
            case .updated:
                pendingValues.reported(state.snapshot)
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

    /// Settles all waits for playback.
    func releaseWaits(with result: Result<JSONObject, CastError>) {
        let ids = playbackWaits.sorted()
        playbackWaits = []
        connection.assumeIsolated { connection in
            for id in ids { connection.effectObserved(id, result) }
        }
    }

    // MARK: Queues

    /// Observes the queue: its item ids at once, and its items when they are requested.
    ///
    /// The returned queue is updated as long as the caller retains it, at most until the session ends; it survives the
    /// loss of the connection. Several queues can be observed at the same time, each with its own cache.
    ///
    /// - Parameters:
    ///   - cacheSize: The number of items that are cached. At least 1; default 20.
    ///   - fetchLimit: The maximum number of items in one request, and of items waiting to be requested. At least 1;
    ///     default 20.
    /// - Throws: ``CastError``: `invalidArgument` for a cache size less than 1.
    public func followQueue(cacheSize: Int = 20, fetchLimit: Int = 20) throws(CastError) -> MediaQueue {
        guard cacheSize > 0 else { throw CastError.invalid("A cache size of \(cacheSize) is invalid", device: device) }
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

    private func forEachQueue(_ body: @Sendable (isolated MediaQueue) -> Void) {
        for entry in queues {
            guard let queue = entry.queue else { continue }
            queue.assumeIsolated { body($0) }
        }
    }

    // MARK: Feeds

    private struct WeakFeed {
        weak var feed: MediaFeed?
    }

    /// Sends a feed the current status, and all reports from now on.
    func attach(_ feed: MediaFeed) {
        feeds.removeAll { $0.feed == nil }
        feeds.append(WeakFeed(feed: feed))
        feed.put(.controls(controls))
        if let snapshot = state.snapshot { feed.put(.status(snapshot, started: snapshot.mediaSessionID)) }
    }

    private func report(_ changes: [MediaState.Change]) {
        guard changes.contains(.updated) else { return }
        let started = changes.lazy.compactMap { change in
            if case .started(let id) = change { id } else { nil }
        }.last
        report(.status(state.snapshot, started: started))
    }

    func report(_ report: MediaFeed.Report) {
        for entry in feeds { entry.feed?.put(report) }
    }

    /// Returns the part of a change that the first observed queue has not applied; the whole change without a queue.
    private func unappliedChange(in change: QueueChangeMessage) -> QueueChangeMessage? {
        guard let queue = queues.lazy.compactMap(\.queue).first else { return change }
        return queue.assumeIsolated { $0.unappliedChange(in: change) }
    }

    /// Starts a closure whose result the caller does not await.
    func begin(_ body: @escaping @Sendable (isolated MediaController) async -> Void) {
        let id = nextFeedTask
        nextFeedTask += 1
        feedTasks[id] = Task {
            await body(self)
            feedTasks[id] = nil
        }
    }

    // MARK: Requests

    nonisolated var connection: CastConnection { route.connection }

    nonisolated var transportID: String { route.transportID }

    nonisolated var device: String { connection.device.friendlyName }

    /// Returns the media session for a command.
    ///
    /// - Throws: ``CastError``: the reason why nothing can be sent, otherwise `noMediaSession`.
    func mediaSessionID(for request: String) throws(CastError) -> Int {
        try requireOpen(for: request)
        guard let snapshot = state.snapshot else { throw CastError.noMediaSession(for: request, device: device) }
        return snapshot.mediaSessionID
    }

    /// Throws what ``mediaSessionID(for:)`` throws.
    package func requireMediaSession(for request: String) throws(CastError) { _ = try mediaSessionID(for: request) }

    /// Throws when nothing can be sent to the application.
    func requireOpen(for request: String) throws(CastError) {
        let transportID = transportID
        try connection.assumeIsolated { connection in
            Result { () throws(CastError) in try connection.requireOpen(transportID, for: request) }
        }.get()
    }

    /// Sends a request to the application and waits for its reply.
    ///
    /// - Parameter kind: The kind of request. A newer request of the same kind replaces a pending one.
    func ask(
        _ request: some MediaSessionRequest,
        kind: MediaRequestKind? = nil,
        id reservedID: Int? = nil,
        timeout: Duration? = nil
    ) async throws(CastError) -> JSONObject {
        let id = reservedID ?? connection.makeRequestID()
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

    /// Sends a request on behalf of a state machine; the handler receives the result once.
    ///
    /// - Throws: ``CastError`` when nothing was sent.
    func submit(
        _ request: some MediaSessionRequest,
        id reservedID: Int? = nil,
        handler: @escaping @Sendable (isolated MediaController, Result<JSONObject, CastError>) -> Void
    ) throws(CastError) {
        let connection = connection
        let transportID = transportID
        let payload = request.fields
        let type = type(of: request).type
        let id = reservedID ?? connection.makeRequestID()
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

/// An event in the media playback of an application.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum MediaEvent: Sendable, Hashable {
    /// A media session started, from this or another sender.
    case started(mediaSessionID: Int)
    /// A media session ended, with the reason if the receiver reported one.
    case ended(mediaSessionID: Int, IdleReason?)
    /// A load failed after the device had accepted it, or a load of another sender failed.
    case loadFailed(CastError)
    /// The device reported an error during playback, or for an item of the queue.
    case error(CastError)
    /// A requested change failed; the controls show the device's value again.
    case changeFailed(MediaProperty, CastError)
    /// The receiver reported a change of the queue, which ``MediaQueue`` applies.
    case queueChanged(QueueChangeMessage)
    /// The receiver reported the ids of all items, in order.
    case queueItemIDs([Int])
    /// The receiver reported the full data of items.
    case queueItems([QueueItem])
}
