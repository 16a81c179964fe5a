/// What is found out about media by opening it.
package struct MediaMetadataFacts: Sendable, Hashable {
    /// Seconds; nil = live or unknown.
    package var duration: Double?
    package var width: Int?
    package var height: Int?
    /// What of a live stream can be played; nil for other media, and where nobody knows.
    package var live: LiveWindow?

    package init(duration: Double? = nil, width: Int? = nil, height: Int? = nil, live: LiveWindow? = nil) {
        self.duration = duration
        self.width = width
        self.height = height
        self.live = live
    }
}
