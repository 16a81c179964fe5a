#if !canImport(UIKit)
/// The direction in which the interface is laid out.
public enum UIUserInterfaceLayoutDirection: Int, Sendable {
    case leftToRight = 0
    case rightToLeft = 1
}
#endif
