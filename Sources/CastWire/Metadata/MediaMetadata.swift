// SPDX-License-Identifier: Apache-2.0

/// Descriptive metadata of media. The keys that are used depend on ``metadataType``; all other keys are preserved.
///
/// Dates are in ISO 8601 format, possibly only a year, or a year and month.
public struct MediaMetadata: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// The title of the movie, episode, track or item.
    public var title: String? {
        get { self["title"] }
        set { self["title"] = newValue }
    }

    /// The subtitle.
    public var subtitle: String? {
        get { self["subtitle"] }
        set { self["subtitle"] = newValue }
    }

    /// Images such as posters, covers and stills.
    public var images: [MediaImage]? {
        get { self["images"] }
        set { self["images"] = newValue }
    }

    /// The URL of a poster.
    public var posterURL: String? {
        get { self["posterUrl"] }
        set { self["posterUrl"] = newValue }
    }

    /// The artist (music, photo, old generic metadata).
    public var artist: String? {
        get { self["artist"] }
        set { self["artist"] = newValue }
    }

    /// The name of the album.
    public var albumName: String? {
        get { self["albumName"] }
        set { self["albumName"] = newValue }
    }

    /// The artist of the album.
    public var albumArtist: String? {
        get { self["albumArtist"] }
        set { self["albumArtist"] = newValue }
    }

    /// The composer.
    public var composer: String? {
        get { self["composer"] }
        set { self["composer"] = newValue }
    }

    /// The number of the track on its disc, from 1.
    public var trackNumber: Int? {
        get { self["trackNumber"] }
        set { self["trackNumber"] = newValue }
    }

    /// The number of the disc in its album, from 1.
    public var discNumber: Int? {
        get { self["discNumber"] }
        set { self["discNumber"] = newValue }
    }

    /// The release date, in ISO 8601 format.
    public var releaseDate: String? {
        get { self["releaseDate"] }
        set { self["releaseDate"] = newValue }
    }

    /// The studio of a movie.
    public var studio: String? {
        get { self["studio"] }
        set { self["studio"] = newValue }
    }

    /// The title of the series.
    public var seriesTitle: String? {
        get { self["seriesTitle"] }
        set { self["seriesTitle"] = newValue }
    }

    /// The season number, from 1. Old senders use the key `seasonNumber`.
    public var season: Int? {
        get { self["season"] ?? self["seasonNumber"] }
        set { self["season"] = newValue }
    }

    /// The episode number, from 1. Old senders use the key `episodeNumber`.
    public var episode: Int? {
        get { self["episode"] ?? self["episodeNumber"] }
        set { self["episode"] = newValue }
    }

    /// The date of the first broadcast, in ISO 8601 format.
    public var originalAirdate: String? {
        get { self["originalAirdate"] }
        set { self["originalAirdate"] = newValue }
    }

    /// The content rating.
    public var contentRating: String? {
        get { self["contentRating"] }
        set { self["contentRating"] = newValue }
    }

    /// The title of an audiobook.
    public var bookTitle: String? {
        get { self["bookTitle"] }
        set { self["bookTitle"] = newValue }
    }

    /// The title of a chapter.
    public var chapterTitle: String? {
        get { self["chapterTitle"] }
        set { self["chapterTitle"] = newValue }
    }

    /// The chapter number, from 1.
    public var chapterNumber: Int? {
        get { self["chapterNumber"] }
        set { self["chapterNumber"] = newValue }
    }

    /// The place where a photo was taken.
    public var location: String? {
        get { self["location"] }
        set { self["location"] = newValue }
    }

    /// The latitude in degrees, −90…90.
    public var latitude: Double? {
        get { self["latitude"] }
        set { self["latitude"] = newValue }
    }

    /// The longitude in degrees, −180…180.
    public var longitude: Double? {
        get { self["longitude"] }
        set { self["longitude"] = newValue }
    }

    /// The width of a photo, in pixels.
    public var width: Int? {
        get { self["width"] }
        set { self["width"] = newValue }
    }

    /// The height of a photo, in pixels.
    public var height: Int? {
        get { self["height"] }
        set { self["height"] = newValue }
    }

    /// The time when a photo was taken, in ISO 8601 format.
    public var creationDateTime: String? {
        get { self["creationDateTime"] }
        set { self["creationDateTime"] = newValue }
    }

    /// A second image, such as a station's logo.
    public var secondaryImage: MediaImage? {
        get { self["secondaryImage"] }
        set { self["secondaryImage"] = newValue }
    }

    /// The ID of the queue item that the metadata belongs to.
    public var queueItemID: Int? {
        get { self["queueItemId"] }
        set { self["queueItemId"] = newValue }
    }

    /// The duration of the section (a program of a live stream, or a chapter), in seconds.
    public var sectionDuration: Double? {
        get { self["sectionDuration"] }
        set { self["sectionDuration"] = newValue }
    }

    /// The start time of the section, in seconds since 1970.
    public var sectionStartAbsoluteTime: Double? {
        get { self["sectionStartAbsoluteTime"] }
        set { self["sectionStartAbsoluteTime"] = newValue }
    }

    /// The start of the section in its container (such as an audiobook), in seconds.
    public var sectionStartTimeInContainer: Double? {
        get { self["sectionStartTimeInContainer"] }
        set { self["sectionStartTimeInContainer"] = newValue }
    }

    /// The start of the section in the media, in seconds.
    public var sectionStartTimeInMedia: Double? {
        get { self["sectionStartTimeInMedia"] }
        set { self["sectionStartTimeInMedia"] = newValue }
    }

    /// The release year. Sent by old senders only.
    public var releaseYear: Int? {
        get { self["releaseYear"] }
        set { self["releaseYear"] = newValue }
    }

    /// The title of the episode. Sent by old senders only.
    public var episodeTitle: String? {
        get { self["episodeTitle"] }
        set { self["episodeTitle"] = newValue }
    }

    /// The title of the song. Sent by old senders only.
    public var songName: String? {
        get { self["songName"] }
        set { self["songName"] = newValue }
    }

    /// The name of the artist. Sent by old senders only.
    public var artistName: String? {
        get { self["artistName"] }
        set { self["artistName"] = newValue }
    }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(
        metadataType: MetadataType = .generic,
        title: String? = nil,
        subtitle: String? = nil,
        images: [MediaImage]? = nil
    ) {
        fields = JSONObject()
        self.metadataType = metadataType
        self.title = title
        self.subtitle = subtitle
        self.images = images
    }

    /// The type of the metadata, which determines the keys. ``MetadataType/generic`` if absent. Old senders use the key
    /// `type`.
    public var metadataType: MetadataType {
        get { self["metadataType"] ?? self["type"] ?? .generic }
        set { self["metadataType"] = newValue }
    }
}

