/// What media is, for people. Which keys there are depends on ``metadataType``; any other key survives.
///
/// Dates are ISO 8601, also a year or a year and month alone.
public struct MediaMetadata: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Title of the film, track, episode or item.
    public var title: String? {
        get { self["title"] }
        set { self["title"] = newValue }
    }

    /// Second line.
    public var subtitle: String? {
        get { self["subtitle"] }
        set { self["subtitle"] = newValue }
    }

    /// Posters, covers, stills.
    public var images: [Image]? {
        get { self["images"] }
        set { self["images"] = newValue }
    }

    /// A poster's address.
    public var posterURL: String? {
        get { self["posterUrl"] }
        set { self["posterUrl"] = newValue }
    }

    /// Performer (music, photo, old generic).
    public var artist: String? {
        get { self["artist"] }
        set { self["artist"] = newValue }
    }

    /// Album.
    public var albumName: String? {
        get { self["albumName"] }
        set { self["albumName"] = newValue }
    }

    /// Artist of the album.
    public var albumArtist: String? {
        get { self["albumArtist"] }
        set { self["albumArtist"] = newValue }
    }

    /// Composer.
    public var composer: String? {
        get { self["composer"] }
        set { self["composer"] = newValue }
    }

    /// Place on the disc, from 1.
    public var trackNumber: Int? {
        get { self["trackNumber"] }
        set { self["trackNumber"] = newValue }
    }

    /// Disc of the album, from 1.
    public var discNumber: Int? {
        get { self["discNumber"] }
        set { self["discNumber"] = newValue }
    }

    /// ISO 8601.
    public var releaseDate: String? {
        get { self["releaseDate"] }
        set { self["releaseDate"] = newValue }
    }

    /// Studio of a film.
    public var studio: String? {
        get { self["studio"] }
        set { self["studio"] = newValue }
    }

    /// Name of the series.
    public var seriesTitle: String? {
        get { self["seriesTitle"] }
        set { self["seriesTitle"] = newValue }
    }

    /// Season, from 1; old senders call it `seasonNumber`.
    public var season: Int? {
        get { self["season"] ?? self["seasonNumber"] }
        set { self["season"] = newValue }
    }

    /// Episode, from 1; old senders call it `episodeNumber`.
    public var episode: Int? {
        get { self["episode"] ?? self["episodeNumber"] }
        set { self["episode"] = newValue }
    }

    /// ISO 8601.
    public var originalAirdate: String? {
        get { self["originalAirdate"] }
        set { self["originalAirdate"] = newValue }
    }

    /// For whom it is suitable.
    public var contentRating: String? {
        get { self["contentRating"] }
        set { self["contentRating"] = newValue }
    }

    /// Title of the audiobook.
    public var bookTitle: String? {
        get { self["bookTitle"] }
        set { self["bookTitle"] = newValue }
    }

    /// Title of the chapter.
    public var chapterTitle: String? {
        get { self["chapterTitle"] }
        set { self["chapterTitle"] = newValue }
    }

    /// Chapter, from 1.
    public var chapterNumber: Int? {
        get { self["chapterNumber"] }
        set { self["chapterNumber"] = newValue }
    }

    /// Where a photo was taken.
    public var location: String? {
        get { self["location"] }
        set { self["location"] = newValue }
    }

    /// Degrees, −90…90.
    public var latitude: Double? {
        get { self["latitude"] }
        set { self["latitude"] = newValue }
    }

    /// Degrees, −180…180.
    public var longitude: Double? {
        get { self["longitude"] }
        set { self["longitude"] = newValue }
    }

    /// Width of a photo in pixels.
    public var width: Int? {
        get { self["width"] }
        set { self["width"] = newValue }
    }

    /// Height of a photo in pixels.
    public var height: Int? {
        get { self["height"] }
        set { self["height"] = newValue }
    }

    /// When a photo was taken, ISO 8601.
    public var creationDateTime: String? {
        get { self["creationDateTime"] }
        set { self["creationDateTime"] = newValue }
    }

    /// A second picture, such as a station's logo.
    public var secondaryImage: Image? {
        get { self["secondaryImage"] }
        set { self["secondaryImage"] = newValue }
    }

    /// The queue item that this belongs to.
    public var queueItemID: Int? {
        get { self["queueItemId"] }
        set { self["queueItemId"] = newValue }
    }

    /// Length of the section (a programme of a live stream, a chapter), in seconds.
    public var sectionDuration: Double? {
        get { self["sectionDuration"] }
        set { self["sectionDuration"] = newValue }
    }

    /// When the section began, in seconds since 1970.
    public var sectionStartAbsoluteTime: Double? {
        get { self["sectionStartAbsoluteTime"] }
        set { self["sectionStartAbsoluteTime"] = newValue }
    }

    /// Start within the container (an audiobook), in seconds.
    public var sectionStartTimeInContainer: Double? {
        get { self["sectionStartTimeInContainer"] }
        set { self["sectionStartTimeInContainer"] = newValue }
    }

    /// Start within the media, in seconds.
    public var sectionStartTimeInMedia: Double? {
        get { self["sectionStartTimeInMedia"] }
        set { self["sectionStartTimeInMedia"] = newValue }
    }

    /// Old senders.
    public var releaseYear: Int? {
        get { self["releaseYear"] }
        set { self["releaseYear"] = newValue }
    }

    /// Old senders.
    public var episodeTitle: String? {
        get { self["episodeTitle"] }
        set { self["episodeTitle"] = newValue }
    }

    /// Old senders.
    public var songName: String? {
        get { self["songName"] }
        set { self["songName"] = newValue }
    }

    /// Old senders.
    public var artistName: String? {
        get { self["artistName"] }
        set { self["artistName"] = newValue }
    }

    /// Leaves out every key given as nil.
    public init(
        metadataType: MetadataType = .generic,
        title: String? = nil,
        subtitle: String? = nil,
        images: [Image]? = nil
    ) {
        fields = JSONObject()
        self.metadataType = metadataType
        self.title = title
        self.subtitle = subtitle
        self.images = images
    }

    /// Which keys to expect; ``MetadataType/generic`` when absent. Old senders call it `type`.
    public var metadataType: MetadataType {
        get { self["metadataType"] ?? self["type"] ?? .generic }
        set { self["metadataType"] = newValue }
    }
}
