import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

// Views that show a picture of the media: the app's picker chooses it, the app's cache fetches it.

/// An image view, and what it shows.
@MainActor
final class BoundImage {
    weak var view: UIImageView?
    private let hints: GCKUIImageHints
    /// What the picker was asked about last; nil when nothing.
    private var asked: GCKMediaMetadata??
    private var picker: ObjectIdentifier?
    private var wanted: URL?

    init(_ view: UIImageView, _ hints: GCKUIImageHints) {
        self.view = view
        self.hints = hints
    }

    /// Shows the picture of metadata. The former one stays until the new one is there; one that comes late is not shown.
    func show(_ metadata: GCKMediaMetadata?, of context: GCKCastContext) {
        let chooser = context.imagePicker
        let present = chooser.map { ObjectIdentifier($0) }
        if let asked, asked == metadata, picker == present { return }
        asked = .some(metadata)
        picker = present
        guard let metadata, let url = chooser?.getImageWith(hints, from: metadata)?.url else {
            wanted = nil
            if view?.image != nil { view?.image = nil }
            return
        }
        guard url != wanted else { return }
        wanted = url
        context.images.cache.fetch(url) { [weak self] image in self?.take(image, of: url) }
    }

    private func take(_ image: UIImage?, of url: URL) {
        if url == wanted { view?.image = image }
    }
}

extension GCKUIMediaController {
    func renderImages(_ widgets: ContextWidgets) {
        boundImages.removeAll { $0.view == nil }
        guard let context = widgets.context else { return }
        let metadata = widgets.panel.isLoaded ? widgets.metadata : nil
        for bound in boundImages { bound.show(metadata, of: context) }
    }
}
