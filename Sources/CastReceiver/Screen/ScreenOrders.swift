package import CastWire

/// What a page is to do with its media element: the whole wish, not a step towards it.
///
/// A page compares the wish with its element and makes up the difference, so a message that was lost or a page that
/// came late needs no special care.
package struct ScreenOrders: Sendable, Hashable {
    /// A position to go to, told from an earlier one by the revision of the orders that asked for it.
    package struct Seek: Sendable, Hashable {
        package var revision: Int
        /// Seconds; nil = where the media begins by itself (live edge).
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
    /// The orders that chose the tracks: whoever chooses them again wants those that could not be had tried again.
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
    /// How many pictures a page may try.
    static let imageLimit = 4
    /// How many marks and advertisements a page shows.
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
            "breaks": .array(breakPositions.prefix(Self.breakLimit).map { .number($0) }),
        ]
    }
}
