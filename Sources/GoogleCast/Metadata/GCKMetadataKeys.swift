// Keys of a ``GCKMediaMetadata`` that have a meaning. Their text is the original's where that is known; compare through
// the symbols.

/// When it was taken or made, as a date.
public let kGCKMetadataKeyCreationDate: String = "com.google.cast.metadata.CREATION_DATE"
/// When it came out, as a date.
public let kGCKMetadataKeyReleaseDate: String = "com.google.cast.metadata.RELEASE_DATE"
/// When it was broadcast first, as a date.
public let kGCKMetadataKeyBroadcastDate: String = "com.google.cast.metadata.BROADCAST_DATE"
/// Its title.
public let kGCKMetadataKeyTitle: String = "com.google.cast.metadata.TITLE"
/// What is said below the title.
public let kGCKMetadataKeySubtitle: String = "com.google.cast.metadata.SUBTITLE"
/// Who made or performs it.
public let kGCKMetadataKeyArtist: String = "com.google.cast.metadata.ARTIST"
/// The artist of the album.
public let kGCKMetadataKeyAlbumArtist: String = "com.google.cast.metadata.ALBUM_ARTIST"
/// The album.
public let kGCKMetadataKeyAlbumTitle: String = "com.google.cast.metadata.ALBUM_TITLE"
/// Who composed it.
public let kGCKMetadataKeyComposer: String = "com.google.cast.metadata.COMPOSER"
/// The disc of the album, from 1.
public let kGCKMetadataKeyDiscNumber: String = "com.google.cast.metadata.DISC_NUMBER"
/// The place on the disc.
public let kGCKMetadataKeyTrackNumber: String = "com.google.cast.metadata.TRACK_NUMBER"
/// The season.
public let kGCKMetadataKeySeasonNumber: String = "com.google.cast.metadata.SEASON_NUMBER"
/// The episode of the season.
public let kGCKMetadataKeyEpisodeNumber: String = "com.google.cast.metadata.EPISODE_NUMBER"
/// The name of the series.
public let kGCKMetadataKeySeriesTitle: String = "com.google.cast.metadata.SERIES_TITLE"
/// The studio that made the film.
public let kGCKMetadataKeyStudio: String = "com.google.cast.metadata.STUDIO"
/// Width in pixels.
public let kGCKMetadataKeyWidth: String = "com.google.cast.metadata.WIDTH"
/// Height in pixels.
public let kGCKMetadataKeyHeight: String = "com.google.cast.metadata.HEIGHT"
/// Where it was taken, in words.
public let kGCKMetadataKeyLocationName: String = "com.google.cast.metadata.LOCATION_NAME"
/// Where it was taken: degrees, south negative.
public let kGCKMetadataKeyLocationLatitude: String = "com.google.cast.metadata.LOCATION_LATITUDE"
/// Where it was taken: degrees, west negative.
public let kGCKMetadataKeyLocationLongitude: String = "com.google.cast.metadata.LOCATION_LONGITUDE"
/// The book.
public let kGCKMetadataKeyBookTitle: String = "com.google.cast.metadata.BOOK_TITLE"
/// The chapter's number.
public let kGCKMetadataKeyChapterNumber: String = "com.google.cast.metadata.CHAPTER_NUMBER"
/// The chapter's title.
public let kGCKMetadataKeyChapterTitle: String = "com.google.cast.metadata.CHAPTER_TITLE"
/// How long the section is, in seconds.
public let kGCKMetadataKeySectionDuration: String = "com.google.cast.metadata.SECTION_DURATION"
/// Where the section begins in the media, in seconds.
public let kGCKMetadataKeySectionStartTimeInMedia: String = "com.google.cast.metadata.SECTION_START_TIME_IN_MEDIA"
/// When the section begins, in seconds since 1970.
public let kGCKMetadataKeySectionStartAbsoluteTime: String = "com.google.cast.metadata.SECTION_START_ABSOLUTE_TIME"
/// Where the section begins in its container, in seconds.
public let kGCKMetadataKeySectionStartTimeInContainer: String =
    "com.google.cast.metadata.SECTION_START_TIME_IN_CONTAINER"
/// The queue item that it belongs to.
public let kGCKMetadataKeyQueueItemID: String = "com.google.cast.metadata.QUEUE_ITEM_ID"
