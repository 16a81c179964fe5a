#if !canImport(UIKit)
/// How the bar with the clock is written.
public enum UIStatusBarStyle: Int, Sendable {
    case `default` = 0
    case lightContent = 1
    case darkContent = 3
}
#endif
