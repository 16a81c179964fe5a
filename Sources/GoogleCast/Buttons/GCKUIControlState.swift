// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are the original's.

#if canImport(UIKit)
public import UIKit
#else
public import HeadlessUIKit
#endif

// The states of the deprecated button, among the bits that UIKit leaves to apps.

/// As ``GCKUIButtonStateRepeatOff``.
@available(*, deprecated, message: "Take GCKUIMultistateButton and GCKUIButtonStateRepeatOff.")
public let GCKUIControlStateRepeatOff = UIControl.State(rawValue: 1 << 16)
/// As ``GCKUIButtonStateRepeatAll``.
@available(*, deprecated, message: "Take GCKUIMultistateButton and GCKUIButtonStateRepeatAll.")
public let GCKUIControlStateRepeatAll = UIControl.State(rawValue: 1 << 17)
/// As ``GCKUIButtonStateRepeatSingle``.
@available(*, deprecated, message: "Take GCKUIMultistateButton and GCKUIButtonStateRepeatSingle.")
public let GCKUIControlStateRepeatSingle = UIControl.State(rawValue: 1 << 18)
/// As ``GCKUIButtonStateShuffle``.
@available(*, deprecated, message: "Take GCKUIMultistateButton and GCKUIButtonStateShuffle.")
public let GCKUIControlStateShuffle = UIControl.State(rawValue: 1 << 19)
/// As ``GCKUIButtonStatePlay``.
@available(*, deprecated, message: "Take GCKUIMultistateButton and GCKUIButtonStatePlay.")
public let GCKUIControlStatePlay = UIControl.State(rawValue: 1 << 20)
/// As ``GCKUIButtonStatePause``.
@available(*, deprecated, message: "Take GCKUIMultistateButton and GCKUIButtonStatePause.")
public let GCKUIControlStatePause = UIControl.State(rawValue: 1 << 21)
/// As ``GCKUIButtonStateMuteOff``.
@available(*, deprecated, message: "Take GCKUIMultistateButton and GCKUIButtonStateMuteOff.")
public let GCKUIControlStateMuteOff = UIControl.State(rawValue: 1 << 22)
/// As ``GCKUIButtonStateMuteOn``.
@available(*, deprecated, message: "Take GCKUIMultistateButton and GCKUIButtonStateMuteOn.")
public let GCKUIControlStateMuteOn = UIControl.State(rawValue: 1 << 23)
