// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
/// The style of the status bar content.
public enum UIStatusBarStyle: Int, Sendable {
    case `default` = 0
    case lightContent = 1
    case darkContent = 3
}

/// The animation of the status bar when it is shown or hidden.
public enum UIStatusBarAnimation: Int, Sendable {
    case none = 0
    case fade = 1
    case slide = 2
}
#endif
