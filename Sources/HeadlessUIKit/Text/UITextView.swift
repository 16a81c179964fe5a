// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
public import Foundation

/// A scrollable view for text of several lines.
@preconcurrency
@MainActor
open class UITextView: UIScrollView {
    open var text: String! = "" { didSet { invalidateIntrinsicContentSize() } }
    open var attributedText: NSAttributedString! {
        get { NSAttributedString(string: text ?? "") }
        set { text = newValue?.string ?? "" }
    }
    open var font: UIFont? { didSet { invalidateIntrinsicContentSize() } }
    open var textColor: UIColor?
    open var textAlignment = NSTextAlignment.natural
    open var isEditable = true
    open var isSelectable = true
    open var textContainerInset = UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0)
    open var adjustsFontForContentSizeCategory = false

    public override init(frame: CGRect) {
        super.init(frame: frame)
        isAccessibilityElement = true
    }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    private var effectiveFont: UIFont { font ?? .systemFont(ofSize: 12) }

    override var heightFollowsWidth: Bool { !isScrollEnabled }

    open override var intrinsicContentSize: CGSize {
        guard !isScrollEnabled else { return super.intrinsicContentSize }
        return sizeThatFits(CGSize(width: CGFloat.greatestFiniteMagnitude, height: .greatestFiniteMagnitude))
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        let margin = textContainerInset.left + textContainerInset.right + 10
        let inner = TextMeasure.size(text ?? "", effectiveFont, width: max(1, size.width - margin), atMost: 0)
        return CGSize(
            width: inner.width + margin,
            height: max(inner.height, effectiveFont.lineHeight.rounded(.up)) + textContainerInset.top
                + textContainerInset.bottom
        )
    }

    open override var accessibilityValue: String? {
        get { super.accessibilityValue ?? text }
        set { super.accessibilityValue = newValue }
    }
}

/// The alignment of lines of text.
public enum NSTextAlignment: Int, Sendable {
    case left = 0
    case center = 1
    case right = 2
    case justified = 3
    case natural = 4
}
#endif
