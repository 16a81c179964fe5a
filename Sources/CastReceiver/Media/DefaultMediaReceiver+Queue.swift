// SPDX-License-Identifier: Apache-2.0

import CastWire

/// Changes that senders make to the queue during playback.
///
/// An edit causes two messages: QUEUE_CHANGE describes the change, with a sequence number that increases by one, and
/// the MEDIA_STATUS after it answers the request. So a sender that receives the answer already knows the queue.
extension DefaultMediaReceiver {
    // MARK: - Edits

    mutating func insert(
        _ request: QueueInsertRequest,
        for requester: MediaRequester,
        at now: ContinuousClock.Instant
    ) throws(MediaRequestRefusal) -> [MediaAction] {
        guard var queue = session?.queue, let items = try LoadPlan.items(request.fields), !items.isEmpty else {
            throw .invalidParameters
        }
        try LoadPlan.check(items)
        guard request.currentItemID == nil || request.currentItemIndex == nil else { throw .invalidParameters }
        allowsURLsOfThisMachine = allowsURLsOfThisMachine && requester.isOnThisMachine
        let before = request.insertBefore.flatMap { queue.index(of: $0) == nil ? nil : $0 }
        let ids = queue.insert(items, before: before)
        guard queue.isWithinLimits else { throw .queueLimit }
        var target = request.currentItemID
        if let index = request.currentItemIndex {
            guard ids.indices.contains(index) else { throw .invalidParameters }
            target = ids[index]
        }
        let change = QueueChangeMessage(changeType: .insert, itemIDs: ids, insertBefore: before)
        return try finish(queue, [change], target, request.currentTime, with: .all, for: requester, at: now)
    }

    mutating func remove(
        _ request: QueueRemoveRequest,
        for requester: MediaRequester,
        at now: ContinuousClock.Instant
    ) throws(MediaRequestRefusal) -> [MediaAction] {
        guard var session else { throw MediaRequestRefusal(.invalidMediaSessionID) }
        let ids = try Self.distinctIDs(request.fields)
        let before = session.queue.currentID
        var queue = session.queue
        let removal = queue.remove(ids)
        let change =
            removal.ids.isEmpty
            ? QueueChangeMessage(changeType: .noChange)
            : QueueChangeMessage(changeType: .remove, itemIDs: removal.ids)
        let target = request.currentItemID
        if let target, removal.ids.contains(target) || session.queue.index(of: target) == nil {
            throw .invalidParameters
        }
        if let target, removal.playback == .ended {
            // No item follows by itself, but the request names one.
            _ = queue.jump(to: target)
            _ = queue.remove(ids)
        } else if removal.playback == .ended {
            session.queue = queue
            self.session = session
            return announce([change]) + endByRequest(requester, at: now)
        }
        guard target == nil, removal.playback == .moved else {
            return try finish(queue, [change], target, request.currentTime, for: requester, at: now)
        }
        session.queue = queue
        self.session = session
        let announcement = announce([change])
        return announcement + answerAll(at: now)
            + startCurrentItem(
                after: before,
                from: LoadPlan.position(request.currentTime),
                requestID: requester.requestID,
                at: now
            )
    }

    mutating func reorder(
        _ request: QueueReorderRequest,
        for requester: MediaRequester,
        at now: ContinuousClock.Instant
    ) throws(MediaRequestRefusal) -> [MediaAction] {
        guard var queue = session?.queue else { throw MediaRequestRefusal(.invalidMediaSessionID) }
        let ids = try Self.distinctIDs(request.fields)
        if let target = request.insertBefore, ids.contains(target) { throw .invalidParameters }
        let previousIDs = queue.ids
        let insertBefore = request.insertBefore.flatMap { queue.index(of: $0) == nil ? nil : $0 }
        let moved = queue.reorder(ids, before: insertBefore)
        let change =
            queue.ids == previousIDs
            ? QueueChangeMessage(changeType: .noChange)
            : QueueChangeMessage(
                changeType: .update,
                itemIDs: queue.ids,
                insertBefore: insertBefore,
                reorderItemIDs: moved
            )
        return try finish(queue, [change], request.currentItemID, request.currentTime, for: requester, at: now)
    }

