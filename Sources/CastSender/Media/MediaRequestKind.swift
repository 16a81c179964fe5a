/// Commands of which only the newest counts: a newer one of the same kind ends the wait for an older one.
///
/// What adds to the queue, takes from it or moves in it is not among them, since each such request counts.
enum MediaRequestKind: Hashable {
    case load
    /// PLAY, PAUSE and STOP together.
    case playback
    case seek
    case streamVolume
    case tracks
    case textStyle
    case rate
    case skipAd
    case repeatMode
    case fetchItemIDs
    case fetchItems
    case fetchRange
}
