// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// Playback by the clock, for a device without a page: nothing is rendered, but playback takes its time.
///
/// Responsibilities: requests one inspection of the media per load, then advances the position with the clock at the
/// current rate, up to the end if the duration is known.
///
/// States: empty, inspecting, and open (playing or paused). An item is removed by `stop`, at its end, or if the
/// inspection finds that it cannot be played.
struct ClockPlayback {
    enum Action: Hashable {
        case emit(PlayerEvent, generation: Int)
        case inspect(PlayerItem)
        case cancelInspection
    }

    /// The interval between position events during playback.
    static let positionInterval = TimeAmount.milliseconds(500)

    private struct Open {
        var metadata: MediaMetadataFacts
        /// The position at ``anchor``, in seconds.
        var position: Double
        var anchor: NIODeadline
        var reportedAt: NIODeadline
        /// The time to which the live window of the metadata refers.
        var openedAt: NIODeadline

        func window(at now: NIODeadline) -> LiveWindow? { metadata.live?.after((now - openedAt).seconds) }
    }

    private enum Stage {
        case inspecting
        /// Playback never starts.
        case stalled
        case open(Open)
    }

    private struct Loaded {
        var item: PlayerItem
        var wantsPlaying: Bool
        var startPosition: Double?
        var stage: Stage
    }

    private var loaded: Loaded?

    init() {}

    /// The time at which ``timeReached(now:)`` must be called; nil if no timer is needed.
    var nextDeadline: NIODeadline? {
        guard let loaded, loaded.wantsPlaying, case .open(let open) = loaded.stage else { return nil }
        let tick = open.reportedAt + Self.positionInterval
        guard let duration = open.metadata.duration else { return tick }
        let remaining = max(0, duration - open.position) / max(loaded.item.rate, 0.01)
        // Rounded up, so that the end is reached when the timer fires.
        let end = open.anchor + .nanoseconds(Int64(min(remaining, 1e8) * 1e9) + 1)
        return min(tick, end)
    }
}

// MARK: - Commands

extension ClockPlayback {
    mutating func load(_ item: PlayerItem) -> [Action] {
        let cancellation = cancelInspection()
        loaded = Loaded(
            item: item,
            wantsPlaying: item.autoplay,
            startPosition: item.startTime,
            stage: .inspecting
        )
        return cancellation + [.inspect(item)]
    }

    mutating func setPlaying(_ wantsPlaying: Bool, now: NIODeadline) -> [Action] {
        guard var loaded else { return [] }
        var actions: [Action] = []
        if case .open(var open) = loaded.stage {
            reanchor(&open, of: loaded, now: now)
            open.reportedAt = now
            loaded.stage = .open(open)
            loaded.wantsPlaying = wantsPlaying
            actions = [phase(of: loaded, at: open.position)]
        }
        loaded.wantsPlaying = wantsPlaying
        self.loaded = loaded
        return actions
    }

    mutating func seek(to target: Double, now: NIODeadline) -> [Action] {
        guard var loaded else { return [] }
        guard case .open(var open) = loaded.stage else {
            self.loaded?.startPosition = target
            return []
        }
        // Infinity means the live edge. Without a live window, playback is at the live edge already.
        let hasTarget = target.isFinite || open.metadata.duration != nil
        let position =
            open.window(at: now)?.clamp(target)
            ?? (hasTarget ? max(0, target) : self.position(of: open, in: loaded, now: now))
        let generation = loaded.item.generation
        if let duration = open.metadata.duration, position >= duration {
            self.loaded = nil
            return [
                .emit(.seeked(position: duration), generation: generation), .emit(.ended, generation: generation),
            ]
        }
        open.position = position
        open.anchor = now
        open.reportedAt = now
        loaded.stage = .open(open)
        self.loaded = loaded
        return [.emit(.seeked(position: position), generation: generation), phase(of: loaded, at: position)]
    }

    mutating func setRate(_ rate: Double, now: NIODeadline) {
        guard var loaded else { return }
        if case .open(var open) = loaded.stage {
            reanchor(&open, of: loaded, now: now)
            loaded.stage = .open(open)
        }
        loaded.item.rate = rate
        self.loaded = loaded
    }

    mutating func setStreamVolume(level: Double, muted: Bool) {
        loaded?.item.volumeLevel = level
        loaded?.item.isMuted = muted
    }

    mutating func setTracks(_ tracks: PlayerTracks) {
        loaded?.item.tracks = tracks
    }

    mutating func stop() -> [Action] {
        let cancellation = cancelInspection()
        loaded = nil
        return cancellation
    }

    private func cancelInspection() -> [Action] {
        guard case .inspecting? = loaded?.stage else { return [] }
        return [.cancelInspection]
    }
}

// MARK: - Handover

