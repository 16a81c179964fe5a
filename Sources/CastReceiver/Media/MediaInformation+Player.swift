// SPDX-License-Identifier: Apache-2.0

import CastWire

extension MediaInformation {
    /// The title, from the field that the metadata type uses for it.
    var title: String? {
        guard let metadata else { return nil }
        let candidates = [
            metadata.title, metadata.songName, metadata.episodeTitle, metadata.chapterTitle, metadata.bookTitle,
            metadata.seriesTitle,
        ]
        return candidates.compactMap(\.self).first { !$0.isEmpty }
    }

    /// The URL of the media.
    var url: String {
        if let contentURL, !contentURL.isEmpty { return contentURL }
        if let contentID, !contentID.isEmpty { return contentID }
        // A deep link that is a URL can be tried; any other one fails as an invalid URL.
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

    /// Whether the URL refers to a list of segments, whose live form has a seekable range.
    ///
    /// Only then is the stream type LIVE relevant to the player: senders also mark finite files as live, and only
    /// playback shows whether a single stream ends.
    var isManifest: Bool {
        let type = contentType?.lowercased() ?? ""
        if ["mpegurl", "dash+xml", "vnd.ms-sstr"].contains(where: type.contains) { return true }
        let path = url.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return path.hasSuffix(".m3u8") || path.hasSuffix(".mpd")
    }

    /// The properties that are shown during loading. Tracks and custom data follow with the loaded media.
    var summary: MediaInformation {
        var summary = self
        for key in fields.keys where !Self.summaryKeys.contains(key) { summary.fields[key] = nil }
        return summary
    }

    private static let summaryKeys: Set<String> = [
        "contentId", "contentUrl", "contentType", "streamType", "metadata", "duration", "mediaCategory",
    ]
}
