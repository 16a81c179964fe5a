// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
public import Foundation

/// A view that displays static text.
@preconcurrency
@MainActor
open class UILabel: UIView {
    open var text: String? { didSet { if text != oldValue { invalidateIntrinsicContentSize() } } }
    open var attributedText: NSAttributedString? {
        get { text.map { NSAttributedString(string: $0, attributes: [.font: font as Any]) } }
        set {
            text = newValue?.string
            guard let newValue, newValue.length > 0 else { return }
            if let font = newValue.attribute(.font, at: 0, effectiveRange: nil) as? UIFont { self.font = font }
            if let color = newValue.attribute(.foregroundColor, at: 0, effectiveRange: nil) as? UIColor {
                textColor = color
            }
        }
    }
    private var ownFont: UIFont?
    open var font: UIFont! {
        get { ownFont ?? .systemFont(ofSize: 17) }
        set {
            guard ownFont != newValue else { return }
            ownFont = newValue
            invalidateIntrinsicContentSize()
        }
    }
    private var ownColor: UIColor?
    open var textColor: UIColor! {
        get { ownColor ?? .label }
        set { ownColor = newValue }
    }
    open var highlightedTextColor: UIColor?
    open var isHighlighted = false
    open var isEnabled = true
    open var textAlignment = NSTextAlignment.natural
    open var lineBreakMode = NSLineBreakMode.byTruncatingTail
    open var shadowColor: UIColor?
    open var shadowOffset = CGSize(width: 0, height: -1)
    /// The maximum number of lines. 0 means no limit; the default is 1.
    open var numberOfLines = 1 { didSet { invalidateIntrinsicContentSize() } }
    open var preferredMaxLayoutWidth: CGFloat = 0 { didSet { invalidateIntrinsicContentSize() } }
    open var adjustsFontSizeToFitWidth = false
    open var minimumScaleFactor: CGFloat = 0
    open var allowsDefaultTighteningForTruncation = false
    open var adjustsFontForContentSizeCategory = false

    public override init(frame: CGRect) {
        super.init(frame: frame)
        setUp()
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        setUp()
    }

    private func setUp() {
        isUserInteractionEnabled = false
        isAccessibilityElement = true
        super.accessibilityTraits = .staticText
        hugging = (UILayoutPriority(251), UILayoutPriority(251))
    }

    open override var intrinsicContentSize: CGSize {
        let limit =
            preferredMaxLayoutWidth > 0 && numberOfLines != 1 ? preferredMaxLayoutWidth : .greatestFiniteMagnitude
        return TextMeasure.size(text ?? "", font, width: limit, atMost: numberOfLines)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        let limit = size.width > 0 ? size.width : CGFloat.greatestFiniteMagnitude
        return TextMeasure.size(text ?? "", font, width: limit, atMost: numberOfLines)
    }

    override var heightFollowsWidth: Bool { numberOfLines != 1 }

    open func textRect(forBounds bounds: CGRect, limitedToNumberOfLines numberOfLines: Int) -> CGRect {
        CGRect(
            origin: bounds.origin,
            size: TextMeasure.size(text ?? "", font, width: bounds.width, atMost: numberOfLines)
        )
    }

    open override var accessibilityLabel: String? {
        get { super.accessibilityLabel ?? text }
        set { super.accessibilityLabel = newValue }
    }
}

/// How a line that is too long is wrapped or truncated.
public enum NSLineBreakMode: Int, Sendable {
    case byWordWrapping = 0
    case byCharWrapping = 1
    case byClipping = 2
    case byTruncatingHead = 3
    case byTruncatingTail = 4
    case byTruncatingMiddle = 5
}
#endif