    mutating func update(
        _ request: QueueUpdateRequest,
        for requester: MediaRequester,
        at now: ContinuousClock.Instant
    ) throws(MediaRequestRefusal) -> [MediaAction] {
        guard var session else { throw MediaRequestRefusal(.invalidMediaSessionID) }
        var changes: [QueueChangeMessage] = []
        var content = StatusContent.queue
        if let value = request.fields["items"], !value.isNull {
            allowsURLsOfThisMachine = allowsURLsOfThisMachine && requester.isOnThisMachine
            let changed = session.queue.update(try Self.updates(value))
            guard session.queue.isWithinLimits else { throw .queueLimit }
            if !changed.isEmpty {
                changes.append(QueueChangeMessage(changeType: .itemsChange, itemIDs: changed))
            }
            if changed.contains(session.queue.currentID), session.adoptUpdate() { content.insert(.media) }
        }
        let hasMode = request.fields["repeatMode"].map { !$0.isNull } ?? false
        if hasMode {
            guard let mode = request.repeatMode else { throw .invalidParameters }
            session.queue.repeatMode = try LoadPlan.known(mode)
        }
        if let target = request.currentItemID, session.queue.index(of: target) == nil { throw .invalidParameters }
        let before = session.queue.currentID
        if let shuffle = request.shuffle {
            if session.reorder(shuffled: shuffle, using: &generator) {
                changes.append(QueueChangeMessage(changeType: .update, itemIDs: session.queue.ids))
            }
        }
        if changes.isEmpty, !hasMode, request.currentItemID == nil, request.jump == nil {
            changes = [QueueChangeMessage(changeType: .noChange)]
        }
        self.session = session
        let actions = announce(changes)
        if let distance = request.jump, distance != 0 {
            let target = request.currentItemID
            return actions + jump(by: distance, from: target, startingAt: request.currentTime, for: requester, at: now)
        }
        let target = request.currentItemID ?? session.queue.currentID
        return actions
            + select(target, insteadOf: before, startingAt: request.currentTime, with: content, for: requester, at: now)
    }

    // MARK: - Moving

    mutating func jump(
        by distance: Int,
        from itemID: Int? = nil,
        startingAt startTime: Double? = nil,
        for requester: MediaRequester,
        at now: ContinuousClock.Instant
    ) -> [MediaAction] {
        guard let before = session?.queue.currentID,
            let step = session?.queue.jump(by: distance, from: itemID, using: &generator)
        else { return [] }
        guard step != .ended else { return endByRequest(requester, at: now) }
        return orderChanged(step) + answerAll(at: now)
            + startCurrentItem(
                after: before,
                from: LoadPlan.position(startTime),
                requestID: requester.requestID,
                at: now
            )
    }

    /// Handles QUEUE_SHUFFLE.
    mutating func shuffle(for requester: MediaRequester, at now: ContinuousClock.Instant) -> [MediaAction] {
        guard let before = session?.queue.currentID else { return [] }
        let isChanged = session?.reorder(shuffled: true, using: &generator) ?? false
        let change =
            isChanged
            ? QueueChangeMessage(changeType: .update, itemIDs: session?.queue.ids)
            : QueueChangeMessage(changeType: .noChange)
        let actions = announce([change])
        let target = session?.queue.currentID ?? before
        return actions + select(target, insteadOf: before, startingAt: nil, with: .queue, for: requester, at: now)
    }

