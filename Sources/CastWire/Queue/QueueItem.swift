// SPDX-License-Identifier: Apache-2.0

/// An item of a queue.
public struct QueueItem: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(
        media: MediaInformation? = nil,
        itemID: Int? = nil,
        autoplay: Bool? = nil,
        startTime: Double? = nil,
        playbackDuration: Double? = nil,
        preloadTime: Double? = nil,
        activeTrackIDs: [Int]? = nil,
        customData: JSONValue? = nil
    ) {
        fields = JSONObject()
        self.media = media
        self.itemID = itemID
        self.autoplay = autoplay
        self.startTime = startTime
        self.playbackDuration = playbackDuration
        self.preloadTime = preloadTime
        self.activeTrackIDs = activeTrackIDs
        self.customData = customData
    }

    /// The ID of the item, which the receiver assigns. Must be absent in requests that add items.
    public var itemID: Int? {
        get { self["itemId"] }
        set { self["itemId"] = newValue }
    }

    /// The media of the item. Absent in a status that contains only the item's ID.
    public var media: MediaInformation? {
        get { self["media"] }
        set { self["media"] = newValue }
    }

    /// Whether to start playback automatically when the item becomes current. Absent means true.
    public var autoplay: Bool? {
        get { self["autoplay"] }
        set { self["autoplay"] = newValue }
    }

    /// The start position, in seconds.
    public var startTime: Double? {
        get { self["startTime"] }
        set { self["startTime"] = newValue }
    }

    /// The playback duration, in seconds. Negative values are relative to the end of the item; 0 skips the item.
    public var playbackDuration: Double? {
        get { self["playbackDuration"] }
        set { self["playbackDuration"] = newValue }
    }

    /// How long before the end of the previous item this item is preloaded, in seconds.
    public var preloadTime: Double? {
        get { self["preloadTime"] }
        set { self["preloadTime"] = newValue }
    }

    /// The IDs of the tracks to activate.
    public var activeTrackIDs: [Int]? {
        get { self["activeTrackIds"] }
        set { self["activeTrackIds"] = newValue }
    }

    /// The position in the unshuffled order, which the receiver assigns.
    public var orderID: Int? {
        get { self["orderId"] }
        set { self["orderId"] = newValue }
    }

    /// Application-defined data, which is passed through unchanged.
    public var customData: JSONValue? {
        get { self["customData"] }
        set { self["customData"] = newValue }
    }
}

/// A queue, or its known properties. Statuses omit the items.
public struct QueueData: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(
        items: [QueueItem]? = nil,
        startIndex: Int? = nil,
        startTime: Double? = nil,
        repeatMode: RepeatMode? = nil,
        shuffle: Bool? = nil,
        queueType: QueueType? = nil,
        name: String? = nil,
        id: String? = nil
    ) {
        fields = JSONObject()
        self.items = items
        self.startIndex = startIndex
        self.startTime = startTime
        self.repeatMode = repeatMode
        self.shuffle = shuffle
        self.queueType = queueType
        self.name = name
        self.id = id
    }

    /// The application-defined ID.
    public var id: String? {
        get { self["id"] }
        set { self["id"] = newValue }
    }

    /// The name to display.
    public var name: String? {
        get { self["name"] }
        set { self["name"] = newValue }
    }

    /// The description to display.
    public var description: String? {
        get { self["description"] }
        set { self["description"] = newValue }
    }

    /// The deep link of the queue.
    public var entity: String? {
        get { self["entity"] }
        set { self["entity"] = newValue }
    }

    /// The type of the queue.
    public var queueType: QueueType? {
        get { self["queueType"] }
        set { self["queueType"] = newValue }
    }

    /// The repeat mode.
    public var repeatMode: RepeatMode? {
        get { self["repeatMode"] }
        set { self["repeatMode"] = newValue }
    }

    /// Whether the queue is shuffled.
    public var shuffle: Bool? {
        get { self["shuffle"] }
        set { self["shuffle"] = newValue }
    }

    /// The index of the first item to play, from 0. Default 0.
    public var startIndex: Int? {
        get { self["startIndex"] }
        set { self["startIndex"] = newValue }
    }

    /// The start position in the first item, in seconds.
    public var startTime: Double? {
        get { self["startTime"] }
        set { self["startTime"] = newValue }
    }

    /// The items.
    public var items: [QueueItem]? {
        get { self["items"] }
        set { self["items"] = newValue }
    }

    /// Descriptive metadata of the queue.
    public var containerMetadata: ContainerMetadata? {
        get { self["containerMetadata"] }
        set { self["containerMetadata"] = newValue }
    }

    /// Application-defined data, which is passed through unchanged.
    public var customData: JSONValue? {
        get { self["customData"] }
        set { self["customData"] = newValue }
    }
}

