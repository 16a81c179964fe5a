public import CastWire
import NIOCore

/// The queue of an application, followed: the ids of all items in order, and the items as they are asked for.
///
/// Made by ``MediaController/followQueue(cacheSize:fetchLimit:)``. It only looks: what changes the queue are the
/// commands of ``MediaController``, and other senders' commands show here the same way. Statuses tell of about three
/// items; this knows the rest.
///
/// Items are fetched in batches, 50 ms after the first was asked for. When the connection is lost the contents stay,
/// and are compared with the device's when the session goes on. It shares its executor with the controller.
public actor MediaQueue {
    nonisolated let media: MediaController
    /// How many items are kept in full.
    public nonisolated let cacheSize: Int
    private var machine: QueueMachine
    private var readers: [Int: [Reader]] = [:]
    private var idReaders: [CheckedContinuation<Void, Never>] = []
    private var nextReader = 0
    private var hasEnded = false
    private var alarm: (deadline: NIODeadline, task: Scheduled<Void>)?
    private nonisolated let currentContents = CurrentValue(MediaQueueContents())
    private nonisolated let updateSource = EventSource<MediaQueueUpdate>()
    /// Told of every update at once, on the event loop.
    var observer: (@Sendable (MediaQueueUpdate) -> Void)?

    private struct Reader {
        var id: Int
        var continuation: CheckedContinuation<Result<QueueItem, CastError>, Never>
    }

    public nonisolated var unownedExecutor: UnownedSerialExecutor { media.unownedExecutor }

    init(media: MediaController, cacheSize: Int, fetchLimit: Int) {
        self.media = media
        self.cacheSize = cacheSize
        var configuration = QueueMachine.Configuration()
        configuration.cacheSize = cacheSize
        configuration.fetchLimit = max(1, fetchLimit)
        machine = QueueMachine(configuration: configuration)
    }

    deinit {
        alarm?.task.cancel()
        currentContents.finish()
        updateSource.finish()
    }

    // MARK: Watching

    /// The queue as far as it is known.
    public nonisolated var contents: MediaQueueContents { currentContents.value ?? MediaQueueContents() }

    /// ``contents`` now and whenever they change; the newest only. Ends with the session.
    public nonisolated var contentValues: LatestValues<MediaQueueContents> { currentContents.latestValues }

    /// How the queue changes from now on, step by step. Ends with the session.
    public nonisolated var updates: EventStream<MediaQueueUpdate> { updateSource.stream }

    /// The item at an index if it is known in full, which makes it the most recently used one.
    ///
    /// - Parameters:
    ///   - index: From 0; nil is the answer outside the queue.
    ///   - fetch: Whether it is asked for when it is not known; it comes as ``MediaQueueChange/updated(_:)``.
    public func cachedItem(at index: Int, fetch: Bool = true) -> QueueItem? {
        let (item, actions) = machine.item(at: index, fetch: fetch, now: now)
        perform(actions)
        return item
    }

    /// As ``cachedItem(at:fetch:)``, for an item by its id; nil when it is not in the queue.
    @discardableResult
    package func cachedItem(withID itemID: Int, fetch: Bool) -> QueueItem? {
        machine.index(ofItem: itemID).flatMap { cachedItem(at: $0, fetch: fetch) }
    }

    /// The item at an index, fetched when it is not known.
    ///
    /// Waits for the list of ids where that is being fetched.
    ///
    /// - Throws: ``CastError``: `itemNotFound` outside the queue and for an item that the device does not have or that
    ///   was removed meanwhile, `requestReplaced` when more items were asked for than are fetched at once, the
    ///   device's refusal, `requestTimedOut`, or the end of the connection.
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
                // While the queue of another media session is expected, nothing of this one is fetched.
                if !machine.isWaiting(for: id) { settle(id, .failure(.itemNotFound(id, device: device))) }
            }
        } onCancel: {
            media.route.eventLoop.execute { self.assumeIsolated { $0.cancelled(reader, itemID: id) } }
        }
        return try result.get()
    }

    /// Forgets the items and fetches the list of ids again. Until it comes the old ids stay.
    public func reload() { perform(machine.reload()) }

    /// Forgets everything here and stops following until ``reload()`` or the next media session; the device's queue
    /// is not touched.
    public func clear() { perform(machine.clear()) }

    // MARK: Events

    func begin(with snapshot: MediaSnapshot?) { perform(machine.statusReceived(snapshot, now: now)) }

    func statusReceived(_ snapshot: MediaSnapshot?) { perform(machine.statusReceived(snapshot, now: now)) }

    func changeReceived(_ change: QueueChangeMessage) { perform(machine.changeReceived(change, now: now)) }

    func news(in change: QueueChangeMessage) -> QueueChangeMessage? { machine.news(in: change) }

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
        perform(machine.cleared())
        let error = CastError.sessionEnded(during: QueueGetItemsRequest.type, device: media.device)
        for id in readers.keys.sorted() { settle(id, .failure(error)) }
        releaseIDReaders()
        currentContents.finish()
        updateSource.finish()
    }

    private func alarmRang() {
        alarm = nil
        perform(machine.alarmRang(now: now))
    }

    private func cancelled(_ reader: Int, itemID: Int) {
        guard let index = readers[itemID]?.firstIndex(where: { $0.id == reader }) else { return }
        let error = CastError.cancelled(QueueGetItemsRequest.type, device: media.device)
        readers[itemID]?.remove(at: index).continuation.resume(returning: .failure(error))
        if readers[itemID]?.isEmpty == true { readers[itemID] = nil }
    }

    // MARK: Orders

    private var now: NIODeadline { media.route.eventLoop.now }

    /// The one place where the machine's orders become deeds.
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
            case .gaveUp(let itemIDs, let reason):
                for id in itemIDs { settle(id, .failure(error(for: id, reason))) }
            }
        }
        publishContents()
        if machine.isSynced || !machine.isFetchingIDs { releaseIDReaders() }
        setAlarm()
    }

    private typealias Answered = @Sendable (inout QueueMachine, CastError?, NIODeadline) -> [QueueMachine.Action]

    /// Sends a request, and gives what follows when it cannot be sent.
    private func send(_ request: some MediaSessionRequest, _ answered: @escaping Answered) -> [QueueMachine.Action] {
        let sending: Result<Void, CastError> = media.assumeIsolated { media in
            Result { () throws(CastError) in
                try media.submit(request) { [weak self] _, result in
                    self?.assumeIsolated { $0.answered(result, answered) }
                }
            }
        }
        guard case .failure(let error) = sending else { return [] }
        return answered(&machine, error, now)
    }

    private func answered(_ result: Result<JSONObject, CastError>, _ answered: Answered) {
        switch result {
        case .success: perform(answered(&machine, nil, now))
        case .failure(let error): perform(answered(&machine, error, now))
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

    private func setAlarm() {
        guard let deadline = machine.alarm, !hasEnded else {
            alarm?.task.cancel()
            alarm = nil
            return
        }
        if let alarm, alarm.deadline == deadline { return }
        alarm?.task.cancel()
        let task = media.route.eventLoop.scheduleTask(deadline: deadline) { [weak self] in
            guard let self else { return }
            self.assumeIsolated { $0.alarmRang() }
        }
        alarm = (deadline, task)
    }
}
