#if !canImport(UIKit)
/// The animation of the status bar when it is shown or hidden.
public enum UIStatusBarAnimation: Int, Sendable {
    case none = 0
    case fade = 1
    case slide = 2
}
#endif
