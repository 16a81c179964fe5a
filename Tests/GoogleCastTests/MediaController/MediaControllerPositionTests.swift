// SPDX-License-Identifier: Apache-2.0

import CastUI
import CastWire
import Foundation
import Testing

@testable import CastSender
@testable import GoogleCast

@MainActor
@Suite("Media controller: position", .serialized)
struct MediaControllerPositionTests {
    @Test("UC19 UC23 UC25 Slider and labels advance every second during playback and stand still while paused")
    func advances() async throws {
        try await PanelBench.perform { bench in
            let bound = BoundControls()
            try bench.film(at: 5)
            #expect(bound.slider.minimumValue == 0)
            #expect(bound.slider.maximumValue == 60)
            #expect(bound.slider.value == 5)
            #expect(bound.position.text == "00:05")
            #expect(bound.duration.text == "01:00")
            #expect(bound.remaining.text == "-00:55")
            for second in 1...3 {
                #expect(await bench.stage.wait { bound.position.text == "00:0\(5 + second)" })
                #expect(abs(bound.slider.value - Float(5 + second)) < 0.2)
            }
            #expect(abs(bound.progress.progress - 8 / 60) < 0.01)
            bound.controller.displayTimeRemainingAsNegativeValue = false
            // Not near the position shown: the panel does not jump back by a few hundredths of a second.
            try bench.film("PAUSED", at: 20)
            #expect(bound.remaining.text == "00:40")
            await bench.stage.pass(.seconds(3))
            #expect(bound.position.text == "00:20")
            #expect(bound.slider.value == 20)
        }
    }

    @Test("UC18 UC20 HU20 A dragged slider ignores updates; one seek is sent when it is released")
    func drag() async throws {
        try await PanelBench.perform { bench in
            let bound = BoundControls()
            try bench.film(at: 5)
            bound.slider.sendActions(for: .touchDown)
            for value in [10, 20, 30] as [Float] {
                bound.slider.value = value
                bound.slider.sendActions(for: .valueChanged)
                try bench.film(at: 6)
                #expect(bound.slider.value == value)
            }
            #expect(bound.position.text == "00:30")
            #expect(bench.take() == [])
            bound.slider.sendActions(for: .touchUpInside)
            #expect(bench.take() == [.change(.position(30))])
            #expect(bound.slider.value == 30)
            // The slider does not return to the old position before the engine has the seek.
            bench.send(.volume(nil))
            #expect(bound.slider.value == 30)

            bound.slider.sendActions(for: .touchDown)
            bound.slider.value = 50
            bound.slider.sendActions(for: .touchCancel)
            #expect(bench.take() == [])
            try bench.film(commands: 1)
            #expect(!bound.slider.isEnabled)
        }
    }

    @Test("A value set without touch, as by a screen reader, seeks at once")
    func adjusted() async throws {
        try await PanelBench.perform { bench in
            let bound = BoundControls()
            try bench.film(at: 5)
            bound.slider.value = 12
            bound.slider.sendActions(for: .valueChanged)
            #expect(bench.take() == [.change(.position(12))])
        }
    }

