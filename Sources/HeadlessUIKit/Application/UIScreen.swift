#if !canImport(UIKit)
public import Foundation

/// The screen: as large as a phone's, since there is none.
@preconcurrency
@MainActor
open class UIScreen: NSObject {
    open class var main: UIScreen { screen }
    private static let screen = UIScreen()

    /// In points.
    open var bounds: CGRect { CGRect(x: 0, y: 0, width: 390, height: 844) }
    open var nativeBounds: CGRect { bounds }
    open var scale: CGFloat { 1 }
    open var nativeScale: CGFloat { 1 }
    open var traitCollection: UITraitCollection { .current }
}
#endif
