// SPDX-License-Identifier: Apache-2.0

import CastWire
import NIOCore

/// The state machine that models a receiver's queue: all ids in order, and a bounded cache of items with
/// least-recently-used eviction. It never modifies the queue; changes by any sender arrive as QUEUE_CHANGE.
///
/// **Ids.** The ids are fetched when a media session is first seen, after a resumption, on request, and whenever the
/// model may differ from the receiver's queue: after a gap in the sequence numbers, after a change of an unknown type,
/// or, for receivers that never report changes, when a status contains an item that is not in the list. The old ids are
/// kept until the reply arrives, so that a list does not flash empty. A change with an old sequence number is ignored.
/// After ``clear()``, changes, lists of ids and statuses are ignored until ``reload()`` or the next media session.
///
/// **Items.** A requested item that is not cached waits in a window of at most ``Configuration/fetchLimit`` ids, from
/// which newer requests remove the oldest. ``Configuration/batchDelay`` after the first request, one QUEUE_GET_ITEMS
/// fetches all of them; one such request is in flight at a time. A rejected batch is halved until the item that does
/// not exist is isolated. Items that a reply omits, for example because they do not fit into a message, are requested
/// again as long as replies contain further items. Items in any reply or status are cached.
///
/// **Tickets.** Each request has a ticket, and its result is accepted only with that ticket. A suspension, a new media
/// session, the end of the media session and ``clear()`` discard the requests in flight.
///
/// ``Action/itemsUnavailable(_:_:)`` notifies callers that an item will not arrive.
struct QueueMachine {
    struct Configuration: Equatable {
        /// The maximum number of cached items.
        var cacheSize = 20
        /// The maximum number of items in one request, and of items waiting to be requested.
        var fetchLimit = 20
        /// The time from the first requested item to the request that fetches it, in which further items are added.
        var batchDelay = TimeAmount.milliseconds(50)
        /// The time after an unanswered request for ids at which the next one is sent.
        var retryDelay = TimeAmount.seconds(5)
        /// The maximum number of retries of an unanswered request for ids.
        var retryLimit = 3
        /// The maximum number of ids, for a receiver that never stops inserting.
        var itemLimit = 100_000
    }

    /// The reason why an item will not arrive.
    enum Reason: Equatable {
        /// Newer requests removed it from the window, or the queue that contained it was replaced.
        case replaced
        /// The receiver does not have the item.
        case missing
        case failed(CastError)
    }

    enum Action: Equatable {
        case fetchIDs(mediaSessionID: Int, ticket: Int)
        case fetchItems([Int], mediaSessionID: Int, ticket: Int)
        case changed([MediaQueueChange])
        /// These items will not arrive; their callers must be notified.
        case itemsUnavailable([Int], Reason)
    }

    /// The request for items in flight.
    private struct ItemRequest: Equatable {
        var ticket: Int
        var itemIDs: [Int]
        var arrived: Set<Int> = []
    }

    /// What is known of the receiver's media session.
    private struct MediaSession {
        /// Where its ids come from.
        enum Source {
            /// They have not been received yet.
            case unknown
            /// The receiver has listed them.
            case listed
            /// The receiver does not list them, so that the items in its statuses are used as the queue.
            case reported
        }

        let id: Int
        var source = Source.unknown
        /// The sequence number of the last change that the ids include.
        var sequence: Int?
        /// The sequence number of the newest change that the ids do not include.
        var unappliedSequence: Int?
        var reportsChanges = false
        /// The items that its statuses have reported.
        var reported: [QueueItem]
        /// Unknown ids in a status for which the list was fetched once.
        var refetchedIDs: Set<Int> = []

        /// The sequence number of the newest change, which a list of ids must include to be up to date.
        var newestChange: Int? { [sequence, unappliedSequence].compactMap { $0 }.max() }
    }

    /// How the ids relate to the receiver's.
    private enum IDState {
        /// They may differ.
        case unsynced
        /// They match, as far as is known.
        case synced
        /// They belong to a media session that has ended.
        case outdated
        /// They were cleared locally. Changes, lists of ids and statuses are ignored until a reload or the next media
        /// session.
        case cleared
    }

