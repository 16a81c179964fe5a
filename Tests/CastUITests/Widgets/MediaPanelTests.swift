// SPDX-License-Identifier: Apache-2.0

import CastUI
import CastWire
import NIOCore
import Testing

@testable import CastSender

@Suite("Media panel")
struct MediaPanelTests {
    private static let slots: [MediaSlot] = [
        .play, .pause, .playPause, .stop, .forward(30), .rewind(30), .next, .previous, .pauseAfterItem, .repeatMode,
        .seek, .tracks, .skipAd, .rate,
    ]
    /// A queue of three items with the second as current item.
    private static let queue = """
        ,"items":[{"itemId":1,"media":{"contentId":"a","metadata":{"title":"First"}}},
        {"itemId":2},{"itemId":3,"media":{"contentId":"c","duration":7,"metadata":{"title":"Third"}}}],"currentItemId":2
        """

    private func enabled(_ desk: StateFixture) -> [MediaSlot] {
        Self.slots.filter { desk.panel.disabledReason(for: $0) == nil }
    }

    @Test("UC §2.1 Without a session all controls are disabled")
    func noSession() throws {
        var desk = StateFixture()
        #expect(enabled(desk) == [])
        #expect(desk.panel.control(.play).reason == .noSession)
        #expect(desk.panel.toggle == .none)
        desk = .connected()
        try desk.playFilm()
        desk.send(.session(.ended(reason: nil)))
        #expect(enabled(desk) == [])
        #expect(desk.panel.position == nil)
    }

    @Test("UC §2.1 UC17 Connected without media, all media controls are disabled")
    func noMedia() throws {
        var desk = StateFixture.connected()
        #expect(enabled(desk) == [])
        for reason in ["FINISHED", "CANCELLED", "ERROR", "INTERRUPTED"] {
            try desk.playFilm(state: "IDLE", extra: #","idleReason":"\#(reason)""#)
            #expect(enabled(desk) == [])
            #expect(desk.panel.control(.stop).reason == .noMedia)
        }
    }

    @Test("UC §2.1 UC3 UC11 UC30 While loading, stop, repeat and the queue are enabled, and activity is shown")
    func loading() throws {
        var desk = StateFixture.connected()
        try desk.playFilm(
            state: "IDLE",
            extra: #","extendedStatus":{"playerState":"LOADING","media":{"contentId":"film"}}"# + Self.queue
        )
        #expect(desk.panel.isLoaded)
        #expect(desk.panel.showsActivity)
        #expect(enabled(desk) == [.stop, .next, .previous, .pauseAfterItem, .repeatMode])
        #expect(desk.panel.toggle == .playing)
        #expect(desk.panel.control(.playPause).reason == .notYet)
        try desk.playFilm(extra: Self.queue)
        #expect(!desk.panel.showsActivity)
    }

    @Test("UC §2.1 UC6 UC8 Playing")
    func playing() throws {
        var desk = StateFixture.connected()
        try desk.playFilm(extra: Self.queue)
        #expect(
            enabled(desk)
                == [
                    .pause, .playPause, .stop, .forward(30), .rewind(30), .next, .previous, .pauseAfterItem,
                    .repeatMode,
                    .seek, .rate,
                ]
        )
        #expect(desk.panel.control(.play).reason == .already)
        #expect(desk.panel.toggle == .playing)
        #expect(desk.panel.icon(.playPause) == .pause)
        #expect(desk.panel.control(.playPause).label.english == "Pause")
    }

    @Test("UC §2.1 UC6 UC8 Paused")
    func paused() throws {
        var desk = StateFixture.connected()
        try desk.playFilm(state: "PAUSED", extra: Self.queue)
        #expect(desk.panel.disabledReason(for: .play) == nil)
        #expect(desk.panel.disabledReason(for: .pause) == .already)
        #expect(desk.panel.toggle == .paused)
        #expect(desk.panel.icon(.playPause) == .play)
        #expect(desk.panel.control(.playPause).label.english == "Play")
        #expect(!desk.panel.showsActivity)
    }

