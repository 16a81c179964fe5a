// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastUI
import CastWire
import Foundation
import Testing

@testable import GoogleCast

private final class Host: NSObject, GCKUIMiniMediaControlsViewControllerDelegate {
    private(set) var calls: [Bool] = []
    private(set) var wasRight = true

    func miniMediaControlsViewController(_ mini: GCKUIMiniMediaControlsViewController, shouldAppear: Bool) {
        calls.append(shouldAppear)
        wasRight = wasRight && mini.active == shouldAppear
    }
}

@MainActor
@Suite("Mini controller and container", .serialized)
struct MiniControllerTests {
    private let frame = CGRect(x: 0, y: 780, width: 390, height: 64)

    private func mini(_ bench: WidgetBench) -> GCKUIMiniMediaControlsViewController {
        let mini = bench.context.createMiniMediaControlsViewController()
        bench.show(mini, in: frame)
        return mini
    }

    @Test("DC24 The bar shows title, subtitle, progress and a pause button; the progress advances between statuses")
    func content() async throws {
        try await WidgetBench.perform { bench in
            bench.connect()
            try bench.playFilm(at: 15)
            let mini = mini(bench)
            #expect(mini.titleLabel.text == "A film")
            #expect(mini.view.texts == ["A film", "Studio", "Casting to Den"])
            let lines = [mini.titleLabel, mini.subtitleLabel, mini.deviceLabel]
            #expect(lines.allSatisfy { $0.frame.height >= 16 && $0.frame.maxY <= 64 })
            #expect(zip(lines, lines.dropFirst()).allSatisfy { $0.frame.maxY <= $1.frame.minY })
            #expect(mini.titleLabel.accessibilityHint == "Opens all controls")
            #expect(mini.subtitleLabel.accessibilityHint == "Opens all controls")
            #expect(abs(mini.progress.progress - 0.25) < 0.01)
            #expect(await bench.stage.wait(within: .seconds(40)) { mini.progress.progress >= 0.5 })
            let button = try #require(mini.buttons[2])
            #expect(button.accessibilityLabel == "Pause")
            #expect(button.image(for: .normal) === IconImages.image(.pause, side: 32))
            #expect(button.frame.width >= 44 && button.frame.height >= 44)
            #expect(button.frame.minX > mini.titleLabel.frame.maxX)
        }
    }

    @Test(
        "UW44 UW45 UW46 UW47 There are three buttons; a custom one is the app's, and other indices have no effect"
    )
    func bar() async throws {
        try await WidgetBench.perform { bench in
            bench.connect()
            try bench.playFilm()
            let mini = mini(bench)
            let bar: any GCKUIMediaButtonBarProtocol = mini
            #expect(bar.buttonCount() == 3)
            #expect((0..<3).map { bar.buttonType(at: $0) } == [.none, .none, .playPauseToggle])
            bar.setButtonType(.rewind30Seconds, at: 0)
            bar.setButtonType(.custom, at: 1)
            #expect(mini.buttons[1] == nil)
            #expect(bar.customButton(at: 1) == nil)
            let heart = UIButton(type: .system)
            bar.setCustomButton(heart, at: 1)
            bench.window.layoutIfNeeded()
            #expect(bar.customButton(at: 1) === heart)
            #expect(heart.superview === mini.view)
            let places = mini.buttons.compactMap { $0?.frame.minX }
            #expect(places.count == 3 && places == places.sorted() && Set(places).count == 3)
            #expect(bar.customButton(at: 0) == nil)
            for index in [UInt(3), 99, .max] {
                bar.setButtonType(.stop, at: index)
                bar.setCustomButton(heart, at: index)
                #expect(bar.buttonType(at: index) == .none)
                #expect(bar.customButton(at: index) == nil)
            }
            bar.setButtonType(.none, at: 1)
            bench.window.layoutIfNeeded()
            #expect(heart.superview == nil)
        }
    }

    @Test("UW44 UW54 UW55 UW71 Each button type performs its action, and is disabled when that is not possible")
    func kinds() async throws {
        try await WidgetBench.perform { bench in
            bench.connect()
            try bench.playFilm()
            let mini = mini(bench)
            for type in [GCKUIMediaButtonType.skipNext, .skipPrevious, .closedCaptions] {
                mini.setButtonType(type, at: 0)
                #expect(mini.buttons[0]?.isEnabled == false, "\(type)")
            }
            for type in [GCKUIMediaButtonType.playPauseToggle, .rewind30Seconds, .forward30Seconds, .muteToggle, .stop]
            {
                mini.setButtonType(type, at: 0)
                #expect(mini.buttons[0]?.isEnabled == true, "\(type)")
                #expect(mini.buttons[0]?.accessibilityLabel?.isEmpty == false)
            }
            try bench.playLive()
            #expect(mini.buttons[2]?.accessibilityLabel == "Stop")
            #expect(mini.buttons[2]?.image(for: .normal) === IconImages.image(.stop, side: 32))
            #expect(mini.progress.isHidden)
        }
    }

