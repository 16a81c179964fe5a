package import CastWire

/// The tracks of an item, which of them are wanted, and how text is to look.
package struct PlayerTracks: Sendable, Hashable {
    package struct Track: Sendable, Hashable {
        package var id: Int
        /// As on the wire: `TEXT`, `AUDIO` or `VIDEO`.
        package var type: String
        /// RFC 5646; may be empty.
        package var language: String
        package var name: String
        /// Where text comes from; nil for tracks inside of the media.
        package var url: String?

        package init(id: Int, type: String, language: String = "", name: String = "", url: String? = nil) {
            self.id = id
            self.type = type
            self.language = language
            self.name = name
            self.url = url
        }
    }

    package var tracks: [Track]
    /// The wanted ones; nil = what the media says by itself.
    package var activeIDs: [Int]?
    /// A TextTrackStyle as the sender wrote it; a page reads from it what it understands.
    package var style: JSONObject?

    package init(tracks: [Track] = [], activeIDs: [Int]? = nil, style: JSONObject? = nil) {
        self.tracks = tracks
        self.activeIDs = activeIDs
        self.style = style
    }

    package var json: JSONValue {
        [
            "list": .array(
                tracks.map { track in
                    [
                        "id": .integer(Int64(track.id)), "type": .string(track.type),
                        "language": .string(track.language), "name": .string(track.name),
                        "url": track.url.map { .string($0) } ?? .null,
                    ]
                }
            ),
            "active": activeIDs?.json ?? .null,
            "style": style.map { .object($0) } ?? .null,
        ]
    }
}
