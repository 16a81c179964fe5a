public import CastWire

extension MediaMetadata {
    /// The second line: the subtitle, else what suits the kind of media, such as a film's studio or a song's artist.
    ///
    /// Nil where there is nothing.
    public var smartSubtitle: Label? {
        if let text = subtitle.nonEmpty { return .text(text) }
        switch metadataType {
        case .movie: return first(studio) ?? (releaseYear ?? yearOfRelease).map { .value(.number($0)) }
        case .tvShow:
            if let text = first(seriesTitle) { return text }
            guard let season, let episode else { return nil }
            return Label(.seasonEpisode, .number(season), .number(episode))
        case .musicTrack: return first(artist, albumArtist, composer, albumName)
        case .photo: return first(artist, location)
        case .audiobookChapter: return first(chapterTitle, bookTitle)
        case .generic: return first(artist)
        default: return first(artist, studio, seriesTitle)
        }
    }

    /// From a date that begins with it (ISO 8601).
    private var yearOfRelease: Int? {
        guard let start = releaseDate?.prefix(4), start.count == 4 else { return nil }
        return Int(start)
    }

    private func first(_ texts: String?...) -> Label? {
        texts.lazy.compactMap(\.nonEmpty).first.map(Label.text)
    }
}

extension String? {
    /// The text, unless nothing of it can be seen.
    var nonEmpty: String? {
        guard let self, !DisplayText.bounded(self).isEmpty else { return nil }
        return self
    }
}
