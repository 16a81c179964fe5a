// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastSender

@Suite("Playback position")
struct PlaybackPositionTests {
    private func playing(
        from position: Double? = 10,
        rate: Double = 1,
        duration: Double? = 100,
        state: PlayerState = .playing
    ) -> PlaybackPosition {
        var playback = PlaybackPosition(at: .at(0))
        update(&playback, state: state, position: position, rate: rate, duration: duration, at: .at(0))
        return playback
    }

    private func update(
        _ playback: inout PlaybackPosition,
        state: PlayerState,
        position: Double?,
        rate: Double = 1,
        duration: Double? = 100,
        range: LiveSeekableRange? = nil,
        at instant: ContinuousClock.Instant
    ) {
        var status = MediaStatus(playerState: state, currentTime: position, playbackRate: rate)
        status.media = MediaInformation(contentID: "x", duration: duration)
        status.liveSeekableRange = range
        playback.update(from: status, received: status, at: instant)
    }

    @Test("RMC 33: The position advances with the clock while playing")
    func moves() {
        #expect(playing().value(at: .at(0)) == 10)
        #expect(abs(playing().value(at: .at(7.5)) - 17.5) < 1e-6)
    }

    @Test(
        "RMC 33: The position is constant in every other state",
        arguments: [PlayerState.paused, .buffering, .idle, .loading]
    )
    func standsStill(state: PlayerState) {
        #expect(playing(state: state).value(at: .at(30)) == 10)
    }

    @Test("ADV 8: The playback rate multiplies the elapsed time", arguments: [0.5, 1.5, 2, 0])
    func rate(rate: Double) {
        #expect(abs(playing(rate: rate).value(at: .at(10)) - (10 + 10 * rate)) < 1e-6)
    }

    @Test("RMC 34: The position stays between 0 and the duration")
    func clamped() {
        #expect(playing().value(at: .at(500)) == 100)
        #expect(playing(rate: -1).value(at: .at(500)) == 0)
        #expect(playing().value(at: .at(-5)) == 10)
    }

    @Test("An unknown duration (0, -1, null) does not limit the position", arguments: [nil, 0, -1] as [Double?])
    func unknownDuration(duration: Double?) {
        #expect(abs(playing(duration: duration).value(at: .at(1000)) - 1010) < 1e-6)
    }

    @Test("A status without currentTime keeps the position running")
    func noCurrentTime() {
        var playback = playing()
        update(&playback, state: .playing, position: nil, at: .at(5))
        #expect(abs(playback.value(at: .at(8)) - 18) < 1e-6)
    }

    @Test("A pause without currentTime keeps the position that playback had reached")
    func pauseWithoutTime() {
        var playback = playing()
        update(&playback, state: .paused, position: nil, at: .at(5))
        #expect(abs(playback.value(at: .at(60)) - 15) < 1e-6)
        update(&playback, state: .playing, position: nil, at: .at(60))
        #expect(abs(playback.value(at: .at(62)) - 17) < 1e-6)
    }

    @Test("A new rate without currentTime continues from the position that playback had reached")
    func rateWithoutTime() {
        var playback = playing()
        update(&playback, state: .playing, position: nil, rate: 2, at: .at(10))
        #expect(abs(playback.value(at: .at(15)) - 30) < 1e-6)
    }

    @Test("The position is constant during a break")
    func breaks() {
        var playback = PlaybackPosition(at: .at(0))
        var status = MediaStatus(playerState: .playing, currentTime: 40)
        status.breakStatus = BreakStatus(fields: ["breakId": "b"])
        playback.update(from: status, received: status, at: .at(0))
        #expect(playback.value(at: .at(20)) == 40)
    }

    @Test("A live range grows at its end; a moving window moves")
    func liveRange() throws {
        let growing = LiveSeekableRange(start: 0, end: 100, isMovingWindow: false, isLiveDone: false)
        var playback = PlaybackPosition(at: .at(0))
        update(&playback, state: .paused, position: 50, duration: -1, range: growing, at: .at(0))
        #expect(playback.range?.bounds(at: .at(10)) == 0...110)
        let moving = LiveSeekableRange(start: 0, end: 100, isMovingWindow: true)
        update(&playback, state: .paused, position: 5, duration: -1, range: moving, at: .at(0))
        let bounds = try #require(playback.range?.bounds(at: .at(10)))
        #expect(abs(bounds.lowerBound - 10) < 1e-6 && abs(bounds.upperBound - 110) < 1e-6)
        // The paused position is outside the window now and is clamped to its start.
        #expect(abs(playback.value(at: .at(10)) - 10) < 1e-6)
    }

    @Test("The position in a finished live stream is clamped to its end")
    func liveDone() {
        let done = LiveSeekableRange(start: 0, end: 100, isMovingWindow: true, isLiveDone: true)
        var playback = PlaybackPosition(at: .at(0))
        update(&playback, state: .playing, position: 99, duration: nil, range: done, at: .at(0))
        #expect(playback.range?.bounds(at: .at(50)) == 0...100)
        #expect(playback.value(at: .at(50)) == 100)
    }

    @Test("The position is finite for every reported position, rate and range")
    func extremes() {
        for position in [0, 1e308, -1e308] {
            for rate in [0, 1e308, -1e308] {
                for end in [nil, 0, 1e308, -1e308] {
                    let range = end.map { LiveSeekableRange(start: -$0, end: $0, isMovingWindow: true) }
                    var playback = PlaybackPosition(at: .at(0))
                    update(&playback, state: .playing, position: position, rate: rate, range: range, at: .at(0))
                    update(&playback, state: .playing, position: nil, rate: -rate, range: range, at: .at(100))
                    for instant in [0, 100, 200, 1e9] { #expect(playback.value(at: .at(instant)).isFinite) }
                }
            }
        }
    }

    @Test("A range with swapped ends does not trap")
    func oddRange() {
        let odd = LiveSeekableRange(start: 200, end: 100)
        var playback = PlaybackPosition(at: .at(0))
        update(&playback, state: .playing, position: 150, duration: nil, range: odd, at: .at(0))
        #expect(playback.value(at: .at(0)) == 100)
    }
}
