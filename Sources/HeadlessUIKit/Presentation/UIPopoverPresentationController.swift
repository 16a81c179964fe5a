#if !canImport(UIKit)
public import Foundation

/// A presentation beside the thing from which it comes.
@preconcurrency
@MainActor
open class UIPopoverPresentationController: UIPresentationController {
    open weak var sourceView: UIView?
    open var sourceRect = CGRect.null
    open var barButtonItem: UIBarButtonItem?
    open var sourceItem: (any UIPopoverPresentationControllerSourceItem)?
    open var permittedArrowDirections = UIPopoverArrowDirection.any
    open var backgroundColor: UIColor?
    open var passthroughViews: [UIView]?

    open override var frameOfPresentedViewInContainerView: CGRect {
        let area = super.frameOfPresentedViewInContainerView
        let wanted = presentedViewController.preferredContentSize
        // On a phone, and without a size, a popover is a sheet.
        guard wanted.width > 0, wanted.height > 0 else { return area }
        let anchor: UIView? =
            sourceView ?? barButtonItem?.customView ?? sourceItem as? UIView
            ?? (sourceItem as? UIBarButtonItem)?.customView
        let inner = sourceRect == .null ? anchor?.bounds : sourceRect
        guard let anchor, let inner, anchor.window != nil else { return area }
        let source = anchor.convert(inner, to: nil)
        let (width, height) = (min(wanted.width, area.width), min(wanted.height, area.height))
        let isBelow = source.maxY + height <= area.maxY
        return CGRect(
            x: max(area.minX, min(source.midX - width / 2, area.maxX - width)),
            y: isBelow ? source.maxY : max(area.minY, source.minY - height),
            width: width,
            height: height
        )
    }
}
#endif
