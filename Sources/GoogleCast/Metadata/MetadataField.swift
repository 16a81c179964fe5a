import CastWire

/// A key of metadata that has a meaning.
struct MetadataField: Sendable {
    /// What its values are.
    enum Kind: Sendable {
        case string, integer, double, date
    }

    /// The app's key.
    let key: String
    /// The key on the wire.
    let wireKey: String
    let kind: Kind
    /// The types of metadata that have it; nil for all.
    let types: Set<GCKMediaMetadataType>?

    private init(_ key: String, _ wireKey: String, _ kind: Kind, _ types: Set<GCKMediaMetadataType>?) {
        self.key = key
        self.wireKey = wireKey
        self.kind = kind
        self.types = types
    }

    static let all = [
        MetadataField(kGCKMetadataKeyCreationDate, "creationDateTime", .date, [.photo]),
        MetadataField(kGCKMetadataKeyReleaseDate, "releaseDate", .date, [.generic, .movie, .tvShow, .musicTrack]),
        MetadataField(kGCKMetadataKeyBroadcastDate, "originalAirdate", .date, [.tvShow]),
        MetadataField(
            kGCKMetadataKeyTitle,
            "title",
            .string,
            [.generic, .movie, .tvShow, .musicTrack, .photo, .audioBookChapter]
        ),
        MetadataField(kGCKMetadataKeySubtitle, "subtitle", .string, [.generic, .movie, .audioBookChapter]),
        MetadataField(kGCKMetadataKeyArtist, "artist", .string, [.generic, .musicTrack, .photo]),
        MetadataField(kGCKMetadataKeyAlbumArtist, "albumArtist", .string, [.musicTrack]),
        MetadataField(kGCKMetadataKeyAlbumTitle, "albumName", .string, [.musicTrack]),
        MetadataField(kGCKMetadataKeyComposer, "composer", .string, [.musicTrack]),
        MetadataField(kGCKMetadataKeyDiscNumber, "discNumber", .integer, [.musicTrack]),
        MetadataField(kGCKMetadataKeyTrackNumber, "trackNumber", .integer, [.musicTrack]),
        MetadataField(kGCKMetadataKeySeasonNumber, "season", .integer, [.tvShow]),
        MetadataField(kGCKMetadataKeyEpisodeNumber, "episode", .integer, [.tvShow]),
        MetadataField(kGCKMetadataKeySeriesTitle, "seriesTitle", .string, [.tvShow]),
        MetadataField(kGCKMetadataKeyStudio, "studio", .string, [.movie]),
        MetadataField(kGCKMetadataKeyWidth, "width", .integer, [.photo]),
        MetadataField(kGCKMetadataKeyHeight, "height", .integer, [.photo]),
        MetadataField(kGCKMetadataKeyLocationName, "location", .string, [.photo]),
        MetadataField(kGCKMetadataKeyLocationLatitude, "latitude", .double, [.photo]),
        MetadataField(kGCKMetadataKeyLocationLongitude, "longitude", .double, [.photo]),
        MetadataField(kGCKMetadataKeyBookTitle, "bookTitle", .string, [.audioBookChapter]),
        MetadataField(kGCKMetadataKeyChapterNumber, "chapterNumber", .integer, [.audioBookChapter]),
        MetadataField(kGCKMetadataKeyChapterTitle, "chapterTitle", .string, [.audioBookChapter]),
        MetadataField(kGCKMetadataKeySectionDuration, "sectionDuration", .double, nil),
        MetadataField(kGCKMetadataKeySectionStartTimeInMedia, "sectionStartTimeInMedia", .double, nil),
        MetadataField(kGCKMetadataKeySectionStartAbsoluteTime, "sectionStartAbsoluteTime", .double, nil),
        MetadataField(kGCKMetadataKeySectionStartTimeInContainer, "sectionStartTimeInContainer", .double, nil),
        MetadataField(kGCKMetadataKeyQueueItemID, "queueItemId", .double, nil),
    ]

    static let byKey = Dictionary(uniqueKeysWithValues: all.map { ($0.key, $0) })
    static let byWireKey = Dictionary(uniqueKeysWithValues: all.map { ($0.wireKey, $0) })

    /// Keys of old senders, with the one that is meant; they count where that one is missing.
    static let aliases: [(key: String, wireKey: String)] = [
        ("originalAirDate", "originalAirdate"), ("seasonNumber", "season"), ("episodeNumber", "episode"),
        ("episodeTitle", "title"), ("songName", "title"), ("artistName", "artist"),
    ]

    /// A value of the right kind; nil for any other.
    func value(of json: JSONValue) -> JSONValue? {
        let holder = JSONObject([("", json)])
        return switch kind {
        case .string, .date: json.stringValue.map(JSONValue.string)
        case .integer: holder.integer("").map { .integer(Int64($0)) }
        case .double: holder.real("").map(JSONValue.number)
        }
    }
}