    @Test("UW48 UW50 The delegate is called when active changes, and only then")
    func delegate() async throws {
        try await WidgetBench.perform { bench in
            let mini = bench.context.createMiniMediaControlsViewController()
            let host = Host()
            mini.delegate = host
            #expect(!mini.active)
            bench.connect()
            #expect(host.calls.isEmpty)
            try bench.playFilm()
            try bench.playFilm(state: "PAUSED")
            #expect(host.calls == [true])
            #expect(mini.active)
            try bench.status(#""playerState":"IDLE","idleReason":"FINISHED""#)
            #expect(host.calls == [true, false])
            try bench.playFilm()
            bench.send(.session(.ended(reason: nil)))
            #expect(host.calls == [true, false, true, false])
            #expect(host.wasRight)
        }
    }

    @Test(
        "UW49 Media that another sender loads shows the bar, which follows its changes",
        arguments: CastStage.Kind.allCases
    )
    func anotherSender(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (virtual, device) = try await stage.found()
            let bench = WidgetBench(stage)
            let mini = stage.context.createMiniMediaControlsViewController()
            let host = Host()
            mini.delegate = host
            bench.show(mini, in: frame)
            try await stage.started(on: device)
            let other = stage.anotherSender()
            let castDevice = stage.description(of: virtual)
            let session = try await stage.passing {
                try await other.start(.application("CC1AD845"), on: castDevice)
            }
            _ = try await stage.passing {
                try await session.media.load(
                    MediaInformation(contentID: "http://192.0.2.1/a.mp4", contentType: "video/mp4"),
                    until: .playing()
                )
            }
            #expect(await stage.wait { host.calls == [true] })
            #expect(mini.active)
            #expect(await stage.wait { mini.buttons[2]?.accessibilityLabel == "Pause" })
            mini.buttons[2]?.tap()
            #expect(await stage.wait { virtual.snapshot.media?.state == .paused })
            #expect(await stage.wait { mini.buttons[2]?.accessibilityLabel == "Play" })
            await other.close()
        }
    }

    /// Media with tracks.
    private var film: GCKMediaInformation {
        let metadata = GCKMediaMetadata(metadataType: .movie)
        metadata.setString("A film", forKey: kGCKMetadataKeyTitle)
        metadata.setString("Studio", forKey: kGCKMetadataKeyStudio)
        let builder = GCKMediaInformationBuilder(contentURL: URL(string: "http://192.0.2.1/film.mp4")!)
        builder.contentType = "video/mp4"
        builder.metadata = metadata
        builder.mediaTracks = [
            GCKMediaTrack(
                identifier: 1,
                contentIdentifier: nil,
                contentType: "text/vtt",
                type: .text,
                textSubtype: .subtitles,
                name: "English",
                languageCode: "en",
                customData: nil
            )
        ].compactMap(\.self)
        return builder.build()
    }

    private struct Drawn: Equatable {
        var texts: [String]
        var icons: [ObjectIdentifier?]
        var labels: [String?]
        var isEnabled: [Bool?]
        var progress: Float

        @MainActor
        init(_ mini: GCKUIMiniMediaControlsViewController) {
            texts = mini.view.texts
            icons = mini.buttons.map { $0?.image(for: .normal).map { ObjectIdentifier($0) } }
            labels = mini.buttons.map { $0?.accessibilityLabel }
            isEnabled = mini.buttons.map { $0?.isEnabled }
            progress = mini.progress.progress
        }
    }

    @Test("UW72 Bars in two windows show the same; screens open in the window of the tapped bar")
    func windows() async throws {
        try await CastStage.perform { stage in
            let (_, device) = try await stage.found()
            let bench = WidgetBench(stage)
            let client = try #require(try await stage.started(on: device).remoteMediaClient)
            let here = mini(bench)
            let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 800, height: 600))
            let root = UIViewController()
            window.rootViewController = root
            window.isHidden = false
            defer {
                window.isHidden = true
                window.rootViewController = nil
            }
            let there = stage.context.createMiniMediaControlsViewController()
            root.addChild(there)
            there.view.frame = CGRect(x: 0, y: 536, width: 800, height: 64)
            root.view.addSubview(there.view)
            there.didMove(toParent: root)
            for bar in [here, there] { bar.setButtonType(.closedCaptions, at: 0) }
            client.loadMedia(film)
            #expect(await stage.wait { here.buttons[2]?.accessibilityLabel == "Pause" })
            #expect(await stage.wait { here.buttons[0]?.isEnabled == true })
            await stage.pass(.seconds(5))
            // Between statuses each bar updates its progress once a second.
            #expect(await stage.wait { abs(here.progress.progress - there.progress.progress) <= 1.1 / 60 })
            #expect(Drawn(there).texts == ["A film", "Studio", "Casting to Stage TV"])
            #expect(Drawn(there).progress > 0)
            there.buttons[2]?.tap()
            #expect(await stage.wait { here.buttons[2]?.accessibilityLabel == "Play" })
            #expect(Drawn(here) == Drawn(there))

