/// One piece of media to be played, with what a screen says about it.
package struct PlayerItem: Sendable, Hashable {
    /// What the bytes are, where the sender said so or the content type tells.
    package enum Kind: String, Sendable, Hashable {
        case video
        case audio
        case image
        /// Found out by playing.
        case unknown
    }

    /// Tells this load from every other one of the device; events carry it.
    package var generation: Int
    /// What to fetch: `contentUrl`, or `contentId` where that is the URL.
    package var url: String
    /// The MIME type as the sender wrote it; may be empty or wrong.
    package var contentType: String
    package var kind: Kind
    package var isLive: Bool
    /// Seconds, where the sender knew; nil = to be found out.
    package var duration: Double?
    /// Seconds from the beginning; nil = the beginning, or the live edge of live media.
    package var startTime: Double?
    package var autoplay: Bool
    /// 0.5 to 2.
    package var rate: Double
    /// The stream volume, 0 to 1; the device's volume is apart from it.
    package var volumeLevel: Double
    package var isMuted: Bool
    package var tracks: PlayerTracks

    /// Plays in a break of the content.
    package var isAdvertisement: Bool

    package var title: String?
    package var subtitle: String?
    package var artist: String?
    package var album: String?
    /// Artwork, best first.
    package var imageURLs: [String]
    /// Where a page gets it, for an item that is a picture; nil until a page is told.
    package var pictureURL: String?
    /// The advertisements in it, each with its place; a clip of a break is one from its beginning to its end.
    package var advertisements: [PlayerAdvertisement]
    /// Where breaks interrupt it, in seconds.
    package var breakPositions: [Double]
    /// Whether its addresses may name this machine: they come from a sender on this machine.
    package var mayBeOnThisMachine = true

    package init(
        generation: Int,
        url: String,
        contentType: String = "",
        kind: Kind = .unknown,
        isLive: Bool = false,
        duration: Double? = nil,
        startTime: Double? = nil,
        autoplay: Bool = true,
        rate: Double = 1,
        volumeLevel: Double = 1,
        isMuted: Bool = false,
        tracks: PlayerTracks = PlayerTracks(),
        title: String? = nil,
        subtitle: String? = nil,
        artist: String? = nil,
        album: String? = nil,
        imageURLs: [String] = [],
        isAdvertisement: Bool = false,
        advertisements: [PlayerAdvertisement] = [],
        breakPositions: [Double] = []
    ) {
        self.generation = generation
        self.url = url
        self.contentType = contentType
        self.kind = kind
        self.isLive = isLive
        self.duration = duration
        self.startTime = startTime
        self.autoplay = autoplay
        self.rate = rate
        self.volumeLevel = volumeLevel
        self.isMuted = isMuted
        self.tracks = tracks
        self.title = title
        self.subtitle = subtitle
        self.artist = artist
        self.album = album
        self.imageURLs = imageURLs
        self.isAdvertisement = isAdvertisement
        self.advertisements = advertisements
        self.breakPositions = breakPositions
    }
}
