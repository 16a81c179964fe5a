// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
public import Foundation

/// A view that scrolls its content.
@preconcurrency
@MainActor
open class UIScrollView: UIView {
    open var contentOffset: CGPoint {
        get { bounds.origin }
        set { bounds.origin = newValue }
    }
    open var contentSize = CGSize.zero
    open var contentInset = UIEdgeInsets.zero
    open var adjustedContentInset: UIEdgeInsets {
        let safe = safeAreaInsets
        return UIEdgeInsets(
            top: contentInset.top + safe.top,
            left: contentInset.left + safe.left,
            bottom: contentInset.bottom + safe.bottom,
            right: contentInset.right + safe.right
        )
    }
    open var isScrollEnabled = true { didSet { invalidateIntrinsicContentSize() } }
    open var alwaysBounceVertical = false
    open var alwaysBounceHorizontal = false
    open var bounces = true
    open var showsVerticalScrollIndicator = true
    open var showsHorizontalScrollIndicator = true
    open var isPagingEnabled = false

    public override init(frame: CGRect) {
        super.init(frame: frame)
        clipsToBounds = true
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        clipsToBounds = true
    }

    open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) { self.contentOffset = contentOffset }

    /// Scrolls by the smallest distance that makes the rectangle visible.
    open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
        var origin = bounds.origin
        origin.x = min(max(origin.x, rect.maxX - bounds.width), rect.minX)
        origin.y = min(max(origin.y, rect.maxY - bounds.height), rect.minY)
        bounds.origin = origin
    }
}
#endif
