import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

// Views that show a picture of the media.

/// An image view, and what it shows.
@MainActor
final class BoundImage {
    weak var view: UIImageView?
    private let hints: GCKUIImageHints
    private let picture: MediaPicture

    init(_ view: UIImageView, _ hints: GCKUIImageHints) {
        self.view = view
        self.hints = hints
        picture = MediaPicture(view)
    }

    func show(_ metadata: GCKMediaMetadata?, of context: GCKCastContext) { picture.show(metadata, hints, of: context) }

    func clear() { picture.clear() }
}

extension GCKUIMediaController {
    func renderImages(_ widgets: ContextWidgets) {
        boundImages.removeAll { $0.view == nil }
        guard let context = widgets.context else { return }
        let metadata = widgets.panel.isLoaded ? widgets.metadata : nil
        for bound in boundImages { bound.show(metadata, of: context) }
    }
}
