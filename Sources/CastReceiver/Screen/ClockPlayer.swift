// SPDX-License-Identifier: Apache-2.0

import CastConcurrency
package import NIOCore

/// A player that follows the clock of the event loop, for a device without a page.
///
/// The inspector opens media in a task that the player owns and cancels. Confined to its event loop.
package final class ClockPlayer: MediaPlayer {
    private let eventLoop: any EventLoop
    private let inspector: any MediaInspector
    private var playback = ClockPlayback()
    private var inspection: Task<Void, Never>?
    private let timer: DeadlineTimer

    package var onEvent: ((PlayerEvent, Int) -> Void)?

    package init(eventLoop: any EventLoop, inspector: any MediaInspector) {
        self.eventLoop = eventLoop
        timer = DeadlineTimer(on: eventLoop)
        self.inspector = inspector
    }

    package func perform(_ command: PlayerCommand) {
        eventLoop.preconditionInEventLoop()
        let now = eventLoop.now
        switch command {
        case .load(let item): run(playback.load(item))
        case .play: run(playback.setPlaying(true, now: now))
        case .pause: run(playback.setPlaying(false, now: now))
        case .seek(let position): run(playback.seek(to: position, now: now))
        case .setRate(let rate):
            playback.setRate(rate, now: now)
            run([])
        case .setStreamVolume(let level, let muted): playback.setStreamVolume(level: level, muted: muted)
        case .setTracks(let tracks): playback.setTracks(tracks)
        case .stop, .show: run(playback.stop())
        case .setDeviceVolume, .setUpNext, .setAppPage: break
        }
    }

    func resume(_ handover: PlaybackHandover) {
        run(playback.resume(handover, now: eventLoop.now))
    }

    func handOver() -> PlaybackHandover? {
        guard let (handover, actions) = playback.handOver(now: eventLoop.now) else { return nil }
        run(actions)
        return handover
    }

    var currentPosition: Double? { playback.currentPosition(now: eventLoop.now) }

    private func run(_ actions: [ClockPlayback.Action]) {
        for action in actions {
            switch action {
            case .emit(let event, let generation):
                // Events must not be delivered from within `perform(_:)`.
                eventLoop.assumeIsolated().execute { self.onEvent?(event, generation) }
            case .inspect(let item): inspect(item)
            case .cancelInspection:
                inspection?.cancel()
                inspection = nil
            }
        }
        schedule()
    }

    private func inspect(_ item: PlayerItem) {
        let player = NIOLoopBound(self, eventLoop: eventLoop)
        let (eventLoop, inspector) = (eventLoop, inspector)
        inspection = Task {
            let result = await inspector.inspect(item)
            guard !Task.isCancelled else { return }
            eventLoop.execute {
                let player = player.value
                player.run(player.playback.inspected(result, generation: item.generation, now: eventLoop.now))
            }
        }
    }

    private func schedule() {
        timer.set(to: playback.nextDeadline) { self.run(self.playback.timeReached(now: self.eventLoop.now)) }
    }
}

/// An item that moves from one player to another.
struct PlaybackHandover: Sendable, Hashable {
    /// The item, with the current rate and stream volume.
    var item: PlayerItem
    /// The position in seconds; nil if unknown, and for the live edge.
    var position: Double?
    /// The properties of the media; nil if the metadata is not known yet.
    var metadata: MediaMetadataFacts?
    var wantsPlaying: Bool
    /// Whether the result of a seek to ``position`` has not been reported yet.
    var hasUnreportedSeek = false
}
