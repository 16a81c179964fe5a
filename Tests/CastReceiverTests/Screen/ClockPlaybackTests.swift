// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Testing

@testable import CastReceiver

@Suite("Simulated playback by the clock")
struct ClockPlaybackTests {
    private let item = PlayerItem(generation: 1, url: "http://127.0.0.1/film.mp4", contentType: "video/mp4")
    private let film = MediaInspection.playable(MediaMetadataFacts(duration: 20), kind: .video)

    private func seconds(_ seconds: Double) -> NIODeadline { .uptimeNanoseconds(UInt64((100 + seconds) * 1e9)) }

    /// Returns a playback of a film of 20 s that has been playing since second 0.
    private func playing() -> ClockPlayback {
        var playback = ClockPlayback()
        _ = playback.load(item)
        _ = playback.inspected(film, generation: 1, now: seconds(0))
        return playback
    }

    @Test("a film loads, reports its position, and ends after its duration")
    func playsToTheEnd() {
        var playback = ClockPlayback()
        #expect(playback.load(item) == [.inspect(item)])
        #expect(playback.nextDeadline == nil)
        #expect(
            playback.inspected(film, generation: 1, now: seconds(0)) == [
                .emit(.metadataLoaded(duration: 20, width: nil, height: nil), generation: 1),
                .emit(.playing(position: 0), generation: 1),
            ]
        )
        #expect(playback.nextDeadline == seconds(0.5))
        #expect(playback.timeReached(now: seconds(0.5)) == [.emit(.position(0.5), generation: 1)])
        #expect(playback.timeReached(now: seconds(19.8)) == [.emit(.position(19.8), generation: 1)])
        let end = playback.nextDeadline
        #expect(end.map { $0 >= seconds(20) && $0 < seconds(20.001) } == true)
        #expect(playback.timeReached(now: seconds(20.001)) == [.emit(.ended, generation: 1)])
        #expect(playback.nextDeadline == nil)
        #expect(playback.setPlaying(true, now: seconds(21)) == [])
    }

    @Test("a stream whose segments have another container than declared never starts and never fails")
    func stalls() {
        var playback = ClockPlayback()
        _ = playback.load(item)
        #expect(playback.inspected(.stalled(message: "ts"), generation: 1, now: seconds(0)) == [])
        #expect(playback.setPlaying(true, now: seconds(1)) == [])
        #expect(playback.seek(to: 5, now: seconds(2)) == [])
        #expect(playback.nextDeadline == nil)
        #expect(playback.inspected(film, generation: 1, now: seconds(3)) == [], "the inspection has ended")
        #expect(playback.stop() == [])
    }

    @Test("pause keeps the position, and play continues from it")
    func pauses() {
        var playback = playing()
        #expect(playback.setPlaying(false, now: seconds(3)) == [.emit(.paused(position: 3), generation: 1)])
        #expect(playback.nextDeadline == nil)
        #expect(playback.currentPosition(now: seconds(60)) == 3)
        #expect(playback.setPlaying(true, now: seconds(60)) == [.emit(.playing(position: 3), generation: 1)])
        #expect(playback.currentPosition(now: seconds(61)) == 4)
    }

    @Test("play during playback is answered")
    func answersPlayAgain() {
        var playback = playing()
        #expect(playback.setPlaying(true, now: seconds(2)) == [.emit(.playing(position: 2), generation: 1)])
    }

    @Test("the playback rate changes the speed of the position")
    func rate() {
        var playback = playing()
        playback.setRate(0.5, now: seconds(4))
        #expect(playback.currentPosition(now: seconds(6)) == 5)
        playback.setRate(2, now: seconds(6))
        #expect(playback.currentPosition(now: seconds(7)) == 7)
    }

    @Test("a seek changes the position, playing or paused")
    func seeks() {
        var playback = playing()
        #expect(
            playback.seek(to: 12, now: seconds(1)) == [
                .emit(.seeked(position: 12), generation: 1), .emit(.playing(position: 12), generation: 1),
            ]
        )
        _ = playback.setPlaying(false, now: seconds(2))
        #expect(
            playback.seek(to: -3, now: seconds(5)) == [
                .emit(.seeked(position: 0), generation: 1), .emit(.paused(position: 0), generation: 1),
            ]
        )
    }

    @Test("a seek past the end ends the item", arguments: [20.0, 21, 1e9, .infinity])
    func seeksPastTheEnd(target: Double) {
        var playback = playing()
        #expect(
            playback.seek(to: target, now: seconds(1)) == [
                .emit(.seeked(position: 20), generation: 1), .emit(.ended, generation: 1),
            ]
        )
        #expect(playback.nextDeadline == nil)
    }

    @Test("without autoplay the item is paused at its start time")
    func waitsWithoutAutoplay() {
        var pausedItem = item
        pausedItem.autoplay = false
        pausedItem.startTime = 7
        var playback = ClockPlayback()
        _ = playback.load(pausedItem)
        let actions = playback.inspected(film, generation: 1, now: seconds(0))
        #expect(actions.last == .emit(.paused(position: 7), generation: 1))
    }

    @Test("commands during a load take effect after it")
    func commandsWhileLoading() {
        var playback = ClockPlayback()
        _ = playback.load(item)
        #expect(playback.setPlaying(false, now: seconds(0)) == [])
        #expect(playback.seek(to: 5, now: seconds(0)) == [])
        let actions = playback.inspected(film, generation: 1, now: seconds(1))
        #expect(actions.last == .emit(.paused(position: 5), generation: 1))
    }

    @Test("unplayable media fails with the reason, and is unloaded")
    func fails() {
        var playback = ClockPlayback()
        _ = playback.load(item)
        let result = MediaInspection.unplayable(detailedErrorCode: 104, message: "answered 404")
        #expect(
            playback.inspected(result, generation: 1, now: seconds(0)) == [
                .emit(.failed(detailedErrorCode: 104, message: "answered 404"), generation: 1)
            ]
        )
        #expect(playback.seek(to: 1, now: seconds(0)) == [])
    }

    @Test("a second load cancels the first, whose late result is ignored")
    func loadOverLoad() {
        var playback = ClockPlayback()
        _ = playback.load(item)
        var second = item
        second.generation = 2
        #expect(playback.load(second) == [.cancelInspection, .inspect(second)])
        #expect(playback.inspected(film, generation: 1, now: seconds(0)) == [])
        #expect(playback.inspected(film, generation: 2, now: seconds(0)).count == 2)
    }

    @Test("the sender's duration is used if the media has none")
    func durationFromLoad() {
        var named = item
        named.duration = 33
        var playback = ClockPlayback()
        _ = playback.load(named)
        let result = MediaInspection.playable(MediaMetadataFacts(), kind: .video)
        #expect(
            playback.inspected(result, generation: 1, now: seconds(0)).first
                == .emit(.metadataLoaded(duration: 33, width: nil, height: nil), generation: 1)
        )
    }

    @Test("live media does not end")
    func live() {
        var live = item
        live.isLive = true
        live.duration = 10
        var playback = ClockPlayback()
        _ = playback.load(live)
        _ = playback.inspected(film, generation: 1, now: seconds(0))
        #expect(playback.timeReached(now: seconds(3600)) == [.emit(.position(3600), generation: 1)])
    }

    @Test("the position of an image is constant")
    func picture() {
        var playback = ClockPlayback()
        _ = playback.load(item)
        let result = MediaInspection.playable(MediaMetadataFacts(), kind: .image)
        #expect(
            playback.inspected(result, generation: 1, now: seconds(0)).last
                == .emit(.paused(position: 0), generation: 1)
        )
    }

    @Test("stop while loading cancels the inspection")
    func stopsWhileLoading() {
        var playback = ClockPlayback()
        _ = playback.load(item)
        #expect(playback.stop() == [.cancelInspection])
        #expect(playback.inspected(film, generation: 1, now: seconds(0)) == [])
    }

    @Test("a handover contains the position; resuming it continues without another inspection")
    func resumesAfterHandover() throws {
        var playback = playing()
        let result = playback.handOver(now: seconds(8))
        let handover = try #require(result?.handover)
        #expect(handover.position == 8)
        #expect(handover.metadata?.duration == 20)
        #expect(handover.wantsPlaying)
        #expect(playback.currentPosition(now: seconds(8)) == nil)
        #expect(playback.resume(handover, now: seconds(9)) == [.emit(.playing(position: 8), generation: 1)])
        #expect(playback.currentPosition(now: seconds(10)) == 9)
    }

    @Test("after a handover during a load, the receiving player inspects the media")
    func handoverWhileLoading() throws {
        var playback = ClockPlayback()
        _ = playback.load(item)
        let result = playback.handOver(now: seconds(0))
        let handover = try #require(result?.handover)
        #expect(result?.actions == [.cancelInspection])
        #expect(handover.metadata == nil)
        var other = ClockPlayback()
        #expect(other.resume(handover, now: seconds(1)) == [.inspect(item)])
    }
}
