// What can be done with the media, as bits of a status.

/// It can be paused and played.
public let kGCKMediaCommandPause: Int = 1 << 0
/// It can be played from another place.
public let kGCKMediaCommandSeek: Int = 1 << 1
/// The stream's volume can be set.
public let kGCKMediaCommandSetVolume: Int = 1 << 2
/// The stream can be muted.
public let kGCKMediaCommandToggleMute: Int = 1 << 3
/// Old receivers: it can be skipped forward.
public let kGCKMediaCommandSkipForward: Int = 1 << 4
/// Old receivers: it can be skipped backward.
public let kGCKMediaCommandSkipBackward: Int = 1 << 5
/// The queue has a next item.
public let kGCKMediaCommandQueueNext: Int = 1 << 6
/// The queue has a previous item.
public let kGCKMediaCommandQueuePrevious: Int = 1 << 7
/// The queue can be shuffled.
public let kGCKMediaCommandQueueShuffle: Int = 1 << 8
/// The advertisement can be skipped.
public let kGCKMediaCommandSkipAd: Int = 1 << 9
/// The queue can be repeated.
public let kGCKMediaCommandQueueRepeatAll: Int = 1 << 10
/// The item can be repeated.
public let kGCKMediaCommandQueueRepeatOne: Int = 1 << 11
/// The queue and the item can be repeated: both bits.
public let kGCKMediaCommandQueueRepeat: Int = kGCKMediaCommandQueueRepeatAll | kGCKMediaCommandQueueRepeatOne
/// Tracks can be chosen.
public let kGCKMediaCommandEditTracks: Int = 1 << 12
/// The speed can be set.
public let kGCKMediaCommandSetPlaybackRate: Int = 1 << 13
/// It can be liked.
public let kGCKMediaCommandLike: Int = 1 << 14
/// It can be disliked.
public let kGCKMediaCommandDislike: Int = 1 << 15
/// It can be followed.
public let kGCKMediaCommandFollow: Int = 1 << 16
/// It can be followed no more.
public let kGCKMediaCommandUnfollow: Int = 1 << 17
/// It can be moved to another device.
public let kGCKMediaCommandStreamTransfer: Int = 1 << 18
