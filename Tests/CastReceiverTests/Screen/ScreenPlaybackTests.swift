// SPDX-License-Identifier: Apache-2.0

import CastWire
import NIOCore
import Testing

@testable import CastReceiver

@Suite("Playback on a page")
struct ScreenPlaybackTests {
    private let item = PlayerItem(generation: 7, url: "http://127.0.0.1/film.mp4", startTime: 3)

    private func seconds(_ seconds: Double) -> NIODeadline { .uptimeNanoseconds(UInt64((100 + seconds) * 1e9)) }

    private func report(
        _ phase: ScreenReport.Phase,
        at position: Double = 0,
        revision: Int,
        seeking: Bool = false,
        duration: Double? = 20
    ) -> ScreenReport {
        ScreenReport(
            sequence: 0,
            generation: 7,
            revision: revision,
            phase: phase,
            isSeeking: seeking,
            position: position,
            duration: duration,
            width: 640,
            height: 360
        )
    }

    /// Returns a loaded playback that plays at 3 s, with revision 1.
    private func playing() -> ScreenPlayback {
        var playback = ScreenPlayback(now: seconds(0))
        _ = playback.load(item, now: seconds(0))
        _ = playback.received(report(.playing, at: 3, revision: 1), now: seconds(0))
        return playback
    }

    private let metadata = ScreenPlayback.Action.emit(
        .metadataLoaded(duration: 20, width: 640, height: 360),
        generation: 7
    )