    /// The request for ids: the one in flight, and the time of the next one.
    private struct IDRequest {
        /// The ticket of the request in flight.
        var ticket: Int?
        /// The time of the next request; nil when none is planned.
        var due: NIODeadline?
        /// The number of retries since the last accepted list of ids, or the last failure that was reported.
        var retries = 0
    }

    let configuration: Configuration
    private var order = QueueOrder()
    private(set) var items: [Int: QueueItem] = [:]
    private var mediaSession: MediaSession?
    private var idState = IDState.unsynced
    private var isSuspended = false
    /// Whether cached items may have changed without a notification.
    private var itemsMayBeOutdated = false
    /// Whether the next list of ids is reported as a reload, even without a difference.
    private var mustReload = false
    /// The ids of the cached items, least recently used first.
    private var recency: [Int] = []
    private var idRequest = IDRequest()
    /// The requested items of the next batch, oldest request first.
    private var window: [Int] = []
    /// The time at which the window is fetched. Set as long as the window contains items.
    private var windowDue: NIODeadline?
    private var itemRequest: ItemRequest?
    /// The batches to request again: halves of a rejected batch, and items that a reply omitted.
    private var retryBatches: [[Int]] = []
    private var nextTicket = 1

    init(configuration: Configuration = Configuration()) { self.configuration = configuration }

    var contents: MediaQueueContents {
        MediaQueueContents(itemIDs: itemIDs, items: items, isCurrent: isSynced)
    }

    /// The ids of all items, in order.
    var itemIDs: [Int] { order.ids }

    var mediaSessionID: Int? { mediaSession?.id }

    /// Whether the ids match the receiver's, as far as is known.
    var isSynced: Bool { idState == .synced }

    /// Whether a list of ids has been requested or is about to be.
    var isFetchingIDs: Bool { idRequest.ticket != nil || idRequest.due != nil }

    /// The time at which ``deadlineReached(now:)`` must be called next.
    var nextDeadline: NIODeadline? {
        guard !isSuspended else { return nil }
        return [idRequest.due, itemRequest == nil ? windowDue : nil].compactMap { $0 }.min()
    }

    func index(ofItem itemID: Int) -> Int? { order.index(of: itemID) }

    /// Whether an item was requested and has neither arrived nor failed.
    func isWaiting(for itemID: Int) -> Bool {
        window.contains(itemID) || itemRequest?.itemIDs.contains(itemID) == true
            || retryBatches.contains { $0.contains(itemID) }
    }

    // MARK: The media session

    /// Handles a media status; nil when nothing is loaded. The first one after a loss of the connection ends the
    /// suspension.
    mutating func statusReceived(_ snapshot: MediaSnapshot?) -> [Action] {
        let wasSuspended = isSuspended
        isSuspended = false
        guard let snapshot, !snapshot.isOver else { return mediaSessionEnded() }
        guard var session = mediaSession, session.id == snapshot.mediaSessionID else {
            let actions = cancelRequests(.replaced)
            idState = itemIDs.isEmpty ? .unsynced : .outdated
            mediaSession = MediaSession(id: snapshot.mediaSessionID, reported: snapshot.queueWindow)
            return actions + fetchIDs()
        }
        session.reported = snapshot.queueWindow
        mediaSession = session
        guard idState != .cleared else { return [] }
        if wasSuspended {
            itemsMayBeOutdated = true
            return fetchIDs()
        }
        return session.source == .reported ? useReportedItems() : refresh(snapshot.queueWindow)
    }

    /// Handles the loss of the connection. The known contents are kept.
    mutating func suspended(_ error: CastError) -> [Action] {
        isSuspended = true
        if isSynced { idState = .unsynced }
        return cancelRequests(.failed(error))
    }

    /// Handles the end of the media session, or of the session.
    mutating func mediaSessionEnded() -> [Action] {
        mediaSession = nil
        idState = .unsynced
        return cancelRequests(.missing) + removeAllItems()
    }

