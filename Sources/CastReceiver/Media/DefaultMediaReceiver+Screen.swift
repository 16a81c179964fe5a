// SPDX-License-Identifier: Apache-2.0

import CastWire

/// Information about the media that the screen shows.
extension DefaultMediaReceiver {
    /// The item that follows automatically; nil during a break and if no item follows.
    var upNext: PlayerUpNext? {
        guard let session, session.phase != .loading, session.breakPlayback == nil,
            let next = session.queue.successor, session.queue.count > 1, let media = next.media
        else { return nil }
        return PlayerUpNext(
            title: media.title,
            subtitle: media.screenSubtitle ?? media.screenArtist,
            imageURL: media.screenImages.first,
            position: session.endPosition
        )
    }
}

extension MediaInformation {
    /// The text below the title: the subtitle from the sender, or the series with season and episode.
    var screenSubtitle: String? {
        guard let metadata else { return nil }
        if let subtitle = metadata.subtitle, !subtitle.isEmpty { return subtitle }
        guard let series = metadata.seriesTitle, !series.isEmpty else { return nil }
        let number = [metadata.season.map { "S\($0)" }, metadata.episode.map { "E\($0)" }].compactMap(\.self)
        return number.isEmpty ? series : "\(series) · \(number.joined(separator: " "))"
    }

    var screenArtist: String? { metadata?.artist ?? metadata?.albumArtist ?? metadata?.artistName }

    var screenAlbum: String? { metadata?.albumName }

    /// The URLs of the artwork, best first.
    var screenImages: [String] { (metadata?.images ?? []).compactMap(\.url).filter { !$0.isEmpty } }

    /// The advertisements in the content's own stream.
    var embeddedAdvertisements: [PlayerAdvertisement] {
        guard hasBreaks else { return [] }
        // A break may list thousands of clips, so each one is visited only once.
        let clips = embeddedBreaks
        let counts = Dictionary(clips.map { ($0.breakIndex, 1) }, uniquingKeysWith: +)
        var indexes: [Int: Int] = [:]
        return clips.map { clip in
            let index = indexes[clip.breakIndex, default: 0]
            indexes[clip.breakIndex] = index + 1
            return PlayerAdvertisement(
                start: clip.clipStart,
                end: clip.clipEnd,
                index: index,
                count: counts[clip.breakIndex] ?? 1,
                whenSkippable: clip.whenSkippable
            )
        }
    }

    /// The positions of the breaks in the content, in seconds, except for the break after it.
    var breakPositions: [Double] {
        hasBreaks ? (breaks ?? []).compactMap(\.position).filter { $0 >= 0 } : []
    }
}