            stage.context.useDefaultExpandedMediaControls = true
            there.surface.tap()
            #expect(root.presentedViewController === bench.expanded)
            bench.expanded.parts.castButton.tap()
            let dialog = try #require(bench.expanded.presentedViewController as? CastDialogViewController)
            #expect(dialog.view.window === window)
            bench.act(.dismissDialog, .collapse)
            #expect(root.presentedViewController == nil)
            there.buttons[0]?.tap()
            #expect((root.presentedViewController as? UINavigationController)?.view.window === window)
            #expect(bench.root.presentedViewController == nil)
            bench.act(.cancelTracks)
            #expect(root.presentedViewController == nil)
            here.buttons[0]?.tap()
            #expect(bench.root.presentedViewController is UINavigationController)
            #expect(root.presentedViewController == nil)
            bench.act(.cancelTracks)
        }
    }

    @Test("DC17 An application launched by another sender ends the session: announced once, and the controls go")
    func takenAway() async throws {
        try await CastStage.perform { stage in
            let (virtual, device) = try await stage.found(
                DeviceConfiguration(name: "Stage TV", applications: [Talk.app])
            )
            let bench = WidgetBench(stage)
            var announcements: [String] = []
            let listener = UIAccessibility.Listener { notification, argument in
                if notification == .announcement, let text = argument as? String { announcements.append(text) }
            }
            let host = Host()
            let mini = mini(bench)
            mini.delegate = host
            let client = try #require(try await stage.started(on: device).remoteMediaClient)
            client.loadMedia(film)
            #expect(await stage.wait { host.calls == [true] })
            stage.context.presentDefaultExpandedMediaControls()
            #expect(bench.root.presentedViewController === bench.expanded)
            try await virtual.launchApplication(Talk.id)
            #expect(await stage.wait { stage.context.castState == .notConnected })
            #expect(await stage.wait { bench.root.presentedViewController == nil })
            await stage.pass(.seconds(3))
            #expect(bench.widgets.state.phase == .notConnected)
            #expect(announcements.filter { $0.contains("ended") } == ["Casting to Stage TV ended"])
            #expect(host.calls == [true, false])
            #expect(host.wasRight)
            #expect(virtual.snapshot.application?.appID == Talk.id)
            stage.context.presentCastDialog()
            #expect(bench.dialog?.heading.text == "Cast to")
            let rows = (bench.dialog?.view.all ?? []).compactMap { $0 as? DeviceRowControl }
            #expect(rows.map(\.accessibilityLabel) == ["Stage TV"])
            withExtendedLifetime(listener) {}
        }
    }

    @Test("UW52 UW53 Tapping the bar opens the expanded controller, or only posts the notification")
    func touch() async throws {
        try await WidgetBench.perform { bench in
            bench.connect()
            try bench.playFilm()
            let mini = mini(bench)
            #expect(!bench.context.useDefaultExpandedMediaControls)
            mini.surface.tap()
            #expect(bench.posted == [.gckExpandedMediaControlsTriggered])
            #expect(bench.root.presentedViewController == nil)
            bench.context.useDefaultExpandedMediaControls = true
            mini.surface.tap()
            #expect(bench.posted == [.gckExpandedMediaControlsTriggered])
            #expect(bench.root.presentedViewController === bench.expanded)
            bench.act(.collapse)
            #expect(bench.root.presentedViewController == nil)
            try bench.status(#""playerState":"IDLE","idleReason":"FINISHED""#)
            mini.surface.tap()
            #expect(bench.root.presentedViewController == nil)
        }
    }

    @Test(
        "UW51 Without a thumbnail the image is hidden; the app's picker and cache provide it",
        arguments: [true, false]
    )
    func thumbnail(_ isShown: Bool) async throws {
        try await CastStage.perform { stage in
            let (_, device) = try await stage.found()
            let bench = WidgetBench(stage)
            let pictures = Pictures()
            stage.context.imagePicker = pictures
            stage.context.imageCache = pictures
            let session = try await stage.started(on: device)
            let metadata = GCKMediaMetadata(metadataType: .movie)
            metadata.setString("A film", forKey: kGCKMetadataKeyTitle)
            metadata.addImage(GCKImage(url: URL(string: "https://192.0.2.1/1.png")!, width: 10, height: 10))
            metadata.addImage(GCKImage(url: URL(string: "https://192.0.2.1/2.png")!, width: 20, height: 20))
            let builder = GCKMediaInformationBuilder(contentURL: URL(string: "http://192.0.2.1/film.mp4")!)
            builder.metadata = metadata
            session.remoteMediaClient?.loadMedia(builder.build())
            let mini = stage.context.createMiniMediaControlsViewController()
            mini.thumbnailEnabled = isShown
            bench.show(mini, in: frame)
            #expect(await stage.wait { mini.titleLabel.text == "A film" && stage.context.currentMetadata != nil })
            await stage.pass(.seconds(2))
            #expect((mini.thumbnail.image === pictures.image) == isShown)
            #expect(pictures.types.allSatisfy { $0 == .miniController })
            #expect(pictures.asked == (isShown ? ["https://192.0.2.1/2.png"] : []))
            mini.thumbnailEnabled = !isShown
            #expect((mini.thumbnail.image === pictures.image) != isShown)
            stage.context.presentCastDialog()
            #expect(pictures.types.contains(.castDialog))
            stage.context.widgets.act(.dismissDialog)
            stage.context.presentDefaultExpandedMediaControls()
            #expect(pictures.types.contains(.background))
        }
    }

    @Test(
        "UW56 UW57 HU16 The container makes space for the bar while media is loaded, if the app enables it"
    )
    func container() async throws {
        try await WidgetBench.perform { bench in
            let content = UINavigationController(rootViewController: UIViewController())
            let container = bench.context.createCastContainerController(for: content)
            bench.window.rootViewController = container
            bench.window.layoutIfNeeded()
            let full = bench.window.bounds
            let mini = try #require(container.miniMediaControlsViewController)
            #expect(container.contentViewController === content)
            #expect(!container.miniMediaControlsItemEnabled)
            #expect(content.view.frame == full)
            bench.connect()
            try bench.playFilm()
            bench.window.layoutIfNeeded()
            #expect(content.view.frame == full)
            #expect(mini.view.isHidden || mini.view.frame.height == 0)
            container.miniMediaControlsItemEnabled = true
            bench.window.layoutIfNeeded()
            #expect(content.view.frame.height == full.height - 64)
            #expect(mini.view.frame == CGRect(x: 0, y: full.height - 64, width: full.width, height: 64))
            #expect(!mini.view.isHidden)
            try bench.status(#""playerState":"IDLE","idleReason":"FINISHED""#)
            bench.window.layoutIfNeeded()
            #expect(content.view.frame == full)
            #expect(container.children.map { $0 === content || $0 === mini } == [true, true])
        }
    }

    @Test("The container forwards status bar and orientation queries to the app's controller")
    func forwarding() async throws {
        try await WidgetBench.perform { bench in
            let content = UIViewController()
            let container = bench.context.createCastContainerController(for: content)
            #expect(container.childForStatusBarStyle === content)
            #expect(container.childForStatusBarHidden === content)
            #expect(container.childForHomeIndicatorAutoHidden === content)
            #expect(container.supportedInterfaceOrientations == content.supportedInterfaceOrientations)
        }
    }

    @Test("Titles of 10,000 characters, markup and empty titles are truncated and stay in place")
    func hostileTitles() async throws {
        try await WidgetBench.perform { bench in
            bench.connect()
            let mini = mini(bench)
            for title in [String(repeating: "x", count: 10_000), "<img src=x onerror=alert(1)>", "", "\u{0}\u{7}"] {
                try bench.playFilm(title: title)
                bench.window.layoutIfNeeded()
                let text = try #require(mini.titleLabel.text)
                #expect(!text.isEmpty && text.count <= 200)
                #expect(mini.titleLabel.frame.maxX <= mini.buttons[2]?.frame.minX ?? 0)
            }
        }
    }
}

/// Picks the last image, and returns one for every URL.
private final class Pictures: NSObject, GCKUIImagePicker, GCKUIImageCache {
    let image = UIImage()
    private(set) var types: [GCKMediaMetadataImageType] = []
    private(set) var asked: [String] = []

    func getImageWith(_ imageHints: GCKUIImageHints, from metadata: GCKMediaMetadata) -> GCKImage? {
        types.append(imageHints.imageType)
        return metadata.images().compactMap { $0 as? GCKImage }.last
    }

    func fetchImage(for imageURL: URL, completion: @escaping @Sendable (UIImage?) -> Void) {
        asked.append(imageURL.absoluteString)
        completion(image)
    }
}
