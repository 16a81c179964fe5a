import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// A view whose controller says where its parts lie.
final class LayoutView: UIView {
    var layOut: (LayoutView) -> Void = { _ in }
    /// A window was entered or left.
    var moved: () -> Void = {}

    override func layoutSubviews() {
        super.layoutSubviews()
        layOut(self)
    }

    override func safeAreaInsetsDidChange() {
        super.safeAreaInsetsDidChange()
        setNeedsLayout()
    }

    override func didMoveToWindow() {
        super.didMoveToWindow()
        moved()
    }
}