    // MARK: Requests of the client

    /// Clears the cache and fetches the ids again. While suspended, or without a media session, the ids are fetched
    /// with the next status.
    mutating func reload() -> [Action] {
        if idState == .cleared { idState = .unsynced }
        dropItems()
        mustReload = true
        return mediaSession == nil || isSuspended ? [] : fetchIDs()
    }

    /// Clears the local contents, which stay empty until ``reload()`` or the next media session. The receiver's queue
    /// is not changed.
    mutating func clear() -> [Action] {
        idState = .cleared
        return cancelRequests(.missing) + removeAllItems()
    }

    /// Returns the cached item at an index, and marks it as the most recently used one. Returns nil when it is not
    /// cached, or the index is out of range.
    ///
    /// - Parameter fetch: Whether to fetch an item that is not cached.
    mutating func item(at index: Int, fetch: Bool = true, now: NIODeadline) -> (item: QueueItem?, actions: [Action]) {
        guard itemIDs.indices.contains(index) else { return (nil, []) }
        let id = itemIDs[index]
        if let item = items[id] {
            recency.removeAll { $0 == id }
            recency.append(id)
            return (item, [])
        }
        return (nil, fetch ? request(id, now: now) : [])
    }

    private mutating func request(_ id: Int, now: NIODeadline) -> [Action] {
        guard mediaSession != nil, idState != .outdated, !isSuspended else { return [] }
        guard !isWaiting(for: id) else { return [] }
        window.append(id)
        windowDue = windowDue ?? now + configuration.batchDelay
        guard window.count > max(1, configuration.fetchLimit) else { return [] }
        return [.itemsUnavailable([window.removeFirst()], .replaced)]
    }

    // MARK: Ids

    /// Handles a list of ids, whether or not this sender requested it.
    mutating func itemIDsReceived(_ ids: [Int], sequence number: Int?, now: NIODeadline) -> [Action] {
        guard let session = mediaSession, !isSuspended, idState != .cleared else { return [] }
        let newest = session.newestChange
        if let number, let newest, number < newest, isSynced || idRequest.retries < configuration.retryLimit {
            // The list is older than a known change. If the lists of a receiver never include the sequence number of
            // its own change, they are accepted after ``Configuration/retryLimit`` retries, so that the requests end.
            if !isSynced, idRequest.due == nil {
                idRequest.retries += 1
                idRequest.due = now + configuration.batchDelay
            }
            return []
        }
        let isReload = mustReload || idState == .outdated
        if let number, let newest, number > newest { itemsMayBeOutdated = true }
        let hasOutdated =
            idState == .outdated || itemsMayBeOutdated && (number == nil || number != session.sequence)
        let outdated = hasOutdated ? Array(items.keys) : []
        if !outdated.isEmpty { dropItems() }
        mediaSession?.sequence = number ?? session.unappliedSequence ?? session.sequence
        mediaSession?.unappliedSequence = nil
        mediaSession?.source = .listed
        idState = .synced
        itemsMayBeOutdated = false
        mustReload = false
        idRequest.retries = 0
        idRequest.due = nil
        let fresh = QueueOrder(ids, limit: configuration.itemLimit)
        if fresh == order, !isReload {
            return outdated.isEmpty ? [] : [.changed([.updated(order.indexes(of: outdated))])]
        }
        return replace(fresh) + [.changed([.reloaded])]
    }

    /// Handles the end of the request for ids. If it succeeded, the list was handled before.
    mutating func itemIDsAnswered(_ ticket: Int, _ error: CastError?, now: NIODeadline) -> [Action] {
        guard ticket == idRequest.ticket else { return [] }
        idRequest.ticket = nil
        guard let error else { return [] }
        if error.code == .requestTimedOut, idRequest.retries < configuration.retryLimit {
            idRequest.retries += 1
            idRequest.due = now + configuration.retryDelay
            return useReportedItems()
        }
        // The next request has all retries again, unless one is due because a list was older than a known change.
        if idRequest.due == nil { idRequest.retries = 0 }
        if error.meansUnsupported, let session = mediaSession, session.source != .listed, !session.reported.isEmpty {
            return useReportedItems()
        }
        let actions = idState == .outdated ? removeAllItems() : []
        if idState == .outdated { idState = .unsynced }
        return actions + [.changed([.failed(itemIDs: [], error)])]
    }

