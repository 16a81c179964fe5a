import CastWire
import NIOCore

// Wishes: what a slider or a button sets, shown at once and carried out with few requests.

extension MediaController {
    /// What controls show now.
    public nonisolated var controls: MediaControls { currentControls.value ?? MediaControls() }

    /// ``controls`` now and whenever it changes; the newest only. Ends with the session.
    public nonisolated var controlValues: LatestValues<MediaControls> { currentControls.latestValues }

    /// Sets something as a person's hand does, as often as it moves, and returns at once.
    ///
    /// ``controls`` shows the wish from now on. One request for a property is in flight at a time, ten in a second
    /// at most; what is wished meanwhile waits, and only the last wish is sent. When the device refuses it or does not
    /// answer, its own value is shown again, with the failure in ``Wished/failure`` and as
    /// ``MediaEvent/wishFailed(_:_:)``. Once all is done, what the device and other senders say is shown.
    ///
    /// - Throws: ``CastError``: `noMediaSession`, `invalidArgument`, or why nothing can be sent.
    public func wish(_ wish: MediaWish) throws(CastError) {
        _ = try mediaSessionID(for: "A wish")
        let now = route.eventLoop.now
        switch wish {
        case .playing(let isPlaying):
            carryOut(\.playing, wishes.playing.wish(isPlaying, now: now)) { .playing($0) }
        case .position(let position):
            guard !position.isNaN else { throw CastError.invalid("The position is not a number", device: device) }
            let instant = connection.now()
            let target = status?.clamped(position, at: instant) ?? position
            guard target.isFinite else { throw CastError.invalid("The position has no end", device: device) }
            let line = PlaybackLine(base: target, instant: instant, speed: 0)
            carryOut(\.position, wishes.position.wish(line, now: now)) { .position($0.base) }
        case .streamVolume(let level):
            guard !level.isNaN else { throw CastError.invalid("The volume is not a number", device: device) }
            let level = min(max(level, 0), 1)
            carryOut(\.streamVolume, wishes.streamVolume.wish(level, now: now)) { .streamVolume($0) }
        case .streamMuted(let isMuted):
            carryOut(\.streamMuted, wishes.streamMuted.wish(isMuted, now: now)) { .streamMuted($0) }
        case .playbackRate(let rate):
            try check(rate: rate)
            carryOut(\.playbackRate, wishes.playbackRate.wish(rate, now: now)) { .playbackRate($0) }
        case .repeatMode(let mode):
            carryOut(\.repeatMode, wishes.repeatMode.wish(mode, now: now)) { .repeatMode($0) }
        case .activeTracks(let trackIDs):
            carryOut(\.activeTracks, wishes.activeTracks.wish(trackIDs, now: now)) { .activeTracks($0) }
        }
        wishesChanged()
    }

    func publishControls() { currentControls.publish(MediaControls(status, wishes)) }

    /// Gives up every wish: what it was sent over is gone.
    func abandonWishes() {
        let error = CastError.sessionEnded(during: "A wish", device: device)
        for property in wishes.abandon(error) { publish(.wishFailed(property, error)) }
        wishesChanged()
    }

    /// Sends what a reconciler orders, and what it orders then.
    private func carryOut<Value>(
        _ path: any WritableKeyPath<MediaWishes, Reconciler<Value>> & Sendable,
        _ order: Reconciler<Value>.Order,
        as wish: @escaping @Sendable (Value) -> MediaWish
    ) {
        guard case .send(let value, let ticket) = order else { return }
        let wished = wish(value)
        let settle: @Sendable (isolated MediaController, Result<JSONObject, CastError>) -> Void = { media, result in
            let now = media.route.eventLoop.now
            switch result {
            case .success:
                media.carryOut(path, media.wishes[keyPath: path].answered(ticket, now: now), as: wish)
            case .failure(let error):
                let hadFailed = media.wishes[keyPath: path].failure != nil
                media.carryOut(path, media.wishes[keyPath: path].failed(ticket, error, now: now), as: wish)
                if !hadFailed, media.wishes[keyPath: path].failure != nil {
                    media.publish(.wishFailed(wished.property, error))
                }
            }
            media.wishesChanged()
        }
        do throws(CastError) {
            try send(wished, settle)
        } catch {
            settle(self, .failure(error))
        }
    }

    private func send(
        _ wish: MediaWish,
        _ settle: @escaping @Sendable (isolated MediaController, Result<JSONObject, CastError>) -> Void
    ) throws(CastError) {
        let id = try mediaSessionID(for: "A wish")
        switch wish {
        case .playing(true): try submit(PlayRequest(mediaSessionID: id), handler: settle)
        case .playing(false): try submit(PauseRequest(mediaSessionID: id), handler: settle)
        case .position(let position):
            try submit(try seekRequest(to: position, mediaSessionID: id), handler: settle)
        case .streamVolume(let level):
            try submit(SetStreamVolumeRequest(mediaSessionID: id, volume: Volume(level: level)), handler: settle)
        case .streamMuted(let isMuted):
            try submit(SetStreamVolumeRequest(mediaSessionID: id, volume: Volume(muted: isMuted)), handler: settle)
        case .playbackRate(let rate):
            try submit(SetPlaybackRateRequest(mediaSessionID: id, playbackRate: rate), handler: settle)
        case .repeatMode(let mode):
            try submit(QueueUpdateRequest(mediaSessionID: id, repeatMode: mode), handler: settle)
        case .activeTracks(let trackIDs):
            try submit(EditTracksInfoRequest(mediaSessionID: id, activeTrackIDs: trackIDs), handler: settle)
        }
    }

    /// Shows what changed, and sets the timer for what is due next.
    private func wishesChanged() {
        publishControls()
        guard let deadline = wishes.alarm else {
            wishAlarm?.task.cancel()
            wishAlarm = nil
            return
        }
        if let wishAlarm, wishAlarm.deadline == deadline { return }
        wishAlarm?.task.cancel()
        let task = route.eventLoop.scheduleTask(deadline: deadline) { [weak self] in
            guard let self else { return }
            self.assumeIsolated { $0.wishAlarmRang() }
        }
        wishAlarm = (deadline, task)
    }

    private func wishAlarmRang() {
        wishAlarm = nil
        let now = route.eventLoop.now
        carryOut(\.playing, wishes.playing.alarmRang(now: now)) { .playing($0) }
        carryOut(\.position, wishes.position.alarmRang(now: now)) { .position($0.base) }
        carryOut(\.streamVolume, wishes.streamVolume.alarmRang(now: now)) { .streamVolume($0) }
        carryOut(\.streamMuted, wishes.streamMuted.alarmRang(now: now)) { .streamMuted($0) }
        carryOut(\.playbackRate, wishes.playbackRate.alarmRang(now: now)) { .playbackRate($0) }
        carryOut(\.repeatMode, wishes.repeatMode.alarmRang(now: now)) { .repeatMode($0) }
        carryOut(\.activeTracks, wishes.activeTracks.alarmRang(now: now)) { .activeTracks($0) }
        wishesChanged()
    }
}
