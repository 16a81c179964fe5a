// SPDX-License-Identifier: Apache-2.0

import CastUI
import CastWire
import Testing

@testable import CastSender

@Suite("Consistency of all widgets")
struct WidgetConsistencyTests {
    private static let tracks =
        #""tracks":[{"trackId":1,"type":"TEXT","name":"English"},{"trackId":2,"type":"AUDIO","name":"French"}]"#
    private static let items =
        #""items":[{"itemId":1,"media":{"contentId":"a","metadata":{"title":"First"}}},"#
        + #"{"itemId":2,"media":{"contentId":"b","metadata":{"title":"Second"}}}]"#

    private func first(_ desk: inout StateFixture) throws {
        try desk.status(
            """
            "playerState":"PLAYING","currentTime":5,"playbackRate":1,"supportedMediaCommands":12303,"currentItemId":1,
            "media":{"contentId":"a","streamType":"BUFFERED","duration":60,"metadata":{"title":"First"},\(Self.tracks)},
            \(Self.items),"activeTrackIds":[2]
            """
        )
    }

    /// Applies changes by another sender: paused, another position, another item with other tracks.
    @discardableResult
    private func second(_ desk: inout StateFixture) throws -> [CastUIEffect] {
        try desk.status(
            """
            "playerState":"PAUSED","currentTime":40,"playbackRate":1,"supportedMediaCommands":12303,"currentItemId":2,
            "media":{"contentId":"b","streamType":"BUFFERED","duration":80,"metadata":{"title":"Second"},
            "tracks":[{"trackId":7,"type":"TEXT","name":"Danish"},{"trackId":8,"type":"AUDIO","name":"Greek"}]},
            \(Self.items),"activeTrackIds":[7,8]
            """
        )
    }

    private func chosen(_ desk: StateFixture) -> [String] {
        (desk.state.trackSelector(at: desk.now)?.tabs ?? []).flatMap(\.rows).filter(\.isSelected).map(\.name.english)
    }

