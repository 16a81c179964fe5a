// SPDX-License-Identifier: Apache-2.0

import CastWire

/// A state machine that plays a list of items, one after another.
///
/// A list of several items becomes the device's queue, so that other senders can see it and navigate in it. A device
/// that does not accept a queue receives the items one by one.
///
/// The machine has no I/O and no clock: its methods receive events and return actions. Its driver, ``PlaybackLoop``,
/// passes the device's messages to it and executes the actions.
///
/// ``TerminalRemote`` controls the current item without this machine.
struct PlaybackMachine: Sendable {
    /// The properties of an item that the machine needs.
    struct Item: Hashable, Sendable {
        /// Whether this process serves the item, so that it cannot continue to play after the process exits.
        var isLocal: Bool
        /// Whether the media is looked up when the item is played, so that it cannot be part of the device's queue.
        var isLookedUpLate = false
    }

    enum Phase: Hashable, Sendable {
        /// The item was sent to the device, whose media session is not known yet.
        case loading
        /// The item was loaded, as the media session with this ID.
        case active(mediaSessionID: Int?)
        case over
    }

    /// The party that starts the next item.
    private enum Advance: Hashable, Sendable {
        /// Not known yet, because no list was sent.
        case undecided
        /// The device, which has the list as its queue; confirmed once it has reported more than one item.
        case device(isConfirmed: Bool)
        /// This command, which loads each item after the end of the previous one.
        case command
    }

    private(set) var items: [Item]
    let waits: Bool
    /// Whether each picture is shown for a limited time.
    let timesPictures: Bool
    /// Whether the list starts again after its end.
    let repeats: Bool
    private(set) var index = 0
    private(set) var status: PlaybackStatus?
    /// The timing of the current picture.
    var slide = SlideTimer()

    private(set) var phase = Phase.loading
    private var reported: PlaybackStatus?
    /// Whether the current item has played, and not only loaded.
    private(set) var hasPlayed = false
    private var isAwaitingReason = false
    private var isAwaitingEnd = false
    /// Whether the session moved to another device, whose media session is not known yet.
    private var isMoved = false
    private var earlyEnd: (id: Int, reason: IdleReason?)?
    private var advance = Advance.undecided
    private var itemMap = QueueItemMap()
    /// The reported failures of items, by index, while the device continues with its queue.
    private var failed: [Int: CommandFailure] = [:]
    /// Whether an item was played to its end since the beginning of the list.
    private var hasCompletedItem = false
    /// Whether the device may continue with another item, or with another sender's media.
    private var isAwaitingSuccessor = false

    /// Creates a machine for a list; ``begin()`` starts the first item.
    ///
    /// - Parameters:
    ///   - waits: Whether to play the whole list; false to finish as soon as the first item plays.
    ///   - timesPictures: Whether each picture is shown for a limited time; false to show it until another sender or the
    ///     device continues.
    ///   - repeats: Whether the list starts again after its end.
    init(items: [Item], waits: Bool = true, timesPictures: Bool = false, repeats: Bool = false) {
        self.items = items
        self.waits = waits
        self.timesPictures = timesPictures
        self.repeats = repeats
        if items.contains(where: \.isLookedUpLate) { advance = .command }
    }

    /// Records that this process serves an item, which was not known before its server was asked.
    ///
    /// - Returns: Whether it was not known.
    mutating func serve(_ index: Int) -> Bool {
        guard items.indices.contains(index), !items[index].isLocal else { return false }
        items[index].isLocal = true
        return true
    }

    /// Starts an item, by default the first one.
    mutating func begin(at index: Int = 0) -> [PlaybackAction] {
        guard items.indices.contains(index) else { return finish(.finished) }
        return play(index)
    }

    /// Continues with the current media instead of loading the first item.
    mutating func beginWithCurrentMedia(_ status: PlaybackStatus) -> [PlaybackAction] { loaded(status) }

    // MARK: - Device events

    /// Handles an accepted load, whose media session belongs to this command.
    mutating func loaded(_ status: PlaybackStatus) -> [PlaybackAction] {
        guard phase == .loading else { return [] }
        if advance == .undecided { advance = .command }
        phase = .active(mediaSessionID: status.mediaSessionID)
        let actions = statusChanged(status)
        guard let (id, reason) = earlyEnd, id == status.mediaSessionID else { return actions }
        return actions + ended(id, reason)
    }

    /// Handles an accepted queue, whose media session belongs to this command.
    ///
    /// - Parameter contentIDs: The content ID of each item of the list; nil for an item that was not sent.
    mutating func queueLoaded(_ status: PlaybackStatus, contentIDs: [String?]) -> [PlaybackAction] {
        guard phase == .loading else { return [] }
        advance = .device(isConfirmed: false)
        itemMap = QueueItemMap(contentIDs: contentIDs)
        return loaded(status)
    }