    /// Uses the items that statuses have reported as the queue, because the receiver does not list its ids.
    private mutating func useReportedItems() -> [Action] {
        guard let session = mediaSession, session.source != .listed else { return [] }
        let reported = QueueOrder(session.reported.compactMap(\.itemID), limit: configuration.itemLimit)
        guard !reported.ids.isEmpty else { return [] }
        if idState == .outdated { dropItems() }
        mediaSession?.source = .reported
        // A list of ids may still arrive.
        idState = isFetchingIDs ? .unsynced : .synced
        var actions: [Action] = []
        if reported != order { actions = replace(reported) + [.changed([.reloaded])] }
        return actions + itemsReceived(session.reported.filter { $0.media != nil && items[$0.itemID ?? 0] != $0 })
    }

    /// Handles a change that the receiver reported.
    mutating func changeReceived(_ change: QueueChangeMessage) -> [Action] {
        guard let session = mediaSession, !isSuspended, idState != .cleared,
            change.mediaSessionID ?? session.id == session.id
        else { return [] }
        mediaSession?.reportsChanges = true
        guard isSynced else {
            if let number = change.sequenceNumber {
                if let newest = session.newestChange, number > newest, !Self.follows(number, newest) {
                    itemsMayBeOutdated = true
                }
                mediaSession?.unappliedSequence = max(session.unappliedSequence ?? number, number)
            }
            // The pending list of ids will contain the positions, but not the contents of items.
            let isContentChange = change.changeType == .itemsChange && idState != .outdated
            let dropped = isContentChange ? changed(change.itemIDs ?? []) : []
            return dropped + (isFetchingIDs ? [] : fetchIDs())
        }
        if let number = change.sequenceNumber {
            if let sequence = session.sequence {
                guard number > sequence else { return [] }
                guard Self.follows(number, sequence) else {
                    mediaSession?.unappliedSequence = number
                    itemsMayBeOutdated = true
                    return fetchIDs()
                }
            }
            mediaSession?.sequence = number
        }
        return apply(change)
    }

    /// Returns the part of a change that is not known yet; for an UPDATE, with the ids of all items in the new order.
    /// Returns nil when nothing in it is new, when the change is late, and when a list of ids is fetched because of it.
    /// While the queue is cleared, returns the whole change.
    ///
    /// Call it before ``changeReceived(_:)``.
    func unappliedChange(in change: QueueChangeMessage) -> QueueChangeMessage? {
        guard let session = mediaSession, !isSuspended, change.mediaSessionID ?? session.id == session.id,
            change.changeType != QueueChangeType.noChange
        else { return nil }
        guard isSynced else { return idState == .cleared ? change : nil }
        if let number = change.sequenceNumber, let sequence = session.sequence, !Self.follows(number, sequence) {
            return nil
        }
        var unapplied = change
        switch change.changeType {
        case QueueChangeType.insert:
            unapplied.itemIDs = change.itemIDs?.filter { !order.contains($0) }
            unapplied.insertBefore = change.insertBefore.flatMap { order.contains($0) ? $0 : nil }
        case QueueChangeType.remove:
            unapplied.itemIDs = change.itemIDs?.filter(order.contains)
        case QueueChangeType.update:
            guard let new = order.updated(by: change, limit: configuration.itemLimit), new != order else { return nil }
            unapplied.itemIDs = new.ids
        default: break
        }
        return unapplied.itemIDs?.isEmpty == false ? unapplied : nil
    }

    private mutating func apply(_ change: QueueChangeMessage) -> [Action] {
        let ids = change.itemIDs ?? []
        switch change.changeType {
        case QueueChangeType.insert: return insert(ids, before: change.insertBefore)
        case QueueChangeType.remove: return remove(ids)
        case QueueChangeType.itemsChange: return changed(ids)
        case QueueChangeType.update: return reorder(change)
        case QueueChangeType.noChange: return []
        default: return fetchIDs()
        }
    }

