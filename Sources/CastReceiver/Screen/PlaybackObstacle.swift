/// Why media cannot be played, as far as a page could find out, so that a person can do something about it.
package enum PlaybackObstacle: String, Sendable, Hashable, CaseIterable {
    /// The server answered that there is no such thing.
    case missing
    /// The server wants to know who asks.
    case forbidden
    /// The server failed.
    case server
    /// No answer came.
    case unreachable
    /// The browser has no HLS of its own.
    case noHLS
    /// No browser has DASH or Smooth Streaming of its own.
    case noDASH
    /// What came is no media, or of a kind that the browser does not know.
    case format
    /// The media is damaged, or coded in a way that the browser does not know.
    case damaged
    /// The media has a video track that the browser cannot decode, as HEVC in most.
    case codec
    /// The connection ended in the middle.
    case brokenOff
    /// A picture with more points than a page can hold.
    case tooLarge
    /// Its server sent on to a place in the home that it may not name.
    case astray
    /// Nothing came for a long time.
    case timeout
}
