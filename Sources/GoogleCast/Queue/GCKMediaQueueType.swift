/// What a queue is.
public enum GCKMediaQueueType: Int, CaseIterable, Sendable {
    case generic = 0
    case album = 1
    case playlist = 2
    case audioBook = 3
    case radioStation = 4
    case podcastSeries = 5
    case tvSeries = 6
    case videoPlayList = 7
    case liveTV = 8
    case movie = 9
}
