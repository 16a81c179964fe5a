// SPDX-License-Identifier: Apache-2.0

import CastUI
import CastWire
import Testing

@testable import CastRemote
@testable import CastSender

@Suite("Messages to a page")
struct RemoteMessageTests {
    @Test("The first message contains all regions, later ones only changes")
    func changes() throws {
        var show = PageFixture.connected()
        try show.playFilm()
        show.act(.openExpanded)
        var composer = RemoteComposer()
        let atFirst = composer.message(show.page)
        let first = try #require(atFirst)
        #expect(first.revision == 1)
        #expect(Set(first.parts.map(\.region)).isSuperset(of: [.castButton, .player, .volume, .queue, .castFile]))
        let rest1 = composer.message(show.page)
        #expect(rest1 == nil)
        show.act(.openDialog)
        let then = composer.message(show.page)
        let second = try #require(then)
        #expect(second.revision == 2)
        #expect(second.parts.map(\.region) == [.castButton, .dialog])
        #expect(second.playhead == nil)
    }

    @Test("HU24 Passing time sends no message; a jump does")
    func time() throws {
        var show = PageFixture.connected()
        try show.playFilm(at: 5)
        show.act(.openExpanded)
        var composer = RemoteComposer()
        let atFirst = composer.message(show.page)
        let first = try #require(atFirst)
        let head = try #require(first.playhead ?? nil)
        #expect(head.position == 5 && head.speed == 1 && head.range == 0...60)
        for _ in 0..<20 {
            show.wait(1)
            let rest2 = composer.message(show.page)
            #expect(rest2 == nil)
        }
        try show.playFilm(at: 10)
        let atJump = composer.message(show.page)
        let jump = try #require(atJump)
        #expect(jump.parts.isEmpty)
        #expect((jump.playhead ?? nil)?.position == 10)
        try show.playFilm(at: 10, state: "PAUSED")
        let atPause = composer.message(show.page)
        let pause = try #require(atPause)
        #expect(pause.parts.map(\.region) == [.player])
        #expect((pause.playhead ?? nil)?.speed == 0)
        show.wait(100)
        let rest3 = composer.message(show.page)
        #expect(rest3 == nil)
    }

    @Test("A page that reads late gets the latest state once")
    func slow() throws {
        var show = PageFixture.connected()
        var composer = RemoteComposer()
        _ = composer.message(show.page)
        for position in 0..<50 { try show.playFilm(at: Double(position)) }
        let atLast = composer.message(show.page)
        let late = try #require(atLast)
        #expect((late.playhead ?? nil)?.position == 49)
        let rest4 = composer.message(show.page)
        #expect(rest4 == nil)
    }

    @Test("DC53 An announcement is sent once")
    func announcements() throws {
        let show = PageFixture()
        var composer = RemoteComposer()
        _ = composer.message(show.page)
        let announced = composer.message(show.page, announcements: [.init(text: "Casting to Den", isUrgent: false)])
        #expect(announced?.json["announcements"]?.arrayValue?.count == 1)
        let rest5 = composer.message(show.page)
        #expect(rest5 == nil)
    }
}
