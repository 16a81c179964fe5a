#if !canImport(UIKit)
/// The transition of a modal presentation. It has no effect here, because nothing is animated.
public enum UIModalTransitionStyle: Int, Sendable {
    case coverVertical = 0
    case flipHorizontal = 1
    case crossDissolve = 2
    case partialCurl = 3
}
#endif
