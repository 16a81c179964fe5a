public import CastWire
import NIOCore

// Commands about the queue. They need a media session, and fail as those about what plays do. Inserting, removing,
// moving and updating are never replaced by newer ones: each counts.

extension MediaController {
    /// Inserts items.
    ///
    /// As many messages as needed are sent, in order. Item ids are the receiver's to give and are left out.
    ///
    /// - Parameters:
    ///   - items: At least one, each with media.
    ///   - itemID: The item that follows them; nil, or one that is gone, means the end of the queue.
    ///   - customData: Anything for the application.
    /// - Throws: ``CastError``: `invalidArgument` without items, `messageTooLarge` naming the item that fits in no
    ///   message, `queueIncomplete` when part of them reached the device, else as ``play(customData:)``.
    @discardableResult
    public func insert(
        _ items: [QueueItem],
        before itemID: Int? = nil,
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        try await insert(items, before: itemID, playing: false, at: nil, customData)
    }

    /// Inserts items and plays the first of them.
    ///
    /// - Parameters:
    ///   - items: At least one, each with media.
    ///   - itemID: The item that follows them; nil, or one that is gone, means the end of the queue.
    ///   - position: Where in the first item, in seconds, this time; later it begins at its own start time.
    ///   - customData: Anything for the application.
    /// - Throws: As ``insert(_:before:customData:)``.
    @discardableResult
    public func insertAndPlay(
        _ items: [QueueItem],
        before itemID: Int? = nil,
        at position: Double? = nil,
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        try await insert(items, before: itemID, playing: true, at: position, customData)
    }

    /// Changes items, each named by its item id.
    ///
    /// - Throws: ``CastError``: `invalidArgument` without items or for one without id, else as ``play(customData:)``.
    @discardableResult
    public func updateItems(
        _ items: [QueueItem],
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        let id = try mediaSessionID(for: QueueUpdateRequest.type)
        try requireSome(items)
        guard items.allSatisfy({ $0.itemID != nil }) else {
            throw CastError.invalid("An item to change has no item id", device: device)
        }
        return try await command(QueueUpdateRequest(mediaSessionID: id, items: items), customData)
    }

    /// Takes items out. The next one plays when the current one goes; nothing is left when all go.
    ///
    /// - Throws: ``CastError``: `invalidArgument` without ids, else as ``play(customData:)``.
    @discardableResult
    public func removeItems(
        _ itemIDs: [Int],
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        let id = try mediaSessionID(for: QueueRemoveRequest.type)
        try requireSome(itemIDs)
        return try await command(QueueRemoveRequest(mediaSessionID: id, itemIDs: itemIDs), customData)
    }

    /// Moves items, which keep the given order.
    ///
    /// - Parameters:
    ///   - itemIDs: At least one.
    ///   - itemID: The item that follows them, which is none of them; nil, or one that is gone, means the end.
    ///   - customData: Anything for the application.
    /// - Throws: ``CastError``: `invalidArgument` without ids, else as ``play(customData:)``.
    @discardableResult
    public func reorderItems(
        _ itemIDs: [Int],
        before itemID: Int? = nil,
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        let id = try mediaSessionID(for: QueueReorderRequest.type)
        try requireSome(itemIDs)
        if let itemID, itemIDs.contains(itemID) {
            throw CastError.invalid("Item \(itemID) cannot be moved before itself", device: device)
        }
        let request = QueueReorderRequest(mediaSessionID: id, itemIDs: itemIDs, insertBefore: itemID)
        return try await command(request, customData)
    }

    /// Moves one item; see ``reorderItems(_:before:customData:)``.
    @discardableResult
    public func moveItem(
        _ itemID: Int,
        before other: Int? = nil,
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        try await reorderItems([itemID], before: other, customData: customData)
    }

    /// Plays another item.
    ///
    /// One jump is in flight at a time. A jump that waits for it is replaced by a later one.
    ///
    /// - Parameters:
    ///   - itemID: The item.
    ///   - position: Where in it, in seconds, this time; later it begins at its own start time.
    ///   - customData: Anything for the application.
    /// - Throws: ``CastError``: `requestReplaced` when a later jump came before this one was sent, else as
    ///   ``play(customData:)``.
    @discardableResult
    public func jump(
        to itemID: Int,
        at position: Double? = nil,
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        try await jump(.item(itemID, at: try checked(position)), customData)
    }

