// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// Shows an image of a media item in an image view. The app's image picker chooses the image, and the app's image cache
/// loads it.
///
/// An image stays until the image of the next item is loaded. An image that arrives after its item was replaced is not
/// shown. A failed image is requested again after each delay of ``retryDelays``, and whenever ``retryIfFailed()`` is
/// called.
@MainActor
final class MediaImageLoader {
    private struct ImageRequest: Equatable {
        var metadata: GCKMediaMetadata?
        var picker: ObjectIdentifier?
        var hints: GCKUIImageHints
    }

    /// The delays before a failed image is requested again.
    static let retryDelays: [Duration] = [5, 15, 45, 120, 300].map { .seconds($0) }

    private weak var view: UIImageView?
    private weak var context: GCKCastContext?
    private var lastRequest: ImageRequest?
    private var pickedURL: URL?
    private var requestedURL: URL?
    private var hasFailed = false
    private var failures = 0
    private var retry: Task<Void, Never>?
    /// Called when an image was set or removed.
    private let changed: @MainActor () -> Void

    init(_ view: UIImageView, changed: @escaping @MainActor () -> Void = {}) {
        self.view = view
        self.changed = changed
    }

    deinit { retry?.cancel() }

    /// Shows the image for metadata. Removes the image if the metadata is nil or has no images.
    func show(_ metadata: GCKMediaMetadata?, _ hints: GCKUIImageHints, of context: GCKCastContext) {
        let picker = context.imagePicker
        let request = ImageRequest(metadata: metadata, picker: picker.map { ObjectIdentifier($0) }, hints: hints)
        let isOtherItem = request.metadata != lastRequest?.metadata
        if request != lastRequest {
            lastRequest = request
            pickedURL = metadata.flatMap { picker?.getImageWith(hints, from: $0)?.url }
        }
        show(pickedURL, of: context)
        // The item changed but has the same image: a failed request is worth another attempt.
        if isOtherItem { retryIfFailed() }
    }

    /// Shows the image at a URL, without asking the picker.
    func show(_ address: URL?, of context: GCKCastContext) {
        self.context = context
        guard let address else { return clear() }
        guard address != requestedURL else { return }
        requestedURL = address
        begin()
    }

    func clear() {
        requestedURL = nil
        hasFailed = false
        retry?.cancel()
        set(nil)
    }

    /// Requests a failed image again, because it became visible or belongs to another item now.
    func retryIfFailed() { if hasFailed { begin() } }

    private func begin() {
        retry?.cancel()
        failures = 0
        fetch()
    }

    private func fetch() {
        hasFailed = false
        guard let context, let requestedURL else { return }
        context.images.cache.fetch(requestedURL) { [weak self] image in self?.received(image, from: requestedURL) }
    }

    private func received(_ image: UIImage?, from address: URL) {
        guard address == requestedURL else { return }
        set(image)
        if image == nil { failed() }
    }

    private func failed() {
        hasFailed = true
        guard failures < Self.retryDelays.count, let sleep = context?.widgets.sleep else { return }
        let delay = Self.retryDelays[failures]
        failures += 1
        retry?.cancel()
        retry = Task { [weak self] in
            guard (try? await sleep(delay)) != nil, !Task.isCancelled else { return }
            self?.fetch()
        }
    }

    private func set(_ image: UIImage?) {
        guard let view, view.image !== image else { return }
        view.image = image
        changed()
    }
}
