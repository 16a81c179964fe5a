// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
public import Foundation

/// A view that shows that a task of unknown duration is in progress.
@preconcurrency
@MainActor
open class UIActivityIndicatorView: UIView {
    /// The size of an activity indicator.
    public enum Style: Int, Sendable {
        case medium = 100
        case large = 101
    }

    open var style = Style.medium { didSet { invalidateIntrinsicContentSize() } }
    open var hidesWhenStopped = true { didSet { if !isAnimating { isHidden = hidesWhenStopped } } }
    open var color: UIColor! = .systemGray
    open private(set) var isAnimating = false

    public override init(frame: CGRect) {
        super.init(frame: frame)
        isHidden = true
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        isHidden = true
    }

    public init(style: UIActivityIndicatorView.Style) {
        super.init(frame: .zero)
        self.style = style
        isHidden = true
        frame.size = intrinsicContentSize
    }

    open func startAnimating() {
        isAnimating = true
        if hidesWhenStopped { isHidden = false }
    }

    open func stopAnimating() {
        isAnimating = false
        if hidesWhenStopped { isHidden = true }
    }

    open override var intrinsicContentSize: CGSize {
        style == .large ? CGSize(width: 37, height: 37) : CGSize(width: 20, height: 20)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }
}
#endif
