// SPDX-License-Identifier: Apache-2.0

import CastUI
import CastWire
import Testing

@testable import CastSender

@Suite("All widgets")
struct AllWidgetsTests {
    /// A state with all kinds of content: a film with tracks, a queue, a break, a group; and all views open.
    private func fullDesk() throws -> StateFixture {
        var desk = StateFixture.connected()
        try desk.playFilm(
            commands: 12_303 | 512 | 64 | 128,
            extra: #","items":[{"itemId":1},{"itemId":2,"media":{"metadata":{"title":"Second"}}}],"activeTrackIds":[2]"#
        )
        try desk.status(
            #""playerState":"PLAYING","media":{"contentId":"film","duration":60,"metadata":{"title":"A film"},"tracks":[{"trackId":1,"type":"TEXT"},{"trackId":2,"type":"AUDIO"}]}"#
        )
        desk.send(.volume(.level(0.5)))
        let members = ["a", "b"].compactMap { id in
            GroupMember(MultizoneDevice(deviceID: id, name: id, volume: CastVolume(level: 0.5, muted: false)))
        }
        desk.send(.group(GroupStatus(members: members)))
        desk.effects = []
        return desk
    }

    /// Returns every label and control in a view, at any depth.
    private func walk(_ value: Any, _ visit: (Any) -> Void) {
        visit(value)
        for child in Mirror(reflecting: value).children { walk(child.value, visit) }
    }

    @Test("DC52 HU30 All controls and texts have a name, and no name is a key")
    func named() throws {
        var desk = try fullDesk()
        desk.act(.openDialog, .openExpanded, .openTracks, .introduce(canPoint: true))
        var views: [Any?] = [
            desk.dialog, desk.expanded, desk.mini, desk.state.castButton, desk.state.queueView(at: desk.now),
            desk.state.trackSelector(at: desk.now), desk.state.introduction,
        ]
        var helping = StateFixture(platformState: .phone(.denied))
        helping.send(.discoveryFailed(.blocked("why")))
        helping.act(.tapCastButton, .openDialog)
        views += [helping.dialog, helping.state.networkExplanation]
        var connecting = StateFixture()
        connecting.send(.devices([.den]))
        connecting.act(.openDialog)
        views.append(connecting.dialog)
        connecting.act(.selectDevice("den"))
        connecting.send(.session(.awaitsUser))
        views.append(connecting.dialog)
        var (labels, controls) = (0, 0)
        for view in views {
            walk(try #require(view)) { part in
                if part is ControlState { controls += 1 }
                guard let label = part as? ControlLabel else { return }
                labels += 1
                #expect(!label.english.isEmpty)
                #expect(!TextKey.widgets.contains { $0.name == label.english }, "\(label)")
            }
        }
        #expect(labels > 80)
        #expect(controls > 30)
    }

    @Test("DC4 Only the dialog lists devices: other widgets show only the name of the connected one")
    func devicesInTheDialogAlone() throws {
        let others = ["Attic Screen", "Balcony Speaker"]
        let devices = [CastDevice.den] + others.map { CastDevice.named($0) }
        /// Returns every text in a view that contains the name of a device other than the connected one.
        func otherNames(_ view: Any) -> [String] {
            var found: [String] = []
            walk(view) { part in
                guard let text = (part as? ControlLabel)?.english ?? part as? String else { return }
                if others.contains(where: text.contains) { found.append(text) }
            }
            return found
        }
        func views(_ desk: StateFixture) -> [(String, Any?)] {
            [
                ("cast button", desk.state.castButton), ("introduction", desk.state.introduction),
                ("network", desk.state.networkExplanation), ("mini", desk.mini), ("expanded", desk.expanded),
                ("all controls", desk.state.allControls(at: desk.now)), ("notice", desk.state.notice?.phrase),
                ("tracks", desk.state.trackSelector(at: desk.now)), ("up next", desk.state.upNext(at: desk.now)),
                ("queue", desk.state.queueView(at: desk.now)), ("volume", desk.state.volumeView),
                ("members", desk.state.members),
            ]
        }
        var full = try fullDesk()
        full.act(.openDialog, .openExpanded, .openTracks)
        var idle = StateFixture(platformState: .phone())
        idle.act(.explainNetwork, .introduce(canPoint: true))
        var stages: [(String, StateFixture)] = [("connected", full), ("idle", idle)]
        for change in [SessionChange.suspended, .ending, .ended(reason: "lost")] {
            var desk = full
            desk.send(.session(change))
            stages.append(("\(change)", desk))
        }
        var connecting = idle
        connecting.send(.session(.starting(.den)))
        stages.append(("connecting", connecting))
        connecting.send(.session(.failedToStart(.den, CastError(.connectFailed, "no route"))))
        stages.append(("failed", connecting))
        var seen = 0
        for (stage, var desk) in stages {
            desk.send(.devices(devices))
            for (name, view) in views(desk) {
                guard let view = view as Any?, "\(view)" != "nil" else { continue }
                seen += 1
                #expect(otherNames(view) == [], "\(name), \(stage)")
            }
        }
        #expect(seen > 40, "\(seen)")
        var choosing = StateFixture()
        choosing.send(.discoveryStarted, .devices(devices))
        choosing.act(.openDialog)
        #expect(Set(otherNames(try #require(choosing.dialog))) == Set(others), "the dialog lists them")
    }

    @Test("DC28 Every control sends one standard message or opens a view")
    func oneMessage() throws {
        let slots: [MediaSlot] = [
            .pause, .playPause, .stop, .forward(30), .rewind(30), .next, .previous, .pauseAfterItem, .repeatMode,
            .tracks,
        ]
        for slot in slots {
            var desk = try fullDesk()
            let effects = desk.act(.tap(slot))
            #expect(effects.count == (slot == .tracks ? 0 : 1), "\(slot)")
            for effect in effects {
                switch effect {
                case .change, .command: break
                default: Issue.record("\(effect)")
                }
            }
            #expect((desk.state.openTracks != nil) == (slot == .tracks))
        }
    }

    @Test("DC16 Joining a running application shows its media and sends nothing")
    func joins() throws {
        var desk = StateFixture()
        desk.send(.devices([.den]), .session(.starting(.den)), .session(.running(.den, applicationName: "Player")))
        try desk.playFilm(at: 42)
        #expect(desk.mini?.title == .text("A film"))
        #expect(desk.panel.position == 42)
        for effect in desk.effects {
            switch effect {
            case .announce, .notify: break
            default: Issue.record("\(effect)")
            }
        }
    }

    @Test("X19 Disabled controls have a reason, unless it is visible")
    func reasons() {
        for reason in DisabledReason.allCases where reason != .already {
            #expect(reason.text.map { !ControlLabel($0).english.isEmpty } == true, "\(reason)")
        }
    }

    @Test("X17 A running countdown is not announced")
    func countdownIsNotAnnounced() throws {
        var desk = try fullDesk()
        try desk.status(
            #""playerState":"PLAYING","breakStatus":{"breakId":"b","breakClipId":"c","currentBreakClipTime":0,"whenSkippable":5}"#
        )
        desk.effects = []
        for _ in 0..<8 { desk.wait(1) }
        #expect(desk.effects.isEmpty)
    }
}
