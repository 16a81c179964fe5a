// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
import CastUI
import Foundation
import HeadlessUIKit
import Testing

@testable import GoogleCast

/// Draws the expanded controller over an image of high contrast, on which its controls must stay readable. A browser
/// renders the pictures as for ``WidgetPictures``.
@MainActor
@Suite("Pictures of the widgets over images", .serialized)
struct WidgetPicturesOverPosters {
    private final class Poster: NSObject, GCKUIImageCache {
        let image: UIImage? = Data(
            base64Encoded: """
                iVBORw0KGgoAAAANSUhEUgAAACAAAAASCAIAAAC1qksFAAAAOUlEQVR42mP4jwMw4AAn5DSwIqniF1gRw6gFI8wCZINwWWz+8DpW9LRH\
                HI5GLRjJFoxmtFELyLIAAO7Hi94rxbrqAAAAAElFTkSuQmCC
                """
        ).flatMap { UIImage(data: $0) }

        func fetchImage(for imageURL: URL, completion: @escaping @Sendable (UIImage?) -> Void) { completion(image) }
    }

    private func film() throws -> GCKMediaInformation {
        let metadata = GCKMediaMetadata(metadataType: .movie)
        metadata.setString("A Film for the Night", forKey: kGCKMetadataKeyTitle)
        metadata.setString("Everyone's Studio", forKey: kGCKMetadataKeyStudio)
        metadata.addImage(GCKImage(url: try #require(URL(string: "https://192.0.2.1/1.png")), width: 1280, height: 720))
        let film = GCKMediaInformationBuilder(contentURL: try #require(URL(string: "http://192.0.2.1/film.mp4")))
        film.metadata = metadata
        return film.build()
    }

    /// The readable and tappable subviews of a view, with their frames in it.
    private func parts(of view: UIView, at origin: CGPoint = .zero) -> [(view: UIView, frame: CGRect)] {
        if view.isHidden { return [] }
        let frame = CGRect(origin: origin, size: view.bounds.size)
        if view is UIButton { return [(view, frame.insetBy(dx: frame.width / 5, dy: frame.height / 5))] }
        if view is UISlider { return [(view, frame)] }
        if let label = view as? UILabel { return label.text?.isEmpty == false ? [(view, frame)] : [] }
        if let spinner = view as? UIActivityIndicatorView { return spinner.isAnimating ? [(view, frame)] : [] }
        return view.subviews.flatMap { child in
            parts(of: child, at: CGPoint(x: origin.x + child.frame.minX, y: origin.y + child.frame.minY))
        }
    }

    @Test(
        "UW58 DC57 The image has the style's content mode, and everything on it has a scrim behind it",
        arguments: [UIView.ContentMode.scaleAspectFit, .scaleAspectFill]
    )
    func poster(_ mode: UIView.ContentMode) async throws {
        try await CastStage.perform { stage in
            let (_, device) = try await stage.found()
            let bench = WidgetBench(stage)
            let poster = Poster()
            stage.context.imageCache = poster
            GCKUIStyle.sharedInstance().castViews.mediaControl.expandedController.backgroundImageContentMode =
                NSNumber(value: mode.rawValue)
            let client = try #require(try await stage.started(on: device).remoteMediaClient)
            stage.context.presentDefaultExpandedMediaControls()
            let parts = bench.expanded.parts
            #expect(parts.scrim.isHidden)
            client.loadMedia(try film())
            #expect(await stage.wait { parts.center.accessibilityLabel == "Pause" && parts.background.image != nil })
            #expect(parts.background.image === poster.image)
            #expect(parts.background.contentMode == mode)
            #expect(!parts.scrim.isHidden)
            let root: UIView = bench.expanded.view
            for size in [(390, 844), (844, 390), (320, 568), (1024, 1366)] {
                for isBusy in [false, true] {
                    if isBusy { parts.spinner.startAnimating() } else { parts.spinner.stopAnimating() }
                    root.frame = CGRect(x: 0, y: 0, width: size.0, height: size.1)
                    root.setNeedsLayout()
                    root.layoutIfNeeded()
                    if mode == .scaleAspectFill { #expect(parts.background.frame == root.bounds) }
                    let scrims = (parts.partScrims + [parts.scrim]).filter {
                        !$0.isHidden || ($0 === parts.partScrims[2] && isBusy)
                    }
                    for scrim in scrims {
                        let alpha = try #require(scrim.backgroundColor?.cgColor.alpha)
                        #expect(abs(alpha - CGFloat(StyleTree<StyleValue>.scrimOpacity)) < 0.001)
                    }
                    let shown = self.parts(of: root)
                    #expect(shown.count > 10)
                    for (view, frame) in shown where frame.intersects(parts.background.frame) {
                        let hasScrim = scrims.contains { $0.frame.insetBy(dx: -1, dy: -1).contains(frame) }
                        #expect(hasScrim, "\(size) \((view as? UILabel)?.text ?? "\(type(of: view))") \(frame)")
                    }
                }
            }
            // The image itself must be visible: complete, and with nothing over it.
            root.frame = CGRect(x: 0, y: 0, width: 390, height: 844)
            root.setNeedsLayout()
            root.layoutIfNeeded()
            if mode == .scaleAspectFit {
                #expect(parts.background.frame.width > 300 && parts.background.frame.height > 180)
                #expect(!parts.scrim.frame.intersects(parts.background.frame))
            }
            parts.spinner.stopAnimating()
            for style in [UIUserInterfaceStyle.light, .dark] {
                let traits = UITraitCollection(userInterfaceStyle: style)
                let svg = SVGRenderer.render(bench.window, traits: traits)
                #expect(svg.contains("<image") && svg.contains("A Film for the Night"))
                guard let folder = ProcessInfo.processInfo.environment["CAST_PICTURES"] else { continue }
                let name = "poster-\(mode == .scaleAspectFit ? "fit" : "fill")-\(style == .dark ? "dark" : "light").svg"
                try Data(svg.utf8).write(to: URL(fileURLWithPath: folder).appendingPathComponent(name))
            }
        }
    }
}
#endif
