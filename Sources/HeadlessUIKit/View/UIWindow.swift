#if !canImport(UIKit)
/// Where an app's views would be.
@MainActor
open class UIWindow: UIView {}
#endif