    /// Handles items that were added to the device's queue after it was loaded.
    ///
    /// - Parameter contentIDs: The content ID of each added item, by the index in the list.
    mutating func queueExtended(contentIDs: [Int: String]) {
        guard case .active = phase, case .device = advance else { return }
        itemMap.add(contentIDs)
    }

    /// Handles a rejected queue: the items are loaded one by one.
    mutating func queueRefused() -> [PlaybackAction] {
        guard phase == .loading else { return [] }
        advance = .command
        return [.load(index)]
    }

    /// Records an item that cannot be played and was left out of the queue.
    mutating func itemOmitted(_ index: Int, _ failure: CommandFailure) -> [PlaybackAction] {
        guard phase != .over else { return [] }
        failed[index] = failure
        return [.report(.itemFailed(index, failure))]
    }

    /// Handles a restored connection. A load whose reply was lost is repeated.
    mutating func reconnected() -> [PlaybackAction] {
        guard phase == .loading else { return restartSlide() }
        return [load(index)]
    }

    /// Handles a rejected load. The machine continues with the next item; the failure of the last item is the outcome.
    mutating func loadFailed(_ failure: CommandFailure) -> [PlaybackAction] {
        guard phase == .loading else { return [] }
        return itemFailed(failure)
    }

    /// Handles an error of the player.
    ///
    /// - Parameter report: The item that failed, if the device specifies it.
    mutating func playbackFailed(_ failure: CommandFailure, _ report: QueueReport? = nil) -> [PlaybackAction] {
        guard case .active = phase else { return [] }
        guard case .device = advance, !isAwaitingReason else { return itemFailed(failure) }
        let index = report.flatMap { itemMap.index(of: $0, near: self.index) } ?? self.index
        guard failed[index] == nil else { return [] }
        failed[index] = failure
        guard index + 1 < items.count else { return listFinished(.failed(failure)) }
        guard index == self.index else { return [.report(.itemFailed(index, failure))] }
        isAwaitingSuccessor = true
        return [.report(.itemFailed(index, failure)), .awaitEnd]
    }

    /// Handles a failure of the device to move within its queue: this command loads the item.
    mutating func skipFailed(by steps: Int) -> [PlaybackAction] {
        guard case .active = phase, items.indices.contains(index + steps) else { return [] }
        advance = .command
        return play(index + steps)
    }

    /// Handles the time limit for the reason why a media session ended, or for its successor.
    mutating func reasonOverdue() -> [PlaybackAction] {
        if isAwaitingSuccessor { return successorOverdue() }
        guard isAwaitingReason else { return isAwaitingEnd ? finish(.stoppedElsewhere) : [] }
        return itemFailed(Self.noDetails)
    }

    /// Handles a media status, or a later position. Only ``ended(_:_:)`` handles the end of a media session.
    ///
    /// - Parameters:
    ///   - queue: The device's queue according to the status.
    ///   - earlier: The extrapolated status of the previous item, which has finished if it was at its end.
    mutating func statusChanged(
        _ status: PlaybackStatus,
        _ queue: QueueReport = QueueReport(),
        after earlier: PlaybackStatus? = nil
    ) -> [PlaybackAction] {
        if isMoved, case .active = phase, status.state != .idle {
            phase = .active(mediaSessionID: status.mediaSessionID)
            isMoved = false
        }
        guard case .active(let activeID) = phase, status.state != .idle else { return [] }
        guard status.mediaSessionID == activeID else { return isAwaitingSuccessor ? finish(.takenOver) : [] }
        let moves = itemChanged(queue, after: earlier)
        self.status = status
        if status.state == .playing || status.state == .paused { hasPlayed = true }
        if !waits, !serves(index), status.state == .playing || status.state == .paused {
            return report(status) + finish(.started)
        }
        return moves + report(status) + slideShown(status)
    }

    /// Handles the end of a media session, with the reason that the device reported.
    mutating func ended(_ mediaSessionID: Int, _ reason: IdleReason?) -> [PlaybackAction] {
        guard case .active(let activeID) = phase else {
            // The reply to the load, which identifies the media session, may not have arrived yet.
            if phase == .loading { earlyEnd = (mediaSessionID, reason) }
            return []
        }
        guard mediaSessionID == activeID else { return [] }
        switch reason {
        case .finished?: return sessionFinished()
        case .interrupted?:
            guard case .device = advance else { return finish(.takenOver) }
            // Another sender has loaded other media, or has moved past the end of the queue.
            isAwaitingSuccessor = true
            return [.awaitReason]
        case .error?:
            if let failure = failed[index] { return itemFailed(failure) }
            isAwaitingReason = true
            return [.awaitReason]
        case nil:
            // The app ended or the connection was lost, which is reported soon; otherwise the media was stopped.
            isAwaitingEnd = true
            return [.awaitEnd]
        default: return finish(.stoppedElsewhere)
        }
    }

