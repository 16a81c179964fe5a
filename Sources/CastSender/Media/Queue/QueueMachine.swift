import CastWire
import NIOCore

/// A sender's model of a receiver's queue: all ids in order, and a bounded cache of items, least recently used first
/// out. It never changes the queue; what senders do comes back as QUEUE_CHANGE.
///
/// **Ids.** They are fetched when a media session is seen for the first time, after a resumption, when asked for, and
/// whenever this model may differ from the receiver's: a gap in the sequence numbers, a change of a kind that is not
/// known, or, with receivers that never tell of changes, an item in a status that is not in the list. Until the answer
/// the old ids stay, so that a list does not flash empty. A change with an old number is ignored.
///
/// **Items.** An item that is asked for and not known waits in a window of at most
/// ``Configuration/fetchLimit`` ids, out of which newer ones push the oldest. ``Configuration/batchDelay`` after the
/// first, one QUEUE_GET_ITEMS asks for all, one request at a time. A refused batch is halved until the item that does
/// not exist stands alone; what an answer left out, as one that does not fit in a message must, is asked for again as
/// long as something comes. Items that any answer or status brings are taken.
///
/// **Tickets.** An answer counts only with the ticket of the request that is out. A suspension, a new media session
/// and the end forget the requests that are out.
///
/// Whoever asked is told through ``Action/gaveUp(_:_:)`` when an item will not come.
struct QueueMachine {
    struct Configuration: Equatable {
        var cacheSize = 20
        var fetchLimit = 20
        var batchDelay = TimeAmount.milliseconds(50)
        /// How long after an unanswered request for ids the next one follows.
        var retryDelay = TimeAmount.seconds(5)
        var retryLimit = 3
        /// How many ids are kept of a receiver that never stops inserting.
        var itemLimit = 100_000
    }

    /// Why an item will not come.
    enum Reason: Equatable {
        /// Newer ones took its place in the window, or the queue it stood in was replaced.
        case replaced
        /// The receiver does not have it.
        case missing
        case failed(CastError)
    }

    enum Action: Equatable {
        case fetchIDs(mediaSessionID: Int, ticket: Int)
        case fetchItems([Int], mediaSessionID: Int, ticket: Int)
        case changed([MediaQueueChange])
        /// Whoever waits for these items waits no longer.
        case gaveUp([Int], Reason)
    }

    private struct Flight: Equatable {
        var ticket: Int
        var itemIDs: [Int]
        var arrived: Set<Int> = []
    }

    let configuration: Configuration
    private(set) var itemIDs: [Int] = []
    private(set) var items: [Int: QueueItem] = [:]
    private(set) var mediaSessionID: Int?
    /// Whether the ids are the receiver's as far as can be known.
    private(set) var isSynced = false
    /// The ids are those of a media session that is over.
    private var isForeign = false
    private var isSuspended = false
    /// Emptied here; changes are of no interest until the next list of ids.
    private var isCleared = false
    /// Items in the cache may have changed unseen.
    private var isDoubtful = false
    private var mustReload = false
    private var positions: [Int: Int] = [:]
    /// Ids in the cache, least recently used first.
    private var recency: [Int] = []
    /// Of the last change that the ids include.
    private var sequence: Int?
    /// Of the newest change heard of that the ids do not include.
    private var heard: Int?
    private var hasHeardChanges = false
    /// Unknown ids in a status for which the list was fetched once.
    private var inquired: Set<Int> = []
    /// The items that statuses of the media session have named.
    private var reported: [QueueItem] = []
    /// Whether the receiver does not list its ids, so that the reported items stand for the queue.
    private var listsReported = false
    /// Whether the receiver has listed the ids of this media session.
    private var hasListed = false
    private var idsTicket: Int?
    private var idsDue: NIODeadline?
    private var retries = 0
    private var window: [Int] = []
    private var windowDue: NIODeadline?
    private var flight: Flight?
    /// Halves of a batch that was refused, and what an answer left out.
    private var halves: [[Int]] = []
    private var nextTicket = 1

    init(configuration: Configuration = Configuration()) { self.configuration = configuration }

    var contents: MediaQueueContents {
        MediaQueueContents(itemIDs: itemIDs, items: items, isCurrent: isSynced)
    }

    /// Whether a list of ids is on its way or due.
    var isFetchingIDs: Bool { idsTicket != nil || idsDue != nil }