    @Test("UC §2.1 UC30 Buffering counts as playing, and activity is shown")
    func buffering() throws {
        var desk = StateFixture.connected()
        try desk.playFilm(state: "BUFFERING")
        #expect(desk.panel.showsActivity)
        #expect(desk.panel.toggle == .playing)
        #expect(desk.panel.disabledReason(for: .pause) == nil)
        #expect(desk.panel.disabledReason(for: .play) == .already)
    }

    @Test("UC7 Pause and the toggle require the pause command")
    func noPause() throws {
        var desk = StateFixture.connected()
        try desk.playFilm(commands: 2)
        #expect(desk.panel.disabledReason(for: .pause) == .unsupported)
        #expect(desk.panel.disabledReason(for: .playPause) == .unsupported)
        #expect(desk.act(.tap(.pause), .tap(.playPause)) == [])
    }

    @Test("UC9 UC40 The toggle pauses playing media and plays paused media, with one request")
    func toggles() throws {
        var desk = StateFixture.connected()
        try desk.playFilm()
        #expect(desk.act(.tap(.playPause)) == [.change(.playing(false))])
        try desk.playFilm(state: "PAUSED")
        #expect(desk.act(.tap(.playPause)) == [.change(.playing(true))])
        #expect(desk.act(.tap(.play)) == [.change(.playing(true))])
    }

    @Test("UC8 UC10 UW54 HU17 DC38 A live stream is stopped, not paused, in the mini and the expanded controller")
    func live() throws {
        for commands in [12_303, 0] {
            var desk = StateFixture.connected()
            try desk.playLive(commands: commands)
            desk.act(.openExpanded)
            #expect(desk.panel.toggle == .playingLive)
            #expect(desk.expanded?.toggle.icon == .stop)
            #expect(desk.expanded?.center.label.english == "Stop")
            #expect(desk.mini?.toggle.icon == .stop)
            #expect(desk.mini?.buttons[2].icon == .stop)
            #expect(desk.act(.tapBar(.mini, 2)) == [.command(.stop, ticket: 1)])
        }
    }

