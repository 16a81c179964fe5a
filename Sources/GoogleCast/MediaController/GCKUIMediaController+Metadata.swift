import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

// Views that show values of the metadata.

/// A view that may go.
final class WeakView<View: UIView> {
    weak var view: View?

    init(_ view: View) { self.view = view }
}

/// A view, and what it shows of the metadata.
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

extension GCKUIMediaController {
    func bind(_ target: MetadataView.Target, _ key: String, _ formatter: GCKUIValueFormatter?) {
        let new = MetadataView(target: target, key: key, formatter: formatter)
        if let view = new.view { unbindView(view) }
        metadataViews.append(new)
        shownMetadata = nil
        update()
    }

    func renderMetadata(_ widgets: ContextWidgets) {
        metadataViews.removeAll { $0.view == nil }
        let metadata = widgets.panel.isLoaded ? widgets.metadata : nil
        // Formatters are the app's, and may be slow.
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
}
