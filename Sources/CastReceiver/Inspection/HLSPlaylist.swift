// SPDX-License-Identifier: Apache-2.0

/// The duration of the media that an HLS playlist lists (RFC 8216, section 4.3).
enum HLSPlaylist: Hashable {
    /// A list of playlists of the same media; the URL of the first one.
    case master(first: String)
    case media(seconds: Double, Kind)

    enum Kind: Hashable {
        /// The whole media.
        case whole
        /// A stream that grows from its beginning.
        case growing
        /// A stream whose oldest segments are removed.
        case sliding
    }

    /// The maximum duration in seconds, 31 years. A playlist with a longer one is damaged or malicious.
    private static let maximumDuration = 1e9

    /// Returns nil for text that lists nothing, or whose duration is not plausible.
    init?(_ text: String) {
        var seconds = 0.0
        var kind = Kind.sliding
        var isVariantNext = false
        var hasEnd = false
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("#EXT-X-STREAM-INF") {
                isVariantNext = true
            } else if isVariantNext, !line.hasPrefix("#") {
                self = .master(first: String(line))
                return
            } else if line.hasPrefix("#EXTINF:") {
                let duration = line.dropFirst("#EXTINF:".count).prefix { $0 != "," }
                if let duration = Double(duration), duration.isFinite, duration > 0 { seconds += duration }
            } else if line.hasPrefix("#EXT-X-PLAYLIST-TYPE:EVENT") {
                kind = .growing
            } else if line.hasPrefix("#EXT-X-ENDLIST") || line.hasPrefix("#EXT-X-PLAYLIST-TYPE:VOD") {
                hasEnd = true
            }
        }
        guard seconds > 0, seconds < Self.maximumDuration else { return nil }
        self = .media(seconds: seconds, hasEnd ? .whole : kind)
    }

    /// The properties of the media; nil if another playlist has them.
    var facts: MediaMetadataFacts? {
        switch self {
        case .master: return nil
        case .media(let seconds, .whole): return MediaMetadataFacts(duration: seconds)
        case .media(let seconds, let kind):
            return MediaMetadataFacts(live: LiveWindow(start: 0, end: seconds, isMoving: kind == .sliding))
        }
    }
}