    private mutating func insert(_ ids: [Int], before next: Int?) -> [Action] {
        let inserted = order.insert(ids, before: next, limit: configuration.itemLimit)
        return inserted.map { [.changed([.inserted($0)])] } ?? []
    }

    private mutating func remove(_ ids: [Int]) -> [Action] {
        let indexes = order.indexes(of: ids)
        return indexes.isEmpty ? [] : replace(order.removing(ids)) + [.changed([.removed(indexes)])]
    }

    /// Drops the cached items whose contents changed.
    private mutating func changed(_ ids: [Int]) -> [Action] {
        let known = Set(ids).filter(order.contains)
        guard !known.isEmpty else { return [] }
        for id in known { items[id] = nil }
        recency.removeAll { known.contains($0) }
        return [.changed([.updated(order.indexes(of: known))])]
    }

    /// Applies an UPDATE. If the new order cannot be derived from it, the ids are fetched.
    private mutating func reorder(_ update: QueueChangeMessage) -> [Action] {
        guard let new = order.updated(by: update, limit: configuration.itemLimit) else { return fetchIDs() }
        guard new != order else { return [] }
        return replace(new) + [.changed([.reloaded])]
    }

    // MARK: Items

    /// Handles items, whether or not this sender requested them.
    mutating func itemsReceived(_ received: [QueueItem]) -> [Action] {
        guard mediaSession != nil, idState != .outdated, !isSuspended else { return [] }
        var indexes: Set<Int> = []
        for item in received {
            guard let id = item.itemID, let index = order.index(of: id) else { continue }
            itemRequest?.arrived.insert(id)
            window.removeAll { $0 == id }
            store(item, id: id)
            indexes.insert(index)
        }
        while recency.count > max(1, configuration.cacheSize) {
            let evicted = recency.removeFirst()
            items[evicted] = nil
            if let index = order.index(of: evicted) { indexes.insert(index) }
        }
        return indexes.isEmpty ? [] : [.changed([.updated(indexes.sorted())])]
    }

    /// Handles the end of the request for items. If it succeeded, the items were handled before.
    mutating func itemsAnswered(_ ticket: Int, _ error: CastError?, now: NIODeadline) -> [Action] {
        guard let answered = itemRequest, answered.ticket == ticket else { return [] }
        itemRequest = nil
        let missing = answered.itemIDs.filter { !answered.arrived.contains($0) && order.contains($0) }
        let removed = answered.itemIDs.filter { !answered.arrived.contains($0) && !order.contains($0) }
        var actions: [Action] = removed.isEmpty ? [] : [.itemsUnavailable(removed, .missing)]
        if let error {
            if error.code == .invalidRequest, answered.itemIDs.count > 1, !missing.isEmpty {
                // One of the items does not exist; the other ones must not fail because of it.
                let middle = (missing.count + 1) / 2
                retryBatches += [Array(missing[..<middle]), Array(missing[middle...])].filter { !$0.isEmpty }
            } else if !missing.isEmpty {
                actions += [.itemsUnavailable(missing, .failed(error)), .changed([.failed(itemIDs: missing, error)])]
            }
        } else if !missing.isEmpty {
            // Some receivers send only what fits into one message. A receiver that sent none of the items does not have
            // them.
            if missing.count < answered.itemIDs.count - removed.count {
                retryBatches.insert(missing, at: 0)
            } else {
                actions.append(.itemsUnavailable(missing, .missing))
            }
        }
        return actions + nextBatch(now: now)
    }

    /// Sends the requests that are due. Call it at ``nextDeadline``.
    mutating func deadlineReached(now: NIODeadline) -> [Action] {
        guard !isSuspended else { return [] }
        var actions: [Action] = []
        if let due = idRequest.due, due <= now { actions += fetchIDs() }
        return actions + nextBatch(now: now)
    }

