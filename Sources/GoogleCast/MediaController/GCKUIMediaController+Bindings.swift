// SPDX-License-Identifier: Apache-2.0

import CastLocalization
import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

// Reports statuses to the delegate, and shows metadata and images in the bound views.

extension GCKUIMediaController {
    // MARK: Delegate

    /// Handles a new status, or nil if the status is no longer known.
    func applyStatus(_ status: GCKMediaStatus?) {
        update()
        let former = lastReported
        lastReported = ReportedMedia(status)
        // When the connection is lost, the status is unknown, but the player's state hasn't changed.
        guard let widgets, widgets.isClientConnected else { return }
        if status == nil { lastReported.playerState = .idle }
        if lastReported.playerState != former.playerState, status != nil || former.playerState != .unknown {
            let position = widgets.panel.position ?? kGCKInvalidTimeInterval
            delegate?.implemented.mediaController(
                self,
                didUpdate: lastReported.playerState,
                lastStreamPosition: position
            )
        }
        if lastReported.preloadedItemID != former.preloadedItemID {
            delegate?.implemented.mediaController(self, didBeginPreloadForItemID: lastReported.preloadedItemID)
        }
        if let status { delegate?.implemented.mediaController(self, didUpdate: status) }
    }

    // MARK: Views bound to metadata

    func bind(_ target: MetadataView.Target, _ key: String, _ formatter: GCKUIValueFormatter?) {
        let new = MetadataView(target: target, key: key, formatter: formatter)
        if let view = new.view { unbindView(view) }
        metadataViews.append(new)
        shownMetadata = nil
        update()
    }

    func renderMetadata(_ widgets: ContextWidgets) {
        metadataViews.removeAll { $0.view == nil }
        let metadata = widgets.metadata
        // The app's formatters may be slow, so they run only when the metadata changes.
        if let shownMetadata, shownMetadata == metadata { return }
        shownMetadata = .some(metadata)
        for bound in metadataViews {
            let text = MetadataText.text(of: bound.key, in: metadata, by: bound.formatter, widgets.localizer)
            write(text, to: bound)
        }
    }

    func write(_ text: String, to bound: MetadataView) {
        switch bound.target {
        case .label(let label): write(text, to: label.view)
        case .textView(let textView):
            if let view = textView.view, view.text != text { view.text = text }
        }
    }

    // MARK: Views bound to images

    func renderImages(_ widgets: ContextWidgets) {
        boundImages.removeAll { $0.view == nil }
        guard let context = widgets.context else { return }
        let metadata = widgets.metadata
        for bound in boundImages { bound.show(metadata, of: context) }
    }
}

/// The values of the last status that were reported to the delegate.
struct ReportedMedia {
    var playerState = GCKMediaPlayerState.unknown
    var preloadedItemID = kGCKMediaQueueInvalidItemID

    init() {}

    init(_ status: GCKMediaStatus?) {
        playerState = status?.playerState ?? .unknown
        preloadedItemID = status?.preloadedItemID ?? kGCKMediaQueueInvalidItemID
    }
}

/// A view and the metadata key to which it is bound.
struct MetadataView {
    enum Target {
        case label(WeakView<UILabel>)
        case textView(WeakView<UITextView>)
    }

    let target: Target
    let key: String
    let formatter: GCKUIValueFormatter?

    var view: UIView? {
        switch target {
        case .label(let label): label.view
        case .textView(let textView): textView.view
        }
    }
}

/// A weak reference to a view.
final class WeakView<View: UIView> {
    weak var view: View?

    init(_ view: View) { self.view = view }
}

/// An image view and the image that it shows.
@MainActor
final class BoundImage {
    weak var view: UIImageView?
    private let hints: GCKUIImageHints
    private let picture: MediaImageLoader

    init(_ view: UIImageView, _ hints: GCKUIImageHints) {
        self.view = view
        self.hints = hints
        picture = MediaImageLoader(view)
    }

    func show(_ metadata: GCKMediaMetadata?, of context: GCKCastContext) { picture.show(metadata, hints, of: context) }

    func clear() { picture.clear() }
}

/// Formats metadata values as text.
enum MetadataText {
    /// The maximum number of characters of a text. Descriptions in multiline views fit well within it.
    static let limit = 10_000

    /// Returns the text of a metadata value.
    ///
    /// - Parameters:
    ///   - key: The metadata key.
    ///   - metadata: The metadata, if any.
    ///   - formatter: The app's formatter. If nil, strings are not changed, and numbers and dates are formatted for the
    ///     locale.
    ///   - localizer: Provides the locale.
    /// - Returns: The text, which is empty if there is no value.
    static func text(
        of key: String,
        in metadata: GCKMediaMetadata?,
        by formatter: GCKUIValueFormatter?,
        _ localizer: Localizer
    ) -> String {
        guard let metadata, let value = metadata.object(forKey: key), !(value is NSNull) else { return "" }
        if let formatter { return formatter(value) }
        if MetadataField.byKey[key]?.kind == .date, let date = metadata.date(forKey: key) {
            let style = Date.FormatStyle(
                date: .abbreviated,
                time: .omitted,
                locale: localizer.localeFormat.locale,
                timeZone: localizer.localeFormat.timeZone
            )
            return date.formatted(style)
        }
        switch value {
        case let text as String: return String(text.prefix(limit))
        case let number as NSNumber where !number.isBoolean:
            let value = number.doubleValue
            guard value.isFinite else { return "" }
            return value.formatted(
                .number.precision(.fractionLength(0...6)).grouping(.never).locale(localizer.localeFormat.locale)
            )
        // Lists and objects can't be shown as a line of text.
        default: return ""
        }
    }
}
