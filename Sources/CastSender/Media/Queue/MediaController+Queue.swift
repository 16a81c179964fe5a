// SPDX-License-Identifier: Apache-2.0

public import CastWire
import NIOCore

// Queue commands. They need a media session and throw the same errors as playback commands. Requests that insert,
// remove, move and update items are never replaced by newer ones, because each has its own effect.

extension MediaController {
    /// Inserts items into the queue.
    ///
    /// Sends as many messages as needed, in order. The ids of the items are ignored, because the receiver assigns them.
    ///
    /// - Parameters:
    ///   - items: The items, at least one, each with media.
    ///   - itemID: The item to insert before. Nil, or an item that no longer exists, appends to the queue.
    ///   - customData: Custom data for the application.
    /// - Throws: ``CastError``: `invalidArgument` without items; `messageTooLarge` with the name of the item that
    ///   exceeds a message; `queueIncomplete` when only part of the items reached the device; otherwise as
    ///   ``play(customData:)``.
    @discardableResult
    public func insert(
        _ items: [QueueItem],
        before itemID: Int? = nil,
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        try await insert(items, before: itemID, playing: false, customData: customData)
    }

    /// Inserts items into the queue and plays the first of them.
    ///
    /// - Parameters:
    ///   - items: The items, at least one, each with media.
    ///   - itemID: The item to insert before. Nil, or an item that no longer exists, appends to the queue.
    ///   - position: The position in the first item, in seconds, for this playback only; nil uses its own start time.
    ///   - customData: Custom data for the application.
    /// - Throws: As ``insert(_:before:customData:)``.
    @discardableResult
    public func insertAndPlay(
        _ items: [QueueItem],
        before itemID: Int? = nil,
        at position: Double? = nil,
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        try await insert(items, before: itemID, playing: true, at: position, customData: customData)
    }

    /// Updates items, which are identified by their ids.
    ///
    /// - Throws: ``CastError``: `invalidArgument` without items or for an item without id, otherwise as
    ///   ``play(customData:)``.
    @discardableResult
    public func updateItems(
        _ items: [QueueItem],
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        try await perform(.updateItems(items), customData: customData)
    }

    /// Removes items from the queue. When the current item is removed, the next one plays; when all are removed, the
    /// queue is empty.
    ///
    /// - Throws: ``CastError``: `invalidArgument` without ids, otherwise as ``play(customData:)``.
    @discardableResult
    public func removeItems(
        _ itemIDs: [Int],
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        try await perform(.removeItems(itemIDs), customData: customData)
    }

    /// Moves items, in the given order.
    ///
    /// - Parameters:
    ///   - itemIDs: The ids of the items to move, at least one.
    ///   - itemID: The item to move them before, which must not be one of them. Nil, or an item that no longer exists,
    ///     moves them to the end.
    ///   - customData: Custom data for the application.
    /// - Throws: ``CastError``: `invalidArgument` without ids, otherwise as ``play(customData:)``.
    @discardableResult
    public func reorderItems(
        _ itemIDs: [Int],
        before itemID: Int? = nil,
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        try await perform(.reorderItems(itemIDs, before: itemID), customData: customData)
    }

    /// Moves one item, in the same way as ``reorderItems(_:before:customData:)``.
    @discardableResult
    public func moveItem(
        _ itemID: Int,
        before other: Int? = nil,
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        try await reorderItems([itemID], before: other, customData: customData)
    }

    /// Plays another item of the queue.
    ///
    /// At most one jump is in flight. A jump that waits to be sent is replaced by a later one.
    ///
    /// - Parameters:
    ///   - itemID: The id of the item.
    ///   - position: The position in the item, in seconds, for this playback only; nil uses its own start time.
    ///   - customData: Custom data for the application.
    /// - Throws: ``CastError``: `requestReplaced` when a later jump replaced this one before it was sent, otherwise as
    ///   ``play(customData:)``.
    @discardableResult
    public func jump(
        to itemID: Int,
        at position: Double? = nil,
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        try await jump(to: itemID, at: position, customData: customData, requestID: nil)
    }

    /// The command ``jump(to:at:customData:)`` with a request id from ``CastConnection/makeRequestID()``.
    @discardableResult
    package func jump(
        to itemID: Int,
        at position: Double?,
        customData: JSONValue?,
        requestID: Int?
    ) async throws(CastError) -> MediaSnapshot? {
        try await jump(.item(itemID, at: try validated(position)), customData, requestID)
    }

