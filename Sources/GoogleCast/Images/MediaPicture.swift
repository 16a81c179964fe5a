import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// Which picture of some media an image view shows: the app's picker chooses it, the app's cache fetches it.
///
/// A picture stays until the one of the next item is there; one that comes late, for an item that is gone, is not shown.
/// One that could not be fetched is asked for again after a while, a few times, and whenever ``askAgain()`` is called.
@MainActor
final class MediaPicture {
    private struct Question: Equatable {
        var metadata: GCKMediaMetadata?
        var picker: ObjectIdentifier?
        var hints: GCKUIImageHints
    }

    /// After how long a picture that failed is asked for again.
    static let pauses: [Duration] = [5, 15, 45, 120, 300].map { .seconds($0) }

    private weak var view: UIImageView?
    private weak var context: GCKCastContext?
    private var asked: Question?
    private var picked: URL?
    private var wanted: URL?
    private var hasFailed = false
    private var failures = 0
    private var retry: Task<Void, Never>?
    /// Called when there is a picture, and when there is none any more.
    private let changed: @MainActor () -> Void

    init(_ view: UIImageView, changed: @escaping @MainActor () -> Void = {}) {
        self.view = view
        self.changed = changed
    }

    deinit { retry?.cancel() }

    /// Shows the picture that suits metadata; none where there are none.
    func show(_ metadata: GCKMediaMetadata?, _ hints: GCKUIImageHints, of context: GCKCastContext) {
        let picker = context.imagePicker
        let question = Question(metadata: metadata, picker: picker.map { ObjectIdentifier($0) }, hints: hints)
        let isOther = question.metadata != asked?.metadata
        if question != asked {
            asked = question
            picked = metadata.flatMap { picker?.getImageWith(hints, from: $0)?.url }
        }
        show(picked, of: context)
        // Another item may have the same picture, and better luck.
        if isOther { askAgain() }
    }

    /// Shows the picture at an address, which no picker chooses.
    func show(_ address: URL?, of context: GCKCastContext) {
        self.context = context
        guard let address else { return clear() }
        guard address != wanted else { return }
        wanted = address
        begin()
    }

    func clear() {
        wanted = nil
        hasFailed = false
        retry?.cancel()
        set(nil)
    }

    /// Asks once more for a picture that could not be fetched: it has come into view, or is that of another item.
    func askAgain() { if hasFailed { begin() } }

    private func begin() {
        retry?.cancel()
        failures = 0
        fetch()
    }

    private func fetch() {
        hasFailed = false
        guard let context, let wanted else { return }
        context.images.cache.fetch(wanted) { [weak self] image in self?.take(image, of: wanted) }
    }

    private func take(_ image: UIImage?, of address: URL) {
        guard address == wanted else { return }
        set(image)
        if image == nil { failed() }
    }

    private func failed() {
        hasFailed = true
        guard failures < Self.pauses.count, let sleep = context?.widgets.sleep else { return }
        let pause = Self.pauses[failures]
        failures += 1
        retry?.cancel()
        retry = Task { [weak self] in
            guard (try? await sleep(pause)) != nil, !Task.isCancelled else { return }
            self?.fetch()
        }
    }

    private func set(_ image: UIImage?) {
        guard let view, view.image !== image else { return }
        view.image = image
        changed()
    }
}