    /// Handles the search for the session on other devices. Its result is reported: a move, or the end of the session.
    mutating func moving() {
        (isAwaitingReason, isAwaitingEnd) = (false, false)
    }

    /// Handles a move of the session to another device, on which it has another media session.
    mutating func moved(_ status: PlaybackStatus?) -> [PlaybackAction] {
        guard case .active = phase else { return [] }
        (isAwaitingReason, isAwaitingEnd) = (false, false)
        isMoved = true
        isAwaitingSuccessor = false
        return status.map { statusChanged($0) } ?? []
    }

    /// Handles reaching the position at which playback stops.
    mutating func reachedEnd() -> [PlaybackAction] {
        guard phase != .over else { return [] }
        return [.stop] + finish(.finished)
    }

    /// Handles the end of the app, or its replacement by another one.
    mutating func sessionEnded(isReplaced: Bool) -> [PlaybackAction] {
        finish(isReplaced ? .takenOver : .stoppedElsewhere)
    }

    /// Handles the final loss of the connection.
    mutating func connectionLost(_ failure: CommandFailure) -> [PlaybackAction] {
        finish(.failed(failure))
    }

    /// Handles the time limit for the request of the file.
    mutating func notFetched() -> [PlaybackAction] {
        switch status?.state {
        case .playing?, .paused?: return []
        default: return phase == .over ? [] : [.report(.notFetched)]
        }
    }

    // MARK: - User events

    /// Whether the list has an item after the current one.
    var hasNext: Bool { phase != .over && index + 1 < items.count }
    var hasPrevious: Bool { phase != .over && index > 0 }

    mutating func nextRequested() -> [PlaybackAction] { hasNext ? move(by: 1) : [] }

    mutating func previousRequested() -> [PlaybackAction] { hasPrevious ? move(by: -1) : [] }

    /// Loads the current item again, at its position. Its old media session ends without consequences.
    mutating func reloadRequested() -> [PlaybackAction] { canReload ? reload() : [] }

    /// Loads the current item again, in another form, because the device rejected the first one.
    mutating func rejected() -> [PlaybackAction] { phase == .over ? [] : reload() }

    private mutating func reload() -> [PlaybackAction] {
        phase = .loading
        (isAwaitingReason, isAwaitingEnd, isAwaitingSuccessor, isMoved) = (false, false, false, false)
        earlyEnd = nil
        return [load(index)]
    }

    /// Whether the current item is loaded, so that it can be loaded again.
    var canReload: Bool {
        if case .active = phase { status != nil } else { false }
    }

    /// Whether a report of the device is about the current item, or names no item.
    mutating func concernsCurrentItem(_ report: QueueReport?) -> Bool {
        report.flatMap { itemMap.index(of: $0, near: index) } ?? index == index
    }

    /// The failure of media whose reason the device has not reported; nil while no reason is awaited.
    var unexplainedFailure: CommandFailure? { isAwaitingReason && !isAwaitingSuccessor ? Self.noDetails : nil }

    private static let noDetails = CommandFailure(
        code: "mediaError",
        exitStatus: .refused,
        message: "the device stopped playing because of an error and gave no details"
    )

    /// Whether the item is loaded.
    var isActive: Bool { if case .active = phase { true } else { false } }

    /// Whether the item is being loaded.
    var isLoading: Bool { phase == .loading }

    mutating func stopRequested() -> [PlaybackAction] { phase == .over ? [] : [.stop] + finish(.stopped) }

    mutating func leaveRequested() -> [PlaybackAction] { phase == .over ? [] : leave(isInterrupt: false) }

    /// Handles Ctrl-C, SIGTERM or SIGHUP.
    mutating func interrupted() -> [PlaybackAction] {
        guard phase != .over else { return [] }
        return leave(isInterrupt: true)
    }

    // MARK: - Implementation

    private func serves(_ index: Int) -> Bool { items.indices.contains(index) && items[index].isLocal }

    private mutating func leave(isInterrupt: Bool) -> [PlaybackAction] {
        guard serves(index) else {
            return finish(
                hasPlayed
                    ? .left(isInterrupt: isInterrupt, continuesPlaying: true) : .leftLoading(isInterrupt: isInterrupt)
            )
        }
        return [.stop] + finish(.left(isInterrupt: isInterrupt, continuesPlaying: false))
    }

    private mutating func finish(_ outcome: PlaybackOutcome) -> [PlaybackAction] {
        guard phase != .over else { return [] }
        phase = .over
        return [.finish(outcome)]
    }

    mutating func itemFinished() -> [PlaybackAction] {
        guard hasNext else { return lastItemFinished() }
        hasCompletedItem = true
        return [.report(.itemFinished(index))] + play(index + 1)
    }

