// SPDX-License-Identifier: Apache-2.0

import CastUI
import CastWire
import NIOCore
import Testing

@testable import CastSender

@Suite("Volume")
struct VolumeTests {
    @Test("UC42 Without a session the volume controls are disabled")
    func noSession() {
        var desk = StateFixture()
        let volume = desk.state.volumeView
        for control in [volume.slider, volume.up, volume.down, volume.mute] { #expect(control.reason == .noSession) }
        #expect(volume.level == nil)
        #expect(desk.act(.setVolume(0.5), .nudgeVolume(1), .toggleMute) == [])
    }

    @Test("UC42 With a fixed volume, level and mute are disabled")
    func fixed() {
        var desk = StateFixture.connected()
        desk.send(.volume(.level(1, control: .fixed)))
        #expect(desk.state.volumeView.slider.reason == .fixedVolume)
        #expect(desk.state.volumeView.mute.reason == .fixedVolume)
    }

    @Test("UC42 HU §3.8 A device that cannot be muted has an enabled level and a disabled mute")
    func cannotMute() {
        var desk = StateFixture.connected()
        desk.send(
            .volume(
                VolumeControls(
                    level: 0.5,
                    isMuted: false,
                    isFixed: false,
                    stepInterval: 0.1,
                    range: 0...1,
                    canMute: false
                )
            )
        )
        let view = desk.state.volumeView
        #expect(view.mute.reason == .unsupported)
        #expect([view.slider, view.up, view.down].map(\.reason) == [nil, nil, nil])
        #expect(desk.act(.toggleMute) == [])
        #expect(desk.act(.setVolume(0.25)) == [.setVolume(0.25)])
    }

    @Test("UC43 The level is clamped to the session's range, for buttons and slider")
    func range() {
        var desk = StateFixture.connected()
        desk.send(
            .volume(
                VolumeControls(
                    level: 0.7,
                    isMuted: false,
                    isFixed: false,
                    stepInterval: 0.125,
                    range: 0.25...0.75,
                    canMute: true
                )
            )
        )
        #expect(desk.state.volumeView.range == 0.25...0.75)
        #expect(desk.act(.nudgeVolume(1)) == [.setVolume(0.75)])
        desk.wait(1)
        #expect(desk.act(.nudgeVolume(-9)) == [.setVolume(0.25)])
        #expect(desk.act(.setVolume(0), .setVolume(1)) == [.setVolume(0.25), .setVolume(0.75)])
        desk.send(.session(.ended(reason: nil)))
        #expect(desk.state.volumeView.range == 0...1)
    }

    @Test("UC43 Volume up and down use the device's step, or 0.05")
    func steps() {
        var desk = StateFixture.connected()
        desk.send(.volume(.level(0.5)))
        #expect(desk.act(.nudgeVolume(1)) == [.setVolume(0.55)])
        desk.wait(1)
        #expect(desk.act(.nudgeVolume(-2)) == [.setVolume(0.4)])
        desk.wait(1)
        desk.send(.volume(.level(0.5, step: 0.02)))
        #expect(desk.act(.nudgeVolume(1)) == [.setVolume(0.52)])
        desk.wait(1)
        desk.send(.volume(.level(0.99, step: 7)))
        #expect(desk.act(.nudgeVolume(1)) == [.setVolume(1)])
    }

    @Test("Keys that repeat faster than the engine publishes pending values add up, for a moment")
    func repeatedKeys() throws {
        var desk = StateFixture.connected()
        desk.send(.volume(.level(0.5)))
        #expect(desk.act(.nudgeVolume(1), .nudgeVolume(1)) == [.setVolume(0.55), .setVolume(0.6)])
        desk.wait(1)
        #expect(desk.act(.nudgeVolume(1)) == [.setVolume(0.55)], "the engine did not accept it: its report applies")
        try desk.playFilm(at: 5)
        #expect(
            desk.act(.tap(.forward(10)), .tap(.forward(10)), .tap(.rewind(5)))
                == [.change(.position(15)), .change(.position(25)), .change(.position(20))]
        )
        desk.wait(1)
        try desk.playFilm(at: 7)
        #expect(desk.act(.tap(.forward(10))) == [.change(.position(17))])
    }

