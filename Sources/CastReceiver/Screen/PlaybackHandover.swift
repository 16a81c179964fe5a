/// A running item on its way from one player to another.
struct PlaybackHandover: Sendable, Hashable {
    /// With the rate and stream volume now in force.
    var item: PlayerItem
    /// Seconds; nil = not known yet, or the live edge.
    var position: Double?
    /// What was found out about the media; nil before the device heard of metadata.
    var metadata: MediaMetadataFacts?
    var wantsPlaying: Bool
    /// A seek to ``position`` whose outcome nobody was told of yet.
    var owesSeek = false
}