    /// Plays an item. If the item is already current, seeks to the start time, if any.
    private mutating func select(
        _ target: Int,
        insteadOf before: Int,
        startingAt startTime: Double?,
        with content: StatusContent,
        for requester: MediaRequester,
        at now: ContinuousClock.Instant
    ) -> [MediaAction] {
        _ = session?.queue.jump(to: target)
        let start = LoadPlan.position(startTime)
        guard target == before else {
            return answerAll(at: now)
                + startCurrentItem(
                    after: before,
                    from: start,
                    requestID: requester.requestID,
                    with: content,
                    at: now
                )
        }
        guard let start, let session, session.isSeekable else {
            return broadcastStatus(requester.requestID, with: content, at: now)
        }
        return seek(to: start, resuming: nil, for: requester, at: now)
    }

    /// Completes an edit: announces the changes and selects the item to play.
    private mutating func finish(
        _ queue: ReceiverQueue,
        _ changes: [QueueChangeMessage],
        _ target: Int?,
        _ startTime: Double?,
        with content: StatusContent = .queue,
        for requester: MediaRequester,
        at now: ContinuousClock.Instant
    ) throws(MediaRequestRefusal) -> [MediaAction] {
        guard let before = session?.queue.currentID else { throw MediaRequestRefusal(.invalidMediaSessionID) }
        if let target, queue.index(of: target) == nil { throw .invalidParameters }
        session?.queue = queue
        let actions = announce(changes)
        guard let target else {
            return actions + broadcastStatus(requester.requestID, with: content, at: now)
        }
        return actions
            + select(target, insteadOf: before, startingAt: startTime, with: content, for: requester, at: now)
    }

    /// Ends the session because a request has left no item to play.
    private mutating func endByRequest(_ requester: MediaRequester, at now: ContinuousClock.Instant) -> [MediaAction] {
        let answers = answerAll(at: now)
        return answers + end(.interrupted, requestID: requester.requestID, at: now) + [.player(.stop)]
    }

    // MARK: - Notifications

    /// Announces the order of the queue if it has been reshuffled.
    mutating func orderChanged(_ step: ReceiverQueue.Step) -> [MediaAction] {
        guard step == .reshuffled else { return [] }
        return announce([QueueChangeMessage(changeType: .update, itemIDs: session?.queue.ids)])
    }

    private mutating func announce(_ changes: [QueueChangeMessage]) -> [MediaAction] {
        changes.map { change in
            var message = change
            message.sequenceNumber = session?.queue.countChange()
            message.mediaSessionID = session?.id
            message.requestID = 0
            return .broadcast(message.fields)
        }
    }

    // MARK: - Parsing requests

    /// Returns the `itemIds` of a request, which must be nonempty and without duplicates.
    private static func distinctIDs(_ request: JSONObject) throws(MediaRequestRefusal) -> [Int] {
        guard let elements = request["itemIds"]?.arrayValue, !elements.isEmpty else { throw .invalidParameters }
        let ids = elements.compactMap(Int.init(json:))
        guard ids.count == elements.count, Set(ids).count == ids.count else { throw .invalidParameters }
        return ids
    }

    /// Returns the `items` of a QUEUE_UPDATE by id.
    private static func updates(_ value: JSONValue) throws(MediaRequestRefusal) -> [Int: QueueItem] {
        guard let elements = value.arrayValue else { throw .invalidParameters }
        var updates: [Int: QueueItem] = [:]
        for element in elements {
            guard let item = QueueItem(json: element), let id = item.itemID, updates[id] == nil else {
                throw .invalidParameters
            }
            if let media = item.fields["media"], !media.isNull {
                guard let media = item.media else { throw .invalidParameters }
                try LoadPlan.check(media)
            }
            updates[id] = item
        }
        return updates
    }
}

// MARK: - Answers to one sender

extension DefaultMediaReceiver {
    func answerItemIDs(of session: MediaSession, for requester: MediaRequester) -> MediaAction {
        let message = QueueItemIDsMessage(
            itemIDs: session.queue.ids,
            sequenceNumber: session.queue.sequenceNumber,
            requestID: requester.requestID
        )
        return .reply(message.fields, to: requester.sender)
    }