    /// Plays the next item. Calls that wait for a jump in flight add up.
    ///
    /// - Throws: As ``jump(to:at:customData:)``.
    @discardableResult
    public func next(customData: JSONValue? = nil) async throws(CastError) -> MediaSnapshot? {
        try await skipItems(1, customData: customData)
    }

    /// Plays the previous item. Calls that wait for a jump in flight add up.
    ///
    /// - Throws: As ``jump(to:at:customData:)``.
    @discardableResult
    public func previous(customData: JSONValue? = nil) async throws(CastError) -> MediaSnapshot? {
        try await skipItems(-1, customData: customData)
    }

    /// Plays the item that is a number of items further in the queue, or further back if the number is negative.
    @discardableResult
    package func skipItems(
        _ count: Int,
        customData: JSONValue? = nil,
        requestID: Int? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        try await jump(.by(count), customData, requestID)
    }

    /// Sets the repeat mode of the queue.
    ///
    /// - Throws: As ``play(customData:)``.
    @discardableResult
    public func setRepeatMode(
        _ mode: RepeatMode,
        customData: JSONValue? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        try await perform(.setRepeatMode(mode), customData: customData)
    }

    /// Shuffles the queue once, and plays the item that is then at the position of the current item.
    ///
    /// - Throws: As ``play(customData:)``.
    @discardableResult
    public func shuffle(customData: JSONValue? = nil) async throws(CastError) -> MediaSnapshot? {
        try await perform(.shuffle, customData: customData)
    }

    // MARK: Fetching

    /// Requests the ids of all items, in order.
    ///
    /// To keep the ids up to date and to fetch items on demand, use ``followQueue(cacheSize:fetchLimit:)``.
    ///
    /// - Throws: ``CastError``: `invalidResponse` for a reply without ids, otherwise as ``play(customData:)``.
    public func fetchItemIDs() async throws(CastError) -> [Int] { try await fetchItemIDs(requestID: nil) }

    /// The command ``fetchItemIDs()`` with a request id from ``CastConnection/makeRequestID()``, and a time limit.
    @discardableResult
    package func fetchItemIDs(
        within limit: Duration? = nil,
        requestID: Int? = nil
    ) async throws(CastError) -> [Int] {
        let request = QueueGetItemIDsRequest(mediaSessionID: try mediaSessionID(for: QueueGetItemIDsRequest.type))
        let answer = try await ask(request, kind: .fetchItemIDs, id: requestID, timeout: limit)
        guard case .queueItemIDs(let message) = MediaMessage(answer) else {
            throw unexpectedReply(QueueGetItemIDsRequest.type, answer)
        }
        return message.itemIDs
    }

    /// Requests the full data of items. For ids that do not exist, the device omits the items or rejects the request.
    ///
    /// - Throws: ``CastError``: `invalidArgument` without ids, `invalidResponse` for a reply without items, otherwise
    ///   as ``play(customData:)``.
    public func fetchItems(_ itemIDs: [Int]) async throws(CastError) -> [QueueItem] {
        try await fetchItems(itemIDs, requestID: nil)
    }

    /// The command ``fetchItems(_:)`` with a request id from ``CastConnection/makeRequestID()``, and a time limit.
    @discardableResult
    package func fetchItems(
        _ itemIDs: [Int],
        within limit: Duration? = nil,
        requestID: Int? = nil
    ) async throws(CastError) -> [QueueItem] {
        let id = try mediaSessionID(for: QueueGetItemsRequest.type)
        try requireItems(itemIDs)
        let request = QueueGetItemsRequest(mediaSessionID: id, itemIDs: itemIDs)
        return try await items(request, kind: .fetchItems, id: requestID, within: limit)
    }

