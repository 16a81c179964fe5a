/// What an HLS playlist says about the length of what it lists (RFC 8216, section 4.3).
enum HLSPlaylist: Hashable {
    /// A list of playlists for the same media; the address of the first one.
    case master(first: String)
    case media(seconds: Double, Kind)

    enum Kind: Hashable {
        /// Everything there will be.
        case whole
        /// A stream that grows from its beginning.
        case growing
        /// A stream whose oldest segments go away.
        case sliding
    }

    /// A playlist that claims to last longer, 31 years, is damaged or hostile. In seconds.
    private static let longestTime = 1e9

    /// Nil for text that lists nothing, or nothing plausible.
    init?(_ text: String) {
        var seconds = 0.0
        var kind = Kind.sliding
        var namesVariant = false
        var hasEnd = false
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("#EXT-X-STREAM-INF") {
                namesVariant = true
            } else if namesVariant, !line.hasPrefix("#") {
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
        guard seconds > 0, seconds < Self.longestTime else { return nil }
        self = .media(seconds: seconds, hasEnd ? .whole : kind)
    }

    /// What playing it would find out; nil where that stands in another playlist.
    var facts: MediaMetadataFacts? {
        switch self {
        case .master: return nil
        case .media(let seconds, .whole): return MediaMetadataFacts(duration: seconds)
        case .media(let seconds, let kind):
            return MediaMetadataFacts(live: LiveWindow(start: 0, end: seconds, isMoving: kind == .sliding))
        }
    }
}
