import CastUI
import CastWire
import NIOCore
import Testing

@testable import CastSender

@Suite("Volume")
struct VolumeTests {
    @Test("UC42 Without a session nothing of it can be used")
    func noSession() {
        var desk = Desk()
        let volume = desk.state.volumeView
        for control in [volume.slider, volume.up, volume.down, volume.mute] { #expect(control.reason == .noSession) }
        #expect(volume.level == nil)
        #expect(desk.act(.setVolume(0.5), .nudgeVolume(1), .toggleMute) == [])
    }

    @Test("UC42 A device whose volume is fixed takes neither level nor mute")
    func fixed() {
        var desk = Desk.connected()
        desk.send(.volume(.level(1, control: .fixed)))
        #expect(desk.state.volumeView.slider.reason == .fixedVolume)
        #expect(desk.state.volumeView.mute.reason == .fixedVolume)
    }

    @Test("UC42 HU §3.8 What cannot be muted has its level free, and takes no mute")
    func cannotMute() {
        var desk = Desk.connected()
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

    @Test("UC43 A level is kept within the session's range, by buttons and by hand")
    func range() {
        var desk = Desk.connected()
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

    @Test("UC43 Louder and quieter go by the device's step, or by a twentieth")
    func steps() {
        var desk = Desk.connected()
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

    @Test("Keys that repeat faster than the engine tells of a wish add up, for a moment")
    func haste() throws {
        var desk = Desk.connected()
        desk.send(.volume(.level(0.5)))
        #expect(desk.act(.nudgeVolume(1), .nudgeVolume(1)) == [.setVolume(0.55), .setVolume(0.6)])
        desk.wait(1)
        #expect(desk.act(.nudgeVolume(1)) == [.setVolume(0.55)], "the engine has not taken it: what it says counts")
        try desk.playFilm(at: 5)
        #expect(
            desk.act(.tap(.forward(10)), .tap(.forward(10)), .tap(.rewind(5)))
                == [.wish(.position(15)), .wish(.position(25)), .wish(.position(20))]
        )
        desk.wait(1)
        try desk.playFilm(at: 7)
        #expect(desk.act(.tap(.forward(10))) == [.wish(.position(17))])
    }

    @Test("Twenty keys in one burst add up although the engine reports earlier ones in between")
    func burst() throws {
        var desk = Desk.connected()
        try desk.playFilm(at: 0)
        for key in 1...20 {
            #expect(desk.act(.tap(.forward(2))) == [.wish(.position(Double(key) * 2))])
            desk.wait(0.02)
            // The engine is two keys behind.
            let line = PlaybackLine(base: Double(key - 2) * 2, instant: desk.now, speed: 0)
            _ = desk.wishes.position.wish(line, now: .uptimeNanoseconds(0))
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

    @Test("A seek in one item says nothing about the position in the next")
    func nextItem() throws {
        var desk = Desk.connected()
        try desk.playFilm(at: 0)
        desk.act(.tap(.forward(30)))
        try desk.status(
            #""playerState":"PLAYING","currentTime":0,"currentItemId":2,"media":{"contentId":"other","duration":60}"#
        )
        #expect(desk.act(.tap(.forward(10))) == [.wish(.position(10))])
    }

    @Test("A volume that the device refuses jumps back with a word, once")
    func refused() {
        var desk = Desk.connected()
        desk.send(.volume(.level(0.5)))
        let refusal = CastError(.invalidRequest, "no")
        #expect(desk.send(.volume(.level(0.5, failure: refusal))).announcements == ["Den did not do this"])
        #expect(desk.send(.volume(.level(0.5, failure: refusal))) == [])
        #expect(desk.state.notice?.phrase.key == .noticeRequestFailed)
    }

    @Test("UC44 DC27 DC31 DC32 It shows what the receiver says, whoever set it, and sends nothing by itself")
    func follows() {
        var desk = Desk.connected()
        #expect(desk.send(.volume(.level(0.7))) == [])
        #expect(desk.state.volumeView.level == 0.7)
        #expect(desk.send(.volume(.level(0.1, muted: true))) == [])
        #expect(desk.state.volumeView.level == 0.1)
        #expect(desk.state.volumeView.isMuted)
    }

    @Test("DC33 HU26 No volume is ever sent without a person's doing")
    func neverByItself() throws {
        var desk = Desk()
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

    @Test("UC45 UC46 UC47 The mute button shows whether it is mute, and its name says what a touch does")
    func mute() {
        var desk = Desk.connected()
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

    @Test("UW35 DC56 A slider's value is read as per cent")
    func spoken() {
        var desk = Desk.connected()
        desk.send(.volume(.level(0.25)))
        #expect(desk.state.volumeView.slider.value?.english == "25%")
    }

    @Test("DC29 DC30 The slider is in the dialog and on the expanded controller while casting")
    func places() throws {
        var desk = Desk.connected()
        try desk.playFilm()
        desk.send(.volume(.level(0.25)))
        desk.act(.openDialog, .openExpanded)
        #expect(desk.connected?.volume.slider.isEnabled == true)
        #expect(desk.expanded?.volume == desk.connected?.volume)
    }

    @Test("Keys of this machine change the volume only where the app wants that")
    func keys() {
        var desk = Desk.connected()
        desk.send(.volume(.level(0.5)))
        #expect(desk.act(.volumeKey(1)) == [])
        desk.state.options.keysChangeVolume = true
        #expect(desk.act(.volumeKey(1)) == [.setVolume(0.55)])
    }

    @Test("A volume that is no number, or out of range, is not sent as such")
    func oddLevels() {
        var desk = Desk.connected()
        #expect(desk.act(.setVolume(0.5)) == [], "nothing known yet")
        desk.send(.volume(.level(0.5)))
        #expect(desk.act(.setVolume(.nan)) == [])
        #expect(desk.act(.setVolume(7), .setVolume(-.infinity)) == [.setVolume(1), .setVolume(0)])
    }

    private func group(_ members: [(String, Double)]) -> GroupStatus {
        GroupStatus(
            members: members.compactMap { name, level in
                GroupMember(
                    MultizoneDevice(deviceID: name, name: "\(name)!", volume: Volume(level: level, muted: false))
                )
            }
        )
    }

    @Test("UW36 A group shows each member with its own volume")
    func members() {
        var desk = Desk.connected()
        desk.send(.group(group([("a", 0.1), ("b", 0.2)])))
        desk.act(.openDialog)
        #expect(desk.connected?.members.map(\.name) == ["a!", "b!"])
        #expect(desk.connected?.members.map(\.level) == [0.1, 0.2])
        #expect(desk.connected?.members.first?.slider.label.english == "Volume of a!")
        #expect(desk.act(.toggleMemberMute("b")) == [.setMemberMuted(id: "b", true)])
        #expect(desk.act(.toggleMemberMute("nobody"), .setMemberVolume("nobody", 1)) == [])
        desk.send(.group(group([("a", 0.1)])))
        #expect(desk.connected?.members == [], "a device alone is no group")
    }

    @Test("HU21 HU22 A member's slider has one request on its way, and the last wish goes out last")
    func memberWishes() {
        var desk = Desk.connected()
        desk.send(.group(group([("a", 0.1), ("b", 0.2)])))
        #expect(desk.act(.setMemberVolume("a", 0.3)) == [.setMemberVolume(id: "a", 0.3)])
        #expect(desk.act(.setMemberVolume("a", 0.4), .setMemberVolume("a", 0.5)) == [])
        #expect(desk.state.members.first?.level == 0.5)
        desk.send(.group(group([("a", 0.3), ("b", 0.2)])))
        #expect(desk.state.members.first?.level == 0.5, "no jumping back")
        #expect(desk.send(.memberLevelEnded(id: "a", nil)) == [.setMemberVolume(id: "a", 0.5)])
        let effects = desk.send(.memberLevelEnded(id: "a", CastError(.requestTimedOut, "late")))
        #expect(effects.announcements == ["Den did not do this"])
        #expect(desk.state.members.first?.level == 0.3, "the device's own value")
        #expect(desk.send(.memberLevelEnded(id: "a", nil)) == [])
    }
}