    /// Answers QUEUE_GET_ITEMS with as many items, from the first one on, as fit into one message. The sender can
    /// request the others again.
    func answerItems(
        _ request: QueueGetItemsRequest,
        of session: MediaSession,
        for requester: MediaRequester
    ) throws(MediaRequestRefusal) -> MediaAction {
        let ids = try Self.distinctIDs(request.fields)
        var size = 0
        var items: [QueueItem] = []
        for item in session.queue.items(withIDs: ids) {
            let item = item.fitted(Self.statusByteLimit)
            size += item.json.jsonBytes.count + 1
            guard size <= Self.statusByteLimit else { break }
            items.append(item)
        }
        return answer(items, of: session, for: requester)
    }

    /// Answers QUEUE_GET_ITEM_RANGE with an item and its neighbors; only the nearest ones if not all fit into one
    /// message.
    func answerItems(
        _ request: QueueGetItemRangeRequest,
        of session: MediaSession,
        for requester: MediaRequester
    ) throws(MediaRequestRefusal) -> MediaAction {
        let (next, previous) = (request.nextCount ?? 0, request.prevCount ?? 0)
        guard next >= 0, previous >= 0, let id = request.itemID, let index = session.queue.index(of: id) else {
            throw .invalidParameters
        }
        let lower = max(index - min(previous, index), 0)
        let upper = index + min(next, session.queue.count - index - 1) + 1
        let items = session.queue.items(at: lower..<upper).map { $0.fitted(Self.statusByteLimit) }
        let range = Self.fitting(items.map { $0.json.jsonBytes.count + 1 }, around: index - lower)
        return answer(Array(items[range]), of: session, for: requester)
    }

    /// Returns the largest range around an index whose sizes fit into the limit. It grows on both sides in turn.
    static func fitting(_ sizes: [Int], around index: Int, limit: Int = statusByteLimit) -> Range<Int> {
        var range = index..<index + 1
        var size = sizes[index]
        while true {
            let before = range
            if range.upperBound < sizes.count, size + sizes[range.upperBound] <= limit {
                size += sizes[range.upperBound]
                range = range.lowerBound..<range.upperBound + 1
            }
            if range.lowerBound > 0, size + sizes[range.lowerBound - 1] <= limit {
                size += sizes[range.lowerBound - 1]
                range = range.lowerBound - 1..<range.upperBound
            }
            if range == before { return range }
        }
    }

    private func answer(_ items: [QueueItem], of session: MediaSession, for requester: MediaRequester) -> MediaAction {
        let message = QueueItemsMessage(
            items: items,
            sequenceNumber: session.queue.sequenceNumber,
            requestID: requester.requestID
        )
        return .reply(message.fields, to: requester.sender)
    }
}

extension MediaSession {
    /// Adopts the changes of the item that is playing. Returns false if they apply only when the item is loaded again.
    mutating func adoptUpdate() -> Bool {
        guard let update = queue.current.media, update.url == media.url else { return false }
        let (duration, streamType) = (media.fields["duration"], media.fields["streamType"])
        media = update
        // Values found by playback take precedence over those of the sender.
        media.fields["duration"] = duration
        media.fields["streamType"] = streamType
        return true
    }

    /// Shuffles the queue or restores its order. Returns false if the order does not change.
    mutating func reorder(shuffled: Bool, using generator: inout SeededGenerator) -> Bool {
        queueData?.shuffle = shuffled
        guard shuffled else { return queue.unshuffle() }
        guard queue.count >= ReceiverQueue.shuffleMinimum else { return false }
        queue.shuffle(using: &generator)
        return true
    }
}

extension QueueItem {
    /// Returns the item, without the properties that make it larger than a limit in bytes.
    func fitted(_ limit: Int) -> QueueItem {
        func fits(_ item: QueueItem) -> Bool { item.json.jsonBytes.count <= limit }
        guard !fits(self) else { return self }
        var smaller = self
        smaller.media = media?.summary
        if fits(smaller) { return smaller }
        smaller = QueueItem(media: media?.reference, itemID: itemID)
        smaller.orderID = orderID
        if fits(smaller) { return smaller }
        smaller.media = nil
        return smaller
    }
}