    /// Plays the next item; steps that wait for a jump in flight add up.
    ///
    /// - Throws: As ``jump(to:at:customData:)``.
    @discardableResult
    public func next(customData: JSONValue? = nil) async throws(CastError) -> MediaSnapshot? {
        try await jump(.by(1), customData)
    }

    /// Plays the previous item; steps that wait for a jump in flight add up.
    ///
    /// - Throws: As ``jump(to:at:customData:)``.
    @discardableResult
    public func previous(customData: JSONValue? = nil) async throws(CastError) -> MediaSnapshot? {
        try await jump(.by(-1), customData)
    }

    /// Sets what happens at the end of the queue.
    ///
    /// - Throws: As ``play(customData:)``.
    @discardableResult
    public func setRepeatMode(
        _ mode: RepeatMode,
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        let id = try mediaSessionID(for: QueueUpdateRequest.type)
        return try await command(
            QueueUpdateRequest(mediaSessionID: id, repeatMode: mode),
            customData,
            kind: .repeatMode
        )
    }

    /// Puts the queue in another order, once, and plays what then stands where the current item stood.
    ///
    /// - Throws: As ``play(customData:)``.
    @discardableResult
    public func shuffle(customData: JSONValue? = nil) async throws(CastError) -> MediaSnapshot? {
        let id = try mediaSessionID(for: QueueUpdateRequest.type)
        return try await command(QueueUpdateRequest(mediaSessionID: id, shuffle: true), customData)
    }

    // MARK: Fetching

    /// The ids of all items, in order.
    ///
    /// ``followQueue(cacheSize:fetchLimit:)`` keeps them up to date and fetches items as they are needed.
    ///
    /// - Throws: ``CastError``: `invalidResponse` for an answer without ids, else as ``play(customData:)``.
    public func fetchItemIDs() async throws(CastError) -> [Int] { try await fetchItemIDs(within: nil) }

    func fetchItemIDs(within limit: Duration?) async throws(CastError) -> [Int] {
        let request = QueueGetItemIDsRequest(mediaSessionID: try mediaSessionID(for: QueueGetItemIDsRequest.type))
        let answer = try await ask(request, kind: .fetchItemIDs, timeout: limit)
        guard case .queueItemIDs(let message) = MediaMessage(answer) else {
            throw notUnderstood(QueueGetItemIDsRequest.type, answer)
        }
        return message.itemIDs
    }

    /// Items in full. Those that do not exist are left out by the device, or make it refuse all of them.
    ///
    /// - Throws: ``CastError``: `invalidArgument` without ids, `invalidResponse` for an answer without items, else
    ///   as ``play(customData:)``.
    public func fetchItems(_ itemIDs: [Int]) async throws(CastError) -> [QueueItem] {
        try await fetchItems(itemIDs, within: nil)
    }

    func fetchItems(_ itemIDs: [Int], within limit: Duration?) async throws(CastError) -> [QueueItem] {
        let id = try mediaSessionID(for: QueueGetItemsRequest.type)
        try requireSome(itemIDs)
        let request = QueueGetItemsRequest(mediaSessionID: id, itemIDs: itemIDs)
        return try await items(request, kind: .fetchItems, within: limit)
    }

    /// An item and its neighbours in full.
    ///
    /// - Parameters:
    ///   - itemID: The item, which is part of the answer.
    ///   - next: How many after it.
    ///   - previous: How many before it.
    /// - Throws: As ``fetchItems(_:)``.
    public func fetchItems(
        around itemID: Int,
        next: Int = 0,
        previous: Int = 0
    ) async throws(CastError) -> [QueueItem] {
        let id = try mediaSessionID(for: QueueGetItemRangeRequest.type)
        guard next >= 0, previous >= 0 else {
            throw CastError.invalid("A number of items is negative", device: device)
        }
        let request = QueueGetItemRangeRequest(
            mediaSessionID: id,
            itemID: itemID,
            nextCount: next,
            prevCount: previous
        )
        return try await items(request, kind: .fetchRange)
    }

