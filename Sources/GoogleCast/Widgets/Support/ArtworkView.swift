import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// The picture of what plays, in a widget.
final class ArtworkView: UIImageView {
    private let type: GCKMediaMetadataImageType
    private lazy var picture = MediaPicture(self) { [weak self] in self?.changed() }
    /// Called when there is a picture, and when there is none any more.
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

    /// Shows the picture of what a session plays.
    ///
    /// - Parameter fixed: A picture that no picker chooses, such as that of an ad.
    func show(fixed: Artwork? = nil, of context: GCKCastContext?, size: CGSize) {
        guard let context else { return clear() }
        if let fixed, let url = URL(string: fixed.url) { return picture.show(url, of: context) }
        picture.show(context.presentMetadata, GCKUIImageHints(imageType: type, imageSize: size), of: context)
    }

    /// In a column, as high as a picture of 16 to 9 is at its width, and no higher than leaves room for the rest.
    override func sizeThatFits(_ size: CGSize) -> CGSize {
        CGSize(width: size.width, height: min(180, size.width * 9 / 16))
    }

    override func didMoveToWindow() {
        super.didMoveToWindow()
        if window != nil { picture.askAgain() }
    }

    func clear() { picture.clear() }
}

extension GCKCastContext {
    /// The metadata of what the current session plays.
    var presentMetadata: GCKMediaMetadata? {
        sessionManager.currentSession?.remoteMediaClient?.mediaStatus?.mediaInformation?.metadata
    }
}