    @Test("UC1 UC41 HU23 UW70 All controls are busy during a request, and free again after any result")
    func busy() throws {
        let ends: [CastError?] = [
            nil, CastError(.requestTimedOut, ""), CastError(.requestReplaced, ""), CastError(.requestCancelled, ""),
        ]
        for end in ends {
            var desk = StateFixture.connected()
            try desk.playFilm(extra: Self.queue)
            #expect(desk.act(.tap(.next)) == [.command(.next, ticket: 1)])
            for slot in Self.slots { #expect(desk.panel.control(slot).isBusy) }
            #expect(!desk.panel.control(.seek).isFree)
            #expect(desk.panel.control(.seek).isEnabled, "the sliders of our skins stay enabled")
            desk.send(.commandEnded(ticket: 1, end))
            for slot in Self.slots { #expect(!desk.panel.control(slot).isBusy) }
            #expect(desk.panel.control(.seek).isFree)
            #expect((desk.state.notice != nil) == (end?.code == .requestTimedOut))
        }
    }

    @Test("UC1 UW70 A pending value makes controls busy, too, such as a selection of tracks")
    func busyByPendingValue() throws {
        var desk = StateFixture.connected()
        try desk.playFilm()
        let action = desk.pendingValues.activeTracks.request([1], now: .uptimeNanoseconds(0))
        guard case .send(_, let ticket) = action else {
            Issue.record("nothing sent")
            return
        }
        desk.send(.media(desk.controls))
        #expect(desk.panel.isBusy)
        _ = desk.pendingValues.activeTracks.failed(ticket, CastError(.requestTimedOut, ""), now: .uptimeNanoseconds(1))
        desk.send(.media(desk.controls))
        #expect(!desk.panel.isBusy)
        #expect(desk.panel.control(.playPause).isFree)
    }

    @Test("A session that ends leaves nothing busy")
    func busyAtEnd() throws {
        var desk = StateFixture.connected()
        try desk.playFilm(extra: Self.queue)
        desk.act(.tap(.next))
        desk.send(.session(.ended(reason: "gone")), .session(.running(.den, applicationName: nil)))
        #expect(!desk.panel.isBusy)
        #expect(desk.send(.commandEnded(ticket: 1, CastError(.requestTimedOut, ""))) == [])
    }

    @Test("UC4 UC5 DC44 The last media state is known after a session, and unknown before the first one")
    func lastPlayed() throws {
        var desk = StateFixture()
        #expect(desk.state.lastPlayed == nil)
        desk = .connected()
        try desk.playFilm(at: 5)
        desk.now = desk.now.advanced(by: .seconds(10))
        desk.send(.session(.ending), .media(nil), .session(.ended(reason: nil)))
        #expect(desk.state.lastPlayed?.playerState == .playing)
        #expect(abs((desk.state.lastPlayed?.position ?? 0) - 15) < 1e-6)
        desk.now = desk.now.advanced(by: .seconds(10))
        #expect(abs((desk.state.lastPlayed?.position ?? 0) - 15) < 1e-6)
    }

    @Test("UC12 UC13 Skip buttons seek by their seconds from the pending position, within the media")
    func seeks() throws {
        var desk = StateFixture.connected()
        try desk.playFilm(at: 5, state: "PAUSED")
        for (slot, target) in [
            (MediaSlot.forward(30), 35.0), (.forward(7.5), 12.5), (.rewind(30), 0), (.forward(300), 60),
        ] {
            #expect(desk.act(.tap(slot)) == [.change(.position(target))])
            // The engine has not accepted the value: after a moment, its reports apply again.
            desk.wait(1)
            desk.send(.media(desk.controls))
        }
        #expect(desk.act(.seek(to: .nan)) == [])
        #expect(desk.act(.seek(to: .infinity)) == [.change(.position(60))])
        #expect(desk.panel.control(.forward(30)).label.english == "Forward 30 seconds")
        #expect(desk.panel.control(.forward(.nan)).label.english == "Forward 0 seconds")
        #expect(desk.act(.tap(.forward(.nan))) == [])
    }

    @Test("UC14 UC18 UC37 Seeking is disabled without the command, in a stream without a range, and during an ad")
    func noSeeking() throws {
        var desk = StateFixture.connected()
        try desk.playFilm(commands: 1)
        for slot in [MediaSlot.seek, .forward(30), .rewind(30)] {
            #expect(desk.panel.disabledReason(for: slot) == .unsupported)
        }
        #expect(desk.act(.seek(to: 3), .tap(.forward(30)), .beginDrag) == [])
        try desk.playFilm(extra: #","breakStatus":{"breakId":"b","breakClipId":"c","currentBreakClipTime":1}"#)
        for slot in [MediaSlot.seek, .forward(30), .rewind(30)] {
            #expect(desk.panel.disabledReason(for: slot) == .adPlaying)
        }
        desk = .connected()
        try desk.playLive()
        for slot in [MediaSlot.seek, .forward(30), .rewind(30)] {
            #expect(desk.panel.disabledReason(for: slot) == .live)
        }
        #expect(desk.act(.seek(to: 3), .seekToLive) == [])
    }

    @Test("UC15 UW55 Next and previous require such an item in the status or the queue, or a repeat mode")
    func neighbors() throws {
        var desk = StateFixture.connected()
        try desk.playFilm()
        #expect(desk.panel.disabledReason(for: .next) == .noNext)
        #expect(desk.panel.disabledReason(for: .previous) == .noPrevious)
        #expect(desk.act(.tap(.next), .tap(.previous), .tap(.pauseAfterItem)) == [])
        desk.send(.queue(MediaQueueContents(itemIDs: [9, 1], isCurrent: true)))
        #expect(desk.panel.disabledReason(for: .next) == .noNext)
        #expect(desk.panel.disabledReason(for: .previous) == nil)
        #expect(desk.act(.tap(.previous)) == [.command(.previous, ticket: 1)])
        desk.send(.queue(nil))
        try desk.status(#""playerState":"PLAYING","repeatMode":"REPEAT_ALL""#)
        #expect(desk.panel.hasNext && desk.panel.hasPrevious)
        try desk.status(#""playerState":"PLAYING","repeatMode":"REPEAT_OFF","supportedMediaCommands":64"#)
        #expect(desk.panel.hasNext)
        #expect(!desk.panel.hasPrevious)
    }

    @Test("UC16 Repeat cycles through off, all, one, all and shuffled")
    func repeats() throws {
        var desk = StateFixture.connected()
        try desk.playFilm()
        var modes: [RepeatMode] = []
        for _ in 0..<4 {
            guard case .change(.repeatMode(let mode))? = desk.act(.tap(.repeatMode)).first else { break }
            modes.append(mode)
            try desk.status(#""playerState":"PLAYING","repeatMode":"\#(mode.rawValue)""#)
            #expect(desk.panel.repeatMode == mode)
        }
        #expect(modes == [.all, .single, .allAndShuffle, .off])
        #expect(desk.panel.control(.repeatMode).value?.english == "Off")
    }

    @Test("UC19 HU24 UW61 The position advances while playing and stays while paused")
    func position() throws {
        var desk = StateFixture.connected()
        try desk.playFilm(at: 5)
        for second in 1...3 {
            let later = desk.now.advanced(by: .seconds(second))
            #expect(abs((desk.state.panel(at: later).position ?? 0) - Double(5 + second)) < 1e-6)
        }
        #expect(desk.state.panel(at: desk.now.advanced(by: .seconds(500))).position == 60)
        try desk.status(#""playerState":"PLAYING","currentTime":10,"playbackRate":1.5"#)
        #expect(abs((desk.state.panel(at: desk.now.advanced(by: .seconds(4))).position ?? 0) - 16) < 1e-6)
        try desk.playFilm(at: 18, state: "PAUSED")
        #expect(abs((desk.state.panel(at: desk.now.advanced(by: .seconds(9))).position ?? 0) - 18) < 1e-6)
    }

    @Test("UC21 UC22 UC38 No times without media; no duration and no remaining time for live streams")
    func times() throws {
        var desk = StateFixture.connected()
        #expect(desk.panel.position == nil)
        #expect(desk.panel.duration == nil)
        #expect(desk.panel.remaining == nil)
        try desk.playFilm(at: 15)
        #expect(desk.panel.duration == 60)
        #expect(abs((desk.panel.remaining ?? 0) - 45) < 1e-6)
        // Directly after the film, and with a duration that the receiver reports.
        try desk.playLive(range: #"{"start":0,"end":100}"#, duration: 3600)
        #expect(desk.panel.toggle == .playingLive)
        #expect(desk.panel.position != nil)
        #expect(desk.panel.duration == nil)
        #expect(desk.panel.remaining == nil)
    }

    @Test("UC21 After the end of the media there are no times", arguments: [true, false])
    func ended(_ isSession: Bool) throws {
        var desk = StateFixture.connected()
        try desk.playFilm(at: 5)
        if isSession {
            desk.send(.session(.ending), .session(.ended(reason: nil)))
        } else {
            try desk.status(#""playerState":"IDLE","idleReason":"FINISHED""#)
        }
        #expect([desk.panel.position, desk.panel.duration, desk.panel.remaining] == [nil, nil, nil])
    }

    @Test("UC24 UW62 DC38 Position controls are hidden only for live streams, and only with the option")
    func hidesForLive() throws {
        var options = CastUIOptions()
        options.hidesPositionForLive = true
        var desk = StateFixture.connected(options: options)
        try desk.playLive(range: #"{"start":0,"end":100}"#)
        desk.act(.openExpanded)
        #expect(desk.panel.position == nil)
        #expect(desk.expanded?.seekBar.kind == .hidden)
        #expect(desk.expanded?.left == TimeLabel.none)
        #expect(desk.expanded?.right == TimeLabel.none)
        #expect(desk.expanded?.jumpToLive == nil)
        desk = .connected(options: options)
        try desk.playFilm()
        desk.act(.openExpanded)
        #expect(desk.panel.position == 5)
        #expect(desk.expanded?.seekBar.kind == .recorded)
    }

    @Test("UW62 While the position is hidden, the seek bar accepts no seek, and skipping stays within the range")
    func seeksWhileHidden() throws {
        var options = CastUIOptions()
        options.hidesPositionForLive = true
        var desk = StateFixture.connected(options: options)
        try desk.playLive(range: #"{"start":0,"end":100}"#)
        desk.act(.openExpanded)
        #expect(desk.panel.disabledReason(for: .seek) == .live)
        #expect(desk.expanded?.seekBar.control.isEnabled == false)
        #expect(desk.act(.seek(to: 500), .seekToLive, .beginDrag, .drag(500), .endDrag) == [])
        #expect(desk.panel.disabledReason(for: .rewind(30)) == nil)
        #expect(desk.act(.tap(.rewind(30))) == [.change(.position(65))])
        #expect(desk.act(.tap(.forward(200))) == [.change(.position(100))])
    }

    @Test("UW62 Hiding the position during a drag ends the drag without a seek")
    func hiddenDuringDrag() throws {
        var desk = StateFixture.connected()
        try desk.playLive(range: #"{"start":0,"end":100}"#)
        desk.act(.openExpanded, .beginDrag, .drag(20))
        #expect(desk.expanded?.seekBar.isDragging == true)
        var options = CastUIOptions()
        options.hidesPositionForLive = true
        desk.send(.options(options))
        #expect(desk.expanded?.seekBar.kind == .hidden)
        #expect(desk.expanded?.seekBar.isDragging == false)
        #expect(desk.act(.endDrag) == [])
    }

    @Test("UC29 The second line is the subtitle, or else depends on the type of media")
    func subtitles() throws {
        func line(_ json: String) throws -> String? {
            let object = try #require(JSONValue(parsing: json).objectValue)
            return MediaMetadata(fields: object).smartSubtitle?.english
        }
        let table: [(String, String?)] = [
            (#"{"metadataType":1,"subtitle":"Sub","studio":"Studio"}"#, "Sub"),
            (#"{"metadataType":1,"studio":"Studio"}"#, "Studio"),
            (#"{"metadataType":1,"subtitle":" ","releaseDate":"1999-05-01"}"#, "1999"),
            (#"{"metadataType":2,"seriesTitle":"Series","season":1,"episode":2}"#, "Series"),
            (#"{"metadataType":2,"season":1,"episode":2}"#, "S1 E2"),
            (#"{"metadataType":3,"artist":"Artist","albumName":"Album"}"#, "Artist"),
            (#"{"metadataType":3,"albumArtist":"Band","composer":"C"}"#, "Band"),
            (#"{"metadataType":3,"composer":"C","albumName":"Album"}"#, "C"),
            (#"{"metadataType":3,"albumName":"Album"}"#, "Album"),
            (#"{"metadataType":4,"artist":"A","location":"Rome"}"#, "A"),
            (#"{"metadataType":4,"location":"Rome"}"#, "Rome"),
            (#"{"metadataType":5,"chapterTitle":"One","bookTitle":"Book"}"#, "One"),
            (#"{"metadataType":5,"bookTitle":"Book"}"#, "Book"),
            (#"{"metadataType":0,"artist":"A"}"#, "A"),
            (#"{"metadataType":0,"studio":"S"}"#, nil),
            (#"{"metadataType":100,"studio":"S"}"#, "S"),
            (#"{"metadataType":101,"seriesTitle":"T"}"#, "T"),
        ]
        for (json, text) in table { #expect(try line(json) == text, "\(json)") }
    }

    @Test("UC32 UC33 UW64 UW65 An ad has a countdown until it can be skipped; an unskippable one has neither")
    func ads() throws {
        let ad = """
            ,"breakStatus":{"breakId":"b","breakClipId":"c","currentBreakClipTime":1,"whenSkippable":5}
            """
        let media =
            #""media":{"contentId":"film","duration":60,"breaks":[{"id":"b","position":3,"#
            + #""breakClipIds":["c","d"]}],"breakClips":[{"id":"c","title":"Soap","posterUrl":"https://e.com/p.png"}]}"#
        var desk = StateFixture.connected()
        try desk.playFilm(commands: 12_303 | 512)
        try desk.status(#""playerState":"PLAYING","currentTime":3,\#(media)\#(ad)"#)
        desk.act(.openExpanded)
        let shown = try #require(desk.expanded?.ad)
        #expect(desk.expanded?.stage == .ad)
        #expect(shown.title == .text("Soap"))
        #expect(shown.artwork == ArtworkReference(url: "https://e.com/p.png", purpose: .ad))
        #expect(shown.count?.english == "Ad 1 of 2")
        #expect(shown.skip == .countdown(4))
        #expect(shown.countdown?.english == "Skip ad in 00:04")
        #expect(desk.act(.tap(.skipAd)) == [])
        desk.now = desk.now.advanced(by: .milliseconds(3_100))
        #expect(desk.expanded?.ad?.skip == .countdown(1))
        desk.now = desk.now.advanced(by: .milliseconds(900))
        guard case .ready(let control)? = desk.expanded?.ad?.skip else {
            Issue.record("not skippable")
            return
        }
        #expect(control.isFree)
        #expect(desk.act(.tap(.skipAd)) == [.command(.skipAd, ticket: 1)])
        #expect(desk.act(.tap(.skipAd)) == [], "the command is already in flight")
        for slot in [MediaSlot.seek, .next, .tracks, .rate] {
            #expect(desk.panel.disabledReason(for: slot) == .adPlaying)
        }
        #expect(desk.panel.disabledReason(for: .pause) == nil)
        try desk.status(#""playerState":"PLAYING","breakStatus":{"breakId":"b","breakClipId":"d"}"#)
        #expect(desk.expanded?.ad?.skip == .never)
        #expect(desk.expanded?.ad?.countdown == nil)
        try desk.status(#""playerState":"PLAYING""#)
        #expect(desk.expanded?.ad == nil)
    }

    @Test("A pending playback rate is shown, also while paused; rates out of range are clamped")
    func rates() throws {
        var desk = StateFixture.connected()
        try desk.playFilm()
        #expect(
            desk.act(.setRate(1.5), .setRate(9), .setRate(.nan)) == [
                .change(.playbackRate(1.5)), .change(.playbackRate(2)),
            ]
        )
        try desk.status(#""playerState":"PLAYING","playbackRate":1.5"#)
        desk.act(.openExpanded)
        #expect(desk.expanded?.rate?.rate == 1.5)
        #expect(desk.expanded?.rate?.control.value?.english == "1.5×")
        try desk.playFilm(commands: 3)
        #expect(desk.expanded?.rate == nil)
        #expect(desk.act(.setRate(2)) == [])
    }

    @Test("HU §5 Enabled controls are supported by the receiver in the same state")
    func enabledIsLegal() throws {
        for commands in [0, 1, 2, 3, 64, 128, 512, 8192, 12_303] {
            for state in ["IDLE", "PLAYING", "PAUSED", "BUFFERING"] {
                var desk = StateFixture.connected()
                try desk.playFilm(state: state, commands: commands)
                let snapshot = try #require(desk.controls.snapshot)
                for slot in enabled(desk) {
                    switch slot {
                    case .pause: #expect(snapshot.supports(.pause))
                    case .seek, .forward, .rewind: #expect(snapshot.supports(.seek))
                    case .rate: #expect(snapshot.supports(.playbackRate))
                    case .skipAd: #expect(snapshot.supports(.skipAd))
                    default: #expect(state != "IDLE")
                    }
                }
            }
        }
    }
}
