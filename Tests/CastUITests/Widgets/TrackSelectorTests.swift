// SPDX-License-Identifier: Apache-2.0

import CastUI
import CastWire
import Testing

@testable import CastSender

@Suite("Track selector")
struct TrackSelectorTests {
    private static let tracks = """
        [{"trackId":1,"type":"VIDEO"},{"trackId":2,"type":"AUDIO","name":"English","language":"en"},
        {"trackId":3,"type":"AUDIO"},{"trackId":4,"type":"TEXT","subtype":"SUBTITLES","name":"Deutsch"},
        {"trackId":5,"type":"TEXT","subtype":"CAPTIONS"},{"trackId":6,"type":"TEXT","subtype":"SUBTITLES"},
        {"trackId":7,"type":"TEXT","subtype":"CHAPTERS"},{"trackId":8,"type":"TEXT","subtype":"METADATA"},
        {"type":"TEXT","name":"no id"}]
        """

    private func desk(_ tracks: String = tracks, active: String = "[1,2,4]") throws -> StateFixture {
        var desk = StateFixture.connected()
        try desk.status(
            #""playerState":"PLAYING","supportedMediaCommands":4099,"activeTrackIds":\#(active),"media":{"contentId":"x","tracks":\#(tracks)}"#
        )
        desk.effects = []
        desk.act(.openTracks)
        return desk
    }

    private func selector(_ desk: StateFixture) throws -> TrackSelectorView {
        try #require(desk.state.trackSelector(at: desk.now))
    }

    @Test("UW69 Text tracks start with None; unnamed tracks are numbered from one, and closed captions are named")
    func rows() throws {
        let view = try selector(try desk())
        #expect(view.selected == .text)
        #expect(view.tabs.map(\.label.english) == ["Subtitles", "Audio"])
        #expect(view.tabs[0].rows.map(\.name.english) == ["None", "Deutsch", "Closed captions", "Track 3"])
        #expect(view.tabs[0].rows.map(\.isSelected) == [false, true, false, false])
        #expect(view.tabs[1].rows.map(\.name.english) == ["English", "Track 2"])
        #expect(view.tabs[1].rows.map(\.isSelected) == [true, false])
        #expect(view.tabs[1].rows.first?.language == "en")
    }

    @Test("UW68 HU27 HU28 The result has at most one audio and one text track, and keeps other active tracks")
    func applies() throws {
        var desk = try desk()
        #expect(desk.act(.selectTab(.audio), .selectTrack(.audio, 3), .selectTrack(.text, nil)) == [])
        #expect(try selector(desk).selected == .audio)
        #expect(desk.act(.applyTracks) == [.notify(.tracksChosen([1, 3])), .change(.activeTracks([1, 3]))])
        #expect(desk.state.trackSelector(at: desk.now) == nil)
        #expect(desk.act(.applyTracks) == [])
        desk = try self.desk(active: "[2,3,4,5]")
        #expect(desk.act(.selectTrack(.text, 6), .applyTracks).last == .change(.activeTracks([2, 6])))
    }

    @Test("UW68 An open track selector closes when the next episode starts")
    func nextEpisode() throws {
        var desk = try desk()
        func play(_ item: Int, at position: Int) throws {
            try desk.status(
                #""playerState":"PLAYING","currentTime":\#(position),"supportedMediaCommands":4099,"currentItemId":\#(item),"media":{"contentId":"x","duration":60,"tracks":\#(Self.tracks)}"#
            )
        }
        try play(1, at: 5)
        desk.act(.openExpanded, .beginDrag, .drag(40), .openTracks)
        try play(1, at: 6)
        #expect(desk.state.openTracks != nil && desk.state.openExpanded?.drag == 40)
        try play(2, at: 0)
        #expect(desk.state.openTracks == nil && desk.state.openExpanded?.drag == nil)
        #expect(desk.act(.applyTracks, .endDrag) == [])
    }

    @Test("An unchanged selection is not sent, and cancel sends nothing")
    func unchanged() throws {
        var desk = try desk()
        #expect(desk.act(.applyTracks) == [.notify(.tracksChosen([1, 2, 4]))])
        desk = try self.desk()
        #expect(desk.act(.selectTrack(.text, 5), .cancelTracks, .applyTracks) == [])
    }

    @Test("A track that is not in the list cannot be selected")
    func unknown() throws {
        var desk = try desk()
        desk.act(.selectTrack(.text, 2), .selectTrack(.audio, 99), .selectTrack(.text, 7))
        #expect(desk.act(.applyTracks) == [.notify(.tracksChosen([1, 2, 4]))])
    }

    @Test("UC31 UW71 Without selectable tracks the button is disabled, and so is an empty tab")
    func empty() throws {
        var desk = try desk(#"[{"trackId":1,"type":"VIDEO"},{"trackId":7,"type":"TEXT","subtype":"CHAPTERS"}]"#)
        #expect(desk.state.trackSelector(at: desk.now) == nil)
        #expect(desk.panel.control(.tracks).reason == .noTracks)
        desk = try self.desk(#"[{"trackId":2,"type":"AUDIO"}]"#)
        #expect(desk.panel.disabledReason(for: .tracks) == nil)
        let view = try selector(desk)
        #expect(view.selected == .audio)
        #expect(view.tabs.map(\.isEnabled) == [false, true])
        #expect(view.tabs[0].rows.isEmpty)
    }

    @Test("The track selector closes when its media ends")
    func mediaEnds() throws {
        var desk = try desk()
        try desk.noMedia()
        #expect(desk.state.openTracks == nil)
    }
}