    /// Requests the next batch of items, if one is due and no request for items is in flight.
    private mutating func nextBatch(now: NIODeadline) -> [Action] {
        guard itemRequest == nil, idState != .outdated, let mediaSessionID else { return [] }
        var batch: [Int] = []
        if !retryBatches.isEmpty {
            batch = retryBatches.removeFirst()
        } else if let due = windowDue, due <= now {
            batch = window
            window = []
            windowDue = nil
        }
        guard !batch.isEmpty else { return [] }
        let ticket = makeTicket()
        itemRequest = ItemRequest(ticket: ticket, itemIDs: batch)
        return [.fetchItems(batch, mediaSessionID: mediaSessionID, ticket: ticket)]
    }

    /// Updates cached items from a status. If the receiver does not report changes, an unknown item in the status
    /// causes the ids to be fetched.
    private mutating func refresh(_ reportedItems: [QueueItem]) -> [Action] {
        let known = reportedItems.filter { item in
            guard let id = item.itemID, item.media != nil, let cached = items[id] else { return false }
            return cached != item
        }
        let unknown = Set(reportedItems.compactMap(\.itemID).filter { !order.contains($0) })
        var actions = known.isEmpty ? [] : itemsReceived(known)
        if let session = mediaSession, isSynced, !session.reportsChanges, !unknown.isEmpty,
            unknown != session.refetchedIDs
        {
            mediaSession?.refetchedIDs = unknown
            actions += fetchIDs()
        }
        return actions
    }

    // MARK: Implementation

    private mutating func fetchIDs() -> [Action] {
        guard let mediaSessionID else { return [] }
        if isSynced { idState = .unsynced }
        idRequest.due = nil
        let ticket = makeTicket()
        idRequest.ticket = ticket
        return [.fetchIDs(mediaSessionID: mediaSessionID, ticket: ticket)]
    }

    /// Whether a sequence number directly follows another one. Both come from the receiver and can be any integers.
    private static func follows(_ number: Int, _ previous: Int) -> Bool {
        number > previous && number &- previous == 1
    }

    /// Returns a number for a request. No two requests have the same number.
    private mutating func makeTicket() -> Int {
        defer { nextTicket += 1 }
        return nextTicket
    }

    /// Discards the requests in flight and the requested items; their results will be ignored.
    private mutating func cancelRequests(_ reason: Reason) -> [Action] {
        let waiting = (itemRequest?.itemIDs ?? []) + retryBatches.joined() + window
        itemRequest = nil
        retryBatches = []
        window = []
        windowDue = nil
        idRequest = IDRequest()
        return waiting.isEmpty ? [] : [.itemsUnavailable(waiting, reason)]
    }

    private mutating func removeAllItems() -> [Action] {
        dropItems()
        guard !itemIDs.isEmpty else { return [] }
        return replace(QueueOrder()) + [.changed([.reloaded])]
    }

    /// Replaces the ids; requested items that are not among them fail.
    private mutating func replace(_ new: QueueOrder) -> [Action] {
        order = new
        items = items.filter { new.contains($0.key) }
        recency.removeAll { !new.contains($0) }
        let removed = (window + retryBatches.joined()).filter { !new.contains($0) }
        window.removeAll { !new.contains($0) }
        if window.isEmpty { windowDue = nil }
        retryBatches = retryBatches.map { $0.filter(new.contains) }.filter { !$0.isEmpty }
        return removed.isEmpty ? [] : [.itemsUnavailable(removed, .missing)]
    }

    private mutating func store(_ item: QueueItem, id: Int) {
        var item = item
        // An item that contains only its id keeps the known media.
        if item.media == nil { item.media = items[id]?.media }
        items[id] = item
        recency.removeAll { $0 == id }
        recency.append(id)
    }

    private mutating func dropItems() {
        items = [:]
        recency = []
    }
}

extension MediaSnapshot {
    /// Whether playback has ended without a next item, so that the queue no longer exists.
    var isOver: Bool { idleReason != nil && status.loadingItemID == nil && status.preloadedItemID == nil }
}