    @Test("A drag that is interrupted by an ad or by the end of the media does not seek")
    func dragEnds() async throws {
        try await PanelBench.perform { bench in
            let bound = BoundControls()
            for isAd in [true, false] {
                try bench.film(at: 5, extra: #","breakStatus":null"#)
                bound.slider.sendActions(for: .touchDown)
                bound.slider.value = 40
                bound.slider.sendActions(for: .valueChanged)
                if isAd { try bench.film(extra: PanelBench.ad) } else { bench.end() }
                bound.slider.sendActions(for: .touchUpInside)
                #expect(bench.take() == [])
            }
        }
    }

    @Test("Of two controllers a dragged slider ignores the other's seek, and both end at the same position")
    func twoControllers() async throws {
        try await PanelBench.perform { bench in
            let (one, two) = (BoundControls(), BoundControls())
            try bench.film("PAUSED", at: 5)
            one.slider.sendActions(for: .touchDown)
            one.slider.value = 30
            one.slider.sendActions(for: .valueChanged)
            two.slider.sendActions(for: .touchDown)
            two.slider.value = 45
            two.slider.sendActions(for: .valueChanged)
            two.slider.sendActions(for: .touchUpInside)
            #expect(one.slider.value == 30)
            one.slider.sendActions(for: .touchUpInside)
            #expect(bench.take() == [.change(.position(45)), .change(.position(30))])
            try bench.film("PAUSED", at: 30)
            await bench.stage.pass(.seconds(2))
            try bench.film("PAUSED", at: 30)
            #expect(one.slider.value == 30)
            #expect(two.slider.value == 30)
        }
    }

    @Test("UC21 UC22 UC26 UC38 Without media, for live streams and for unknown durations the no-time text is shown")
    func noTimes() async throws {
        try await PanelBench.perform { bench in
            let bound = BoundControls()
            let helper = GCKUIStreamPositionController()
            bound.controller.streamPositionController = helper
            #expect([bound.position, bound.duration, bound.remaining].map(\.text) == ["--:--", "--:--", "--:--"])
            #expect(bound.slider.value == 0)
            try bench.live()
            #expect(bound.duration.text == "--:--")
            #expect(bound.remaining.text == "--:--")
            #expect(bound.position.text == "01:35")
            #expect(bound.progress.progress == 0)
            #expect(helper.streamDuration.isNaN)
            try bench.status(#""playerState":"PLAYING","currentTime":1e300,"media":{"contentId":"a","duration":-1}"#)
            #expect(bound.duration.text == "--:--")
            #expect(bound.slider.value.isFinite)
            #expect(!bound.slider.isEnabled)
        }
    }

    @Test("UC8 UC22 UC38 A live stream that follows a video shows no duration, even if the receiver reports one")
    func liveAfterFilm() async throws {
        try await PanelBench.perform { bench in
            let bound = BoundControls()
            let helper = GCKUIStreamPositionController()
            bound.controller.streamPositionController = helper
            let ranges: [String?] = [#"{"start":40,"end":100,"isMovingWindow":true,"isLiveDone":false}"#, nil]
            for (range, duration) in zip(ranges, [3600, nil] as [Double?]) {
                try bench.film(at: 5, extra: #","liveSeekableRange":null"#)
                #expect(helper.streamDuration == 60)
                #expect(bound.duration.text == "01:00")
                #expect(bound.progress.progress > 0)
                try bench.live(range: range, duration: duration)
                #expect([bound.duration, bound.remaining].map(\.text) == ["--:--", "--:--"])
                #expect(helper.streamDuration.isNaN)
                #expect(bound.progress.progress == 0)
                #expect(bound.toggle.buttonState == GCKUIButtonStatePlayLive)
            }
        }
    }

    @Test("UC22 A file that its sender declares live shows its duration unless a seekable range marks it as live")
    func fileCalledLive() async throws {
        try await PanelBench.perform { bench in
            let bound = BoundControls()
            let helper = GCKUIStreamPositionController()
            bound.controller.streamPositionController = helper
            try bench.live(duration: 3600)
            #expect(bound.duration.text == "1:00:00")
            #expect(helper.streamDuration == 3600)
            #expect(bound.toggle.buttonState == GCKUIButtonStatePlay)
            #expect(bound.pause.isEnabled)
        }
    }

    @Test("UC21 When the media or the session ends, no times are shown", arguments: [true, false])
    func ended(_ isSession: Bool) async throws {
        try await PanelBench.perform { bench in
            let bound = BoundControls()
            try bench.film(at: 5)
            #expect(bound.slider.value == 5)
            #expect(bound.progress.progress > 0)
            if isSession {
                bench.end()
            } else {
                try bench.status(#""playerState":"IDLE","idleReason":"FINISHED""#)
            }
            #expect([bound.position, bound.duration, bound.remaining].map(\.text) == ["--:--", "--:--", "--:--"])
            #expect(bound.slider.value == 0)
            #expect(!bound.slider.isEnabled)
            #expect(bound.progress.progress == 0)
            await bench.stage.pass(.seconds(3))
            #expect(bound.position.text == "--:--")
            #expect(bound.slider.value == 0)
        }
    }

    @Test("A slider spans the seekable range of a live stream, and seeks within it")
    func liveRange() async throws {
        try await PanelBench.perform { bench in
            let bound = BoundControls()
            try bench.live(range: #"{"start":40,"end":100,"isMovingWindow":true,"isLiveDone":false}"#)
            #expect(bound.slider.minimumValue == 40)
            #expect(bound.slider.maximumValue == 100)
            #expect(bound.slider.value == 95)
            bound.slider.value = 60
            bound.slider.sendActions(for: .valueChanged)
            #expect(bench.take() == [.change(.position(60))])
            #expect(await bench.stage.wait { bound.slider.minimumValue > 41.9 })
        }
    }

    @Test("UC24 The position controls are hidden for live streams only, if the app requests it")
    func hidden() async throws {
        try await PanelBench.perform { bench in
            let bound = BoundControls()
            let views: [UIView] = [bound.slider, bound.progress, bound.position, bound.duration]
            bound.controller.hideStreamPositionControlsForLiveContent = true
            try bench.film()
            #expect(views.allSatisfy { !$0.isHidden })
            try bench.live()
            #expect(views.allSatisfy { $0.isHidden })
            #expect(!bound.remaining.isHidden)
            let late = UILabel()
            bound.controller.streamDurationLabel = late
            #expect(late.isHidden)
            #expect(!bound.duration.isHidden)
            bound.controller.hideStreamPositionControlsForLiveContent = false
            #expect(!late.isHidden)
        }
    }
}
