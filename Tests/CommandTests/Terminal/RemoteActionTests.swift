// SPDX-License-Identifier: Apache-2.0

import CastUI
import Testing

@testable import CastCommand
@testable import CastSender

@Suite("Remote actions")
struct RemoteActionTests {
    @Test(
        "keys map to actions",
        arguments: [
            (Key.character(" "), RemoteAction.playPause), (.character("k"), .playPause), (.left, .rewind),
            (.right, .forward), (.character("j"), .rewindFar), (.character("l"), .forwardFar), (.up, .volumeUp),
            (.down, .volumeDown), (.character("+"), .volumeUp), (.character("-"), .volumeDown),
            (.character("M"), .mute),
            (.character("c"), .tracks), (.character("n"), .next), (.character("p"), .previous),
            (.character("s"), .skipAd), (.character("x"), .stop), (.character("q"), .leave), (.character("?"), .keys),
            (.home, .beginning), (.character("0"), .beginning), (.end, .live), (.character("r"), .repeatMode),
            (.character("<"), .slower), (.character(">"), .faster), (.character("u"), .queue),
            (.character("d"), .devices),
            (.character("g"), .members), (.character("o"), .media), (.character("["), .subtitlesEarlier),
            (.character("]"), .subtitlesLater),
        ]
    )
    func meanings(key: Key, action: RemoteAction) {
        #expect(RemoteAction(key) == action)
    }

    @Test(
        "other keys have no action",
        arguments: [Key.character("é"), .character("y"), .enter, .escape, .backspace, .tab]
    )
    func nothing(key: Key) {
        #expect(RemoteAction(key) == nil)
    }

    @Test("actions map to intents of the store")
    func intents() throws {
        var scene = TerminalScene()
        try scene.film()
        func intents(_ action: RemoteAction) -> [Intent] { action.intents(scene.state, at: scene.now) }
        #expect(intents(.playPause) == [.tap(.playPause)])
        #expect(intents(.rewind) == [.tap(.rewind(10))])
        #expect(intents(.forwardFar) == [.tap(.forward(30))])
        #expect(intents(.beginning) == [.seek(to: 0)])
        #expect(intents(.volumeUp) == [.nudgeVolume(1)])
        #expect(intents(.mute) == [.toggleMute])
        #expect(intents(.slower) == [.setRate(0.75)])
        #expect(intents(.faster) == [.setRate(1.25)])
        #expect(intents(.stop) == [.stopCasting])
        #expect(intents(.leave).isEmpty && intents(.keys).isEmpty)
    }

    @Test("a live stream is paused if it can be, and otherwise stopped")
    func live() throws {
        var scene = TerminalScene()
        try scene.live(nil)
        #expect(RemoteAction.playPause.intents(scene.state, at: scene.now) == [.tap(.pause)])
        try scene.status(#""playerState":"PLAYING","supportedMediaCommands":0"#)
        #expect(RemoteAction.playPause.intents(scene.state, at: scene.now) == [.tap(.playPause)])
    }

    @Test("an action that is not available has a reason")
    func reasons() throws {
        var scene = TerminalScene(isConnected: false)
        #expect(RemoteAction.playPause.reason(scene.state, at: scene.now) == .noSession)
        #expect(RemoteAction.volumeUp.reason(scene.state, at: scene.now) == .noSession)
        #expect(RemoteAction.leave.reason(scene.state, at: scene.now) == nil)
        scene = TerminalScene()
        #expect(RemoteAction.skipAd.reason(scene.state, at: scene.now) == .noMedia)
        try scene.film(extra: #","breakStatus":{"breakId":"b","breakClipId":"c"}"#)
        #expect(RemoteAction.forward.reason(scene.state, at: scene.now) == .adPlaying)
        #expect(RemoteAction.live.reason(scene.state, at: scene.now) == .unsupported)
    }
}
