// SPDX-License-Identifier: Apache-2.0

package import CastWire

/// The tracks of an item, the active ones among them, and the style of text.
package struct PlayerTracks: Sendable, Hashable {
    package struct Track: Sendable, Hashable {
        package var id: Int
        /// The type in media messages: `TEXT`, `AUDIO` or `VIDEO`.
        package var type: String
        /// The language (RFC 5646); may be empty.
        package var language: String
        package var name: String
        /// The URL of a text track; nil for tracks within the media.
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
    /// The ids of the active tracks; nil for the defaults of the media.
    package var activeIDs: [Int]?
    /// The TextTrackStyle from the sender. A page uses the properties that it supports.
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
