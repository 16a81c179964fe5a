import CastWire

extension GCKMediaRepeatMode: WireWorded {
    static let words: [GCKMediaRepeatMode: RepeatMode] = [
        .off: .off, .single: .single, .all: .all, .allAndShuffle: .allAndShuffle,
    ]
    static let unnamed = GCKMediaRepeatMode.unchanged
}

extension GCKMediaQueueType: WireWorded {
    static let words: [GCKMediaQueueType: QueueType] = [
        .album: .album, .playlist: .playlist, .audioBook: .audiobook, .radioStation: .radioStation,
        .podcastSeries: .podcastSeries, .tvSeries: .tvSeries, .videoPlayList: .videoPlaylist, .liveTV: .liveTV,
        .movie: .movie,
    ]
    static let unnamed = GCKMediaQueueType.generic
}
