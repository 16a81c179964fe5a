import CastWire

/// Plays a list of items, one after the other.
///
/// A list of several items becomes the device's queue, so that other senders see it and may move in it. A device that does not
/// take a queue gets the items one by one.
///
/// A machine without I/O and clock: what happens comes in through its methods, what to do comes out as actions. It
/// knows nothing of sockets; the one who drives it tells it what the device says and does what it orders.
///
/// What a remote control does to the item that plays goes another way: see ``TerminalRemote``.
struct PlaybackMachine: Sendable {
    /// What matters of an item here.
    struct Item: Hashable, Sendable {
        /// True when this process serves it, so that it cannot play on without us.
        var isLocal: Bool
    }

    private enum Phase: Hashable, Sendable {
        /// Sent to the device; its media session is not known yet.
        case loading
        /// Loaded, as the media session with this id.
        case active(mediaSessionID: Int?)
        case over
    }

    /// Who starts the next item.
    private enum Advance: Hashable, Sendable {
        /// Not known yet: no list was sent.
        case undecided
        /// The device, which has the list as its queue; confirmed once it has reported more than one item.
        case device(isConfirmed: Bool)
        /// This command, which loads each item after the end of the one before.
        case command
    }

    let items: [Item]
    let waits: Bool
    private(set) var index = 0
    private(set) var status: PlaybackStatus?

    private var phase = Phase.loading
    private var reported: PlaybackStatus?
    /// Whether the present item has played, rather than only loaded.
    private var hasPlayed = false
    private var isAwaitingReason = false
    private var isAwaitingEnd = false
    /// Whether another device has it, which has not said yet as which media session.
    private var isMoved = false
    private var earlyEnd: (id: Int, reason: IdleReason?)?
    private var advance = Advance.undecided
    private var places = QueuePlaces()
    /// The items whose failure was reported while the device goes on with its queue.
    private var failed: [Int: CommandFailure] = [:]
    /// Whether the device may go on with another item, or with what another sender has loaded.
    private var isAwaitingSuccessor = false

    /// A list with at least one item; ``begin()`` starts the first.
    ///
    /// - Parameter waits: False ends it as soon as the first item plays.
    init(items: [Item], waits: Bool = true) {
        self.items = items
        self.waits = waits
    }

    /// Starts the first item.
    mutating func begin() -> [PlaybackAction] {
        guard !items.isEmpty else { return finish(.finished) }
        return play(0)
    }

    /// Goes on with what plays already, in place of the first item.
    mutating func goOn(_ status: PlaybackStatus) -> [PlaybackAction] { loaded(status) }

    // MARK: - What the device says

    /// The load was taken: this media session is ours.
    mutating func loaded(_ status: PlaybackStatus) -> [PlaybackAction] {
        guard phase == .loading else { return [] }
        if advance == .undecided { advance = .command }
        phase = .active(mediaSessionID: status.mediaSessionID)
        let actions = statusChanged(status)
        guard let (id, reason) = earlyEnd, id == status.mediaSessionID else { return actions }
        return actions + ended(id, reason)
    }

    /// The list was taken as a queue: this media session is ours.
    ///
    /// - Parameter contentIDs: What each item of the list was sent as; nil for an item that was not sent.
    mutating func queueLoaded(_ status: PlaybackStatus, contentIDs: [String?]) -> [PlaybackAction] {
        guard phase == .loading else { return [] }
        advance = .device(isConfirmed: false)
        places = QueuePlaces(contentIDs: contentIDs)
        return loaded(status)
    }

    /// The device takes no queue: the items are loaded one by one.
    mutating func queueRefused() -> [PlaybackAction] {
        guard phase == .loading else { return [] }
        advance = .command
        return [.load(index)]
    }

    /// An item cannot be played and was left out of the queue.
    mutating func leftOut(_ index: Int, _ failure: CommandFailure) -> [PlaybackAction] {
        guard phase != .over else { return [] }
        failed[index] = failure
        return [.report(.itemFailed(index, failure))]
    }

    /// The device is connected again after a loss. A load whose answer was lost is repeated.
    mutating func reconnected() -> [PlaybackAction] {
        guard phase == .loading else { return [] }
        return [load(index)]
    }

    /// The load was refused. The rest of the list is played; the last failure is that of the whole when nothing played.
    mutating func loadFailed(_ failure: CommandFailure) -> [PlaybackAction] {
        guard phase == .loading else { return [] }
        return itemFailed(failure)
    }

