// SPDX-License-Identifier: Apache-2.0

import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// A message in the dialog: a progress indication, or an error with an optional button to retry.
final class MessageView: UIView {
    private let spinner = UIActivityIndicatorView(style: .large)
    private let text = UILabel(lines: 0)
    private let retry: UIButton
    private let column = ColumnView(frame: .zero)

    init(_ send: @escaping @MainActor (Intent) -> Void) {
        retry = UIButton { send(.retryConnecting) }
        super.init(frame: .zero)
        text.textAlignment = .center
        spinner.hidesWhenStopped = true
        column.spacing = 16
        column.insets = UIEdgeInsets(top: 24, left: 0, bottom: 24, right: 0)
        column.rows = [spinner, text, retry]
        identify([
            "cast-dialog-activity": spinner, "cast-dialog-message": text, "cast-dialog-retry": retry,
        ])
        addSubview(column)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    /// Shows a message.
    ///
    /// - Parameters:
    ///   - label: The message.
    ///   - isBusy: Whether to show an activity indicator.
    ///   - title: The title of the retry button. Nil hides the button.
    ///   - look: The style of the dialog.
    ///   - localizer: Localizes the texts.
    func show(
        _ label: ControlLabel,
        isBusy: Bool,
        retry title: ControlLabel?,
        _ look: Look,
        _ localizer: Localizer
    ) {
        spinner.isHidden = !isBusy
        spinner.color = look.color(.iconTintColor)
        if isBusy { spinner.startAnimating() } else { spinner.stopAnimating() }
        look.applyStyle(text, .body)
        text.show(label, localizer)
        look.applyStyle(retry)
        retry.isHidden = title == nil
        if let title { retry.show(title: title, localizer) }
        column.setNeedsLayout()
    }

    override func sizeThatFits(_ size: CGSize) -> CGSize { column.sizeThatFits(size) }

    override func layoutSubviews() {
        super.layoutSubviews()
        column.frame = bounds
    }
}

/// The help for an empty device list: possible causes, and actions to resolve them.
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
                look.applyStyle(button)
                button.show(title: action.label, localizer)
            }
        }
        look.applyStyle(learnMore)
        learnMore.show(title: ControlLabel(.learnMore), localizer)
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
        _ label: ControlLabel,
        _ role: TextRole,
        _ view: UIView?,
        _ look: Look,
        _ localizer: Localizer
    ) {
        guard let view = view as? UILabel else { return }
        look.applyStyle(view, role)
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

    fileprivate var label: ControlLabel {
        switch self {
        case .openSettings: ControlLabel(.openSettings)
        case .retry: ControlLabel(.tryAgain)
        case .learnMore: ControlLabel(.learnMore)
        }
    }
}