    private func items(
        _ request: some MediaSessionRequest,
        kind: MediaRequestKind,
        within limit: Duration? = nil
    ) async throws(CastError) -> [QueueItem] {
        let answer = try await ask(request, kind: kind, timeout: limit)
        guard case .queueItems(let message) = MediaMessage(answer) else {
            throw notUnderstood(type(of: request).type, answer)
        }
        return message.items
    }

    // MARK: Jumping

    private func jump(_ target: JumpLine.Target, _ customData: JSONValue?) async throws(CastError) -> MediaSnapshot? {
        _ = try mediaSessionID(for: QueueUpdateRequest.type)
        let waiter = nextJumpWaiter
        nextJumpWaiter += 1
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                jumpWaiters[waiter] = continuation
                let outcome = jumps.jump(target, customData: customData, waiter: waiter)
                settle(outcome.replaced, .failure(.replaced(QueueUpdateRequest.type, device: device)))
                if let jump = outcome.send { send(jump) }
            }
        } onCancel: {
            route.eventLoop.execute { self.assumeIsolated { $0.jumpCancelled(waiter) } }
        }
        try result.get()
        return status
    }

    private func send(_ jump: JumpLine.Jump) {
        do throws(CastError) {
            var request = QueueUpdateRequest(mediaSessionID: try mediaSessionID(for: QueueUpdateRequest.type))
            switch jump.target {
            case .item(let itemID, let position):
                request.currentItemID = itemID
                request.currentTime = position
            case .by(let steps): request.jump = steps
            }
            if let customData = jump.customData { request.customData = customData }
            try submit(request) { media, result in media.jumpAnswered(result) }
        } catch {
            jumpAnswered(.failure(error))
        }
    }

    private func jumpAnswered(_ result: Result<JSONObject, CastError>) {
        let outcome = jumps.answered()
        settle(outcome.answered, result.map { _ in })
        settle(outcome.idle, .success(()))
        if let jump = outcome.send { send(jump) }
    }

    private func jumpCancelled(_ waiter: Int) {
        jumps.cancelled(waiter)
        settle([waiter], .failure(.cancelled(QueueUpdateRequest.type, device: device)))
    }

    private func settle(_ waiters: [Int], _ result: Result<Void, CastError>) {
        for waiter in waiters { jumpWaiters.removeValue(forKey: waiter)?.resume(returning: result) }
    }

    // MARK: Arguments and answers

    private func requireSome(_ elements: [some Any]) throws(CastError) {
        guard elements.isEmpty else { return }
        throw CastError.invalid("No items were given", device: device)
    }

    private func checked(_ position: Double?) throws(CastError) -> Double? {
        guard let position else { return nil }
        guard position.isFinite, position >= 0 else {
            throw CastError.invalid("A position of \(position) s does not exist", device: device)
        }
        return position
    }

    private func notUnderstood(_ request: String, _ answer: JSONObject) -> CastError {
        CastError.notUnderstood(request, answer: DevicePayload(fields: answer), device: device)
    }

    private func insert(
        _ items: [QueueItem],
        before itemID: Int?,
        playing: Bool,
        at position: Double?,
        _ customData: JSONValue?
    ) async throws(CastError) -> MediaSnapshot? {
        let id = try mediaSessionID(for: QueueInsertRequest.type)
        try requireSome(items)
        let position = try checked(position)
        let items = items.map(\.new)
        var request = QueueInsertRequest(mediaSessionID: id, items: [], insertBefore: itemID)
        if let customData { request.customData = customData }
        let sizes = try sizes(of: items, room: room(for: request))
        let batches = QueueSplit.batches(of: sizes, in: items.indices, room: room(for: request))
        var shipment = QueueShipment(items: items, mediaSessionID: id, customData: customData, arrived: [])
        for (index, batch) in batches.enumerated() {
            shipment.batches.append(
                QueueShipment.Batch(range: batch, before: itemID, plays: playing && index == 0, position: position)
            )
        }
        try await ship(shipment, timeout: connection.options.requestTimeout)
        return status
    }
}
