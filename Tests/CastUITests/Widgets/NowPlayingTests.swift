// SPDX-License-Identifier: Apache-2.0

import CastUI
import Testing

@testable import CastSender

@Suite("Now playing")
struct NowPlayingTests {
    private func shown(_ desk: StateFixture) -> NowPlayingView? { desk.state.nowPlaying(at: desk.now) }

    @Test("The system shows the film, its position and the commands that the device accepts")
    func film() throws {
        var desk = StateFixture.connected()
        #expect(shown(desk) == nil)
        try desk.playFilm(at: 40)
        desk.now = desk.now.advanced(by: .seconds(2))
        let view = try #require(shown(desk))
        #expect([view.title, view.subtitle].map(\.english) == ["A film", "Studio"])
        #expect(view.artwork?.url == "https://example.com/1.jpg")
        #expect(view.position == 42)
        #expect(view.duration == 60)
        #expect(view.rate == 1)
        #expect(!view.isLive)
        #expect(view.commands == [.pause, .playPause, .seek, .forward, .rewind])
    }

    @Test("The position advances only while the film plays", arguments: ["PAUSED", "BUFFERING", "LOADING"])
    func rate(state: String) throws {
        var desk = StateFixture.connected()
        try desk.playFilm(state: state)
        #expect(shown(desk)?.rate == 0)
    }

    @Test("Media without a second line shows the device; an image has no position; without a session, nothing is shown")
    func others() throws {
        var desk = StateFixture.connected()
        try desk.playLive()
        #expect(shown(desk)?.subtitle.english == "Casting to Den")
        #expect(shown(desk)?.isLive == true)
        #expect(shown(desk)?.duration == nil)
        #expect(shown(desk)?.commands.contains(.seek) == false)
        try desk.status(#""playerState":"PLAYING","currentTime":3,"media":{"contentId":"i","contentType":"image/png"}"#)
        #expect(shown(desk)?.position == nil)
        #expect(shown(desk)?.rate == 0)
        desk.send(.session(.ended(reason: nil)))
        #expect(shown(desk) == nil)
    }

    @Test("A command of the system has the effect of the control, and none while the control is disabled")
    func commands() throws {
        var desk = StateFixture.connected()
        try desk.playFilm(at: 40)
        let playing = try #require(shown(desk))
        #expect(playing.intent(for: .play) == nil)
        #expect(playing.intent(for: .seek) == nil)
        #expect(playing.intent(for: .next) == nil)
        #expect(desk.act(try #require(playing.intent(for: .rewind))) == [.change(.position(10))])
        #expect(desk.act(try #require(playing.intent(for: .pause))) == [.change(.playing(false))])
        #expect(playing.seek(to: 90) == .seek(to: 60))
        #expect(playing.seek(to: -1) == .seek(to: 0))
        #expect(playing.seek(to: .nan) == nil)
        try desk.playFilm(state: "LOADING")
        #expect(shown(desk)?.seek(to: 5) == nil)
    }
}
