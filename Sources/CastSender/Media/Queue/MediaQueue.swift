// SPDX-License-Identifier: Apache-2.0

import CastConcurrency
public import CastWire
import NIOCore

/// The queue of an application, kept up to date: the ids of all items in order, and items that are fetched on demand.
///
/// Create one with ``MediaController/followQueue(cacheSize:fetchLimit:)``. A media queue only observes: the commands of
/// ``MediaController`` change the queue, and changes by other senders are observed in the same way. A status contains
/// about three items; the media queue also has the other ones.
///
/// Items are fetched in batches, 50 ms after the first request. When the connection is lost, the contents are kept, and
/// are compared with the device's queue when the session resumes. The media queue shares its executor with the
/// controller.
public actor MediaQueue {
    nonisolated let media: MediaController
    /// The maximum number of items that are cached.
    public nonisolated let cacheSize: Int
    private var machine: QueueMachine
    private var readers: [Int: [Reader]] = [:]
    private var idReaders: [CheckedContinuation<Void, Never>] = []
    private var nextReader = 0
    private var hasEnded = false
    private let timer: DeadlineTimer
    private nonisolated let currentContents = CurrentValue(MediaQueueContents())
    private nonisolated let updateSource = EventSource<MediaQueueUpdate>()
    /// Called with every update, on the event loop.
    var observer: (@Sendable (MediaQueueUpdate) -> Void)?

    private struct Reader {
        var id: Int
        var continuation: CheckedContinuation<Result<QueueItem, CastError>, Never>
    }

    public nonisolated var unownedExecutor: UnownedSerialExecutor { media.unownedExecutor }

    init(media: MediaController, cacheSize: Int, fetchLimit: Int) {
        self.media = media
        timer = DeadlineTimer(on: media.route.eventLoop)
        self.cacheSize = cacheSize
        var configuration = QueueMachine.Configuration()
        configuration.cacheSize = cacheSize
        configuration.fetchLimit = max(1, fetchLimit)
        machine = QueueMachine(configuration: configuration)
    }

    deinit {
        currentContents.finish()
        updateSource.finish()
    }

    // MARK: Observing

    /// The known contents of the queue.
    public nonisolated var contents: MediaQueueContents { currentContents.value ?? MediaQueueContents() }

    /// The values of ``contents``: the current one, then each change. A slow reader gets only the newest. The sequence
    /// ends with the session.
    public nonisolated var contentValues: LatestValues<MediaQueueContents> { currentContents.latestValues }

    /// The changes of the queue from now on, step by step. The stream ends with the session.
    public nonisolated var updates: EventStream<MediaQueueUpdate> { updateSource.stream }

    /// Returns the cached item at an index, and marks it as the most recently used one. Returns nil when it is not
    /// cached, or the index is out of range.
    ///
    /// - Parameters:
    ///   - index: The index in the queue, starting at 0.
    ///   - fetch: Whether to fetch an item that is not cached. Its arrival is reported as
    ///     ``MediaQueueChange/updated(_:)``. Default true.
    public func cachedItem(at index: Int, fetch: Bool = true) -> QueueItem? {
        let (item, actions) = machine.item(at: index, fetch: fetch, now: now)
        perform(actions)
        return item
    }

    /// Returns the cached item with an id, as ``cachedItem(at:fetch:)`` does; nil when it is not in the queue.
    @discardableResult
    package func cachedItem(withID itemID: Int, fetch: Bool) -> QueueItem? {
        machine.index(ofItem: itemID).flatMap { cachedItem(at: $0, fetch: fetch) }
    }

    /// Returns the item at an index, fetching it if it is not cached.
    ///
    /// While the list of ids is being fetched, this method waits for it.
    ///
    /// - Throws: ``CastError``: `itemNotFound` for an index outside the queue, and for an item that the device does not
    ///   have or that is removed meanwhile; `requestReplaced` when newer requests exceed the fetch limit;
    ///   `requestTimedOut`; the device's rejection; or the end of the connection.
    public func item(at index: Int) async throws(CastError) -> QueueItem {
        while !machine.isSynced, machine.isFetchingIDs, !hasEnded {
            await withCheckedContinuation { idReaders.append($0) }
        }
        let device = media.device
        guard let id = contents.itemID(at: index) else {
            throw CastError.noItem(at: index, of: contents.count, device: device)
        }
        try requireOpen()
        if let item = cachedItem(at: index, fetch: false) { return item }
        guard !Task.isCancelled else { throw CastError.unsent(QueueGetItemsRequest.type, device: device) }
        let reader = nextReader
        nextReader += 1
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                readers[id, default: []].append(Reader(id: reader, continuation: continuation))
                _ = cachedItem(at: index)
                // No items are requested while the ids of another media session are being fetched.
                if !machine.isWaiting(for: id) { settle(id, .failure(.itemNotFound(id, device: device))) }
            }
        } onCancel: {
            media.route.eventLoop.execute { self.assumeIsolated { $0.cancelled(reader, itemID: id) } }
        }
        return try result.get()
    }

    /// Clears the cache and fetches the list of ids again. The old ids are kept until it arrives.
    public func reload() { perform(machine.reload()) }

    /// Clears the local contents and stops observing until ``reload()`` or the next media session. The device's queue
    /// is not changed.
    public func clear() { perform(machine.clear()) }

    // MARK: Events

    func begin(with snapshot: MediaSnapshot?) { perform(machine.statusReceived(snapshot)) }

    func statusReceived(_ snapshot: MediaSnapshot?) { perform(machine.statusReceived(snapshot)) }

    func changeReceived(_ change: QueueChangeMessage) { perform(machine.changeReceived(change)) }

    func unappliedChange(in change: QueueChangeMessage) -> QueueChangeMessage? { machine.unappliedChange(in: change) }

    func itemIDsReceived(_ message: QueueItemIDsMessage) {
        perform(machine.itemIDsReceived(message.itemIDs, sequence: message.sequenceNumber, now: now))
    }

    func itemsReceived(_ items: [QueueItem]) {
        let actions = machine.itemsReceived(items)
        for item in items {
            guard let id = item.itemID, machine.index(ofItem: id) != nil else { continue }
            settle(id, .success(item))
        }
        perform(actions)
    }

    func suspended() {
        perform(machine.suspended(.sessionEnded(during: QueueGetItemsRequest.type, device: media.device)))
    }

    func ended() {
        hasEnded = true
        perform(machine.mediaSessionEnded())
        let error = CastError.sessionEnded(during: QueueGetItemsRequest.type, device: media.device)
        for id in readers.keys.sorted() { settle(id, .failure(error)) }
        releaseIDReaders()
        currentContents.finish()
        updateSource.finish()
    }

    private func cancelled(_ reader: Int, itemID: Int) {
        guard let index = readers[itemID]?.firstIndex(where: { $0.id == reader }) else { return }
        let error = CastError.cancelled(QueueGetItemsRequest.type, device: media.device)
        readers[itemID]?.remove(at: index).continuation.resume(returning: .failure(error))
        if readers[itemID]?.isEmpty == true { readers[itemID] = nil }
    }

    // MARK: Actions

    private var now: NIODeadline { media.route.eventLoop.now }

    /// Executes the actions returned by the state machine. All of its effects pass through here.
    private func perform(_ actions: [QueueMachine.Action]) {
        var actions = actions
        while !actions.isEmpty {
            switch actions.removeFirst() {
            case .fetchIDs(let mediaSessionID, let ticket):
                actions += send(QueueGetItemIDsRequest(mediaSessionID: mediaSessionID)) { machine, error, now in
                    machine.itemIDsAnswered(ticket, error, now: now)
                }
            case .fetchItems(let itemIDs, let mediaSessionID, let ticket):
                let request = QueueGetItemsRequest(mediaSessionID: mediaSessionID, itemIDs: itemIDs)
                actions += send(request) { machine, error, now in machine.itemsAnswered(ticket, error, now: now) }
            case .changed(let changes):
                publishContents()
                let update = MediaQueueUpdate(changes: changes, contents: contents)
                observer?(update)
                updateSource.publish(update)
            case .itemsUnavailable(let itemIDs, let reason):
                for id in itemIDs { settle(id, .failure(error(for: id, reason))) }
            }
        }
        publishContents()
        if machine.isSynced || !machine.isFetchingIDs { releaseIDReaders() }
        scheduleTimer()
    }

    /// Passes the result of a request to the state machine; returns the actions that follow.
    private typealias AnswerHandler = @Sendable (inout QueueMachine, CastError?, NIODeadline) -> [QueueMachine.Action]

    /// Sends a request; returns the actions that follow when it cannot be sent.
    private func send(
        _ request: some MediaSessionRequest,
        _ handler: @escaping AnswerHandler
    ) -> [QueueMachine.Action] {
        let sendResult: Result<Void, CastError> = media.assumeIsolated { media in
            Result { () throws(CastError) in
                try media.submit(request) { [weak self] _, result in
                    self?.assumeIsolated { $0.requestCompleted(result, handler) }
                }
            }
        }
        guard case .failure(let error) = sendResult else { return [] }
        return handler(&machine, error, now)
    }

    private func requestCompleted(_ result: Result<JSONObject, CastError>, _ handler: AnswerHandler) {
        switch result {
        case .success: perform(handler(&machine, nil, now))
        case .failure(let error): perform(handler(&machine, error, now))
        }
    }

    private func publishContents() {
        let contents = machine.contents
        if contents != self.contents { currentContents.publish(contents) }
    }

    private func settle(_ itemID: Int, _ result: Result<QueueItem, CastError>) {
        for reader in readers.removeValue(forKey: itemID) ?? [] { reader.continuation.resume(returning: result) }
    }

    private func releaseIDReaders() {
        let waiting = idReaders
        idReaders = []
        for reader in waiting { reader.resume() }
    }

    private func error(for itemID: Int, _ reason: QueueMachine.Reason) -> CastError {
        switch reason {
        case .replaced: .replaced(QueueGetItemsRequest.type, device: media.device)
        case .missing: .itemNotFound(itemID, device: media.device)
        case .failed(let error): error
        }
    }

    private func requireOpen() throws(CastError) {
        try media.assumeIsolated { media in
            Result { () throws(CastError) in try media.requireOpen(for: QueueGetItemsRequest.type) }
        }.get()
    }

    private func scheduleTimer() {
        timer.set(to: hasEnded ? nil : machine.nextDeadline) { [weak self] in
            self?.assumeIsolated { $0.perform($0.machine.deadlineReached(now: $0.now)) }
        }
    }
}
