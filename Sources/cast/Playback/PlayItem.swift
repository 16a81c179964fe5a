/// One item to play, as asked for.
struct PlayItem: Hashable, Sendable {
    var source: PlaySource
    var title: String
    var subtitle: String?
    var artwork: PlaySource?
    /// nil = to be guessed.
    var contentType: String?
    /// Seconds; nil = the beginning.
    var startTime: Double?
}
