// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
import CastReceiver
import CastUI
import CastWire
import Foundation
import HeadlessUIKit
import Testing

@testable import CastSender
@testable import GoogleCast

/// Draws the widgets from discovery to playback as SVG. The interop test `widgets` sets `CAST_PICTURES` to a folder to
/// keep the pictures in, and has a browser render them.
@MainActor
@Suite("Pictures of the widgets", .serialized)
struct WidgetPictures {
    @Test("Cast button, dialog, mini and expanded controller show the session, in light and dark")
    func session() async throws {
        try await CastStage.perform { stage in
            stage.configure = { $0.startDiscoveryAfterFirstTapOnCastButton = false }
            stage.begin()
            let (window, button, container) = makeApp(stage.context)
            try save(button, "button-inactive", as: .light)

            let (_, device) = try await stage.found(DeviceConfiguration(name: "Den <b>&</b> \u{1F4FA}"))
            stage.context.presentCastDialog()
            try save(window, "dialog-devices", with: ["Den &lt;b&gt;&amp;&lt;/b&gt; \u{1F4FA}"])
            stage.context.widgets.act(.selectDevice(device.deviceID))
            try save(button, "button-connecting", as: .light)
            #expect(await stage.wait { stage.context.widgets.state.session.isConnected })
            try save(button, "button-connected", as: .dark)

            let cache = Paintings()
            stage.context.imageCache = cache
            let metadata = GCKMediaMetadata(metadataType: .movie)
            metadata.addImage(GCKImage(url: URL(filePath: "/painting"), width: 320, height: 180))
            metadata.setString("A Film for the Night", forKey: kGCKMetadataKeyTitle)
            metadata.setString("Everyone's Studio", forKey: kGCKMetadataKeyStudio)
            let url = try #require(URL(string: "http://192.0.2.1/film.mp4"))
            let film = GCKMediaInformationBuilder(contentURL: url)
            film.metadata = metadata
            film.streamDuration = 3661
            let client = try #require(stage.sessions.currentCastSession?.remoteMediaClient)
            let load = client.loadMedia(film.build())
            #expect(await stage.wait { !load.inProgress && stage.context.widgets.panel.playerState == .playing })
            #expect(await stage.wait { container.miniMediaControlsViewController?.active == true })
            try save(window, "mini", with: ["A Film for the Night"])

            stage.context.presentCastDialog()
            try save(window, "dialog-connected", with: ["A Film for the Night"])
            stage.context.widgets.act(.dismissDialog)
            stage.context.presentDefaultExpandedMediaControls()
            try save(window, "expanded", with: ["A Film for the Night", "Everyone's Studio"])
            window.isHidden = true
        }
    }

    private func makeApp(_ context: GCKCastContext) -> (UIWindow, GCKUICastButton, GCKUICastContainerViewController) {
        let controller = UIViewController()
        controller.title = "Films"
        controller.view.backgroundColor = .systemBackground
        let button = GCKUICastButton(frame: CGRect(x: 0, y: 0, width: 24, height: 24))
        controller.navigationItem.rightBarButtonItem = UIBarButtonItem(customView: button)
        let container = context.createCastContainerController(
            for: UINavigationController(rootViewController: controller)
        )
        container.miniMediaControlsItemEnabled = true
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
        window.rootViewController = container
        window.makeKeyAndVisible()
        return (window, button, container)
    }

    /// An image cache that returns a painted image immediately.
    private final class Paintings: NSObject, GCKUIImageCache {
        func fetchImage(for imageURL: URL, completion: @escaping @Sendable (UIImage?) -> Void) {
            let size = CGSize(width: 320, height: 180)
            completion(
                UIGraphicsImageRenderer(size: size).image { context in
                    UIColor.systemIndigo.setFill()
                    context.fill(CGRect(origin: .zero, size: size))
                    UIColor.systemYellow.setFill()
                    UIBezierPath(ovalIn: CGRect(x: 200, y: 24, width: 72, height: 72)).fill()
                    UIColor.systemTeal.setFill()
                    context.fill(CGRect(x: 0, y: 132, width: 320, height: 48))
                }
            )
        }
    }

