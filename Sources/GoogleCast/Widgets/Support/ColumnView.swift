import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// Views below each other, as wide as there is room and as high as they need to be.
///
/// Hidden ones take no room. Controls are at least as high as a finger needs.
final class ColumnView: UIView {
    /// The least height and width of what can be touched, in points.
    static let touchable: CGFloat = 44

    var spacing: CGFloat = 8
    var insets = UIEdgeInsets.zero

    /// Puts these views, and no others, below each other.
    var rows: [UIView] = [] {
        didSet {
            guard rows != oldValue else { return }
            for view in oldValue where !rows.contains(view) { view.removeFromSuperview() }
            // In this order also for a screen reader, which follows the subviews.
            for (index, view) in rows.enumerated() where subviews.count <= index || subviews[index] !== view {
                insertSubview(view, at: index)
            }
            setNeedsLayout()
        }
    }

    override func sizeThatFits(_ size: CGSize) -> CGSize {
        let frames = frames(width: size.width)
        return CGSize(width: size.width, height: (frames.last?.maxY ?? insets.top) + insets.bottom)
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let shown = rows.filter { !$0.isHidden }
        for (view, frame) in zip(shown, frames(width: bounds.width)) { view.frame = frame }
    }

    private func frames(width: CGFloat) -> [CGRect] {
        let inner = max(0, width - insets.left - insets.right)
        var y = insets.top
        return rows.filter { !$0.isHidden }.map { view in
            let frame = CGRect(x: insets.left, y: y, width: inner, height: view.fittingHeight(width: inner))
            y = frame.maxY + spacing
            return frame
        }
    }
}

extension UIView {
    /// How high it needs to be; a control at least as high as a finger needs.
    func fittingHeight(width: CGFloat) -> CGFloat {
        let height = sizeThatFits(CGSize(width: width, height: .greatestFiniteMagnitude)).height.rounded(.up)
        return self is UIControl ? max(height, ColumnView.touchable) : height
    }

    /// Whether lines begin at the right.
    var isRightToLeft: Bool { effectiveUserInterfaceLayoutDirection == .rightToLeft }

    /// A frame that was meant for lines that begin at the left, where this view's lines begin.
    func mirrored(_ frame: CGRect) -> CGRect {
        guard isRightToLeft else { return frame }
        return CGRect(x: bounds.width - frame.maxX, y: frame.minY, width: frame.width, height: frame.height)
    }
}