    /// When ``alarmRang(now:)`` has something to do next.
    var alarm: NIODeadline? {
        guard !isSuspended else { return nil }
        return [idsDue, flight == nil ? windowDue : nil].compactMap { $0 }.min()
    }

    func index(ofItem itemID: Int) -> Int? { positions[itemID] }

    /// Whether an item was asked for and has neither come nor been given up.
    func isWaiting(for itemID: Int) -> Bool {
        window.contains(itemID) || flight?.itemIDs.contains(itemID) == true || halves.contains { $0.contains(itemID) }
    }

    // MARK: The media session

    /// A status came; nil when nothing is loaded.
    mutating func statusReceived(_ snapshot: MediaSnapshot?, now: NIODeadline) -> [Action] {
        let wasSuspended = isSuspended
        isSuspended = false
        guard let snapshot, !snapshot.isOver else { return cleared() }
        if snapshot.mediaSessionID != mediaSessionID {
            let actions = forgetRequests(.replaced)
            isForeign = mediaSessionID != nil && !itemIDs.isEmpty || isForeign
            mediaSessionID = snapshot.mediaSessionID
            sequence = nil
            heard = nil
            hasHeardChanges = false
            inquired = []
            reported = snapshot.queueWindow
            listsReported = false
            hasListed = false
            return actions + fetchIDs()
        }
        reported = snapshot.queueWindow
        if wasSuspended {
            isDoubtful = true
            return fetchIDs()
        }
        return listsReported && !isCleared ? listReported() : refresh(snapshot.queueWindow)
    }

    /// The connection is lost: what is known stays as it is.
    mutating func suspended(_ error: CastError) -> [Action] {
        isSuspended = true
        isSynced = false
        return forgetRequests(.failed(error))
    }

    /// Nothing is loaded any more, or the session is over.
    mutating func cleared() -> [Action] {
        mediaSessionID = nil
        isSynced = false
        isForeign = false
        isCleared = false
        return forgetRequests(.missing) + emptied()
    }

    // MARK: Orders of the app

    /// Forgets the items and fetches the ids again.
    mutating func reload() -> [Action] {
        isCleared = false
        dropItems()
        mustReload = true
        return mediaSessionID == nil || isSuspended ? [] : fetchIDs()
    }

    /// Forgets everything here; the receiver is not touched.
    mutating func clear() -> [Action] {
        isSynced = false
        isCleared = true
        idsTicket = nil
        idsDue = nil
        return forgetRequests(.missing) + emptied()
    }