/// The type of a ``MediaMetadata``, which determines its keys. Values from 100 are application-defined.
public struct MetadataType: WireNumber, ExpressibleByIntegerLiteral {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }
    public init(integerLiteral value: Int) { rawValue = value }

    public static let generic: MetadataType = 0
    public static let movie: MetadataType = 1
    public static let tvShow: MetadataType = 2
    public static let musicTrack: MetadataType = 3
    public static let photo: MetadataType = 4
    public static let audiobookChapter: MetadataType = 5
}

/// An image, specified by its URL.
public struct MediaImage: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(url: String, width: Int? = nil, height: Int? = nil) {
        fields = JSONObject()
        self.url = url
        self.width = width
        self.height = height
    }

    /// The URL of the image.
    public var url: String? {
        get { self["url"] }
        set { self["url"] = newValue }
    }

    /// The width, in pixels; 0 if unknown.
    public var width: Int? {
        get { self["width"] }
        set { self["width"] = newValue }
    }

    /// The height, in pixels; 0 if unknown.
    public var height: Int? {
        get { self["height"] }
        set { self["height"] = newValue }
    }

    /// Reads an object, or a plain URL as VLC sends it.
    public init?(json: JSONValue) {
        switch json {
        case .object(let fields): self.init(fields: fields)
        case .string(let url): self.init(url: url)
        default: return nil
        }
    }
}