    @Test("DC27 One status caused by another sender updates mini and expanded controller, dialog, queue and tracks")
    func oneStatus() throws {
        var desk = StateFixture.connected()
        try first(&desk)
        desk.act(.openDialog, .openExpanded, .openTracks)
        #expect(chosen(desk) == ["None", "French"])
        #expect(desk.mini?.toggle == .playing)
        #expect(try second(&desk) == [], "nothing is sent")
        #expect(desk.mini?.title == .text("Second"))
        #expect(desk.mini?.toggle == .paused)
        #expect(desk.mini?.progress == .share(0.5))
        #expect(desk.expanded?.title == .text("Second"))
        #expect(desk.expanded?.state.english == "Paused")
        #expect(desk.expanded?.center.label.english == "Play")
        #expect(desk.expanded?.left == .time(40))
        #expect(desk.expanded?.right == .time(80))
        #expect(desk.expanded?.seekBar.position == 40)
        guard case .connected(let dialog)? = desk.dialog?.content else {
            Issue.record("\(String(describing: desk.dialog))")
            return
        }
        #expect(dialog.title == .text("Second"))
        #expect(dialog.toggle == .paused)
        let queue = desk.state.queueView(at: desk.now)
        #expect(queue.rows.map(\.role) == [.history, .current])
        #expect(desk.state.trackSelector(at: desk.now) == nil, "the tracks belonged to the first item")
        desk.act(.openTracks)
        let selector = try #require(desk.state.trackSelector(at: desk.now))
        #expect(selector.tabs.flatMap(\.rows).map(\.name.english) == ["None", "Danish", "Greek"])
        #expect(chosen(desk) == ["Danish", "Greek"])
        try desk.status(#""playerState":"PAUSED","activeTrackIds":[8]"#)
        #expect(chosen(desk) == ["None", "Greek"], "also while it is open")
        try desk.status(#""playerState":"PAUSED","activeTrackIds":[8,7]"#)
        #expect(desk.act(.applyTracks) == [.notify(.tracksChosen([8, 7]))], "the active tracks are not sent again")
    }

    @Test("A selection in progress is kept while other senders change tracks")
    func selectionIsKept() throws {
        var desk = StateFixture.connected()
        try first(&desk)
        desk.act(.openTracks, .selectTrack(.text, 1))
        try desk.status(#""playerState":"PAUSED","activeTrackIds":[]"#)
        #expect(chosen(desk) == ["English"])
        desk.act(.applyTracks)
        #expect(desk.effects.last == .change(.activeTracks([1])))
    }

    // MARK: Controls

    /// A state with all kinds of content: a film with tracks, a queue of three items, a group of two members.
    private func full() throws -> StateFixture {
        var options = CastUIOptions()
        options.keysChangeVolume = true
        var desk = StateFixture.connected(options: options)
        desk.send(.devices([.den, .kitchen]), .volume(.level(0.5)))
        try desk.status(
            """
            "playerState":"PLAYING","currentTime":35,"playbackRate":1,"supportedMediaCommands":13007,"currentItemId":2,
            "repeatMode":"REPEAT_OFF","media":{"contentId":"b","duration":60,"metadata":{"title":"Second"},\(Self.tracks)},
            "items":[{"itemId":1},{"itemId":2},{"itemId":3,"autoplay":true}],"activeTrackIds":[2]
            """
        )
        let contents = MediaQueueContents(itemIDs: [1, 2, 3], items: [:], isCurrent: true)
        desk.send(.queue(contents))
        let members = ["a", "b"].compactMap { id in
            GroupMember(MultizoneDevice(deviceID: id, name: id, volume: CastVolume(level: 0.5, muted: false)))
        }
        desk.send(.group(GroupStatus(members: members)))
        desk.effects = []
        return desk
    }

    /// The intents of each control, with the effect that they must have.
    private static let controls: [(intents: [Intent], effects: [CastUIEffect])] = [
        ([.tap(.pause)], [.change(.playing(false))]),
        ([.tap(.playPause)], [.change(.playing(false))]),
        ([.tapBar(.mini, 2)], [.change(.playing(false))]),
        ([.tap(.stop)], [.command(.stop, ticket: 1)]),
        ([.tap(.forward(10))], [.change(.position(45))]),
        ([.tap(.rewind(30))], [.change(.position(5))]),
        ([.seek(to: 20)], [.change(.position(20))]),
        ([.openExpanded, .beginDrag, .drag(30), .endDrag], [.notify(.expandedDidShow), .change(.position(30))]),
        ([.tap(.next)], [.command(.next, ticket: 1)]),
        ([.tap(.previous)], [.command(.previous, ticket: 1)]),
        ([.tap(.pauseAfterItem)], [.command(.setAutoplay(false, item: 3), ticket: 1)]),
        ([.tap(.repeatMode)], [.change(.repeatMode(.all))]),
        ([.setRate(1.5)], [.change(.playbackRate(1.5))]),
        (
            [.tap(.tracks), .selectTrack(.text, 1), .applyTracks],
            [.notify(.tracksChosen([2, 1])), .change(.activeTracks([2, 1]))]
        ),
        ([.setVolume(0.25)], [.setVolume(0.25)]),
        ([.nudgeVolume(1)], [.setVolume(0.55)]),
        ([.volumeKey(-1)], [.setVolume(0.45)]),
        ([.toggleMute], [.setMuted(true)]),
        ([.tapBar(.expanded, 3)], [.setMuted(true)]),
        ([.setMemberVolume("b", 0.125)], [.setMemberVolume(id: "b", 0.125)]),
        ([.toggleMemberMute("a")], [.setMemberMuted(id: "a", true)]),
        ([.jumpToItem(3)], [.command(.jump(toItem: 3), ticket: 1)]),
        ([.removeItem(3)], [.command(.remove(items: [3]), ticket: 1)]),
        ([.moveItem(3, toIndex: 0)], [.command(.move(item: 3, before: 1), ticket: 1)]),
        ([.clearQueue], [.command(.remove(items: [1, 3]), ticket: 1)]),
        ([.upNext(.wait)], []),
        ([.upNext(.play)], [.command(.next, ticket: 1)]),
        ([.upNext(.stop)], [.command(.setAutoplay(false, item: 3), ticket: 1)]),
        ([.stopCasting], [.endSession(.stopIfAlone)]),
        ([.selectDevice("kitchen")], [.endSession(.stopIfAlone)]),
    ]

    @Test("DC28 Every control has exactly one effect", arguments: controls.indices)
    func oneEffect(_ index: Int) throws {
        let (intents, effects) = Self.controls[index]
        var desk = try full()
        for intent in intents { desk.act(intent) }
        #expect(desk.effects == effects, "\(intents)")
    }

    @Test("DC28 Play, skip ad, and go to live, where they apply")
    func conditionalControls() throws {
        var desk = StateFixture.connected()
        try desk.playFilm(state: "PAUSED")
        #expect(desk.act(.tap(.play)) == [.change(.playing(true))])
        desk = .connected()
        try desk.playFilm(state: "PAUSED")
        #expect(desk.act(.tap(.playPause)) == [.change(.playing(true))])
        desk = .connected()
        try desk.playFilm(
            commands: 12_303 | 512,
            extra: #","breakStatus":{"breakId":"b","breakClipId":"c","currentBreakClipTime":6,"whenSkippable":5}"#
        )
        #expect(desk.act(.tap(.skipAd)) == [.command(.skipAd, ticket: 1)])
        desk = .connected()
        try desk.playLive(range: #"{"start":10,"end":200,"isMovingWindow":true,"isLiveDone":false}"#)
        #expect(desk.act(.seekToLive) == [.command(.seekToLive, ticket: 1)])
        #expect(desk.act(.tap(.playPause)) == [.command(.stop, ticket: 2)])
        desk = StateFixture()
        desk.send(.discoveryStarted, .devices([.den]))
        #expect(desk.act(.selectDevice("den")) == [.startSession(.den)])
        #expect(desk.act(.cancelConnecting) == [.endSession(.leave)])
    }

    @Test("DC28 The table covers all controls, and controls that only open or close a view send nothing")
    func everyControl() throws {
        /// Whether an intent may send a request to a device. There is no default case, so that new intents must be
        /// classified.
        func maySendRequest(_ intent: Intent) -> Bool {
            switch intent {
            case .tap, .tapBar, .seek, .endDrag, .setRate, .applyTracks, .setVolume, .nudgeVolume, .volumeKey,
                .toggleMute, .setMemberVolume, .toggleMemberMute, .jumpToItem, .removeItem, .moveItem, .clearQueue,
                .upNext, .stopCasting, .selectDevice, .seekToLive, .cancelConnecting, .retryConnecting,
                .retryDiscovery:
                true
            case .tapCastButton, .openDialog, .dismissDialog, .openSettings, .openHelp, .explainNetwork,
                .acknowledgeNetworkExplanation, .dismissNetworkExplanation, .introduce, .dismissIntroduction,
                .tapIntroducedButton, .clearIntroduction, .openExpanded, .tapMini, .collapse, .closeExpanded,
                .beginDrag, .drag, .cancelDrag, .openTracks, .selectTab, .selectTrack, .cancelTracks, .queueAdded:
                false
            }
        }
        for (intents, _) in Self.controls { #expect(intents.last.map(maySendRequest) == true, "\(intents)") }
        let viewIntents: [Intent] = [
            .tapCastButton, .dismissDialog, .openDialog, .openSettings, .openHelp, .explainNetwork,
            .acknowledgeNetworkExplanation, .dismissNetworkExplanation, .introduce(canPoint: true),
            .dismissIntroduction, .introduce(canPoint: false), .tapIntroducedButton, .clearIntroduction, .tapMini,
            .beginDrag, .drag(9), .cancelDrag, .collapse, .openExpanded, .closeExpanded, .openTracks,
            .selectTab(.audio), .selectTrack(.text, 1), .cancelTracks, .queueAdded(title: "x"),
        ]
        var desk = try full()
        for intent in viewIntents {
            #expect(!maySendRequest(intent))
            for effect in desk.act(intent) {
                switch effect {
                case .notify, .announce, .remember, .openHelp, .openSystemSettings: break
                default: Issue.record("\(intent) leads to \(effect)")
                }
            }
        }
    }

    // MARK: Titles

    @Test("DC34 The expanded controller shows a title in every state, also for media without one")
    func alwaysNamed() throws {
        var titles: [String] = []
        func note(_ desk: StateFixture) throws {
            let title = try #require(desk.expanded).title.english
            #expect(title.contains { !$0.isWhitespace })
            titles.append(title)
        }
        var desk = StateFixture.connected()
        desk.act(.openExpanded)
        try note(desk)
        for metadata in [#""metadata":{"title":"Film"}"#, #""metadata":{"title":""}"#, #""duration":60"#] {
            let media = #""media":{"contentId":"x",\#(metadata)}"#
            for status in [
                #""playerState":"IDLE","extendedStatus":{"playerState":"LOADING",\#(media)}"#,
                #""playerState":"BUFFERING",\#(media)"#, #""playerState":"PLAYING",\#(media)"#,
                #""playerState":"PAUSED",\#(media)"#,
                #""playerState":"PLAYING",\#(media),"breakStatus":{"breakId":"b","breakClipId":"c"}"#,
                #""playerState":"PLAYING","media":{"contentId":"x","streamType":"LIVE",\#(metadata)}"#,
            ] {
                desk = .connected()
                desk.act(.openExpanded)
                try desk.status(status)
                try note(desk)
            }
        }
        #expect(titles.count == 19)
        #expect(titles[1...6].allSatisfy { $0 == "Film" })
        #expect(Array(titles[7...12]) == ["Loading", "Buffering", "Playing", "Paused", "Ad", "Playing"])
        #expect(Array(titles[13...]) == Array(titles[7...12]))
    }
}
