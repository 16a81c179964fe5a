// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are defined by the original framework.

#if canImport(UIKit)
public import UIKit
#else
public import HeadlessUIKit
#endif

// The states that this framework sets on a ``GCKUIMultistateButton``. The raw values are arbitrary: compare with the
// constants.

/// The queue doesn't repeat.
public let GCKUIButtonStateRepeatOff: UInt = 1
/// The queue repeats.
public let GCKUIButtonStateRepeatAll: UInt = 2
/// The current item repeats.
public let GCKUIButtonStateRepeatSingle: UInt = 3
/// The queue repeats and is shuffled after each pass.
public let GCKUIButtonStateShuffle: UInt = 4
/// Media is playing. A tap pauses it.
public let GCKUIButtonStatePlay: UInt = 5
/// A live stream is playing. A tap stops it.
public let GCKUIButtonStatePlayLive: UInt = 6
/// Media is paused. A tap resumes it.
public let GCKUIButtonStatePause: UInt = 7
/// The device isn't muted.
public let GCKUIButtonStateMuteOff: UInt = 8
/// The device is muted.
public let GCKUIButtonStateMuteOn: UInt = 9

// The states of the deprecated ``GCKUIButton``, within the bits that UIKit reserves for applications.

/// The control state for ``GCKUIButtonStateRepeatOff``.
@available(*, deprecated, message: "Use GCKUIMultistateButton and GCKUIButtonStateRepeatOff.")
public let GCKUIControlStateRepeatOff = UIControl.State(rawValue: 1 << 16)
/// The control state for ``GCKUIButtonStateRepeatAll``.
@available(*, deprecated, message: "Use GCKUIMultistateButton and GCKUIButtonStateRepeatAll.")
public let GCKUIControlStateRepeatAll = UIControl.State(rawValue: 1 << 17)
/// The control state for ``GCKUIButtonStateRepeatSingle``.
@available(*, deprecated, message: "Use GCKUIMultistateButton and GCKUIButtonStateRepeatSingle.")
public let GCKUIControlStateRepeatSingle = UIControl.State(rawValue: 1 << 18)
/// The control state for ``GCKUIButtonStateShuffle``.
@available(*, deprecated, message: "Use GCKUIMultistateButton and GCKUIButtonStateShuffle.")
public let GCKUIControlStateShuffle = UIControl.State(rawValue: 1 << 19)
/// The control state for ``GCKUIButtonStatePlay``.
@available(*, deprecated, message: "Use GCKUIMultistateButton and GCKUIButtonStatePlay.")
public let GCKUIControlStatePlay = UIControl.State(rawValue: 1 << 20)
/// The control state for ``GCKUIButtonStatePause``.
@available(*, deprecated, message: "Use GCKUIMultistateButton and GCKUIButtonStatePause.")
public let GCKUIControlStatePause = UIControl.State(rawValue: 1 << 21)
/// The control state for ``GCKUIButtonStateMuteOff``.
@available(*, deprecated, message: "Use GCKUIMultistateButton and GCKUIButtonStateMuteOff.")
public let GCKUIControlStateMuteOff = UIControl.State(rawValue: 1 << 22)
/// The control state for ``GCKUIButtonStateMuteOn``.
@available(*, deprecated, message: "Use GCKUIMultistateButton and GCKUIButtonStateMuteOn.")
public let GCKUIControlStateMuteOn = UIControl.State(rawValue: 1 << 23)