extension ClockPlayback {
    /// Continues an item that a page has played. Media with known metadata is not inspected again.
    mutating func resume(_ handover: PlaybackHandover, now: NIODeadline) -> [Action] {
        guard let metadata = handover.metadata else {
            let actions = load(handover.item)
            loaded?.wantsPlaying = handover.wantsPlaying
            loaded?.startPosition = handover.position
            return actions
        }
        let cancellation = cancelInspection()
        let position = handover.position ?? 0
        let resumed = Loaded(
            item: handover.item,
            wantsPlaying: handover.wantsPlaying,
            startPosition: nil,
            stage: .open(Open(metadata: metadata, position: position, anchor: now, reportedAt: now, openedAt: now))
        )
        loaded = resumed
        // The page has not reported the result of its last seek.
        let seeked = Action.emit(.seeked(position: position), generation: handover.item.generation)
        return cancellation + (handover.hasUnreportedSeek ? [seeked] : []) + [phase(of: resumed, at: position)]
    }

    /// Releases the item with its current position; nil if no item is loaded.
    mutating func handOver(now: NIODeadline) -> (handover: PlaybackHandover, actions: [Action])? {
        guard let loaded else { return nil }
        let cancellation = cancelInspection()
        var handover = PlaybackHandover(
            item: loaded.item,
            position: loaded.startPosition,
            metadata: nil,
            wantsPlaying: loaded.wantsPlaying
        )
        if case .open(let open) = loaded.stage {
            // The clock does not know the time axis of a live stream, so playback continues at the live edge.
            let isLive = loaded.item.isLive || open.metadata.live != nil
            handover.position = isLive ? nil : position(of: open, in: loaded, now: now)
            handover.metadata = open.metadata
            handover.metadata?.live = nil
        }
        self.loaded = nil
        return (handover, cancellation)
    }
}

// MARK: - Events

extension ClockPlayback {
    mutating func inspected(_ result: MediaInspection, generation: Int, now: NIODeadline) -> [Action] {
        guard var loaded, loaded.item.generation == generation, case .inspecting = loaded.stage else { return [] }
        switch result {
        case .unplayable(let code, let message):
            self.loaded = nil
            return [.emit(.failed(detailedErrorCode: code, message: message), generation: generation)]
        case .stalled:
            loaded.stage = .stalled
            self.loaded = loaded
            return []
        case .playable(var facts, let kind):
            let isStill = kind == .image
            if loaded.item.isLive || isStill || facts.live != nil {
                facts.duration = nil
            } else {
                facts.duration = facts.duration ?? loaded.item.duration
            }
            if isStill { loaded.wantsPlaying = false }
            let start = max(0, loaded.startPosition ?? 0)
            let position = facts.live?.clamp(loaded.startPosition) ?? min(start, facts.duration ?? start)
            loaded.stage = .open(
                Open(metadata: facts, position: position, anchor: now, reportedAt: now, openedAt: now)
            )
            self.loaded = loaded
            let event = PlayerEvent.metadataLoaded(
                duration: facts.duration,
                width: facts.width,
                height: facts.height
            )
            let range = facts.live.map { window in
                let event = PlayerEvent.seekableRange(
                    start: window.start,
                    end: window.end,
                    isMoving: window.isMoving,
                    isDone: window.isDone
                )
                return Action.emit(event, generation: generation)
            }
            return [.emit(event, generation: generation)] + (range.map { [$0] } ?? [])
                + [phase(of: loaded, at: position)]
        }
    }

    mutating func timeReached(now: NIODeadline) -> [Action] {
        guard var loaded, loaded.wantsPlaying, case .open(var open) = loaded.stage else { return [] }
        let generation = loaded.item.generation
        let position = position(of: open, in: loaded, now: now)
        let isOver = open.window(at: now).map { $0.isDone && position >= $0.end } ?? false
        if isOver || open.metadata.duration.map({ position >= $0 }) ?? false {
            self.loaded = nil
            return [.emit(.ended, generation: generation)]
        }
        guard now >= open.reportedAt + Self.positionInterval else { return [] }
        open.reportedAt = now
        loaded.stage = .open(open)
        self.loaded = loaded
        return [.emit(.position(position), generation: generation)]
    }

    /// The current position; nil if no media is open.
    func currentPosition(now: NIODeadline) -> Double? {
        guard let loaded, case .open(let open) = loaded.stage else { return nil }
        return position(of: open, in: loaded, now: now)
    }

    private func position(of open: Open, in loaded: Loaded, now: NIODeadline) -> Double {
        let advance = loaded.wantsPlaying ? (now - open.anchor).seconds * loaded.item.rate : 0
        let position = open.position + advance
        // Only the live window can be played: older parts are no longer available, newer ones not yet.
        if let window = open.window(at: now) { return window.clamp(position) }
        return min(position, open.metadata.duration ?? position)
    }

    private func reanchor(_ open: inout Open, of loaded: Loaded, now: NIODeadline) {
        open.position = position(of: open, in: loaded, now: now)
        open.anchor = now
    }

    private func phase(of loaded: Loaded, at position: Double) -> Action {
        .emit(
            loaded.wantsPlaying ? .playing(position: position) : .paused(position: position),
            generation: loaded.item.generation
        )
    }
}
