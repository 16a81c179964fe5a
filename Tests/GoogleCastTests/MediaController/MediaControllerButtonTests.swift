// SPDX-License-Identifier: Apache-2.0

import CastUI
import CastWire
import Foundation
import Testing

@testable import CastSender
@testable import GoogleCast

@MainActor
@Suite("Media controller: buttons", .serialized)
struct MediaControllerButtonTests {
    /// The controls that a seekable video of one minute enables.
    private static let seeking: Set<String> = ["forward", "rewind", "slider", "back10", "ahead10"]

    @Test("UC5 UC §2.1 HU36 Without a session all controls are disabled and show no values")
    func noSession() async throws {
        try await PanelBench.perform(isConnected: false) { _ in
            let bound = BoundControls()
            #expect(bound.enabled == [])
            #expect(!bound.indicator.isAnimating)
            #expect(bound.controller.session == nil)
            #expect(!bound.controller.mediaLoaded)
            #expect(bound.controller.lastKnownPlayerState == .unknown)
            #expect(bound.controller.lastKnownStreamPosition.isNaN)
        }
    }

    @Test("UC3 UC6 UC8 UC11 UC17 UC18 UC30 UC31 UC §2.1 HU36 Controls are enabled according to the player state")
    func matrix() async throws {
        try await PanelBench.perform { bench in
            let bound = BoundControls()
            #expect(bound.enabled == [])
            #expect(bound.repeatMode.buttonState == GCKUIButtonStateRepeatOff)

            let items = #","items":[{"itemId":1},{"itemId":2}],"media":\#(PanelBench.tracks)"#
            try bench.status(
                #""playerState":"IDLE","loadingItemId":1,"supportedMediaCommands":12303,"currentItemId":1\#(items)"#
            )
            #expect(bound.controller.mediaLoaded)
            #expect(bound.controller.hasLoadingQueueItem)
            #expect(bound.enabled == ["stop", "repeat", "next", "pauseQueue", "tracks"])
            #expect(bound.indicator.isAnimating)

            let usual: Set<String> = ["toggle", "stop", "repeat", "next", "pauseQueue", "tracks"]
            for (state, more, toggle) in [
                ("PLAYING", "pause", GCKUIButtonStatePlay), ("BUFFERING", "pause", GCKUIButtonStatePlay),
                ("PAUSED", "play", GCKUIButtonStatePause),
            ] {
                try bench.film(state, extra: items + #","loadingItemId":0"#)
                #expect(bound.enabled == usual.union(Self.seeking).union([more]), "\(state)")
                #expect(bound.toggle.buttonState == toggle, "\(state)")
                #expect(bound.indicator.isAnimating == (state == "BUFFERING"), "\(state)")
            }
            #expect(bound.controller.hasCurrentQueueItem)
            bench.end()
            #expect(bound.enabled == [])
        }
    }

    @Test("UC7 Pause and toggle require the pause command unless the media is live")
    func noPause() async throws {
        try await PanelBench.perform { bench in
            let bound = BoundControls()
            try bench.film(commands: 2)
            #expect(!bound.pause.isEnabled)
            #expect(!bound.toggle.isEnabled)
            #expect(bound.slider.isEnabled)
        }
    }

    @Test("UC9 UC40 The toggle pauses or plays with one command for each tap")
    func toggles() async throws {
        try await PanelBench.perform { bench in
            let bound = BoundControls()
            try bench.film()
            bench.tap(bound.toggle)
            #expect(bench.take() == [.change(.playing(false))])
            try bench.film("PAUSED")
            bench.tap(bound.toggle)
            bench.tap(bound.play)
            #expect(bench.take() == [.change(.playing(true)), .change(.playing(true))])
        }
    }

    @Test("UC8 UC10 UC14 A live stream is stopped instead of paused; without a seekable range it cannot be sought")
    func live() async throws {
        try await PanelBench.perform { bench in
            let bound = BoundControls()
            try bench.live(commands: 0)
            #expect(bound.toggle.buttonState == GCKUIButtonStatePlayLive)
            #expect(bound.enabled == ["toggle", "stop", "repeat"])
            bench.tap(bound.toggle)
            #expect(bench.take() == [.command(.stop, ticket: 1)])
        }
    }

    @Test("UC1 UC41 All controls are disabled while a request is in flight, and enabled again however it ends")
    func inFlight() async throws {
        try await PanelBench.perform { bench in
            let bound = BoundControls()
            let toggle = GCKUIPlayPauseToggleController()
            bound.controller.playPauseToggleController = toggle
            try bench.film()
            let free = bound.enabled
            #expect(!free.isEmpty)
            #expect(toggle.inputEnabled)
            bench.send(.otherRequests(true))
            #expect(bound.enabled == [])
            #expect(!toggle.inputEnabled)
            bench.send(.otherRequests(false))
            #expect(bound.enabled == free)
            #expect(toggle.inputEnabled)
            // No interpreter handles the effect here, so the store itself ends the command.
            bench.tap(bound.stop)
            #expect(bound.enabled == [])
            #expect(await bench.stage.wait { bound.enabled == free })
        }
    }

    @Test("UC2 Controls are weak references, and a replaced control has no effect")
    func weakControls() async throws {
        try await PanelBench.perform { bench in
            let controller = GCKUIMediaController()
            var gone: UIButton? = UIButton()
            controller.stopButton = gone
            controller.bindControlView(try #require(gone), toForwardForTime: 1)
            gone = nil
            #expect(controller.stopButton == nil)
            let (first, second) = (UIButton(), UIButton())
            controller.stopButton = first
            try bench.film()
            controller.stopButton = second
            bench.tap(first)
            #expect(bench.take() == [])
            bench.tap(second)
            #expect(bench.take() == [.command(.stop, ticket: 1)])
            controller.stopButton = nil
            bench.send(.commandEnded(ticket: 1, nil))
            bench.tap(second)
            #expect(bench.take() == [])
        }
    }

    @Test("UC2 No bound view is retained, and releasing it is safe")
    func everyBindingIsWeak() async throws {
        try await PanelBench.perform { bench in
            let controller = GCKUIMediaController()
            func bound<Object: AnyObject>(_ name: String, _ make: @autoclosure () -> Object, _ bind: (Object) -> Void) {
                weak var held: Object?
                do {
                    let object = make()
                    bind(object)
                    held = object
                    #expect(held != nil)
                }
                #expect(held == nil, "\(name) is retained")
            }
            for round in 0..<2 {
                // First without media, then with a queue.
                if round == 1 { try bench.film(extra: #","items":[{"itemId":1},{"itemId":2}]"#) }
                bound("play", UIButton()) { controller.playButton = $0 }
                bound("pause", UIButton()) { controller.pauseButton = $0 }
                bound("toggle", GCKUIMultistateButton()) { controller.playPauseToggleButton = $0 }
                bound("stop", UIButton()) { controller.stopButton = $0 }
                bound("forward", UIButton()) { controller.forward30SecondsButton = $0 }
                bound("rewind", UIButton()) { controller.rewind30SecondsButton = $0 }
                bound("pause queue", UIButton()) { controller.pauseQueueButton = $0 }
                bound("next", UIButton()) { controller.nextButton = $0 }
                bound("previous", UIButton()) { controller.previousButton = $0 }
                bound("repeat", GCKUIMultistateButton()) { controller.repeatModeButton = $0 }
                bound("slider", UISlider()) { controller.streamPositionSlider = $0 }
                bound("progress", UIProgressView()) { controller.streamProgressView = $0 }
                bound("position", UILabel()) { controller.streamPositionLabel = $0 }
                bound("duration", UILabel()) { controller.streamDurationLabel = $0 }
                bound("remaining", UILabel()) { controller.streamTimeRemainingLabel = $0 }
                bound("tracks", UIButton()) { controller.tracksButton = $0 }
                bound("subtitle", UILabel()) { controller.smartSubtitleLabel = $0 }
                bound("indicator", UIActivityIndicatorView()) { controller.mediaLoadingIndicator = $0 }
                bound("skip label", UILabel()) { controller.skipAdLabel = $0 }
                bound("skip", UIButton()) { controller.skipAdButton = $0 }
                bound("back", UIButton()) { controller.bindControlView($0, toRewindForTime: 10) }
                bound("ahead", UIButton()) { controller.bindControlView($0, toForwardForTime: 10) }
                bound("label", UILabel()) { controller.bindLabel($0, toMetadataKey: "a") }
                bound("text view", UITextView()) { controller.bindTextView($0, toMetadataKey: "a") }
                bound("image view", UIImageView()) { view in
                    controller.bindImageView(view, to: GCKUIImageHints(imageType: .custom, imageSize: .zero))
                }
                try bench.film("PAUSED")
                #expect(controller.playButton == nil)
                #expect(controller.streamPositionSlider == nil)
            }
            let volume = GCKUIDeviceVolumeController()
            bound("louder", UIButton()) { volume.volumeUpButton = $0 }
            bound("quieter", UIButton()) { volume.volumeDownButton = $0 }
            bound("volume", UISlider()) { volume.volumeSlider = $0 }
            bound("mute switch", UISwitch()) { volume.muteSwitch = $0 }
            bound("mute", GCKUIMultistateButton()) { volume.muteToggleButton = $0 }
            bench.send(.volume(nil))
            bench.end()
            await bench.stage.pass(.seconds(2))
        }
    }

    @Test("UC12 UC13 The skip buttons seek by their seconds, starting from a pending seek's target")
    func seconds() async throws {
        try await PanelBench.perform { bench in
            let bound = BoundControls()
            try bench.film("PAUSED", at: 20)
            for (control, target) in [
                (bound.forward, 50.0), (bound.rewind, 20), (bound.back10, 10), (bound.ahead10, 20),
            ] {
                bench.tap(control)
                #expect(bench.take() == [.change(.position(target))])
            }
            bound.controller.unbindView(bound.ahead10)
            bench.tap(bound.ahead10)
            bound.controller.unbindAllViews()
            bench.tap(bound.back10)
            #expect(bench.take() == [])
        }
    }

    @Test("UC14 UC15 UC32 UC33 During an ad, seeking and next are disabled; the label counts down to the skip button")
    func ad() async throws {
        try await PanelBench.perform { bench in
            let bound = BoundControls()
            let items = #","items":[{"itemId":1},{"itemId":2}]"#
            try bench.film(extra: items)
            #expect(bound.skipLabel.isHidden)
            try bench.film(commands: 12_303 | 512, extra: items + PanelBench.ad)
            #expect(bound.enabled.isDisjoint(with: Self.seeking.union(["next", "previous", "tracks", "skip"])))
            #expect(!bound.skipLabel.isHidden)
            #expect(bound.skipLabel.text == "Skip ad in 00:03")
            #expect(await bench.stage.wait { bound.skipLabel.text == "Skip ad in 00:02" })
            bound.controller.skipAd()
            #expect(bench.take() == [])
            #expect(await bench.stage.wait { bound.skipLabel.isHidden && bound.skip.isEnabled })
            bench.tap(bound.skip)
            #expect(bench.take() == [.command(.skipAd, ticket: 1)])
        }
    }

    @Test("UC15 Next and previous are disabled without such an item")
    func nextAndPrevious() async throws {
        try await PanelBench.perform { bench in
            let bound = BoundControls()
            try bench.film(extra: #","items":[{"itemId":1},{"itemId":2}]"#)
            #expect(bound.next.isEnabled)
            #expect(!bound.previous.isEnabled)
            bench.tap(bound.pauseQueue)
            #expect(bench.take() == [.command(.setAutoplay(false, item: 2), ticket: 1)])
            bench.send(.commandEnded(ticket: 1, nil))
            try bench.film(item: 2, extra: #","items":[{"itemId":1},{"itemId":2}]"#)
            #expect(!bound.next.isEnabled)
            #expect(!bound.pauseQueue.isEnabled)
            bench.tap(bound.next)
            bench.tap(bound.previous)
            #expect(bench.take() == [.command(.previous, ticket: 2)])
        }
    }

    @Test("UC16 The repeat mode cycles through off, all, one and all-and-shuffle, and the method returns the new mode")
    func repeatModes() async throws {
        try await PanelBench.perform { bench in
            let bound = BoundControls()
            #expect(bound.controller.cycleRepeatMode() == .off)
            #expect(bench.take() == [])
            let rows: [(String, UInt, GCKMediaRepeatMode, RepeatMode)] = [
                ("REPEAT_OFF", GCKUIButtonStateRepeatOff, .all, .all),
                ("REPEAT_ALL", GCKUIButtonStateRepeatAll, .single, .single),
                ("REPEAT_SINGLE", GCKUIButtonStateRepeatSingle, .allAndShuffle, .allAndShuffle),
                ("REPEAT_ALL_AND_SHUFFLE", GCKUIButtonStateShuffle, .off, .off),
            ]
            for (word, state, next, change) in rows {
                try bench.status(
                    #""playerState":"PLAYING","repeatMode":"\#(word)","media":{"contentId":"a","streamType":"BUFFERED"}"#
                )
                #expect(bound.repeatMode.buttonState == state)
                #expect(bound.controller.cycleRepeatMode() == next)
                #expect(bench.take() == [.change(.repeatMode(change))])
            }
        }
    }

    @Test("UC4 The last media state is kept after the session")
    func lastKnown() async throws {
        try await PanelBench.perform { bench in
            let controller = GCKUIMediaController()
            #expect(controller.lastKnownPlayerState == .idle)
            try bench.film("PAUSED", at: 21)
            #expect(controller.lastKnownPlayerState == .paused)
            bench.end()
            #expect(controller.lastKnownPlayerState == .paused)
            #expect(controller.lastKnownStreamPosition == 21)
            #expect(GCKUIMediaController().lastKnownStreamPosition == 21)
            bench.connect()
            #expect(controller.lastKnownPlayerState == .paused)
        }
    }

    @Test("A controller that is created before the context does nothing")
    func noContext() async {
        await GCKCastContext.reset()
        let bound = BoundControls()
        #expect(bound.enabled == [])
        #expect(bound.controller.cycleRepeatMode() == .unchanged)
        bound.controller.selectTracks()
        bound.controller.skipAd()
        bound.stop.sendActions(for: .touchUpInside)
    }
}
