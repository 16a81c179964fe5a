// SPDX-License-Identifier: Apache-2.0

import CastConcurrency
import CastWire
import NIOCore

// Requested values: what a slider or a button sets. They are shown at once and sent with few requests.

extension MediaController {
    /// The current values for playback controls.
    public nonisolated var controls: MediaControls { currentControls.value ?? MediaControls() }

    /// The values of ``controls``: the current one, then each change. A slow reader gets only the newest. The sequence
    /// ends with the session.
    public nonisolated var controlValues: LatestValues<MediaControls> { currentControls.latestValues }

    /// Requests a new value for a property, such as the position of a slider, and returns at once. Can be called as
    /// often as the control moves.
    ///
    /// ``controls`` has the requested value from now on. At most one request per property is in flight, and at most ten
    /// per second are sent; while one is in flight, only the last requested value is kept. When the device rejects the
    /// change or does not answer, its own value is shown again, and the failure is available as
    /// ``PendingValue/failure`` and as ``MediaEvent/changeFailed(_:_:)``. After the last reply, values that the device
    /// reports for other senders are shown.
    ///
    /// - Throws: ``CastError``: `noMediaSession`, `invalidArgument`, or the reason why nothing can be sent.
    public func set(_ change: MediaChange) throws(CastError) {
        _ = try mediaSessionID(for: "The change")
        let now = route.eventLoop.now
        switch change {
        case .playing(let isPlaying):
            execute(\.playing, pendingValues.playing.request(isPlaying, now: now)) { .playing($0) }
        case .position(let position):
            guard !position.isNaN else { throw CastError.invalid("The position is not a number", device: device) }
            let instant = connection.now()
            let target = status?.clamped(position, at: instant) ?? position
            guard target.isFinite else { throw CastError.invalid("The position is not finite", device: device) }
            let requested = LinearPosition(base: target, instant: instant, speed: 0)
            execute(\.position, pendingValues.position.request(requested, now: now)) { .position($0.base) }
        case .streamVolume(let level):
            guard !level.isNaN else { throw CastError.invalid("The volume is not a number", device: device) }
            let level = min(max(level, 0), 1)
            execute(\.streamVolume, pendingValues.streamVolume.request(level, now: now)) { .streamVolume($0) }
        case .streamMuted(let isMuted):
            execute(\.streamMuted, pendingValues.streamMuted.request(isMuted, now: now)) { .streamMuted($0) }
        case .playbackRate(let rate):
            try check(rate: rate)
            execute(\.playbackRate, pendingValues.playbackRate.request(rate, now: now)) { .playbackRate($0) }
        case .repeatMode(let mode):
            execute(\.repeatMode, pendingValues.repeatMode.request(mode, now: now)) { .repeatMode($0) }
        case .activeTracks(let trackIDs):
            execute(\.activeTracks, pendingValues.activeTracks.request(trackIDs, now: now)) { .activeTracks($0) }
        }
        pendingValuesChanged()
    }

    func publishControls() {
        let controls = MediaControls(status, pendingValues)
        currentControls.publish(controls)
        report(.controls(controls))
    }

    /// Cancels all requested values when the connection to the application is lost.
    func cancelPendingValues() {
        let error = CastError.sessionEnded(during: "The change", device: device)
        for property in pendingValues.abandon(error) { publish(.changeFailed(property, error)) }
        pendingValuesChanged()
    }

    /// Executes the action that a reconciler returned, and those that follow from its result.
    private func execute<Value>(
        _ path: any WritableKeyPath<PendingMediaValues, Reconciler<Value>> & Sendable,
        _ action: Reconciler<Value>.Action,
        as change: @escaping @Sendable (Value) -> MediaChange
    ) {
        guard case .send(let value, let ticket) = action else { return }
        let requested = change(value)
        let handler: @Sendable (isolated MediaController, Result<JSONObject, CastError>) -> Void = { media, result in
            let now = media.route.eventLoop.now
            switch result {
            case .success:
                media.execute(path, media.pendingValues[keyPath: path].answered(ticket, now: now), as: change)
            case .failure(let error):
                let hadFailed = media.pendingValues[keyPath: path].failure != nil
                media.execute(path, media.pendingValues[keyPath: path].failed(ticket, error, now: now), as: change)
                if !hadFailed, media.pendingValues[keyPath: path].failure != nil {
                    media.publish(.changeFailed(requested.property, error))
                }
            }
            media.pendingValuesChanged()
        }
        do throws(CastError) {
            try send(requested, handler)
        } catch {
            handler(self, .failure(error))
        }
    }

    private func send(
        _ change: MediaChange,
        _ handler: @escaping @Sendable (isolated MediaController, Result<JSONObject, CastError>) -> Void
    ) throws(CastError) {
        let id = try mediaSessionID(for: "The change")
        switch change {
        case .playing(true): try submit(PlayRequest(mediaSessionID: id), handler: handler)
        case .playing(false): try submit(PauseRequest(mediaSessionID: id), handler: handler)
        case .position(let position):
            try submit(try seekRequest(to: position, mediaSessionID: id), handler: handler)
        case .streamVolume(let level):
            try submit(SetStreamVolumeRequest(mediaSessionID: id, volume: CastVolume(level: level)), handler: handler)
        case .streamMuted(let isMuted):
            try submit(SetStreamVolumeRequest(mediaSessionID: id, volume: CastVolume(muted: isMuted)), handler: handler)
        case .playbackRate(let rate):
            try submit(SetPlaybackRateRequest(mediaSessionID: id, playbackRate: rate), handler: handler)
        case .repeatMode(let mode):
            try submit(QueueUpdateRequest(mediaSessionID: id, repeatMode: mode), handler: handler)
        case .activeTracks(let trackIDs):
            try submit(EditTracksInfoRequest(mediaSessionID: id, activeTrackIDs: trackIDs), handler: handler)
        }
    }

    /// Publishes the controls, and schedules the timer for the next deadline.
    private func pendingValuesChanged() {
        publishControls()
        pendingValuesTimer.set(to: pendingValues.nextDeadline) { [weak self] in
            self?.assumeIsolated { $0.pendingValuesDeadlineReached() }
        }
    }

    private func pendingValuesDeadlineReached() {
        let now = route.eventLoop.now
        execute(\.playing, pendingValues.playing.deadlineReached(now: now)) { .playing($0) }
        execute(\.position, pendingValues.position.deadlineReached(now: now)) { .position($0.base) }
        execute(\.streamVolume, pendingValues.streamVolume.deadlineReached(now: now)) { .streamVolume($0) }
        execute(\.streamMuted, pendingValues.streamMuted.deadlineReached(now: now)) { .streamMuted($0) }
        execute(\.playbackRate, pendingValues.playbackRate.deadlineReached(now: now)) { .playbackRate($0) }
        execute(\.repeatMode, pendingValues.repeatMode.deadlineReached(now: now)) { .repeatMode($0) }
        execute(\.activeTracks, pendingValues.activeTracks.deadlineReached(now: now)) { .activeTracks($0) }
        pendingValuesChanged()
    }
}