    @Test("a film loads, buffers, plays and ends with the times of the media element")
    func playsToTheEnd() {
        var playback = ScreenPlayback(now: seconds(0))
        #expect(playback.load(item, now: seconds(0)) == [.publish])
        #expect(playback.target?.seek == ScreenTarget.Seek(revision: 1, position: 3))
        #expect(playback.received(report(.loading, revision: 1), now: seconds(0)) == [])
        #expect(
            playback.received(report(.buffering, at: 3, revision: 1), now: seconds(1)) == [
                metadata, .emit(.buffering(position: 3), generation: 7),
            ]
        )
        #expect(
            playback.received(report(.playing, at: 3, revision: 1), now: seconds(1)) == [
                .emit(.playing(position: 3), generation: 7)
            ]
        )
        #expect(
            playback.received(report(.playing, at: 3.25, revision: 1), now: seconds(1.25)) == [
                .emit(.position(3.25), generation: 7)
            ]
        )
        #expect(
            playback.received(report(.ended, at: 20, revision: 1), now: seconds(18)) == [
                .emit(.ended, generation: 7), .publish,
            ]
        )
        #expect(playback.target == nil)
    }

    // MARK: - Video that the browser cannot decode

    private let video = PlayerItem(generation: 7, url: "http://127.0.0.1/film.mp4", kind: .video)

    private func soundOnly(_ phase: ScreenReport.Phase, at position: Double = 0) -> ScreenReport {
        ScreenReport(sequence: 0, generation: 7, revision: 1, phase: phase, position: position, duration: 20)
    }

    @Test("a load fails with the name of the codec if the page cannot decode the container's video")
    func undecodable() {
        var playback = ScreenPlayback(now: seconds(0))
        _ = playback.load(video, now: seconds(0))
        #expect(playback.received(soundOnly(.playing), now: seconds(1)) == [.inspectVideo(video)])
        #expect(playback.received(soundOnly(.playing, at: 0.5), now: seconds(1.5)) == [], "the load is pending")
        let actions = playback.videoInspected("hvc1", generation: 7, now: seconds(2))
        guard case .emit(.failed(102, let message, obstacle: .codec), generation: 7)? = actions.first else {
            Issue.record("\(actions)")
            return
        }
        #expect(message.contains("HEVC"))
        #expect(playback.target == nil)
        #expect(playback.videoInspected("hvc1", generation: 7, now: seconds(3)) == [])
    }

    @Test(
        "audio with a video content type loads if its container has no video, or if the inspection takes five seconds"
    )
    func soundCalledVideo() {
        let loaded = ScreenPlayback.Action.emit(
            .metadataLoaded(duration: 20, width: nil, height: nil),
            generation: 7
        )
        var playback = ScreenPlayback(now: seconds(0))
        _ = playback.load(video, now: seconds(0))
        _ = playback.received(soundOnly(.playing), now: seconds(1))
        let found = playback.videoInspected(nil, generation: 7, now: seconds(2))
        #expect(found == [loaded, .emit(.playing(position: 0), generation: 7)])
        #expect(playback.received(soundOnly(.playing, at: 2), now: seconds(3)) == [.emit(.position(2), generation: 7)])

        var silent = ScreenPlayback(now: seconds(0))
        _ = silent.load(video, now: seconds(0))
        _ = silent.received(soundOnly(.playing), now: seconds(1))
        #expect(silent.nextDeadline == seconds(6))
        #expect(silent.timeReached(now: seconds(6)).first == loaded)
    }

    @Test("a video size that is reported late completes the load, and one reported at once needs no inspection")
    func pictureComesLate() {
        var playback = ScreenPlayback(now: seconds(0))
        _ = playback.load(video, now: seconds(0))
        _ = playback.received(soundOnly(.playing), now: seconds(1))
        #expect(playback.received(report(.playing, revision: 1), now: seconds(1.5)) == [])
        #expect(playback.videoInspected("avc1", generation: 7, now: seconds(2)).first == metadata)
        #expect(playback.target != nil)

        var plain = ScreenPlayback(now: seconds(0))
        _ = plain.load(video, now: seconds(0))
        #expect(plain.received(report(.playing, revision: 1), now: seconds(1)).first == metadata)
    }

    @Test("a report based on an old target state is ignored")
    func staleReport() {
        var playback = playing()
        #expect(playback.setPlaying(false) == [.publish])
        #expect(playback.received(report(.playing, at: 4, revision: 1), now: seconds(1)) == [])
        #expect(
            playback.received(report(.paused, at: 4.1, revision: 2), now: seconds(1.1)) == [
                .emit(.paused(position: 4.1), generation: 7)
            ]
        )
        #expect(playback.target?.wantsPlaying == false)
    }

    @Test("play during playback is answered once")
    func answersPlayAgain() {
        var playback = playing()
        _ = playback.setPlaying(true)
        #expect(
            playback.received(report(.playing, at: 4, revision: 2), now: seconds(1)) == [
                .emit(.playing(position: 4), generation: 7)
            ]
        )
        #expect(
            playback.received(report(.playing, at: 5, revision: 2), now: seconds(2)) == [
                .emit(.position(5), generation: 7)
            ]
        )
    }

    @Test("a seek ends when the media element reports it")
    func seeks() {
        var playback = playing()
        #expect(playback.seek(to: 12) == [.publish])
        #expect(
            playback.received(report(.buffering, at: 12, revision: 2, seeking: true), now: seconds(1)) == [
                .emit(.buffering(position: 12), generation: 7)
            ]
        )
        #expect(
            playback.received(report(.playing, at: 12, revision: 2), now: seconds(1.2)) == [
                .emit(.seeked(position: 12), generation: 7), .emit(.playing(position: 12), generation: 7),
            ]
        )
    }

    @Test("two quick seeks are reported as one")
    func seeksTwice() {
        var playback = playing()
        _ = playback.seek(to: 12)
        _ = playback.seek(to: 5)
        #expect(playback.received(report(.playing, at: 12, revision: 2), now: seconds(1)) == [])
        #expect(
            playback.received(report(.playing, at: 5, revision: 3), now: seconds(1)) == [
                .emit(.seeked(position: 5), generation: 7), .emit(.playing(position: 5), generation: 7),
            ]
        )
    }

    @Test("a pause by the media element itself is accepted")
    func pausesByItself() {
        var playback = playing()
        #expect(
            playback.received(report(.paused, at: 6, revision: 1), now: seconds(3)) == [
                .emit(.paused(position: 6), generation: 7), .publish,
            ]
        )
        #expect(playback.target?.wantsPlaying == false)
    }

    @Test(
        "errors of the media element are mapped to Cast error codes",
        arguments: [(1, 101), (2, 103), (3, 102), (4, 104), (9, 100)]
    )
    func failures(element: Int, cast: Int) throws {
        var playback = playing()
        var failed = report(.failed, revision: 1)
        failed.failure = ScreenReport.Failure(code: element, message: "words")
        let actions = playback.received(failed, now: seconds(1))
        guard case .emit(.failed(let code, let message, _), 7) = try #require(actions.first) else {
            Issue.record("no failure in \(actions)")
            return
        }
        #expect(code == cast)
        #expect(message.contains(item.url))
        #expect(message.contains("words"))
        #expect(playback.target == nil)
    }

    @Test("media without any data fails after 30 s")
    func loadTimesOut() {
        var playback = ScreenPlayback(now: seconds(0))
        _ = playback.load(item, now: seconds(0))
        #expect(playback.nextDeadline == seconds(30))
        #expect(playback.timeReached(now: seconds(29)) == [])
        let actions = playback.timeReached(now: seconds(30))
        guard case .emit(.failed(104, _, _), 7)? = actions.first else {
            Issue.record("no failure in \(actions)")
            return
        }
        #expect(playback.nextDeadline == nil)
    }

    @Test("a playing page has no load timeout")
    func noTimeOutWhilePlaying() {
        #expect(playing().nextDeadline == nil)
    }

    @Test("reports about another item are ignored")
    func foreignReport() {
        var playback = playing()
        var foreign = report(.failed, revision: 1)
        foreign.generation = 6
        #expect(playback.received(foreign, now: seconds(1)) == [])
        foreign.generation = nil
        #expect(playback.received(foreign, now: seconds(1)) == [])
    }

    @Test("a page that takes over continues at the position without reporting the media again")
    func takesOver() {
        var playback = ScreenPlayback(now: seconds(0))
        let handover = PlaybackHandover(
            item: item,
            position: 8,
            metadata: MediaMetadataFacts(duration: 20),
            wantsPlaying: true
        )
        #expect(playback.resume(handover, now: seconds(0)) == [.publish])
        #expect(playback.target?.seek.position == 8)
        #expect(
            playback.received(report(.loading, revision: 1), now: seconds(0.1)) == [
                .emit(.buffering(position: 8), generation: 7)
            ]
        )
        #expect(
            playback.received(report(.playing, at: 8, revision: 1), now: seconds(0.3)) == [
                .emit(.metadataChanged(duration: 20, width: 640, height: 360), generation: 7),
                .emit(.playing(position: 8), generation: 7),
            ]
        )
    }

    @Test("a handover extrapolates the position from the last report")
    func handsOver() {
        var playback = playing()
        playback = playing()
        let handover = playback.handOver(now: seconds(2))
        #expect(handover?.position == 5)
        #expect(handover?.hasUnreportedSeek == false)
        #expect(handover?.wantsPlaying == true)
        #expect(playback.target == nil)
    }

    @Test("a handover during a seek contains the target")
    func handsOverWhileSeeking() {
        var playback = playing()
        _ = playback.seek(to: 15)
        #expect(playback.handOver(now: seconds(2))?.position == 15)
    }

    @Test("a seek handed over to another page ends when that page has reached it")
    func seekIsHandedOver() throws {
        var playback = playing()
        _ = playback.seek(to: 15)
        let released = playback.handOver(now: seconds(2))
        let handover = try #require(released)
        var next = ScreenPlayback(now: seconds(2))
        _ = next.resume(handover, now: seconds(2))
        #expect(
            next.received(report(.buffering, at: 15, revision: 1, seeking: true), now: seconds(3)) == [
                .emit(.buffering(position: 15), generation: 7)
            ]
        )
        #expect(
            next.received(report(.playing, at: 15, revision: 1), now: seconds(4)) == [
                .emit(.seeked(position: 15), generation: 7), .emit(.playing(position: 15), generation: 7),
            ]
        )
    }

    @Test("selecting the same tracks again changes the tracks revision")
    func tracksAgain() {
        var playback = playing()
        let first = playback.target?.tracksRevision
        _ = playback.setRate(2)
        #expect(playback.target?.tracksRevision == first)
        _ = playback.setTracks(item.tracks)
        #expect(playback.target?.tracksRevision == playback.revision)
        #expect(playback.target?.json["tracksRevision"] == .integer(Int64(playback.revision)))
    }

    @Test(
        "a stream without duration and range is reported once as unbounded; ranges are reported as they appear"
    )
    func endless() {
        var playback = ScreenPlayback(now: seconds(0))
        _ = playback.load(item, now: seconds(0))
        var picture = report(.playing, at: 4, revision: 1, duration: nil)
        let unbounded = ScreenPlayback.Action.emit(.unbounded, generation: 7)
        // An unknown duration does not make the stream unbounded.
        #expect(!playback.received(picture, now: seconds(0)).contains(unbounded))
        picture.isEndless = true
        #expect(playback.received(picture, now: seconds(1)).contains(unbounded))
        #expect(!playback.received(picture, now: seconds(2)).contains(unbounded))
        picture.seekableRange = 10...50
        let range = ScreenPlayback.Action.emit(.seekableRange(start: 10, end: 50), generation: 7)
        #expect(playback.received(picture, now: seconds(3)).contains(range))
        picture.seekableRange = nil
        #expect(playback.received(picture, now: seconds(4)).contains(unbounded))
        picture.seekableRange = 10...60
        let later = ScreenPlayback.Action.emit(.seekableRange(start: 10, end: 60), generation: 7)
        #expect(playback.received(picture, now: seconds(5)).contains(later), "reported at once")
    }

    @Test("a live range is reported, but not with every report")
    func liveRange() {
        var live = item
        live.isLive = true
        var playback = ScreenPlayback(now: seconds(0))
        _ = playback.load(live, now: seconds(0))
        var picture = report(.playing, at: 40, revision: 1, duration: nil)
        picture.seekableRange = 10...50
        let range = ScreenPlayback.Action.emit(.seekableRange(start: 10, end: 50), generation: 7)
        #expect(playback.received(picture, now: seconds(0)).contains(range))
        #expect(!playback.received(picture, now: seconds(1)).contains(range))
        #expect(playback.received(picture, now: seconds(6)).contains(range))
    }
}