    /// Handles the end of an item after which no other can be played.
    mutating func lastItemFinished() -> [PlaybackAction] {
        hasCompletedItem = true
        return [.report(.itemFinished(index))] + listFinished(.finished)
    }

    /// Starts the list again after its end, or finishes. A list of which no item plays is not repeated.
    private mutating func listFinished(_ outcome: PlaybackOutcome) -> [PlaybackAction] {
        guard repeats, hasCompletedItem, phase != .over else { return finish(outcome) }
        hasCompletedItem = false
        failed = [:]
        if case .device = advance { advance = .undecided }
        return play(0)
    }

    /// Handles a media session that has played to its end, which is the end of the queue if the device has one.
    private mutating func sessionFinished() -> [PlaybackAction] {
        guard case .device(let isConfirmed) = advance else { return itemFinished() }
        guard isConfirmed else {
            // The device accepted the list but played only its first item.
            advance = .command
            return itemFinished()
        }
        // Items can be so short that no status of them was received.
        var actions: [PlaybackAction] = failed[index] == nil ? [.report(.itemFinished(index))] : []
        while hasNext {
            if !itemMap.contains(index + 1), failed[index + 1] == nil {
                // The end was reached before the next item was added to the queue.
                return actions + play(index + 1)
            }
            index += 1
            guard failed[index] == nil else { continue }
            actions += [.report(.loading(index)), .report(.itemFinished(index))]
        }
        hasCompletedItem = true
        return actions + listFinished(.finished)
    }

    /// Handles a change of the current item, by the device or by any sender.
    private mutating func itemChanged(_ queue: QueueReport, after earlier: PlaybackStatus?) -> [PlaybackAction] {
        guard case .device(let isConfirmed) = advance else { return [] }
        if !isConfirmed, queue.count > 1 { advance = .device(isConfirmed: true) }
        guard let newIndex = itemMap.index(of: queue, near: index), newIndex != index else { return [] }
        advance = .device(isConfirmed: true)
        let old = index
        let hasElapsed = slide.hasElapsed
        reset(to: newIndex)
        let hasFinished = newIndex > old && failed[old] == nil && (hasElapsed || earlier?.isNearEnd == true)
        if hasFinished { hasCompletedItem = true }
        return (hasFinished ? [.report(.itemFinished(old))] : []) + [.report(.loading(newIndex))]
    }

    /// Handles a device that did not continue after an item that failed, or after the end of its media session.
    private mutating func successorOverdue() -> [PlaybackAction] {
        isAwaitingSuccessor = false
        guard let failure = failed[index] else { return finish(.stoppedElsewhere) }
        if status?.state == .playing || status?.state == .paused { return [] }
        return hasNext ? play(index + 1) : listFinished(.failed(failure))
    }

    private mutating func itemFailed(_ failure: CommandFailure) -> [PlaybackAction] {
        guard hasNext else { return listFinished(.failed(failure)) }
        let isKnown = failed.updateValue(failure, forKey: index) != nil
        return (isKnown ? [] : [.report(.itemFailed(index, failure))]) + play(index + 1)
    }

    /// Whether the device moves between the items.
    var movesOnDevice: Bool {
        if case .device = advance, case .active = phase { return true }
        return false
    }

    /// Moves to the next or the previous item: on the device if its queue has the item, which begins and ends where this
    /// command loaded it. Does nothing if no item in this direction can be played.
    mutating func move(by steps: Int) -> [PlaybackAction] {
        guard movesOnDevice else { return play(index + steps) }
        let last = steps > 0 ? items.count - 1 : 0
        // Items that cannot be played are not in the queue.
        let next = stride(from: index + steps, through: last, by: steps).first { failed[$0] == nil }
        return next.map { itemMap.contains($0) ? [.skip(steps)] : play($0) } ?? []
    }

    private mutating func play(_ index: Int) -> [PlaybackAction] {
        phase = .loading
        reset(to: index)
        return [.report(.loading(index)), load(index)]
    }

    /// Returns the action that loads the list from an item on, or only that item.
    private func load(_ index: Int) -> PlaybackAction {
        advance != .command && index + 1 < items.count ? .loadQueue(index) : .load(index)
    }

    private mutating func reset(to index: Int) {
        self.index = index
        status = nil
        reported = nil
        hasPlayed = false
        isAwaitingReason = false
        isAwaitingEnd = false
        isAwaitingSuccessor = false
        isMoved = false
        earlyEnd = nil
        slide.reset()
    }

    /// Reports a status if more than the position has changed.
    private mutating func report(_ status: PlaybackStatus) -> [PlaybackAction] {
        let hasChanged =
            reported.map {
                $0.state != status.state || $0.title != status.title || $0.duration != status.duration
                    || $0.rate != status.rate
            } ?? true
        guard hasChanged else { return [] }
        reported = status
        return [.report(.state(status))]
    }
}
