import CastWire

/// Plays a list of items, one after the other, and answers keys.
///
/// A machine without I/O and clock: what happens comes in through its methods, what to do comes out as actions. It
/// knows nothing of sockets; the one who drives it tells it what the device says and does what it orders.
///
/// One seek and one volume change are under way at most: what is pressed meanwhile adds up and follows as one. Until
/// the device has answered, the volume shown and added to is the one asked for.
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

    /// Seconds that an arrow key seeks.
    static let seekStep = 10.0
    /// What an arrow key adds to the volume when the device recommends less.
    static let volumeStep = 0.05

    let items: [Item]
    let waits: Bool
    private(set) var index = 0
    private(set) var status: PlaybackStatus?
    /// The device's volume: the one asked for while a request is under way, else what the device says.
    private(set) var volume: VolumeStatus?

    private var phase = Phase.loading
    private var reported: PlaybackStatus?
    private var isSeeking = false
    private var waitingSeek: Double?
    private var isSettingVolume = false
    private var waitingVolume: Double?
    private var isAwaitingReason = false
    private var isAwaitingEnd = false
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
            return [.awaitReason]
        default: return finish(.stoppedElsewhere)
        }
    }

    /// The device's volume, as the device says it.
    mutating func volumeChanged(_ volume: VolumeStatus) -> [PlaybackAction] {
        guard !isSettingVolume, phase != .over else { return [] }
        self.volume = volume
        return []
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

    // MARK: - What became of requests

    mutating func seekDone(_ failure: CommandFailure?) -> [PlaybackAction] {
        isSeeking = false
        var actions = failed(failure)
        if let waiting = waitingSeek, phase != .over {
            waitingSeek = nil
            actions += seek(by: waiting)
        }
        return actions
    }

    mutating func volumeDone(_ failure: CommandFailure?) -> [PlaybackAction] {
        isSettingVolume = false
        var actions = failed(failure)
        if let waiting = waitingVolume, phase != .over {
            waitingVolume = nil
            actions += setVolume(waiting)
        }
        return actions
    }

    /// Pausing, resuming or muting was answered.
    mutating func requestDone(_ failure: CommandFailure?) -> [PlaybackAction] {
        failed(failure)
    }

    // MARK: - What the person does

    mutating func pressed(_ key: Key) -> [PlaybackAction] {
        guard phase != .over else { return [] }
        switch key {
        case .character(" "), .character("k"):
            guard case .active = phase, let status else { return [] }
            return [.setPaused(status.state != .paused)]
        case .left: return seek(by: -Self.seekStep)
        case .right: return seek(by: Self.seekStep)
        case .up, .character("+"): return changeVolume(by: 1)
        case .down, .character("-"): return changeVolume(by: -1)
        case .character("m"):
            guard var volume else { return [] }
            volume.isMuted.toggle()
            self.volume = volume
            return [.setMuted(volume.isMuted)]
        case .character("n"):
            guard index + 1 < items.count else { return [] }
            return next()
        case .character("s"): return [.stop] + finish(.stopped)
        case .character("q"): return leave(isInterrupt: false)
        default: return []
        }
    }

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
        [.report(.itemFinished(index))] + (index + 1 < items.count ? next() : finish(.finished))
    }

    private mutating func itemFailed(_ failure: CommandFailure) -> [PlaybackAction] {
        guard index + 1 < items.count else { return finish(.failed(failure)) }
        return [.report(.itemFailed(index, failure))] + next()
    }

    private mutating func next() -> [PlaybackAction] {
        index += 1
        phase = .loading
        status = nil
        reported = nil
        waitingSeek = nil
        isAwaitingReason = false
        isAwaitingEnd = false
        earlyEnd = nil
        return [.report(.loading(index)), .load(index)]
    }

    private mutating func seek(by offset: Double) -> [PlaybackAction] {
        guard case .active = phase else { return [] }
        guard !isSeeking else {
            waitingSeek = (waitingSeek ?? 0) + offset
            return []
        }
        isSeeking = true
        return [.seek(by: offset)]
    }

    private mutating func changeVolume(by steps: Double) -> [PlaybackAction] {
        guard let volume, volume.isAdjustable else { return [] }
        let target = (waitingVolume ?? volume.level) + steps * max(volume.step, Self.volumeStep)
        return setVolume(min(max((target * 100).rounded() / 100, 0), 1))
    }

    private mutating func setVolume(_ level: Double) -> [PlaybackAction] {
        volume?.level = level
        guard !isSettingVolume else {
            waitingVolume = level
            return []
        }
        isSettingVolume = true
        return [.setVolume(level)]
    }

    private func failed(_ failure: CommandFailure?) -> [PlaybackAction] {
        guard let failure, phase != .over else { return [] }
        return [.report(.requestFailed(failure))]
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
