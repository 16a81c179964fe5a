// SPDX-License-Identifier: Apache-2.0

package import CastWire

/// Media to be played, with the information that the screen shows about it.
package struct PlayerItem: Sendable, Hashable {
    /// The type of the media, from the sender or from the content type.
    package enum Kind: String, Sendable, Hashable {
        case video
        case audio
        case image
        /// The player determines the type.
        case unknown
    }

    /// The number of this load, unique on the device. Events refer to it.
    package var generation: Int
    /// The URL of the media: `contentUrl`, or `contentId` if that is the URL.
    package var url: String
    /// The MIME type from the sender; may be empty or wrong.
    package var contentType: String
    package var kind: Kind
    package var isLive: Bool
    /// The duration in seconds from the sender; nil if the player must determine it.
    package var duration: Double?
    /// The start position in seconds; nil for the beginning, or for the live edge of live media.
    package var startTime: Double?
    package var autoplay: Bool
    /// The playback rate, 0.5 to 2.
    package var rate: Double
    /// The stream volume level, 0 to 1, separate from the device's volume.
    package var volumeLevel: Double
    package var isMuted: Bool
    package var tracks: PlayerTracks

    /// Whether the item plays in a break of the content.
    package var isAdvertisement: Bool

    package var title: String?
    package var subtitle: String?
    package var artist: String?
    package var album: String?
    /// The URLs of the artwork, best first.
    package var imageURLs: [String]
    /// The path at which a page requests the picture, for an item that is a picture; nil until the item is sent to a
    /// page.
    package var pictureURL: String?
    /// The advertisements in the item. A clip of a break is one advertisement from its beginning to its end.
    package var advertisements: [PlayerAdvertisement]
    /// The positions of the breaks in the item, in seconds.
    package var breakPositions: [Double]
    /// Whether the item's URLs may refer to this machine, because they come from a sender on this machine.
    package var mayBeOnThisMachine = true
    /// The container of HLS segments that the sender declares, or the default of devices.
    package var segments = HLSSegmentContainer.transportStream
    /// Whether the sender declares the container.
    package var declaresSegments = false

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

/// An advertisement that the screen labels as such: a clip of its own, or a part of the content's stream.
package struct PlayerAdvertisement: Sendable, Hashable {
    /// The start and the end in the item that contains the advertisement, in seconds. A clip of its own starts at 0,
    /// and its end may be unknown until it has played.
    package var start: Double
    package var end: Double?
    /// The index of the clip in its break, starting at 0, and the number of clips in the break.
    package var index: Int
    package var count: Int
    /// The time in seconds after ``start`` from which the advertisement can be skipped; nil if it cannot be skipped.
    package var whenSkippable: Double?

    package init(start: Double = 0, end: Double? = nil, index: Int = 0, count: Int = 1, whenSkippable: Double? = nil) {
        self.start = start
        self.end = end
        self.index = index
        self.count = count
        self.whenSkippable = whenSkippable
    }

    package var json: JSONValue {
        [
            "start": .number(start),
            "end": end.map { .number($0) } ?? .null,
            "index": .integer(Int64(index)),
            "count": .integer(Int64(count)),
            "whenSkippable": whenSkippable.map { .number($0) } ?? .null,
        ]
    }
}

/// The properties of media that are found by opening it.
package struct MediaMetadataFacts: Sendable, Hashable {
    /// The duration in seconds; nil for live media and if unknown.
    package var duration: Double?
    package var width: Int?
    package var height: Int?
    /// The playable part of a live stream; nil for other media and if unknown.
    package var live: LiveWindow?

    package init(duration: Double? = nil, width: Int? = nil, height: Int? = nil, live: LiveWindow? = nil) {
        self.duration = duration
        self.width = width
        self.height = height
        self.live = live
    }
}
