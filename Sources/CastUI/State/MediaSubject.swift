import CastSender

/// One thing that plays, told apart from the next one.
struct MediaSubject: Sendable, Hashable {
    var mediaSessionID: Int
    /// nil where the receiver has no queue.
    var itemID: Int?
}

extension MediaPanel {
    /// What plays; nil while nothing is loaded.
    var subject: MediaSubject? {
        guard isLoaded, let snapshot = controls?.snapshot else { return nil }
        return MediaSubject(mediaSessionID: snapshot.mediaSessionID, itemID: snapshot.currentItemID)
    }
}
