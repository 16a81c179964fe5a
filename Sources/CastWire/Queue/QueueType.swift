/// What a queue is.
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
