// SPDX-License-Identifier: Apache-2.0

package import CastWire

/// The target state of a page's media element, complete and not as a change.
///
/// A page compares the target state with its element and applies the difference, so lost messages and pages that
/// connect late need no special handling.
package struct ScreenTarget: Sendable, Hashable {
    /// A position to seek to. Its revision distinguishes it from earlier seeks.
    package struct Seek: Sendable, Hashable {
        package var revision: Int
        /// The position in seconds; nil for the default start of the media (live edge).
        package var position: Double?

        package init(revision: Int, position: Double?) {
            self.revision = revision
            self.position = position
        }
    }

    package var item: PlayerItem
    package var wantsPlaying: Bool
    package var seek: Seek
    package var rate: Double
    package var volumeLevel: Double
    package var isMuted: Bool
    package var tracks: PlayerTracks
    /// The revision in which the tracks were selected. A new selection retries tracks that could not be loaded.
    package var tracksRevision: Int

    package init(item: PlayerItem, wantsPlaying: Bool, seek: Seek) {
        self.item = item
        self.wantsPlaying = wantsPlaying
        self.seek = seek
        rate = item.rate
        volumeLevel = item.volumeLevel
        isMuted = item.isMuted
        tracks = item.tracks
        tracksRevision = seek.revision
    }

    package var json: JSONValue {
        [
            "item": item.json,
            "wantsPlaying": .bool(wantsPlaying),
            "seek": [
                "revision": .integer(Int64(seek.revision)),
                "position": seek.position.map { .number($0) } ?? .null,
            ],
            "rate": .number(rate),
            "volume": ["level": .number(volumeLevel), "muted": .bool(isMuted)],
            "tracks": tracks.json,
            "tracksRevision": .integer(Int64(tracksRevision)),
        ]
    }
}

extension PlayerItem {
    /// The maximum number of pictures that a page may try.
    static let imageLimit = 4
    /// The maximum number of breaks and advertisements that a page shows.
    private static let breakLimit = 100

    package var json: JSONValue {
        [
            "generation": .integer(Int64(generation)),
            "url": .string(url),
            "contentType": .string(contentType),
            "kind": .string(kind.rawValue),
            "isLive": .bool(isLive),
            "isAdvertisement": .bool(isAdvertisement),
            "title": .screenText(title),
            "subtitle": .screenText(subtitle),
            "artist": .screenText(artist),
            "album": .screenText(album),
            "picture": pictureURL.map { .string($0) } ?? .null,
            "images": .array(imageURLs.prefix(Self.imageLimit).map { .string($0) }),
            "advertisements": .array(advertisements.prefix(Self.breakLimit).map(\.json)),
            // Without a declaration, a page plays what its browser can.
            "segments": declaresSegments ? .string(segments == .fragmentedMP4 ? "fmp4" : "ts") : .null,
            "breaks": .array(breakPositions.prefix(Self.breakLimit).map { .number($0) }),
        ]
    }
}
