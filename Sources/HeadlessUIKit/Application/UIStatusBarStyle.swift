#if !canImport(UIKit)
/// The style of the status bar content.
public enum UIStatusBarStyle: Int, Sendable {
    case `default` = 0
    case lightContent = 1
    case darkContent = 3
}
#endif
