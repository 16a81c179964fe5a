// SPDX-License-Identifier: Apache-2.0

import CastWire

/// A known metadata key.
struct MetadataField: Sendable {
    /// The type of a field's values.
    enum Kind: Sendable {
        case string, integer, double, date
    }

    /// The key in the API.
    let key: String
    /// The key in messages.
    let wireKey: String
    let kind: Kind
    /// The metadata types that have the field. Nil means all.
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

    /// Keys of early senders and the keys that replaced them. They are used only if the newer key is missing.
    static let aliases: [(key: String, wireKey: String)] = [
        ("originalAirDate", "originalAirdate"), ("seasonNumber", "season"), ("episodeNumber", "episode"),
        ("episodeTitle", "title"), ("songName", "title"), ("artistName", "artist"),
    ]

    /// Converts a value to the field's type, or returns nil if it has another type.
    func value(of json: JSONValue) -> JSONValue? {
        let object = JSONObject([("", json)])
        return switch kind {
        case .string, .date: json.stringValue.map(JSONValue.string)
        case .integer: object.integer("").map { .integer(Int64($0)) }
        case .double: object.real("").map(JSONValue.number)
        }
    }
}

/// Metadata values in insertion order, archived as JSON text.
struct MetadataValues: Hashable, Codable {
    var fields = JSONObject()

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        fields = try JSONValue(parsing: container.decode(String.self), limits: .local).objectValue ?? JSONObject()
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(fields.jsonString)
    }

    /// Compares numbers by value, and treats NaN as equal to NaN.
    static func == (lhs: MetadataValues, rhs: MetadataValues) -> Bool {
        JSONValue.object(lhs.fields).isEquivalent(to: .object(rhs.fields))
    }

    func hash(into hasher: inout Hasher) { hasher.combine(Set(fields.keys)) }
}

// The known keys of ``GCKMediaMetadata``. Some values of the original framework are not public, so apps must compare
// with the constants.

/// The date on which the media was created, for example the date of a photo.
public let kGCKMetadataKeyCreationDate: String = "com.google.cast.metadata.CREATION_DATE"
/// The release date.
public let kGCKMetadataKeyReleaseDate: String = "com.google.cast.metadata.RELEASE_DATE"
/// The date of the first broadcast.
public let kGCKMetadataKeyBroadcastDate: String = "com.google.cast.metadata.BROADCAST_DATE"
/// The title.
public let kGCKMetadataKeyTitle: String = "com.google.cast.metadata.TITLE"
/// The subtitle.
public let kGCKMetadataKeySubtitle: String = "com.google.cast.metadata.SUBTITLE"
/// The artist or creator.
public let kGCKMetadataKeyArtist: String = "com.google.cast.metadata.ARTIST"
/// The artist of the album.
public let kGCKMetadataKeyAlbumArtist: String = "com.google.cast.metadata.ALBUM_ARTIST"
/// The title of the album.
public let kGCKMetadataKeyAlbumTitle: String = "com.google.cast.metadata.ALBUM_TITLE"
/// The composer.
public let kGCKMetadataKeyComposer: String = "com.google.cast.metadata.COMPOSER"
/// The number of the disc in the album, from 1.
public let kGCKMetadataKeyDiscNumber: String = "com.google.cast.metadata.DISC_NUMBER"
/// The number of the track on the disc.
public let kGCKMetadataKeyTrackNumber: String = "com.google.cast.metadata.TRACK_NUMBER"
/// The season number.
public let kGCKMetadataKeySeasonNumber: String = "com.google.cast.metadata.SEASON_NUMBER"
/// The episode number within the season.
public let kGCKMetadataKeyEpisodeNumber: String = "com.google.cast.metadata.EPISODE_NUMBER"
/// The title of the series.
public let kGCKMetadataKeySeriesTitle: String = "com.google.cast.metadata.SERIES_TITLE"
/// The film studio.
public let kGCKMetadataKeyStudio: String = "com.google.cast.metadata.STUDIO"
/// The width in pixels.
public let kGCKMetadataKeyWidth: String = "com.google.cast.metadata.WIDTH"
/// The height in pixels.
public let kGCKMetadataKeyHeight: String = "com.google.cast.metadata.HEIGHT"
/// The name of the location where a photo was taken.
public let kGCKMetadataKeyLocationName: String = "com.google.cast.metadata.LOCATION_NAME"
/// The latitude where a photo was taken, in degrees. Negative values are south.
public let kGCKMetadataKeyLocationLatitude: String = "com.google.cast.metadata.LOCATION_LATITUDE"
/// The longitude where a photo was taken, in degrees. Negative values are west.
public let kGCKMetadataKeyLocationLongitude: String = "com.google.cast.metadata.LOCATION_LONGITUDE"
/// The title of the book.
public let kGCKMetadataKeyBookTitle: String = "com.google.cast.metadata.BOOK_TITLE"
/// The chapter number.
public let kGCKMetadataKeyChapterNumber: String = "com.google.cast.metadata.CHAPTER_NUMBER"
/// The chapter title.
public let kGCKMetadataKeyChapterTitle: String = "com.google.cast.metadata.CHAPTER_TITLE"
/// The duration of the section in seconds.
public let kGCKMetadataKeySectionDuration: String = "com.google.cast.metadata.SECTION_DURATION"
/// The start of the section within the media, in seconds.
public let kGCKMetadataKeySectionStartTimeInMedia: String = "com.google.cast.metadata.SECTION_START_TIME_IN_MEDIA"
/// The start time of the section, in seconds since 1970.
public let kGCKMetadataKeySectionStartAbsoluteTime: String = "com.google.cast.metadata.SECTION_START_ABSOLUTE_TIME"
/// The start of the section within its container, in seconds.
public let kGCKMetadataKeySectionStartTimeInContainer: String =
    "com.google.cast.metadata.SECTION_START_TIME_IN_CONTAINER"
/// The ID of the queue item to which the metadata belongs.
public let kGCKMetadataKeyQueueItemID: String = "com.google.cast.metadata.QUEUE_ITEM_ID"
