import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// A message of the dialog: something is on its way, or something failed, with what can be done.
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

    /// - Parameters:
    ///   - isBusy: Whether it is being waited for.
    ///   - retry: The name of another try; nil where that is of no use.
    func show(_ label: CastUI.Label, isBusy: Bool, retry title: CastUI.Label?, _ look: Look, _ localizer: Localizer) {
        spinner.isHidden = !isBusy
        spinner.color = look.color(.iconTintColor)
        if isBusy { spinner.startAnimating() } else { spinner.stopAnimating() }
        look.dress(text, .body)
        text.show(label, localizer)
        look.dress(retry)
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