    private func save(_ view: UIView, _ name: String, with texts: [String]) throws {
        for look in Look.allCases {
            let svg = try save(view, "\(name)-\(look.rawValue)", in: look)
            guard look != .large else { continue }
            for text in texts { #expect(svg.contains(text), "\(name) does not contain \(text)") }
        }
    }

    /// The appearance settings of the user.
    enum Look: String, CaseIterable {
        case light
        case dark
        case rightToLeft = "rtl"
        /// Accessibility text size.
        case large

        var traits: UITraitCollection {
            switch self {
            case .light: UITraitCollection(userInterfaceStyle: .light)
            case .dark: UITraitCollection(userInterfaceStyle: .dark)
            case .rightToLeft: UITraitCollection(layoutDirection: .rightToLeft)
            case .large: UITraitCollection(preferredContentSizeCategory: .accessibilityExtraLarge)
            }
        }
    }

    /// Draws a view with the given appearance settings, and keeps the picture.
    private func save(_ view: UIView, _ name: String, in look: Look) throws -> String {
        let before = UITraitCollection.current
        UITraitCollection.current = UITraitCollection(traitsFrom: [before, look.traits])
        settle(view)
        defer {
            UITraitCollection.current = before
            settle(view)
        }
        return try save(view, name, as: look == .dark ? .dark : .light)
    }

    /// Applies the text size and the layout direction to a view and its subviews.
    private func settle(_ view: UIView) {
        NotificationCenter.default.post(name: UIContentSizeCategory.didChangeNotification, object: nil)
        // Larger text may need another layout pass, which can move the views below it.
        for _ in 0..<3 {
            for view in view.all { view.setNeedsLayout() }
            view.layoutIfNeeded()
        }
    }

    private func withBench(_ body: @MainActor (WidgetBench) async throws -> Void) async throws {
        let gate: (CastStage) -> Void = { $0.isGated = true }
        try await WidgetBench.perform(gate) { bench in
            bench.root.view.backgroundColor = .systemBackground
            bench.context.imageCache = Paintings()
            try await body(bench)
        }
    }

    private static let kitchen = CastDevice(id: "kitchen", friendlyName: "Kitchen", endpoints: [])

    @Test("The dialog in each state, with its help and the local network explanation")
    func dialogs() async throws {
        try await withBench { bench in
            let button = GCKUICastButton(frame: CGRect(x: 340, y: 60, width: 24, height: 24))
            bench.show(button)
            #expect(bench.context.presentCastInstructionsViewControllerOnce(with: button))
            try save(bench.window, "introduction", with: ["OK"])
            bench.act(.dismissIntroduction, .explainNetwork)
            try save(bench.window, "network-explanation", with: ["Learn more"])
            bench.act(.acknowledgeNetworkExplanation)
            bench.send(.discoveryStarted)
            bench.context.presentCastDialog()
            try save(bench.window, "dialog-searching", with: ["Cancel"])
            #expect(await bench.stage.wait { bench.dialog?.content is HelpView })
            try save(bench.window, "dialog-help", with: ["No devices found"])
            var kitchen = Self.kitchen
            kitchen.statusText = "Films"
            bench.send(.devices([WidgetBench.den, kitchen]), .session(.starting(kitchen)))
            try save(bench.window, "dialog-connecting", with: ["Kitchen"])
            let error = CastError(.connectTimedOut, "no answer")
            bench.act(.openDialog)
            bench.send(.session(.failedToStart(kitchen, error)))
            try save(bench.window, "dialog-failed", with: ["Try again"])
        }
    }

    @Test("The dialog of a group has a volume for each member")
    func group() async throws {
        try await withBench { bench in
            var everywhere = CastDevice(id: "group", friendlyName: "Everywhere", endpoints: [])
            everywhere.isGroup = true
            bench.connect(to: everywhere)
            let names = ["Den", "Kitchen", "A bathroom with a name that is far longer than a line of the dialog"]
            let members = names.enumerated().compactMap { index, name in
                let volume = CastVolume(level: 0.3 * Double(index + 1), muted: index == 1)
                return GroupMember(MultizoneDevice(deviceID: "\(index)", name: name, volume: volume))
            }
            bench.send(.group(GroupStatus(members: members)))
            try bench.playFilm()
            bench.context.presentCastDialog()
            try save(bench.window, "dialog-group", with: ["Everywhere", "Kitchen", "A film"])
        }
    }

    @Test("The expanded controller with a live stream, with an ad, and during a drag")
    func streams() async throws {
        try await withBench { bench in
            bench.connect()
            try bench.playLive(range: #"{"start":10,"end":100,"isMovingWindow":true,"isLiveDone":false}"#)
            bench.context.presentDefaultExpandedMediaControls()
            try save(bench.window, "expanded-live", with: ["News", "LIVE"])
            let breaks = #","breaks":[{"id":"a","position":0,"isWatched":true},{"id":"b","position":30}]"#
            try bench.playFilm(at: 15, extra: breaks)
            bench.act(.beginDrag, .drag(40))
            try save(bench.window, "expanded-drag", with: ["00:40"])
            bench.act(.cancelDrag)
            let ad = #","whenSkippable":5"#
            try bench.status(
                """
                "playerState":"PLAYING","currentTime":0,"playbackRate":1,"supportedMediaCommands":12815,
                "media":{"contentId":"film","contentType":"video/mp4","streamType":"BUFFERED","duration":60,
                "metadata":{"title":"A film"},"breaks":[{"id":"a","position":0,"breakClipIds":["c"]}],
                "breakClips":[{"id":"c","title":"Soap"\(ad)}]},
                "breakStatus":{"breakId":"a","breakClipId":"c","currentBreakClipTime":2,"currentBreakTime":2\(ad)}
                """
            )
            try save(bench.window, "expanded-ad", with: ["Soap"])
        }
    }

    @Test("Track selection")
    func tracks() async throws {
        try await withBench { bench in
            let track: (Int, GCKMediaTrackType, String) -> GCKMediaTrack? = { id, type, name in
                GCKMediaTrack(
                    identifier: id,
                    contentIdentifier: nil,
                    contentType: type == .text ? "text/vtt" : "audio/mp4",
                    type: type,
                    textSubtype: type == .text ? .subtitles : .unknown,
                    name: name,
                    languageCode: id == 3 ? "he" : "en",
                    customData: nil
                )
            }
            let address = try #require(URL(string: "http://192.0.2.1/film.mp4"))
            let film = GCKMediaInformationBuilder(contentURL: address)
            film.mediaTracks = [
                track(1, .audio, "Director"), track(2, .text, "English"),
                track(3, .text, "\u{05E2}\u{05D1}\u{05E8}\u{05D9}\u{05EA}"),
            ].compactMap { $0 }
            let selector = GCKUIMediaTrackSelectionViewController()
            selector.mediaInfo = film.build()
            selector.selectedTrackIDs = [1, 2]
            bench.root.present(UINavigationController(rootViewController: selector), animated: false)
            try save(bench.window, "track-selector", with: ["English", "None"])
        }
    }

    @discardableResult
    private func save(_ view: UIView, _ name: String, as style: UIUserInterfaceStyle) throws -> String {
        view.window?.layoutIfNeeded()
        let svg = SVGRenderer.render(view, traits: UITraitCollection(userInterfaceStyle: style))
        #expect(svg.contains("<path") || svg.contains("<text"), "\(name) is empty")
        if let folder = ProcessInfo.processInfo.environment["CAST_PICTURES"] {
            try Data(svg.utf8).write(to: URL(fileURLWithPath: folder).appendingPathComponent("\(name).svg"))
        }
        return svg
    }
}
#endif
