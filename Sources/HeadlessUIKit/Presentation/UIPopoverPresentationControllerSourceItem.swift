#if !canImport(UIKit)
public import Foundation

/// Beside which a popover can be shown: views and bar button items.
@preconcurrency
@MainActor
public protocol UIPopoverPresentationControllerSourceItem: NSObjectProtocol {}

extension UIView: UIPopoverPresentationControllerSourceItem {}
extension UIBarButtonItem: UIPopoverPresentationControllerSourceItem {}
#endif
