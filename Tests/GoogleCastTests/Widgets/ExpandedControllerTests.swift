// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastUI
import Foundation
import Testing

@testable import GoogleCast

@MainActor
@Suite("Expanded controller", .serialized)
struct ExpandedControllerTests {
    @Test(
        "UW44 UW58 UW59 UW60 UW61 DC25 DC34 DC36 DC37 All parts show the media; the position advances between statuses"
    )
    func content() async throws {
        try await WidgetBench.perform { bench in
            bench.connect()
            try bench.playFilm(at: 15)
            bench.context.presentDefaultExpandedMediaControls()
            #expect(bench.root.presentedViewController === bench.expanded)
            let parts = bench.expanded.parts
            #expect(parts.title.text == "A film")
            #expect(parts.subtitle.text == "Studio")
            #expect(parts.deviceLine.text == "Casting to Den")
            #expect(parts.stateLine.text == "Playing")
            #expect(parts.left.text == "00:15")
            #expect(parts.right.text == "01:00")
            #expect(parts.seekBar.slider.maximumValue == 60)
            #expect(parts.seekBar.slider.accessibilityValue == "15 seconds of 1 minute")
            #expect(parts.center.accessibilityLabel == "Pause")
            #expect(await bench.stage.wait { parts.left.text != "00:15" })
            #expect(await bench.stage.wait { parts.left.text == "00:25" })
            parts.castButton.tap()
            #expect(bench.expanded.presentedViewController is CastDialogViewController)
            bench.act(.dismissDialog)
            #expect(bench.expanded.buttonCount() == 4)
            #expect(
                (0..<4).map { bench.expanded.buttonType(at: $0) } == [
                    .closedCaptions, .rewind30Seconds, .forward30Seconds, .muteToggle,
                ]
            )
            bench.expanded.view.layoutIfNeeded()
            let places = bench.expanded.buttons.compactMap { $0?.frame.midX }
            #expect(places == places.sorted())
            #expect(places[1] < parts.center.frame.midX && parts.center.frame.midX < places[2])
            parts.collapse.tap()
            #expect(bench.root.presentedViewController == nil)
        }
    }

    @Test("HU19 DC35 Presented before media is loaded it shows a loading state, and is dismissed if no media follows")
    func waits() async throws {
        try await WidgetBench.perform { bench in
            bench.connect()
            bench.context.presentDefaultExpandedMediaControls()
            #expect(bench.expanded.parts.spinner.isAnimating)
            #expect(bench.expanded.parts.title.text == "Loading")
            await bench.stage.pass(.seconds(5))
            #expect(bench.root.presentedViewController === bench.expanded)
            try bench.playFilm()
            #expect(!bench.expanded.parts.spinner.isAnimating)
            await bench.stage.pass(.seconds(10))
            #expect(bench.root.presentedViewController === bench.expanded)
            bench.act(.collapse)
            try bench.status(#""playerState":"IDLE","idleReason":"FINISHED""#)
            bench.context.presentDefaultExpandedMediaControls()
            #expect(await bench.stage.wait { bench.root.presentedViewController == nil })
        }
    }

    @Test("UW66 UW67 It is dismissed when the media or the session ends, but not between two items")
    func closes() async throws {
        try await WidgetBench.perform { bench in
            bench.connect()
            try bench.playFilm(beside: #","items":[{"itemId":1},{"itemId":2,"media":{"contentId":"b"}}]"#)
            bench.context.presentDefaultExpandedMediaControls()
            try bench.status(#""playerState":"IDLE","idleReason":"FINISHED""#)
            #expect(bench.root.presentedViewController === bench.expanded)
            try bench.status(#""playerState":"IDLE","idleReason":"CANCELLED""#)
            #expect(bench.root.presentedViewController == nil)
            try bench.playFilm()
            bench.context.presentDefaultExpandedMediaControls()
            #expect(bench.root.presentedViewController === bench.expanded)
            bench.send(.session(.ended(reason: nil)))
            #expect(bench.root.presentedViewController == nil)
        }
    }

    @Test("Presented by the app it works like the default, and is not presented twice")
    func byTheApp() async throws {
        try await WidgetBench.perform { bench in
            bench.connect()
            try bench.playFilm()
            bench.root.present(bench.expanded, animated: false, completion: nil)
            #expect(bench.widgets.state.openExpanded != nil)
            #expect(bench.expanded.parts.title.text == "A film")
            bench.root.dismiss(animated: false, completion: nil)
            #expect(bench.widgets.state.openExpanded == nil)
            let navigation = UINavigationController(rootViewController: UIViewController())
            bench.window.rootViewController = navigation
            navigation.pushViewController(bench.expanded, animated: false)
            #expect(bench.widgets.state.openExpanded != nil)
            #expect(navigation.presentedViewController == nil)
            bench.send(.session(.ended(reason: nil)))
            #expect(navigation.topViewController !== bench.expanded)
        }
    }

    /// A view controller that runs a closure when it reappears.
    private final class Home: UIViewController {
        var onReappear: () -> Void = {}

        override func viewWillAppear(_ animated: Bool) {
            super.viewWillAppear(animated)
            onReappear()
        }
    }

    @Test("Presented again during its dismissal, it appears again; later presentations work, too")
    func presentedDuringDismissal() async throws {
        try await WidgetBench.perform { bench in
            bench.connect()
            try bench.playFilm()
            let home = Home()
            bench.window.rootViewController = home
            bench.context.presentDefaultExpandedMediaControls()
            #expect(home.presentedViewController === bench.expanded)
            home.onReappear = { [weak home] in
                home?.onReappear = {}
                bench.context.presentDefaultExpandedMediaControls()
            }
            // The app dismisses it.
            home.dismiss(animated: true)
            #expect(await bench.stage.wait { home.presentedViewController === bench.expanded })
            #expect(bench.widgets.state.openExpanded != nil)
            bench.act(.collapse)
            #expect(home.presentedViewController == nil)
            bench.context.presentCastDialog()
            #expect(home.presentedViewController is CastDialogViewController)
        }
    }

    @Test("HU20 A dragged thumb ignores updates and shows its time; one seek is sent at the end")
    func drag() async throws {
        try await CastStage.perform { stage in
            let (virtual, device) = try await stage.found()
            let bench = WidgetBench(stage)
            let session = try await stage.started(on: device)
            let media = GCKMediaInformationBuilder(contentURL: URL(string: "http://192.0.2.1/film.mp4")!).build()
            session.remoteMediaClient?.loadMedia(media)
            #expect(await stage.wait { virtual.snapshot.media?.state == .playing })
            stage.context.presentDefaultExpandedMediaControls()
            let bar = bench.expanded.parts.seekBar
            #expect(await stage.wait { bar.slider.isEnabled && bar.slider.maximumValue == 60 })
            #expect(bar.tooltip.isHidden)
            bar.slider.sendActions(for: .touchDown)
            bar.slider.setValue(40, animated: false)
            bar.slider.sendActions(for: .valueChanged)
            await stage.pass(.seconds(3))
            #expect(bar.slider.value == 40)
            #expect(!bar.tooltip.isHidden)
            #expect(bar.tooltip.text == "00:40")
            #expect(stage.messages(with: "\"type\":\"SEEK\"").isEmpty)
            bar.slider.sendActions(for: .touchUpInside)
            #expect(await stage.wait { (virtual.snapshot.media?.position ?? 0) >= 40 })
            #expect(await stage.wait { stage.messages(with: "\"type\":\"SEEK\"").count == 1 })
            #expect(bar.tooltip.isHidden)
            // An incoming call interrupts the drag.
            bar.slider.sendActions(for: .touchDown)
            bar.slider.setValue(55, animated: false)
            bar.slider.sendActions(for: .valueChanged)
            bar.slider.sendActions(for: .touchCancel)
            await stage.pass(.seconds(1))
            #expect(await stage.wait { stage.messages(with: "\"type\":\"SEEK\"").count == 1 })
            #expect(bar.tooltip.isHidden && bar.slider.value < 50)
            // As a screen reader sets it.
            bar.slider.setValue(10, animated: false)
            bar.slider.sendActions(for: .valueChanged)
            #expect(await stage.wait { (virtual.snapshot.media?.position ?? 99) < 20 })
        }
    }

    @Test("UW54 UW61 UW62 DC38 A live stream is stopped instead of paused, has a badge, and its times can be hidden")
    func live() async throws {
        try await WidgetBench.perform { bench in
            bench.connect()
            try bench.playLive(range: #"{"start":10,"end":100,"isMovingWindow":true,"isLiveDone":false}"#)
            bench.context.presentDefaultExpandedMediaControls()
            let parts = bench.expanded.parts
            #expect(parts.center.accessibilityLabel == "Stop")
            #expect(parts.right.text == "LIVE")
            #expect(parts.left.text == "01:35")
            #expect(!parts.seekBar.isHidden)
            #expect(!parts.jumpToLive.isHidden)
            bench.expanded.hideStreamPositionControlsForLiveContent = true
            #expect(parts.seekBar.isHidden)
            #expect(parts.left.isHidden && parts.right.isHidden)
            try bench.playFilm()
            #expect(!parts.seekBar.isHidden)
            #expect(parts.right.text == "01:00")
            bench.expanded.hideStreamPositionControlsForLiveContent = false
            try bench.playLive()
            #expect(parts.right.text == "LIVE")
            #expect(parts.seekBar.slider.isHidden)
            #expect(parts.jumpToLive.isHidden)
        }
    }

    @Test("UW63 Ad breaks are markers on the seek bar, yellow by default")
    func markers() async throws {
        try await WidgetBench.perform { bench in
            bench.connect()
            let breaks =
                #","breaks":[{"id":"a","position":0,"isWatched":true},{"id":"b","position":30},{"id":"c","position":-1}]"#
            try bench.playFilm(extra: breaks)
            bench.context.presentDefaultExpandedMediaControls()
            bench.expanded.view.layoutIfNeeded()
            let bar = bench.expanded.parts.seekBar
            let yellow = GCKUIStyle.sharedInstance().castViews.playedAdMarkerFillColor
            #expect(bar.markers.map(\.backgroundColor) == [yellow, yellow, yellow])
            let middles = bar.markers.map(\.frame.midX)
            #expect(middles == middles.sorted())
            #expect(abs(middles[1] - bar.bounds.midX) < 1)
            #expect(bar.markers.allSatisfy { $0.frame.minX >= 0 && $0.frame.maxX <= bar.bounds.width })
            GCKUIStyle.sharedInstance().castViews.playedAdMarkerFillColor = .gray
            GCKUIStyle.sharedInstance().castViews.unplayedAdMarkerFillColor = .red
            GCKUIStyle.sharedInstance().apply()
            #expect(bar.markers.map(\.backgroundColor) == [.gray, .red, .red])
            try bench.playFilm(extra: #","breaks":[]"#)
            #expect(bar.markers.isEmpty)
        }
    }

    @Test("UW64 UW65 During an ad its title and a countdown are shown, then a skip button if it can be skipped")
    func ads() async throws {
        try await WidgetBench.perform { bench in
            bench.connect()
            func ad(_ whenSkippable: String) -> String {
                """
                ,"breaks":[{"id":"a","position":0,"breakClipIds":["c"]}],
                "breakClips":[{"id":"c","title":"Soap"\(whenSkippable)}]},
                "breakStatus":{"breakId":"a","breakClipId":"c","currentBreakClipTime":2,"currentBreakTime":2\(whenSkippable)}
                """.replacingOccurrences(of: "\n", with: "")
            }
            @MainActor
            func play(_ whenSkippable: String) throws {
                try bench.status(
                    """
                    "playerState":"PLAYING","currentTime":0,"playbackRate":1,"supportedMediaCommands":12815,
                    "media":{"contentId":"film","contentType":"video/mp4","streamType":"BUFFERED","duration":60,
                    "metadata":{"title":"A film"}\(ad(whenSkippable))
                    """
                )
            }
            try play(#","whenSkippable":5"#)
            bench.context.presentDefaultExpandedMediaControls()
            let parts = bench.expanded.parts
            #expect(parts.title.text == "Soap")
            #expect(parts.adTag.text == "Ad")
            #expect(parts.skipCountdown.text == "Skip ad in 00:03")
            #expect(parts.skipAd.isHidden)
            #expect(!parts.seekBar.slider.isEnabled)
            #expect(await bench.stage.wait { !parts.skipAd.isHidden })
            #expect(parts.skipCountdown.isHidden)
            #expect(parts.skipAd.isEnabled)
            for never in ["", #","whenSkippable":-1"#] {
                try play(never)
                #expect(parts.adTag.text == "Ad" && !parts.adTag.isHidden)
                #expect(parts.skipCountdown.isHidden && parts.skipAd.isHidden, "\(never)")
                try play(#","whenSkippable":1"#)
                #expect(!parts.skipAd.isHidden)
            }
        }
    }

    @Test("DC62 In right-to-left layout, times and playback controls stay left-to-right")
    func rightToLeft() async throws {
        try await WidgetBench.perform { bench in
            bench.connect()
            try bench.playFilm()
            bench.context.presentDefaultExpandedMediaControls()
            let view: UIView = bench.expanded.view
            view.frame = CGRect(x: 0, y: 0, width: 390, height: 844)
            view.semanticContentAttribute = .forceRightToLeft
            view.setNeedsLayout()
            view.layoutIfNeeded()
            let parts = bench.expanded.parts
            #expect(parts.collapse.frame.minX > parts.castButton.frame.minX)
            #expect(parts.left.frame.minX < parts.right.frame.minX)
            let places = bench.expanded.buttons.compactMap { $0?.frame.midX }
            #expect(places == places.sorted())
            #expect(!parts.seekBar.isRightToLeft)
        }
    }

    @Test("DC52 DC58 Every control has a label and a tappable size, on a small phone and on a large tablet")
    func names() async throws {
        try await WidgetBench.perform { bench in
            bench.connect()
            try bench.playFilm()
            bench.context.presentDefaultExpandedMediaControls()
            let view: UIView = bench.expanded.view
            for size in [(320, 568), (844, 390), (1024, 1366), (250, 300)] {
                view.frame = CGRect(x: 0, y: 0, width: size.0, height: size.1)
                view.setNeedsLayout()
                view.layoutIfNeeded()
                for control in view.all.compactMap({ $0 as? UIControl }) where !control.isHidden {
                    #expect(control.accessibilityLabel?.isEmpty == false, "\(control)")
                    #expect(control.frame.height >= 44 && control.frame.width >= 44, "\(size) \(control.frame)")
                }
            }
        }
    }
}