    /// The item at an index, which becomes the most recently used one.
    ///
    /// - Parameter fetch: Whether it is asked for when it is not known.
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
        guard mediaSessionID != nil, !isForeign, !isSuspended else { return [] }
        guard !isWaiting(for: id) else { return [] }
        window.append(id)
        windowDue = windowDue ?? now + configuration.batchDelay
        guard window.count > max(1, configuration.fetchLimit) else { return [] }
        return [.gaveUp([window.removeFirst()], .replaced)]
    }

    // MARK: Ids

    /// A list of ids came, whoever asked for it.
    mutating func itemIDsReceived(_ ids: [Int], sequence told: Int?, now: NIODeadline) -> [Action] {
        guard mediaSessionID != nil, !isSuspended else { return [] }
        if let told, let newest = newestChange, told < newest, isSynced || retries < configuration.retryLimit {
            // From before a change that is known already. A receiver whose lists never reach the number of a change of
            // its own is believed in the end, so that it is not asked forever.
            if !isSynced, idsDue == nil {
                retries += 1
                idsDue = now + configuration.batchDelay
            }
            return []
        }
        let isReload = mustReload || isForeign
        if let told, let newest = newestChange, told > newest { isDoubtful = true }
        let outdated = isForeign || isDoubtful && (told == nil || told != sequence) ? Array(items.keys) : []
        if !outdated.isEmpty { dropItems() }
        sequence = told ?? heard ?? sequence
        heard = nil
        isSynced = true
        isForeign = false
        isDoubtful = false
        isCleared = false
        listsReported = false
        hasListed = true
        mustReload = false
        retries = 0
        idsDue = nil
        let fresh = Self.unique(ids, limit: configuration.itemLimit)
        if fresh == itemIDs, !isReload {
            return outdated.isEmpty ? [] : [.changed([.updated(outdated.compactMap { positions[$0] }.sorted())])]
        }
        return replace(fresh) + [.changed([.reloaded])]
    }

    /// The request for ids was answered: the list itself has come before, if there was one.
    mutating func itemIDsAnswered(_ ticket: Int, _ error: CastError?, now: NIODeadline) -> [Action] {
        guard ticket == idsTicket else { return [] }
        idsTicket = nil
        guard let error else { return [] }
        if error.code == .requestTimedOut, retries < configuration.retryLimit {
            retries += 1
            idsDue = now + configuration.retryDelay
            return listReported()
        }
        if error.meansUnsupported, !hasListed, !reported.isEmpty { return listReported() }
        let actions = isForeign ? emptied() : []
        isForeign = false
        return actions + [.changed([.failed(itemIDs: [], error)])]
    }

    /// Takes the items that statuses have named for the queue: the receiver does not list its ids.
    private mutating func listReported() -> [Action] {
        let ids = Self.unique(reported.compactMap(\.itemID), limit: configuration.itemLimit)
        guard !ids.isEmpty, !hasListed else { return [] }
        if isForeign { dropItems() }
        (isForeign, isCleared, listsReported) = (false, false, true)
        isSynced = idsDue == nil
        var actions: [Action] = []
        if ids != itemIDs { actions = replace(ids) + [.changed([.reloaded])] }
        return actions + itemsReceived(reported.filter { $0.media != nil && items[$0.itemID ?? 0] != $0 })
    }

    /// The receiver told of a change.
    mutating func changeReceived(_ change: QueueChangeMessage, now: NIODeadline) -> [Action] {
        guard let mediaSessionID, !isSuspended, !isCleared, change.mediaSessionID ?? mediaSessionID == mediaSessionID
        else { return [] }
        hasHeardChanges = true
        guard isSynced else {
            if let number = change.sequenceNumber {
                if let newest = newestChange, number > newest, !Self.follows(number, newest) { isDoubtful = true }
                heard = max(heard ?? number, number)
            }
            // Where items stand is told by the ids; what is in them is not.
            let dropped = change.changeType == .itemsChange && !isForeign ? changed(change.itemIDs ?? []) : []
            return dropped + (isFetchingIDs ? [] : fetchIDs())
        }
        if let number = change.sequenceNumber {
            if let sequence {
                guard number > sequence else { return [] }
                guard Self.follows(number, sequence) else {
                    heard = number
                    isDoubtful = true
                    return fetchIDs()
                }
            }
            sequence = number
        }
        return apply(change)
    }

    /// What a change, looked at before ``changeReceived(_:now:)``, tells that is not known; nil when nothing, when it is
    /// late, and when the list of ids that is fetched because of it tells more.
    func news(in change: QueueChangeMessage) -> QueueChangeMessage? {
        guard let mediaSessionID, !isSuspended, change.mediaSessionID ?? mediaSessionID == mediaSessionID,
            change.changeType != QueueChangeType.noChange
        else { return nil }
        guard isSynced else { return isCleared ? change : nil }
        if let number = change.sequenceNumber, let sequence, !Self.follows(number, sequence) { return nil }
        var news = change
        switch change.changeType {
        case QueueChangeType.insert:
            news.itemIDs = change.itemIDs?.filter { positions[$0] == nil }
            news.insertBefore = change.insertBefore.flatMap { positions[$0] == nil ? nil : $0 }
        case QueueChangeType.remove:
            news.itemIDs = change.itemIDs?.filter { positions[$0] != nil }
        default: break
        }
        return news.itemIDs?.isEmpty == false ? news : nil
    }

    private mutating func apply(_ change: QueueChangeMessage) -> [Action] {
        let ids = change.itemIDs ?? []
        switch change.changeType {
        case QueueChangeType.insert: return insert(ids, before: change.insertBefore)
        case QueueChangeType.remove: return remove(ids)
        case QueueChangeType.itemsChange: return changed(ids)
        case QueueChangeType.update:
            return reorder(ids, moved: change.reorderItemIDs ?? [], before: change.insertBefore)
        case QueueChangeType.noChange: return []
        default: return fetchIDs()
        }
    }

    private mutating func insert(_ ids: [Int], before next: Int?) -> [Action] {
        let room = configuration.itemLimit - itemIDs.count
        let new = Self.unique(ids.filter { positions[$0] == nil }, limit: max(0, room))
        guard !new.isEmpty else { return [] }
        let index = next.flatMap { positions[$0] } ?? itemIDs.count
        itemIDs.insert(contentsOf: new, at: index)
        number()
        return [.changed([.inserted(index..<(index + new.count))])]
    }

    private mutating func remove(_ ids: [Int]) -> [Action] {
        let gone = Set(ids).intersection(positions.keys)
        guard !gone.isEmpty else { return [] }
        let indexes = gone.compactMap { positions[$0] }.sorted()
        return replace(itemIDs.filter { !gone.contains($0) }) + [.changed([.removed(indexes)])]
    }

    private mutating func changed(_ ids: [Int]) -> [Action] {
        let known = Set(ids).intersection(positions.keys)
        guard !known.isEmpty else { return [] }
        for id in known { items[id] = nil }
        recency.removeAll { known.contains($0) }
        return [.changed([.updated(known.compactMap { positions[$0] }.sorted())])]
    }

    /// UPDATE tells the whole new order, or which ids were moved where; what is neither is looked up.
    private mutating func reorder(_ ids: [Int], moved: [Int], before next: Int?) -> [Action] {
        let order = Self.unique(ids, limit: configuration.itemLimit)
        let isPart = order.count < itemIDs.count && order.allSatisfy { positions[$0] != nil }
        if !order.isEmpty, !isPart {
            guard order != itemIDs else { return [] }
            return replace(order) + [.changed([.reloaded])]
        }
        let moved = Self.unique(moved.isEmpty && next != nil ? order : moved, limit: itemIDs.count)
        guard !moved.isEmpty, moved.allSatisfy({ positions[$0] != nil }) else { return fetchIDs() }
        let left = itemIDs.filter { !moved.contains($0) }
        let index = next.flatMap { left.firstIndex(of: $0) } ?? left.count
        return replace(Array(left[..<index]) + moved + Array(left[index...])) + [.changed([.reloaded])]
    }

    // MARK: Items

    /// Items came, whoever asked for them.
    mutating func itemsReceived(_ received: [QueueItem]) -> [Action] {
        guard mediaSessionID != nil, !isForeign, !isSuspended else { return [] }
        var indexes: Set<Int> = []
        for item in received {
            guard let id = item.itemID, let index = positions[id] else { continue }
            flight?.arrived.insert(id)
            window.removeAll { $0 == id }
            store(item, id: id)
            indexes.insert(index)
        }
        while recency.count > max(1, configuration.cacheSize) {
            let evicted = recency.removeFirst()
            items[evicted] = nil
            if let index = positions[evicted] { indexes.insert(index) }
        }
        return indexes.isEmpty ? [] : [.changed([.updated(indexes.sorted())])]
    }

    /// The request for items was answered: the items themselves have come before.
    mutating func itemsAnswered(_ ticket: Int, _ error: CastError?, now: NIODeadline) -> [Action] {
        guard let answered = flight, answered.ticket == ticket else { return [] }
        flight = nil
        if !window.isEmpty { windowDue = max(now, windowDue ?? now) }
        let left = answered.itemIDs.filter { !answered.arrived.contains($0) && positions[$0] != nil }
        let gone = answered.itemIDs.filter { !answered.arrived.contains($0) && positions[$0] == nil }
        var actions: [Action] = gone.isEmpty ? [] : [.gaveUp(gone, .missing)]
        if let error {
            if error.code == .invalidRequest, answered.itemIDs.count > 1, !left.isEmpty {
                // One of them does not exist; the others shall not suffer for it.
                let middle = (left.count + 1) / 2
                halves += [Array(left[..<middle]), Array(left[middle...])].filter { !$0.isEmpty }
            } else if !left.isEmpty {
                actions += [.gaveUp(left, .failed(error)), .changed([.failed(itemIDs: left, error)])]
            }
        } else if !left.isEmpty {
            // Some receivers send what fits in one message. One that sent nothing of it does not have it.
            if left.count < answered.itemIDs.count - gone.count {
                halves.insert(left, at: 0)
            } else {
                actions.append(.gaveUp(left, .missing))
            }
        }
        return actions + nextBatch(now: now)
    }

    mutating func alarmRang(now: NIODeadline) -> [Action] {
        guard !isSuspended else { return [] }
        var actions: [Action] = []
        if let due = idsDue, due <= now { actions += fetchIDs() }
        return actions + nextBatch(now: now)
    }

    private mutating func nextBatch(now: NIODeadline) -> [Action] {
        guard flight == nil, !isForeign, let mediaSessionID else { return [] }
        var batch: [Int] = []
        if !halves.isEmpty {
            batch = halves.removeFirst()
        } else if let due = windowDue, due <= now {
            batch = window
            window = []
            windowDue = nil
        }
        guard !batch.isEmpty else { return [] }
        flight = Flight(ticket: ticket(), itemIDs: batch)
        return [.fetchItems(batch, mediaSessionID: mediaSessionID, ticket: nextTicket - 1)]
    }

    /// A status tells some items: known ones are refreshed; unknown ones of a receiver that tells no changes mean a new
    /// list.
    private mutating func refresh(_ told: [QueueItem]) -> [Action] {
        guard !isCleared else { return [] }
        let known = told.filter { item in
            guard let id = item.itemID, item.media != nil, let cached = items[id] else { return false }
            return cached != item
        }
        let unknown = Set(told.compactMap(\.itemID).filter { positions[$0] == nil })
        var actions = known.isEmpty || isForeign ? [] : itemsReceived(known)
        if isSynced, !hasHeardChanges, !unknown.isEmpty, unknown != inquired {
            inquired = unknown
            actions += fetchIDs()
        }
        return actions
    }

    // MARK: Parts

    /// The newest change that any list of ids must include to be up to date.
    private var newestChange: Int? { [sequence, heard].compactMap { $0 }.max() }

    private mutating func fetchIDs() -> [Action] {
        guard let mediaSessionID else { return [] }
        isSynced = false
        idsDue = nil
        idsTicket = ticket()
        return [.fetchIDs(mediaSessionID: mediaSessionID, ticket: nextTicket - 1)]
    }

    /// Whether one sequence number is the next one after another. They come from the receiver and may be any integers.
    private static func follows(_ number: Int, _ previous: Int) -> Bool {
        number > previous && number &- previous == 1
    }

    private mutating func ticket() -> Int {
        defer { nextTicket += 1 }
        return nextTicket
    }

    private mutating func forgetRequests(_ reason: Reason) -> [Action] {
        let waiting = (flight?.itemIDs ?? []) + halves.joined() + window
        flight = nil
        halves = []
        window = []
        windowDue = nil
        idsTicket = nil
        idsDue = nil
        retries = 0
        return waiting.isEmpty ? [] : [.gaveUp(waiting, reason)]
    }

    private mutating func emptied() -> [Action] {
        dropItems()
        guard !itemIDs.isEmpty else { return [] }
        return replace([]) + [.changed([.reloaded])]
    }

    /// Takes other ids; gives up what was asked for and is not among them.
    private mutating func replace(_ ids: [Int]) -> [Action] {
        itemIDs = ids
        number()
        items = items.filter { positions[$0.key] != nil }
        recency.removeAll { positions[$0] == nil }
        let gone = window.filter { positions[$0] == nil } + halves.joined().filter { positions[$0] == nil }
        window.removeAll { positions[$0] == nil }
        if window.isEmpty { windowDue = nil }
        halves = halves.map { $0.filter { positions[$0] != nil } }.filter { !$0.isEmpty }
        return gone.isEmpty ? [] : [.gaveUp(gone, .missing)]
    }

    private mutating func number() {
        positions = Dictionary(minimumCapacity: itemIDs.count)
        for (index, id) in itemIDs.enumerated() { positions[id] = index }
    }

    private mutating func store(_ item: QueueItem, id: Int) {
        var item = item
        // An item named by its id only keeps the media that is known.
        if item.media == nil { item.media = items[id]?.media }
        items[id] = item
        recency.removeAll { $0 == id }
        recency.append(id)
    }

    private mutating func dropItems() {
        items = [:]
        recency = []
    }

    private static func unique(_ ids: [Int], limit: Int) -> [Int] {
        var seen: Set<Int> = []
        return Array(ids.filter { seen.insert($0).inserted }.prefix(limit))
    }
}

extension MediaSnapshot {
    /// Whether playback has come to an end with nothing to follow: the queue is gone.
    var isOver: Bool { idleReason != nil && status.loadingItemID == nil && status.preloadedItemID == nil }
}
