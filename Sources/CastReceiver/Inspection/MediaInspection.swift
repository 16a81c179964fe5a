/// What came of opening media without rendering it.
package enum MediaInspection: Sendable, Hashable {
    /// It can be played. `kind` is what the bytes are, where they told.
    case playable(MediaMetadataFacts, kind: PlayerItem.Kind)
    /// It cannot; one of Cast's numbers, and what was tried and what came back.
    case unplayable(detailedErrorCode: Int, message: String)
}

/// Opens media to see whether it can be played, and how long it is.
package protocol MediaInspector: Sendable {
    /// Returns within a bounded time, and soon after its task is cancelled.
    func inspect(_ item: PlayerItem) async -> MediaInspection

    /// The codec of the media's video track, as its container names it; nil where it has none or that is not known.
    ///
    /// Returns within a bounded time, and soon after its task is cancelled.
    func videoCodec(of item: PlayerItem) async -> String?
}

extension MediaInspector {
    package func videoCodec(of item: PlayerItem) async -> String? { nil }
}
