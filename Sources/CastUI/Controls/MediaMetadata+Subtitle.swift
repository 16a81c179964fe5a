// SPDX-License-Identifier: Apache-2.0

public import CastWire

extension MediaMetadata {
    /// The second line: the subtitle if there is one, or else a field that depends on the type of media, such as the
    /// studio of a movie or the artist of a song. Nil if no field applies.
    public var smartSubtitle: ControlLabel? {
        if let text = subtitle.nonEmpty { return .text(text) }
        switch metadataType {
        case .movie: return first(studio) ?? (releaseYear ?? yearOfRelease).map { .value(.number($0)) }
        case .tvShow:
            if let text = first(seriesTitle) { return text }
            guard let season, let episode else { return nil }
            return ControlLabel(.seasonEpisode, .number(season), .number(episode))
        case .musicTrack: return first(artist, albumArtist, composer, albumName)
        case .photo: return first(artist, location)
        case .audiobookChapter: return first(chapterTitle, bookTitle)
        case .generic: return first(artist)
        default: return first(artist, studio, seriesTitle)
        }
    }

    /// The year at the start of an ISO 8601 release date.
    private var yearOfRelease: Int? {
        guard let start = releaseDate?.prefix(4), start.count == 4 else { return nil }
        return Int(start)
    }

    private func first(_ texts: String?...) -> ControlLabel? {
        texts.lazy.compactMap(\.nonEmpty).first.map(ControlLabel.text)
    }
}

extension String? {
    /// The text; nil if it has no visible characters.
    var nonEmpty: String? {
        guard let self, !DisplayText.bounded(self).isEmpty else { return nil }
        return self
    }
}

/// The URL of an image for a part of the user interface.
public struct ArtworkReference: Sendable, Hashable {
    /// The purpose of an image. The app's image picker receives it.
    public enum Purpose: Sendable, Hashable, CaseIterable {
        case custom, dialog, mini, background
        /// Shown during an ad. The image is that of the clip, without the image picker.
        case ad
    }

    /// The address, whose scheme is `http` or `https`.
    public var url: String
    /// Where the image is shown.
    public var purpose: Purpose

    /// The maximum length of a URL, in bytes of UTF-8.
    static var limit: Int { 8_192 }

    /// Creates a reference; nil for a URL that is not `http` or `https`, or is too long.
    public init?(url: String?, purpose: Purpose) {
        guard let url, url.utf8.count <= Self.limit else { return nil }
        let scheme = url.prefix { $0 != ":" }.lowercased()
        guard scheme == "https" || scheme == "http", url.contains("://") else { return nil }
        self.url = url
        self.purpose = purpose
    }
}

extension MediaMetadata {
    /// The first image of the metadata, which the default picker uses for every purpose.
    func artwork(_ purpose: ArtworkReference.Purpose) -> ArtworkReference? {
        ArtworkReference(url: images?.first?.url, purpose: purpose)
    }
}
