import CastReceiver

/// What the device finds at an address, without HTTP: a film of known length, or nothing that plays.
struct StagedMedia: MediaInspector {
    /// In seconds.
    var duration = 60.0
    /// The picture's width and height; nil where there is none.
    var picture: (width: Int, height: Int)?
    /// Addresses at which nothing plays, with the number by which Cast says why.
    var failures: [String: Int] = [:]

    /// Addresses of live streams, with what can be played of them when they are opened.
    var live: [String: LiveWindow] = [:]

    func inspect(_ item: PlayerItem) async -> MediaInspection {
        if let code = failures[item.url] {
            return .unplayable(detailedErrorCode: code, message: "nothing plays at \(item.url)")
        }
        if let window = live[item.url] { return .playable(MediaMetadataFacts(live: window), kind: .video) }
        let facts = MediaMetadataFacts(duration: duration, width: picture?.width, height: picture?.height)
        return .playable(facts, kind: .video)
    }
}
