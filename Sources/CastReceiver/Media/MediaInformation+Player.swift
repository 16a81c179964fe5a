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
        if let contentID, !contentID.isEmpty { return contentID }
        // A deep link that happens to be an address can be tried; any other fails as an address that is none.
        return entity ?? ""
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

    /// Whether the URL names a list of segments, whose live form has a range to seek in.
    ///
    /// Only then does LIVE tell the player something: senders call finite files live, too, and whether a single
    /// stream ends is found out by playing it.
    var isManifest: Bool {
        let type = contentType?.lowercased() ?? ""
        if ["mpegurl", "dash+xml", "vnd.ms-sstr"].contains(where: type.contains) { return true }
        let path = url.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return path.hasSuffix(".m3u8") || path.hasSuffix(".mpd")
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
