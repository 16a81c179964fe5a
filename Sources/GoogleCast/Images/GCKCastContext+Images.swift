import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

extension GCKCastContext {
    /// The picture of some media for a use, by the picker and the cache that are installed.
    ///
    /// - Returns: The address that was picked; nil, and nothing is fetched, when none was.
    @discardableResult
    func fetchImage(
        for hints: GCKUIImageHints,
        of metadata: GCKMediaMetadata,
        then show: @escaping @MainActor (UIImage?) -> Void
    ) -> URL? {
        guard let image = images.picker.getImageWith(hints, from: metadata) else { return nil }
        images.cache.fetch(image.url, then: show)
        return image.url
    }
}
