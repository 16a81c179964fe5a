#if !canImport(UIKit)
import CastReceiver
import CastUI
import CastWire
import Foundation
import HeadlessUIKit
import Testing

@testable import GoogleCast

/// The widgets as they are seen, from a search to a film that plays. The interoperability lane `widgets` names a folder
/// in `CAST_PICTURES`, in which the pictures are left for a browser to look at.
@MainActor
@Suite("Pictures of the widgets", .serialized)
struct WidgetPictures {
    @Test("The button, the dialog, the bar and the expanded controls show what goes on, in light and dark")
    func wholeLife() async throws {
        try await CastStage.perform { stage in
            stage.configure = { $0.startDiscoveryAfterFirstTapOnCastButton = false }
            stage.begin()
            let (window, button, container) = makeApp(stage.context)
            try keep(button, "button-inactive", as: .light)

            let (_, device) = try await stage.found(DeviceConfiguration(name: "Den <b>&</b> \u{1F4FA}"))
            stage.context.presentCastDialog()
            try keep(window, "dialog-devices", with: ["Den &lt;b&gt;&amp;&lt;/b&gt; \u{1F4FA}"])
            stage.context.widgets.act(.selectDevice(device.deviceID))
            try keep(button, "button-connecting", as: .light)
            #expect(await stage.wait { stage.context.widgets.state.session.isConnected })
            try keep(button, "button-connected", as: .dark)

            let metadata = GCKMediaMetadata(metadataType: .movie)
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
            try keep(window, "mini", with: ["A Film for the Night"])

            stage.context.presentCastDialog()
            try keep(window, "dialog-connected", with: ["A Film for the Night"])
            stage.context.widgets.act(.dismissDialog)
            stage.context.presentDefaultExpandedMediaControls()
            try keep(window, "expanded", with: ["A Film for the Night", "Everyone's Studio"])
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

    private func keep(_ view: UIView, _ name: String, with texts: [String]) throws {
        for style in [UIUserInterfaceStyle.light, .dark] {
            let svg = try keep(view, "\(name)-\(style == .dark ? "dark" : "light")", as: style)
            for text in texts { #expect(svg.contains(text), "\(name) does not say \(text)") }
        }
    }

    @discardableResult
    private func keep(_ view: UIView, _ name: String, as style: UIUserInterfaceStyle) throws -> String {
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
