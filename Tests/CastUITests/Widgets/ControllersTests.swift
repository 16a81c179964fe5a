// SPDX-License-Identifier: Apache-2.0

import CastUI
import CastWire
import Testing

@testable import CastSender

@Suite("Mini and expanded controller")
struct ControllersTests {
    private static let next = #","items":[{"itemId":1},{"itemId":2,"media":{"metadata":{"title":"Second"}}}]"#

    private func appearances(_ effects: [CastUIEffect]) -> [Bool] {
        effects.compactMap { effect in
            guard case .notify(.miniShouldAppear(let shown)) = effect else { return nil }
            return shown
        }
    }

    // MARK: Mini

    @Test("UW44 UW45 UW46 UW47 The bars have three and four slots, from the left; invalid indexes change nothing")
    func bars() throws {
        var options = CastUIOptions()
        #expect(options.miniButtons.count == 3)
        #expect(options.expandedButtons.count == 4)
        let isSet = [
            options.setButton(.rewind30, at: 0, of: .mini), options.setButton(.custom(nil), at: 1, of: .mini),
            options.setButton(.stop, at: 3, of: .mini), options.setButton(.stop, at: -1, of: .expanded),
            options.setButton(.custom("heart"), at: 3, of: .expanded),
        ]
        #expect(isSet == [true, true, false, false, true])
        #expect(options.button(at: 3, of: .mini) == nil)
        #expect(options.button(at: 0, of: .mini) == .rewind30)
        var desk = StateFixture.connected(options: options)
        try desk.playFilm(at: 40)
        desk.send(.volume(.level(0.5)))
        desk.act(.openExpanded)
        #expect(desk.mini?.buttons.map(\.button) == [.rewind30, .custom(nil), .playPause])
        #expect(desk.mini?.buttons[1].control == nil)
        #expect(desk.mini?.buttons[0].icon == .rewind(30))
        #expect(desk.expanded?.buttons.map(\.button) == [.tracks, .rewind30, .forward30, .custom("heart")])
        #expect(desk.act(.tapBar(.mini, 0)) == [.change(.position(10))])
        let intents = [BarButton.rewind30, .mute, .none, .custom("heart")].map(\.intent)
        #expect(intents == [.tap(.rewind(30)), .toggleMute, nil, nil])
        #expect(desk.act(.tapBar(.mini, 1), .tapBar(.mini, 9), .tapBar(.expanded, 3)) == [])
        desk.state.options.setButton(.mute, at: 3, of: .expanded)
        #expect(desk.expanded?.buttons[3].icon == .volumeHigh)
        #expect(desk.act(.tapBar(.expanded, 3)) == [.setMuted(true)])
    }

    @Test(
        "UW48 UW49 UW50 HU15 DC39 The mini controller is shown while any sender's media is loaded, and notifies the app"
    )
    func miniActive() throws {
        var desk = StateFixture.connected()
        #expect(desk.mini == nil)
        #expect(appearances(try desk.status(#""playerState":"PLAYING","media":{"contentId":"theirs"}"#)) == [true])
        #expect(appearances(try desk.status(#""playerState":"PAUSED""#)) == [])
        #expect(desk.mini != nil)
        #expect(appearances(try desk.status(#""playerState":"IDLE","idleReason":"FINISHED""#)) == [false])
        #expect(desk.mini == nil)
        #expect(appearances(try desk.status(#""playerState":"IDLE","loadingItemId":4"#)) == [true])
        #expect(appearances(desk.send(.session(.suspended))) == [false])
        #expect(appearances(desk.send(.session(.running(.den, applicationName: nil)))) == [true])
        #expect(appearances(desk.send(.session(.ended(reason: nil)))) == [false])
        #expect(desk.mini == nil)
    }

