// SPDX-License-Identifier: Apache-2.0

import CastConcurrency
package import NIOCore

/// A player that uses a page: it sends the target state to the page, and the page's reports determine the actual state.
///
/// Confined to its event loop.
package final class ScreenPlayer: MediaPlayer {
    private let eventLoop: any EventLoop
    private var playback: ScreenPlayback
    private let inspector: any MediaInspector
    private let timer: DeadlineTimer
    private var inspection: Task<Void, Never>?

    package var onEvent: ((PlayerEvent, Int) -> Void)?
    /// Called when the target state has changed and must be sent to the pages.
    var onPublish: (() -> Void)?

    /// - Parameter inspector: Determines whether media has a video track that a page does not show.
    package init(eventLoop: any EventLoop, inspector: any MediaInspector) {
        self.eventLoop = eventLoop
        timer = DeadlineTimer(on: eventLoop)
        self.inspector = inspector
        playback = ScreenPlayback(now: eventLoop.now)
    }

    var target: ScreenTarget? { playback.target }
    var revision: Int { playback.revision }
    var currentPosition: Double? { playback.currentPosition(now: eventLoop.now) }

    package func perform(_ command: PlayerCommand) {
        eventLoop.preconditionInEventLoop()
        switch command {
        case .load(let item): run(playback.load(item, now: eventLoop.now))
        case .play: run(playback.setPlaying(true))
        case .pause: run(playback.setPlaying(false))
        case .seek(let position): run(playback.seek(to: position))
        case .setRate(let rate): run(playback.setRate(rate))
        case .setStreamVolume(let level, let muted): run(playback.setStreamVolume(level: level, muted: muted))
        case .setTracks(let tracks): run(playback.setTracks(tracks))
        case .stop, .show: run(playback.stop())
        case .setDeviceVolume, .setUpNext, .setAppPage: break
        }
    }

    func received(_ report: ScreenReport) {
        run(playback.received(report, now: eventLoop.now))
    }

    func resume(_ handover: PlaybackHandover) {
        run(playback.resume(handover, now: eventLoop.now))
    }

    func handOver() -> PlaybackHandover? {
        let handover = playback.handOver(now: eventLoop.now)
        run([])
        return handover
    }

    private func run(_ actions: [ScreenPlayback.Action]) {
        for action in actions {
            switch action {
            case .emit(let event, let generation):
                // Events must not be delivered from within `perform(_:)`.
                eventLoop.assumeIsolated().execute { self.onEvent?(event, generation) }
            case .publish: onPublish?()
            case .inspectVideo(let item): inspect(item)
            }
        }
        if playback.target == nil {
            inspection?.cancel()
            inspection = nil
        }
        timer.set(to: playback.nextDeadline) { self.run(self.playback.timeReached(now: self.eventLoop.now)) }
    }

    private func inspect(_ item: PlayerItem) {
        let player = NIOLoopBound(self, eventLoop: eventLoop)
        let (eventLoop, inspector) = (eventLoop, inspector)
        inspection?.cancel()
        inspection = Task {
            let codec = await inspector.videoCodec(of: item)
            guard !Task.isCancelled else { return }
            eventLoop.execute {
                let player = player.value
                player.run(player.playback.videoInspected(codec, generation: item.generation, now: eventLoop.now))
            }
        }
    }
}
