import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// What may be wrong when no device is found, with what to do about it.
final class HelpView: UIView {
    private let send: @MainActor (Intent) -> Void
    private let column = ColumnView(frame: .zero)
    private let learnMore: UIButton
    private var items: [HelpItem] = []

    init(_ send: @escaping @MainActor (Intent) -> Void) {
        self.send = send
        learnMore = UIButton { send(.openHelp) }
        super.init(frame: .zero)
        column.insets = UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0)
        identify(["cast-dialog-learn-more": learnMore])
        addSubview(column)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    func show(_ items: [HelpItem], _ look: Look, _ localizer: Localizer) {
        if items != self.items || column.rows.isEmpty {
            self.items = items
            column.rows = items.flatMap(views) + [learnMore]
        }
        var rows = column.rows.makeIterator()
        for item in items {
            show(item.title, .heading, rows.next(), look, localizer)
            show(item.text, .body, rows.next(), look, localizer)
            if let action = item.action, let button = rows.next() as? UIButton {
                look.dress(button)
                button.show(title: action.label, localizer)
            }
        }
        look.dress(learnMore)
        learnMore.show(title: CastUI.Label(.learnMore), localizer)
    }

    private func views(_ item: HelpItem) -> [UIView] {
        let title = UILabel(lines: 0)
        title.accessibilityTraits = .header
        let text = UILabel(lines: 0)
        identify(["cast-dialog-help-title": title, "cast-dialog-help-text": text])
        guard let action = item.action else { return [title, text] }
        let button = UIButton { [send] in send(action.intent) }
        identify(["cast-dialog-help-action": button])
        return [title, text, button]
    }

    private func show(
        _ label: CastUI.Label,
        _ role: TextRole,
        _ view: UIView?,
        _ look: Look,
        _ localizer: Localizer
    ) {
        guard let view = view as? UILabel else { return }
        look.dress(view, role)
        view.show(label, localizer)
    }

    override func sizeThatFits(_ size: CGSize) -> CGSize { column.sizeThatFits(size) }

    override func layoutSubviews() {
        super.layoutSubviews()
        column.frame = bounds
    }
}

extension HelpItem.Action {
    fileprivate var intent: Intent {
        switch self {
        case .openSettings: .openSettings
        case .retry: .retryDiscovery
        case .learnMore: .openHelp
        }
    }

    fileprivate var label: CastUI.Label {
        switch self {
        case .openSettings: CastUI.Label(.openSettings)
        case .retry: CastUI.Label(.tryAgain)
        case .learnMore: CastUI.Label(.learnMore)
        }
    }
}
