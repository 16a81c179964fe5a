// SPDX-License-Identifier: Apache-2.0

import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// An image view for the artwork of the current media.
final class ArtworkView: UIImageView {
    private let type: GCKMediaMetadataImageType
    private lazy var picture = MediaImageLoader(self) { [weak self] in self?.changed() }
    /// Called when an image was set or removed.
    var changed: () -> Void = {}

    init(_ type: GCKMediaMetadataImageType) {
        self.type = type
        super.init(frame: .zero)
        contentMode = .scaleAspectFit
        clipsToBounds = true
        isAccessibilityElement = false
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    /// Shows the artwork of the current session's media.
    ///
    /// - Parameters:
    ///   - fixed: Artwork that the image picker doesn't choose, such as that of an ad.
    ///   - context: The context.
    ///   - size: The size in points for the image hints.
    func show(fixed: ArtworkReference? = nil, of context: GCKCastContext?, size: CGSize) {
        guard let context else { return clear() }
        if let fixed, let url = URL(string: fixed.url) { return picture.show(url, of: context) }
        picture.show(context.currentMetadata, GCKUIImageHints(imageType: type, imageSize: size), of: context)
    }

    /// The height in a column: that of a 16:9 image of the given width, limited so that other views fit.
    override func sizeThatFits(_ size: CGSize) -> CGSize {
        CGSize(width: size.width, height: min(180, size.width * 9 / 16))
    }

    override func didMoveToWindow() {
        super.didMoveToWindow()
        if window != nil { picture.retryIfFailed() }
    }

    func clear() { picture.clear() }
}

extension GCKCastContext {
    /// The metadata of the media that the widgets show.
    var currentMetadata: GCKMediaMetadata? { widgets.metadata }
}
