import CastWire

/// Plays a list of items, one after the other.
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

    let items: [Item]
    let waits: Bool
    private(set) var index = 0
    private(set) var status: PlaybackStatus?

    private var phase = Phase.loading
    private var reported: PlaybackStatus?
    private var isAwaitingReason = false
    private var isAwaitingEnd = false
    /// Whether another device has it, which has not said yet as which media session.
    private var isMoved = false
    private var earlyEnd: (id: Int, reason: IdleReason?)?

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
        return [.report(.loading(0)), .load(0)]
    }

    /// Goes on with what plays already, in place of the first item.
    mutating func goOn(_ status: PlaybackStatus) -> [PlaybackAction] { loaded(status) }

    // MARK: - What the device says

    /// The load was taken: this media session is ours.
    mutating func loaded(_ status: PlaybackStatus) -> [PlaybackAction] {
        guard phase == .loading else { return [] }
        phase = .active(mediaSessionID: status.mediaSessionID)
        let actions = statusChanged(status)
        guard let (id, reason) = earlyEnd, id == status.mediaSessionID else { return actions }
        return actions + ended(id, reason)
    }

    /// The load was refused. The rest of the list is played; the last failure is that of the whole when nothing played.
    mutating func loadFailed(_ failure: CommandFailure) -> [PlaybackAction] {
        guard phase == .loading else { return [] }
        return itemFailed(failure)
    }

    /// Playback broke off with an error of the player.
    mutating func playbackFailed(_ failure: CommandFailure) -> [PlaybackAction] {
        guard case .active = phase else { return [] }
        return itemFailed(failure)
    }

    /// A session ended a while ago, and what should have followed did not: which error it was, or what ended it.
    mutating func reasonOverdue() -> [PlaybackAction] {
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
    mutating func statusChanged(_ status: PlaybackStatus) -> [PlaybackAction] {
        if isMoved, case .active = phase, status.state != .idle {
            phase = .active(mediaSessionID: status.mediaSessionID)
            isMoved = false
        }
        guard case .active(let ours) = phase, status.mediaSessionID == ours, status.state != .idle else { return [] }
        self.status = status
        if !waits, status.state == .playing || status.state == .paused { return report(status) + finish(.started) }
        return report(status)
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
        case .finished?: return itemFinished()
        case .interrupted?: return finish(.takenOver)
        case .error?:
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

    mutating func nextWanted() -> [PlaybackAction] { hasNext ? play(index + 1) : [] }

    mutating func previousWanted() -> [PlaybackAction] { hasPrevious ? play(index - 1) : [] }

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
            return finish(.left(isInterrupt: isInterrupt, isPlayingOn: true))
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

    private mutating func itemFailed(_ failure: CommandFailure) -> [PlaybackAction] {
        guard hasNext else { return finish(.failed(failure)) }
        return [.report(.itemFailed(index, failure))] + play(index + 1)
    }

    private mutating func play(_ index: Int) -> [PlaybackAction] {
        self.index = index
        phase = .loading
        status = nil
        reported = nil
        isAwaitingReason = false
        isAwaitingEnd = false
        isMoved = false
        earlyEnd = nil
        return [.report(.loading(index)), .load(index)]
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
