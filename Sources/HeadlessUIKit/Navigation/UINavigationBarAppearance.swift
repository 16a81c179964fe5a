#if !canImport(UIKit)
public import Foundation

/// How a navigation bar looks.
@preconcurrency
@MainActor
open class UINavigationBarAppearance: UIBarAppearance {
    open var titleTextAttributes: [NSAttributedString.Key: Any] = [:]
    open var largeTitleTextAttributes: [NSAttributedString.Key: Any] = [:]
}
#endif