    @Test("Twenty keys in one burst add up, although the engine reports earlier ones in between")
    func burst() throws {
        var desk = StateFixture.connected()
        try desk.playFilm(at: 0)
        for key in 1...20 {
            #expect(desk.act(.tap(.forward(2))) == [.change(.position(Double(key) * 2))])
            desk.wait(0.02)
            // The engine is two keys behind.
            let line = LinearPosition(base: Double(key - 2) * 2, instant: desk.now, speed: 0)
            _ = desk.pendingValues.position.request(line, now: .uptimeNanoseconds(0))
            desk.send(.media(desk.controls))
        }
        desk.send(.volume(.level(0.9)))
        for key in 1...10 {
            #expect(
                desk.act(.nudgeVolume(-1)) == [.setVolume(((0.9 - Double(key) * 0.05) * 10_000).rounded() / 10_000)]
            )
            desk.send(.volume(.level(0.9)))
        }
    }

    @Test("A seek in one item does not affect the position in the next")
    func nextItem() throws {
        var desk = StateFixture.connected()
        try desk.playFilm(at: 0)
        desk.act(.tap(.forward(30)))
        try desk.status(
            #""playerState":"PLAYING","currentTime":0,"currentItemId":2,"media":{"contentId":"other","duration":60}"#
        )
        #expect(desk.act(.tap(.forward(10))) == [.change(.position(10))])
    }

    @Test("A rejected volume reverts to the device's value with one notice")
    func refused() {
        var desk = StateFixture.connected()
        desk.send(.volume(.level(0.5)))
        let refusal = CastError(.invalidRequest, "no")
        #expect(desk.send(.volume(.level(0.5, failure: refusal))).announcements == ["Den could not do this"])
        #expect(desk.send(.volume(.level(0.5, failure: refusal))) == [])
        #expect(desk.state.notice?.phrase.key == .noticeRequestFailed)
    }

    @Test("UC44 DC27 DC31 DC32 The volume follows the receiver, whichever sender set it, and nothing is sent")
    func follows() {
        var desk = StateFixture.connected()
        #expect(desk.send(.volume(.level(0.7))) == [])
        #expect(desk.state.volumeView.level == 0.7)
        #expect(desk.send(.volume(.level(0.1, muted: true))) == [])
        #expect(desk.state.volumeView.level == 0.1)
        #expect(desk.state.volumeView.isMuted)
    }

    @Test("DC33 HU26 Volume is sent only as the result of a user action")
    func neverByItself() throws {
        var desk = StateFixture()
        desk.send(.launched, .discoveryStarted, .devices([.den]), .session(.starting(.den)))
        desk.send(.session(.running(.den, applicationName: nil)), .volume(.level(0.2)), .group(nil))
        try desk.playFilm()
        desk.act(.openDialog, .tapMini, .tap(.playPause), .tap(.next), .seek(to: 4))
        desk.send(.session(.suspended), .session(.running(.den, applicationName: nil)), .volume(.level(0.9)))
        desk.wait(60)
        desk.act(.stopCasting)
        for effect in desk.effects {
            switch effect {
            case .setVolume, .setMuted, .setMemberVolume, .setMemberMuted: Issue.record("\(effect)")
            default: break
            }
        }
    }

    @Test("UC45 UC46 UC47 The mute button shows the mute state, and its label describes the effect of a tap")
    func mute() {
        var desk = StateFixture.connected()
        desk.send(.volume(.level(0.5, muted: true)))
        #expect(desk.state.volumeView.icon == .volumeMuted)
        #expect(desk.state.volumeView.mute.label.english == "Unmute")
        #expect(desk.act(.toggleMute) == [.setMuted(false)])
        desk.send(.volume(.level(0.2)))
        #expect(desk.state.volumeView.icon == .volumeLow)
        #expect(desk.state.volumeView.mute.label.english == "Mute")
        #expect(desk.act(.toggleMute) == [.setMuted(true)])
        desk.send(.volume(.level(0.5)))
        #expect(desk.state.volumeView.icon == .volumeHigh)
    }

    @Test("UW35 DC56 The value of the slider is announced as a percentage")
    func spoken() {
        var desk = StateFixture.connected()
        desk.send(.volume(.level(0.25)))
        #expect(desk.state.volumeView.slider.value?.english == "25%")
    }

    @Test("DC29 DC30 The volume slider is in the dialog and the expanded controller while casting")
    func places() throws {
        var desk = StateFixture.connected()
        try desk.playFilm()
        desk.send(.volume(.level(0.25)))
        desk.act(.openDialog, .openExpanded)
        #expect(desk.connected?.volume.slider.isEnabled == true)
        #expect(desk.expanded?.volume == desk.connected?.volume)
    }

    @Test("Volume keys of this machine change the device's volume only if the app enables it")
    func keys() {
        var desk = StateFixture.connected()
        desk.send(.volume(.level(0.5)))
        #expect(desk.act(.volumeKey(1)) == [])
        desk.state.options.keysChangeVolume = true
        #expect(desk.act(.volumeKey(1)) == [.setVolume(0.55)])
    }

    @Test("A level that is not a number is not sent, and one out of range is clamped")
    func oddLevels() {
        var desk = StateFixture.connected()
        #expect(desk.act(.setVolume(0.5)) == [], "the volume is not known yet")
        desk.send(.volume(.level(0.5)))
        #expect(desk.act(.setVolume(.nan)) == [])
        #expect(desk.act(.setVolume(7), .setVolume(-.infinity)) == [.setVolume(1), .setVolume(0)])
    }

    private func group(_ members: [(String, Double)]) -> GroupStatus {
        GroupStatus(
            members: members.compactMap { name, level in
                GroupMember(
                    MultizoneDevice(deviceID: name, name: "\(name)!", volume: CastVolume(level: level, muted: false))
                )
            }
        )
    }

    @Test("UW36 A group shows each member with its own volume")
    func members() {
        var desk = StateFixture.connected()
        desk.send(.group(group([("a", 0.1), ("b", 0.2)])))
        desk.act(.openDialog)
        #expect(desk.connected?.members.map(\.name) == ["a!", "b!"])
        #expect(desk.connected?.members.map(\.level) == [0.1, 0.2])
        #expect(desk.connected?.members.first?.slider.label.english == "Volume of a!")
        #expect(desk.act(.toggleMemberMute("b")) == [.setMemberMuted(id: "b", true)])
        #expect(desk.act(.toggleMemberMute("nobody"), .setMemberVolume("nobody", 1)) == [])
        desk.send(.group(group([("a", 0.1)])))
        #expect(desk.connected?.members == [], "a single device is not a group")
    }

    @Test("HU21 HU22 A member's slider has one request in flight, and the latest value is sent last")
    func memberPendingValues() {
        var desk = StateFixture.connected()
        desk.send(.group(group([("a", 0.1), ("b", 0.2)])))
        #expect(desk.act(.setMemberVolume("a", 0.3)) == [.setMemberVolume(id: "a", 0.3)])
        #expect(desk.act(.setMemberVolume("a", 0.4), .setMemberVolume("a", 0.5)) == [])
        #expect(desk.state.members.first?.level == 0.5)
        desk.send(.group(group([("a", 0.3), ("b", 0.2)])))
        #expect(desk.state.members.first?.level == 0.5, "the slider does not jump back")
        #expect(desk.send(.memberLevelEnded(id: "a", nil)) == [.setMemberVolume(id: "a", 0.5)])
        let effects = desk.send(.memberLevelEnded(id: "a", CastError(.requestTimedOut, "late")))
        #expect(effects.announcements == ["Den could not do this"])
        #expect(desk.state.members.first?.level == 0.3, "the device's own value")
        #expect(desk.send(.memberLevelEnded(id: "a", nil)) == [])
    }
}