    /// Playback broke off with an error of the player.
    ///
    /// - Parameter report: The item that the device names, where it names one.
    mutating func playbackFailed(_ failure: CommandFailure, _ report: QueueReport? = nil) -> [PlaybackAction] {
        guard case .active = phase else { return [] }
        guard case .device = advance, !isAwaitingReason else { return itemFailed(failure) }
        let index = report.flatMap { places.index(of: $0, near: self.index) } ?? self.index
        guard failed[index] == nil else { return [] }
        failed[index] = failure
        guard index + 1 < items.count else { return finish(.failed(failure)) }
        guard index == self.index else { return [.report(.itemFailed(index, failure))] }
        isAwaitingSuccessor = true
        return [.report(.itemFailed(index, failure)), .awaitEnd]
    }

    /// The device could not go to another item of its queue: this command loads it.
    mutating func skipFailed(by steps: Int) -> [PlaybackAction] {
        guard case .active = phase, items.indices.contains(index + steps) else { return [] }
        advance = .command
        return play(index + steps)
    }

    /// A session ended a while ago, and what should have followed did not: which error it was, or what ended it.
    mutating func reasonOverdue() -> [PlaybackAction] {
        if isAwaitingSuccessor { return successorOverdue() }
        guard isAwaitingReason else { return isAwaitingEnd ? finish(.stoppedElsewhere) : [] }
        return itemFailed(
            CommandFailure(
                code: "mediaError",
                exitStatus: .refused,
                message: "the device stopped playing because of an error, and did not say which"
            )
        )
    }

    /// A media status came, or time has passed. That a session has ended is said by ``ended(_:_:)`` alone.
    ///
    /// - Parameters:
    ///   - queue: What the status tells about the device's queue.
    ///   - earlier: The item before at this moment; it has finished when it was at its end.
    mutating func statusChanged(
        _ status: PlaybackStatus,
        _ queue: QueueReport = QueueReport(),
        after earlier: PlaybackStatus? = nil
    ) -> [PlaybackAction] {
        if isMoved, case .active = phase, status.state != .idle {
            phase = .active(mediaSessionID: status.mediaSessionID)
            isMoved = false
        }
        guard case .active(let ours) = phase, status.state != .idle else { return [] }
        guard status.mediaSessionID == ours else { return isAwaitingSuccessor ? finish(.takenOver) : [] }
        let moves = itemChanged(queue, after: earlier)
        self.status = status
        if status.state == .playing || status.state == .paused { hasPlayed = true }
        if !waits, status.state == .playing || status.state == .paused { return report(status) + finish(.started) }
        return moves + report(status)
    }

    /// A media session ended, for the reason that the device gave.
    mutating func ended(_ mediaSessionID: Int, _ reason: IdleReason?) -> [PlaybackAction] {
        guard case .active(let ours) = phase else {
            // The answer to the load, which says that this session is ours, may still be on its way.
            if phase == .loading { earlyEnd = (mediaSessionID, reason) }
            return []
        }
        guard mediaSessionID == ours else { return [] }
        switch reason {
        case .finished?: return sessionFinished()
        case .interrupted?:
            guard case .device = advance else { return finish(.takenOver) }
            // Either another sender has loaded something, or has gone past the end of the queue.
            isAwaitingSuccessor = true
            return [.awaitReason]
        case .error?:
            if let failure = failed[index] { return itemFailed(failure) }
            isAwaitingReason = true
            return [.awaitReason]
        case nil:
            // The app has ended or the connection is lost, which is said in a moment; else it was stopped.
            isAwaitingEnd = true
            return [.awaitEnd]
        default: return finish(.stoppedElsewhere)
        }
    }

    /// What plays is looked for on other devices: it is found there, or the session ends, and both are said.
    mutating func moving() {
        (isAwaitingReason, isAwaitingEnd) = (false, false)
    }

    /// What plays goes on on another device, as a media session of that one.
    mutating func moved(_ status: PlaybackStatus?) -> [PlaybackAction] {
        guard case .active = phase else { return [] }
        (isAwaitingReason, isAwaitingEnd) = (false, false)
        isMoved = true
        isAwaitingSuccessor = false
        return status.map { statusChanged($0) } ?? []
    }

    /// The time was reached at which the caller wanted to stop.
    mutating func reachedEnd() -> [PlaybackAction] {
        guard phase != .over else { return [] }
        return [.stop] + finish(.finished)
    }

    /// The app ended, or another took its place.
    mutating func sessionEnded(isReplaced: Bool) -> [PlaybackAction] {
        finish(isReplaced ? .takenOver : .stoppedElsewhere)
    }

    /// Nothing more can be said or heard.
    mutating func connectionLost(_ failure: CommandFailure) -> [PlaybackAction] {
        finish(.failed(failure))
    }

    /// The file was offered a while ago, and the device has not asked for it.
    mutating func notFetched() -> [PlaybackAction] {
        switch status?.state {
        case .playing?, .paused?: return []
        default: return phase == .over ? [] : [.report(.notFetched)]
        }
    }