/// The type of a queue.
public struct QueueType: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public static let album = QueueType(rawValue: "ALBUM")
    public static let playlist = QueueType(rawValue: "PLAYLIST")
    public static let audiobook = QueueType(rawValue: "AUDIOBOOK")
    public static let radioStation = QueueType(rawValue: "RADIO_STATION")
    public static let podcastSeries = QueueType(rawValue: "PODCAST_SERIES")
    public static let tvSeries = QueueType(rawValue: "TV_SERIES")
    public static let videoPlaylist = QueueType(rawValue: "VIDEO_PLAYLIST")
    public static let liveTV = QueueType(rawValue: "LIVE_TV")
    public static let movie = QueueType(rawValue: "MOVIE")
}

/// The behavior at the end of an item or of the queue.
public struct RepeatMode: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Playback ends after the last item.
    public static let off = RepeatMode(rawValue: "REPEAT_OFF")

    /// The queue repeats.
    public static let all = RepeatMode(rawValue: "REPEAT_ALL")

    /// The current item repeats.
    public static let single = RepeatMode(rawValue: "REPEAT_SINGLE")

    /// The queue repeats in a new random order.
    public static let allAndShuffle = RepeatMode(rawValue: "REPEAT_ALL_AND_SHUFFLE")
}

/// Descriptive metadata of a queue.
public struct ContainerMetadata: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(
        containerType: Int? = nil,
        title: String? = nil,
        containerDuration: Double? = nil,
        containerImages: [MediaImage]? = nil,
        sections: [MediaMetadata]? = nil,
        authors: [String]? = nil,
        narrators: [String]? = nil,
        publisher: String? = nil,
        releaseDate: String? = nil
    ) {
        fields = JSONObject()
        self.containerType = containerType
        self.title = title
        self.containerDuration = containerDuration
        self.containerImages = containerImages
        self.sections = sections
        self.authors = authors
        self.narrators = narrators
        self.publisher = publisher
        self.releaseDate = releaseDate
    }

    /// The type of the container: 0 for generic, 1 for an audiobook.
    public var containerType: Int? {
        get { self["containerType"] }
        set { self["containerType"] = newValue }
    }

    /// The title to display.
    public var title: String? {
        get { self["title"] }
        set { self["title"] = newValue }
    }

    /// The duration, in seconds.
    public var containerDuration: Double? {
        get { self["containerDuration"] }
        set { self["containerDuration"] = newValue }
    }

    /// Images.
    public var containerImages: [MediaImage]? {
        get { self["containerImages"] }
        set { self["containerImages"] = newValue }
    }

    /// The sections of the container, such as chapters.
    public var sections: [MediaMetadata]? {
        get { self["sections"] }
        set { self["sections"] = newValue }
    }

    /// The authors of an audiobook.
    public var authors: [String]? {
        get { self["authors"] }
        set { self["authors"] = newValue }
    }

    /// The narrators of an audiobook.
    public var narrators: [String]? {
        get { self["narrators"] }
        set { self["narrators"] = newValue }
    }

    /// The publisher of an audiobook.
    public var publisher: String? {
        get { self["publisher"] }
        set { self["publisher"] = newValue }
    }

    /// The release date of an audiobook, in ISO 8601 format.
    public var releaseDate: String? {
        get { self["releaseDate"] }
        set { self["releaseDate"] = newValue }
    }
}