    /// Requests the full data of an item and its neighbors.
    ///
    /// - Parameters:
    ///   - itemID: The id of the item, which is included in the result.
    ///   - next: The number of items after it. Default 0.
    ///   - previous: The number of items before it. Default 0.
    /// - Throws: As ``fetchItems(_:)``.
    public func fetchItems(
        around itemID: Int,
        next: Int = 0,
        previous: Int = 0
    ) async throws(CastError) -> [QueueItem] {
        let id = try mediaSessionID(for: QueueGetItemRangeRequest.type)
        guard next >= 0, previous >= 0 else {
            throw CastError.invalid("The number of items is negative", device: device)
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
        id requestID: Int? = nil,
        within limit: Duration? = nil
    ) async throws(CastError) -> [QueueItem] {
        let answer = try await ask(request, kind: kind, id: requestID, timeout: limit)
        guard case .queueItems(let message) = MediaMessage(answer) else {
            throw unexpectedReply(type(of: request).type, answer)
        }
        return message.items
    }

    // MARK: Jumping

    private func jump(
        _ target: JumpQueue.Target,
        _ customData: JSONValue?,
        _ requestID: Int?
    ) async throws(CastError) -> MediaSnapshot? {
        _ = try mediaSessionID(for: QueueUpdateRequest.type)
        let waiter = nextJumpWaiter
        nextJumpWaiter += 1
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                jumpWaiters[waiter] = continuation
                let outcome = jumps.jump(target, customData: customData, requestID: requestID, waiter: waiter)
                resumeJumpWaiters(outcome.replaced, .failure(.replaced(QueueUpdateRequest.type, device: device)))
                if let jump = outcome.send { send(jump) }
            }
        } onCancel: {
            route.eventLoop.execute { self.assumeIsolated { $0.jumpCancelled(waiter) } }
        }
        try result.get()
        return status
    }

    private func send(_ jump: JumpQueue.Jump) {
        do throws(CastError) {
            var request = QueueUpdateRequest(mediaSessionID: try mediaSessionID(for: QueueUpdateRequest.type))
            switch jump.target {
            case .item(let itemID, let position):
                request.currentItemID = itemID
                request.currentTime = position
            case .by(let steps): request.jump = steps
            }
            if let customData = jump.customData { request.customData = customData }
            try submit(request, id: jump.requestID) { media, result in media.jumpAnswered(result) }
        } catch {
            jumpAnswered(.failure(error))
        }
    }

    private func jumpAnswered(_ result: Result<JSONObject, CastError>) {
        let outcome = jumps.answered()
        resumeJumpWaiters(outcome.answered, result.map { _ in })
        resumeJumpWaiters(outcome.idle, .success(()))
        if let jump = outcome.send { send(jump) }
    }

    private func jumpCancelled(_ waiter: Int) {
        jumps.cancelled(waiter)
        resumeJumpWaiters([waiter], .failure(.cancelled(QueueUpdateRequest.type, device: device)))
    }

    private func resumeJumpWaiters(_ waiters: [Int], _ result: Result<Void, CastError>) {
        for waiter in waiters { jumpWaiters.removeValue(forKey: waiter)?.resume(returning: result) }
    }

    // MARK: Arguments and replies

    func requireItems(_ elements: [some Any]) throws(CastError) {
        guard elements.isEmpty else { return }
        throw CastError.invalid("No items were given", device: device)
    }

    private func validated(_ position: Double?) throws(CastError) -> Double? {
        guard let position else { return nil }
        guard position.isFinite, position >= 0 else {
            throw CastError.invalid("A position of \(position) s is invalid", device: device)
        }
        return position
    }

    private func unexpectedReply(_ request: String, _ answer: JSONObject) -> CastError {
        CastError.unexpectedReply(request, answer: DevicePayload(fields: answer), device: device)
    }

    /// Inserts items, as ``insert(_:before:customData:)`` and ``insertAndPlay(_:before:at:customData:)`` do.
    ///
    /// - Parameter requestID: The id of the first message; nil uses the next one.
    @discardableResult
    package func insert(
        _ items: [QueueItem],
        before itemID: Int?,
        playing: Bool,
        at position: Double? = nil,
        customData: JSONValue?,
        requestID: Int? = nil
    ) async throws(CastError) -> MediaSnapshot? {
        let id = try mediaSessionID(for: QueueInsertRequest.type)
        try requireItems(items)
        let position = try validated(position)
        let items = items.map(\.new)
        var request = QueueInsertRequest(mediaSessionID: id, items: [], insertBefore: itemID)
        if let customData { request.customData = customData }
        let sizes = try sizes(of: items, room: room(for: request))
        let batches = QueueSplit.batches(of: sizes, in: items.indices, room: room(for: request))
        var insertion = QueueInsertion(items: items, mediaSessionID: id, customData: customData, arrived: [])
        for (index, batch) in batches.enumerated() {
            insertion.batches.append(
                QueueInsertion.Batch(range: batch, before: itemID, plays: playing && index == 0, position: position)
            )
        }
        try await sendBatches(insertion, firstRequestID: requestID, timeout: connection.options.requestTimeout)
        return status
    }
}