    @Test("UW50 UW67 The mini controller stays between two items of a queue, but not before an item without autoplay")
    func betweenItems() throws {
        var desk = StateFixture.connected()
        try desk.playFilm(extra: Self.next)
        desk.effects = []
        desk.act(.openExpanded)
        #expect(appearances(try desk.status(#""playerState":"IDLE","idleReason":"FINISHED""#)) == [])
        #expect(desk.expanded != nil)
        #expect(desk.expanded?.stage == .loading)
        try desk.status(#""playerState":"PLAYING","items":[{"itemId":2,"autoplay":false}]"#)
        #expect(appearances(try desk.status(#""playerState":"IDLE","idleReason":"FINISHED""#)) == [false])
        #expect(desk.expanded == nil)
    }

    @Test("A tap on the mini controller after its media ended opens nothing")
    func staleTap() throws {
        var desk = StateFixture.connected()
        try desk.playFilm()
        try desk.status(#""playerState":"IDLE","idleReason":"FINISHED""#)
        #expect(desk.act(.tapMini) == [])
    }

    @Test("DC24 The mini controller shows title, device, artwork, play and pause, and progress")
    func miniContent() throws {
        var desk = StateFixture.connected()
        try desk.playFilm(at: 15)
        #expect(desk.mini?.title == .text("A film"))
        #expect(desk.mini?.subtitle == .text("Studio"))
        #expect(desk.mini?.deviceLine.english == "Casting to Den")
        #expect(desk.mini?.lines.map(\.english) == ["Studio", "Casting to Den"])
        #expect(desk.mini?.artwork == ArtworkReference(url: "https://example.com/1.jpg", purpose: .mini))
        #expect(desk.mini?.progress == .share(0.25))
        #expect(desk.mini?.hint.english == "Opens all controls")
        try desk.status(#""playerState":"PLAYING","media":{"contentId":"x","duration":60}"#)
        #expect(desk.mini?.title.english == "Playing")
        #expect(desk.mini?.subtitle == nil)
        #expect(desk.mini?.lines.map(\.english) == ["Casting to Den"])
        try desk.status(#""playerState":"IDLE","extendedStatus":{"playerState":"LOADING"}"#)
        #expect(desk.mini?.progress == .loading)
        try desk.playLive()
        #expect(desk.mini?.progress == MiniControllerView.Progress.none)
    }

    @Test("UW51 Without thumbnails there is no artwork")
    func noThumbnail() throws {
        var options = CastUIOptions()
        options.miniShowsThumbnail = false
        var desk = StateFixture.connected(options: options)
        try desk.playFilm()
        #expect(desk.mini?.artwork == nil)
    }

    @Test("UW52 UW53 DC39 DC40 A tap on the mini controller opens the expanded controller or notifies the app")
    func tapMini() throws {
        var desk = StateFixture.connected()
        try desk.playFilm()
        #expect(desk.act(.tapMini) == [.notify(.expandedDidShow)])
        #expect(desk.expanded != nil)
        #expect(desk.mini?.isCovered == true)
        #expect(desk.act(.tapMini) == [])
        desk.state.options.isMiniItemEnabled = true
        #expect(!desk.state.containerShowsMini(at: desk.now))
        #expect(desk.act(.collapse) == [.notify(.expandedDidHide(.user))])
        #expect(desk.mini?.isCovered == false)
        #expect(desk.state.containerShowsMini(at: desk.now))
        desk.state.options.usesDefaultExpandedControls = false
        #expect(desk.act(.tapMini) == [.notify(.expandedTriggered)])
        #expect(desk.expanded == nil)
    }

    @Test("UW56 UW57 HU16 A container reserves space for the mini controller only if enabled and while there is media")
    func container() throws {
        var desk = StateFixture.connected()
        try desk.playFilm()
        #expect(!desk.state.containerShowsMini(at: desk.now))
        desk.state.options.isMiniItemEnabled = true
        #expect(desk.state.containerShowsMini(at: desk.now))
        desk.act(.openExpanded)
        #expect(!desk.state.containerShowsMini(at: desk.now))
        desk.act(.collapse)
        try desk.noMedia()
        #expect(!desk.state.containerShowsMini(at: desk.now))
    }

    // MARK: Expanded

    @Test("UW58 UW59 UW60 UW61 UC50 DC25 DC34 DC36 DC37 The content of the expanded controller")
    func expandedContent() throws {
        var desk = StateFixture.connected()
        try desk.playFilm(at: 5, extra: Self.next)
        desk.send(.volume(.level(0.5)))
        desk.act(.openExpanded)
        let view = try #require(desk.expanded)
        #expect(view.stage == .active)
        #expect(view.title == .text("A film"))
        #expect(view.subtitle == .text("Studio"))
        #expect(view.artwork == ArtworkReference(url: "https://example.com/1.jpg", purpose: .background))
        #expect(view.needsScrim)
        #expect(view.deviceLine.english == "Casting to Den")
        #expect(view.state.english == "Playing")
        #expect(view.left == .time(5))
        #expect(view.right == .time(60))
        #expect(view.castButton == desk.state.castButton)
        #expect(view.hasQueue)
        #expect(view.center.isFree)
        #expect(view.volume.slider.isFree)
        #expect(view.jumpToLive == nil)
        #expect(desk.act(.openDialog) == [.notify(.dialogWillShow)])
        for (state, text) in [("PAUSED", "Paused"), ("BUFFERING", "Buffering")] {
            try desk.playFilm(state: state)
            #expect(desk.expanded?.state.english == text)
        }
    }

    @Test("UW61 DC37 No duration is shown for media of unknown length")
    func unknownLength() throws {
        var desk = StateFixture.connected()
        try desk.status(#""playerState":"PLAYING","currentTime":5,"media":{"contentId":"x","streamType":"BUFFERED"}"#)
        desk.act(.openExpanded)
        #expect(desk.expanded?.right == TimeLabel.none)
        #expect(desk.expanded?.seekBar.kind == .hidden)
        #expect(desk.expanded?.left == .time(5))
    }

    @Test("DC35 HU19 Opened before media loads, the expanded controller closes after ten seconds unless media loads")
    func waits() throws {
        var desk = StateFixture.connected()
        desk.act(.openExpanded)
        #expect(desk.expanded?.stage == .waiting)
        #expect(desk.expanded?.showsActivity == true)
        #expect(desk.expanded?.title.english == "Loading")
        #expect(desk.wait(9.9) == [])
        #expect(desk.wait(0.2) == [.notify(.expandedDidHide(.mediaEnded))])
        desk.act(.openExpanded)
        desk.wait(5)
        try desk.status(#""playerState":"IDLE","extendedStatus":{"playerState":"LOADING","media":{"contentId":"x"}}"#)
        #expect(desk.expanded?.stage == .loading)
        desk.wait(60)
        #expect(desk.expanded != nil)
    }

    @Test(
        "UW66 HU18 The expanded controller closes when media or session end, and stays open while reconnecting"
    )
    func closes() throws {
        var desk = StateFixture.connected()
        try desk.playFilm()
        desk.act(.openExpanded)
        #expect(try desk.noMedia().contains(.notify(.expandedDidHide(.mediaEnded))))
        try desk.playFilm()
        desk.act(.openExpanded)
        desk.send(.session(.suspended))
        #expect(desk.expanded != nil)
        #expect(desk.expanded?.center.reason == .noSession)
        #expect(desk.send(.session(.ended(reason: "lost"))).contains(.notify(.expandedDidHide(.sessionEnded))))
        #expect(desk.expanded == nil)
        #expect(desk.act(.collapse) == [])
    }

    @Test("UC20 HU20 Status updates do not move a dragged thumb, and one seek is sent on release")
    func drag() throws {
        var desk = StateFixture.connected()
        try desk.playFilm(at: 5)
        desk.act(.openExpanded)
        #expect(desk.act(.drag(3), .endDrag) == [], "nothing is dragged")
        #expect(desk.act(.beginDrag, .drag(20), .drag(30)) == [])
        let held = desk.expanded?.seekBar
        #expect(held?.position == 30)
        #expect(held?.isDragging == true)
        #expect(desk.expanded?.left == .time(30))
        #expect(held?.control.value?.english == "30 seconds of 1 minute")
        try desk.playFilm(at: 50)
        #expect(desk.expanded?.seekBar == held)
        #expect(desk.act(.drag(.nan)) == [])
        #expect(desk.act(.drag(900), .endDrag) == [.change(.position(60))])
        #expect(desk.act(.endDrag) == [])
        #expect(desk.expanded?.seekBar.isDragging == false)
    }

    @Test("A drag ends without a seek when an ad starts and when the media ends")
    func interruptedDrag() throws {
        var desk = StateFixture.connected()
        try desk.playFilm()
        desk.act(.openExpanded, .beginDrag, .drag(20))
        try desk.playFilm(extra: #","breakStatus":{"breakId":"b","breakClipId":"c"}"#)
        #expect(desk.act(.endDrag) == [])
        try desk.playFilm()
        desk.act(.beginDrag)
        desk.send(.session(.suspended))
        #expect(desk.act(.endDrag) == [])
    }

    @Test("UW62 A live stream with a range has a seek bar, a badge, a button to the live edge, and the time of day")
    func liveWindow() throws {
        var desk = StateFixture.connected()
        try desk.playLive(range: #"{"start":10,"end":100,"isMovingWindow":true,"isLiveDone":false}"#)
        desk.act(.openExpanded)
        let view = try #require(desk.expanded)
        #expect(view.seekBar.kind == .liveWindow)
        #expect(view.seekBar.range == 10...100)
        #expect(view.seekBar.timeOfDay == 46_895)
        #expect(view.right == .live(isAtEdge: true))
        #expect(view.right.label?.english == "LIVE")
        #expect(view.jumpToLive?.reason == .already)
        #expect(view.seekBar.control.value?.english == "LIVE")
        desk.act(.beginDrag, .drag(-5))
        #expect(desk.expanded?.seekBar.position == 10)
        #expect(desk.expanded?.seekBar.control.value?.english == "1 minute, 30 seconds behind live")
        #expect(desk.act(.endDrag) == [.change(.position(10))])
        try desk.status(#""playerState":"PLAYING","currentTime":20,"liveSeekableRange":{"start":10,"end":100}"#)
        #expect(desk.expanded?.right == .live(isAtEdge: false))
        #expect(desk.expanded?.jumpToLive?.isEnabled == true)
        #expect(desk.act(.seekToLive) == [.command(.seekToLive, ticket: 1)])
        try desk.playLive()
    }

    @Test("A live stream without a range has a badge and no seek bar")
    func liveWithoutRange() throws {
        var desk = StateFixture.connected()
        try desk.playLive()
        desk.act(.openExpanded)
        #expect(desk.expanded?.seekBar.kind == .live)
        #expect(desk.expanded?.seekBar.control.reason == .live)
        #expect(desk.expanded?.right == .live(isAtEdge: true))
        #expect(desk.expanded?.left == TimeLabel.none)
    }

    @Test("UW63 Ad breaks have markers; those with a negative position or after the end are at the end")
    func markers() throws {
        var desk = StateFixture.connected()
        try desk.playFilm()
        let breaks =
            #"[{"id":"a","position":0,"isWatched":true,"breakClipIds":[]},{"id":"b","position":30,"breakClipIds":[]},"#
            + #"{"id":"c","position":-1,"breakClipIds":[]},{"id":"d","position":99,"breakClipIds":[]},{"id":"e"}]"#
        try desk.status(#""playerState":"PLAYING","media":{"contentId":"film","duration":60,"breaks":\#(breaks)}"#)
        desk.act(.openExpanded)
        let markers = try #require(desk.expanded?.seekBar.markers)
        #expect(markers.map(\.position) == [0, 30, 60, 60])
        #expect(markers.map(\.isPlayed) == [true, false, false, false])
    }

    @Test("A rejected request is shown for a few seconds, a replaced one is not")
    func notices() throws {
        var desk = StateFixture.connected()
        try desk.playFilm()
        desk.act(.openExpanded)
        let failure = CastError(.loadFailed, "no")
        #expect(desk.send(.mediaEvent(.loadFailed(failure))).announcements == ["This could not be played on Den"])
        #expect(desk.expanded?.notice?.english == "This could not be played on Den")
        desk.wait(6)
        #expect(desk.expanded?.notice == nil)
        desk.send(.mediaEvent(.changeFailed(.position, CastError(.requestReplaced, ""))))
        #expect(desk.expanded?.notice == nil)
        desk.send(.mediaEvent(.changeFailed(.position, CastError(.invalidPlayerState, ""))))
        #expect(desk.expanded?.notice?.english == "Den could not do this")
        desk.send(.mediaEvent(.error(CastError(.mediaError, ""))))
        #expect(desk.expanded?.notice?.english == "Playback error on Den")
    }

    @Test("DC41 After a reconnect the current item is shown at its current position, and nothing is loaded")
    func reconnect() throws {
        var desk = StateFixture.connected()
        try desk.playFilm(at: 5)
        desk.act(.openExpanded)
        desk.effects = []
        desk.send(.session(.suspended))
        desk.now = desk.now.advanced(by: .seconds(20))
        desk.send(.session(.running(.den, applicationName: "Player")))
        try desk.playFilm(at: 25)
        #expect(desk.expanded?.left == .time(25))
        #expect(desk.effects.allSatisfy { if case .notify = $0 { true } else { false } })
    }

    @Test("Titles with markup and of any length are bounded when shown")
    func hostileTitles() throws {
        let title = "<b>" + String(repeating: "x", count: 10_000)
        var desk = StateFixture.connected()
        try desk.status(
            #""playerState":"PLAYING","media":{"contentId":"x","metadata":{"title":"\#(title)","images":[{"url":"javascript:alert(1)"}]}}"#
        )
        desk.act(.openExpanded)
        #expect(desk.expanded?.title == .text(title))
        #expect(desk.expanded?.title.english.count == 200)
        #expect(desk.expanded?.artwork == nil)
        #expect(desk.expanded?.needsScrim == false)
    }
}
