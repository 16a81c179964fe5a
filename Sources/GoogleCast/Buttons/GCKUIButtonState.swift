// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are the original's.

// What a ``GCKUIMultistateButton`` of this framework can show. The numbers mean nothing: compare by the constant.

/// The queue is not repeated.
public let GCKUIButtonStateRepeatOff: UInt = 1
/// The queue is repeated.
public let GCKUIButtonStateRepeatAll: UInt = 2
/// The present item is repeated.
public let GCKUIButtonStateRepeatSingle: UInt = 3
/// The queue is repeated, in another order each time.
public let GCKUIButtonStateShuffle: UInt = 4
/// Media plays: a touch pauses it.
public let GCKUIButtonStatePlay: UInt = 5
/// A live stream plays: a touch stops it.
public let GCKUIButtonStatePlayLive: UInt = 6
/// Media is paused: a touch plays it.
public let GCKUIButtonStatePause: UInt = 7
/// The device is not mute.
public let GCKUIButtonStateMuteOff: UInt = 8
/// The device is mute.
public let GCKUIButtonStateMuteOn: UInt = 9
