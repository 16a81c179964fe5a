/// What is found out about media by opening it.
package struct MediaMetadataFacts: Sendable, Hashable {
    /// Seconds; nil = live or unknown.
    package var duration: Double?
    package var width: Int?
    package var height: Int?

    package init(duration: Double? = nil, width: Int? = nil, height: Int? = nil) {
        self.duration = duration
        self.width = width
        self.height = height
    }
}
