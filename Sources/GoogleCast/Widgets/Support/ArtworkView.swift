import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// The picture of what plays: the app's picker chooses it, the app's cache fetches it.
///
/// A picture stays until the one of the next item is there. One that comes late, for an item that is gone, is not shown.
final class ArtworkView: UIImageView {
    private struct Question: Equatable {
        var metadata: GCKMediaMetadata?
        var picker: ObjectIdentifier?
        var size: CGSize
    }

    private let type: GCKMediaMetadataImageType
    private var asked: Question?
    private var picked: URL?
    private var wanted: URL?
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
        if let fixed, let url = URL(string: fixed.url) { return fetch(url, context) }
        let metadata = context.presentMetadata
        let picker = context.imagePicker
        let question = Question(metadata: metadata, picker: picker.map { ObjectIdentifier($0) }, size: size)
        if question != asked {
            asked = question
            let hints = GCKUIImageHints(imageType: type, imageSize: size)
            picked = metadata.flatMap { picker?.getImageWith(hints, from: $0)?.url }
        }
        if let picked { fetch(picked, context) } else { clear() }
    }

    /// In a column, as high as a picture of 16 to 9 is at its width, and no higher than leaves room for the rest.
    override func sizeThatFits(_ size: CGSize) -> CGSize {
        CGSize(width: size.width, height: min(180, size.width * 9 / 16))
    }

    func clear() {
        wanted = nil
        guard image != nil else { return }
        image = nil
        changed()
    }

    private func fetch(_ url: URL, _ context: GCKCastContext) {
        guard url != wanted else { return }
        wanted = url
        context.images.cache.fetch(url) { [weak self] image in self?.take(image, of: url) }
    }

    private func take(_ image: UIImage?, of url: URL) {
        guard url == wanted, image !== self.image else { return }
        self.image = image
        changed()
    }
}

extension GCKCastContext {
    /// The metadata of what the current session plays.
    var presentMetadata: GCKMediaMetadata? {
        sessionManager.currentSession?.remoteMediaClient?.mediaStatus?.mediaInformation?.metadata
    }
}