    // MARK: - What the person does

    /// Whether the list itself goes on behind the present item.
    var hasNext: Bool { phase != .over && index + 1 < items.count }
    var hasPrevious: Bool { phase != .over && index > 0 }

    mutating func nextWanted() -> [PlaybackAction] { hasNext ? go(by: 1) : [] }

    mutating func previousWanted() -> [PlaybackAction] { hasPrevious ? go(by: -1) : [] }

    mutating func stopWanted() -> [PlaybackAction] { phase == .over ? [] : [.stop] + finish(.stopped) }

    mutating func leaveWanted() -> [PlaybackAction] { phase == .over ? [] : leave(isInterrupt: false) }

    /// Ctrl-C, SIGTERM or the end of the terminal.
    mutating func interrupted() -> [PlaybackAction] {
        guard phase != .over else { return [] }
        return leave(isInterrupt: true)
    }

    // MARK: - Inside

    private mutating func leave(isInterrupt: Bool) -> [PlaybackAction] {
        guard items.indices.contains(index), items[index].isLocal else {
            return finish(
                hasPlayed
                    ? .left(isInterrupt: isInterrupt, isPlayingOn: true) : .leftLoading(isInterrupt: isInterrupt)
            )
        }
        return [.stop] + finish(.left(isInterrupt: isInterrupt, isPlayingOn: false))
    }

    private mutating func finish(_ outcome: PlaybackOutcome) -> [PlaybackAction] {
        guard phase != .over else { return [] }
        phase = .over
        return [.finish(outcome)]
    }

    private mutating func itemFinished() -> [PlaybackAction] {
        [.report(.itemFinished(index))] + (hasNext ? play(index + 1) : finish(.finished))
    }

    /// The media session has played to its end, which is the end of the queue where the device has one.
    private mutating func sessionFinished() -> [PlaybackAction] {
        guard case .device(let isConfirmed) = advance else { return itemFinished() }
        guard isConfirmed else {
            // The device took the list and played its first item only.
            advance = .command
            return itemFinished()
        }
        // Items may be over so soon that no status of theirs was seen.
        var actions: [PlaybackAction] = failed[index] == nil ? [.report(.itemFinished(index))] : []
        while hasNext {
            index += 1
            guard places.contains(index), failed[index] == nil else { continue }
            actions += [.report(.loading(index)), .report(.itemFinished(index))]
        }
        return actions + finish(.finished)
    }

    /// The device went to another item of its queue, by itself or because of any sender.
    private mutating func itemChanged(_ queue: QueueReport, after earlier: PlaybackStatus?) -> [PlaybackAction] {
        guard case .device(let isConfirmed) = advance else { return [] }
        if !isConfirmed, queue.count > 1 { advance = .device(isConfirmed: true) }
        guard let place = places.index(of: queue, near: index), place != index else { return [] }
        advance = .device(isConfirmed: true)
        let old = index
        reset(to: place)
        let hasFinished = place > old && failed[old] == nil && earlier?.isNearEnd == true
        return (hasFinished ? [.report(.itemFinished(old))] : []) + [.report(.loading(place))]
    }

    /// The device did not go on after an item that failed, or after the end of its session.
    private mutating func successorOverdue() -> [PlaybackAction] {
        isAwaitingSuccessor = false
        guard let failure = failed[index] else { return finish(.stoppedElsewhere) }
        if status?.state == .playing || status?.state == .paused { return [] }
        return hasNext ? play(index + 1) : finish(.failed(failure))
    }

    private mutating func itemFailed(_ failure: CommandFailure) -> [PlaybackAction] {
        guard hasNext else { return finish(.failed(failure)) }
        let isKnown = failed.updateValue(failure, forKey: index) != nil
        return (isKnown ? [] : [.report(.itemFailed(index, failure))]) + play(index + 1)
    }

    private mutating func go(by steps: Int) -> [PlaybackAction] {
        if case .device = advance, case .active = phase { return [.skip(steps)] }
        return play(index + steps)
    }

    private mutating func play(_ index: Int) -> [PlaybackAction] {
        phase = .loading
        reset(to: index)
        return [.report(.loading(index)), load(index)]
    }

    /// What sends the list from an item on, or the item alone.
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
    }

    /// Reports what a person or a script would call a change: not that time has passed.
    private mutating func report(_ status: PlaybackStatus) -> [PlaybackAction] {
        let isNews =
            reported.map {
                $0.state != status.state || $0.title != status.title || $0.duration != status.duration
                    || $0.rate != status.rate
            } ?? true
        guard isNews else { return [] }
        reported = status
        return [.report(.state(status))]
    }
}
