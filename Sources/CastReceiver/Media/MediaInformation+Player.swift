import CastWire

extension MediaInformation {
    /// The title, wherever the metadata's type keeps it.
    var title: String? {
        guard let metadata else { return nil }
        let candidates = [
            metadata.title, metadata.songName, metadata.episodeTitle, metadata.chapterTitle, metadata.bookTitle,
            metadata.seriesTitle,
        ]
        return candidates.compactMap(\.self).first { !$0.isEmpty }
    }

    /// What to fetch.
    var url: String {
        if let contentURL, !contentURL.isEmpty { return contentURL }
        return contentID ?? ""
    }

    var playerKind: PlayerItem.Kind {
        switch mediaCategory {
        case .audio: return .audio
        case .video: return .video
        case .image: return .image
        default: break
        }
        let type = contentType?.lowercased() ?? ""
        if type.hasPrefix("audio/") { return .audio }
        if type.hasPrefix("video/") { return .video }
        if type.hasPrefix("image/") { return .image }
        return .unknown
    }

    /// Enough to show as loading; tracks and custom data come with the loaded media.
    var summary: MediaInformation {
        var summary = self
        for key in fields.keys where !Self.summaryKeys.contains(key) { summary.fields[key] = nil }
        return summary
    }

    private static let summaryKeys: Set<String> = [
        "contentId", "contentUrl", "contentType", "streamType", "metadata", "duration", "mediaCategory",
    ]
}
