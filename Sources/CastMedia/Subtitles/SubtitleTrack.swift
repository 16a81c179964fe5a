// SPDX-License-Identifier: Apache-2.0

import CastMediaProbe

/// Subtitles of a media item that a user can choose.
package struct SubtitleTrack: Sendable, Hashable, Identifiable {
    /// Where subtitles come from.
    package enum Origin: Sendable, Hashable {
        /// A file that the user specified.
        case selected(path: String)
        /// A file that belongs to the media by its name.
        case sidecar(path: String)
        /// Subtitles of a page on a video site.
        case site(url: String)
        /// A track inside the file, with its index.
        case embedded(index: Int)
    }

    /// The ID of the track on the device, unique within the media, from 1. It is 0 until the item has assigned it.
    package var id = 0
    /// Where the subtitles come from.
    package var origin: Origin
    /// The language as a BCP 47 tag, if it is known.
    package var language: String?
    /// The title, such as `Commentary`.
    package var title: String?
    /// Whether the subtitles contain only the parts in foreign languages.
    package var isForced: Bool
    /// Whether the file marks the subtitles as those to show.
    package var isDefault: Bool
    /// Whether the subtitles describe sounds for viewers with impaired hearing.
    package var isForHearingImpaired: Bool

    /// The name to display.
    package var name: String {
        let words = [title ?? language, isForced ? "forced" : nil].compactMap { $0 }
        return words.isEmpty ? "Subtitles" : words.joined(separator: ", ")
    }

    /// Whether the subtitles are inside the media file.
    package var isEmbedded: Bool {
        if case .embedded = origin { true } else { false }
    }

    init(_ file: SidecarSubtitle, origin: Origin) {
        self.origin = origin
        language = file.language
        title = file.title
        isForced = file.isForced
        isDefault = false
        isForHearingImpaired = file.isForHearingImpaired
    }

    init(_ track: TrackFacts) {
        origin = .embedded(index: track.index)
        language = track.language
        // A title in a file can be of any length and contain escape sequences.
        title = track.title.map { PrintableText.line($0, limit: 100) }.flatMap { $0.isEmpty ? nil : $0 }
        isForced = track.isForced
        isDefault = track.isDefault
        isForHearingImpaired = track.isForHearingImpaired
    }
}

/// The subtitles to show when media is loaded.
package enum SubtitleChoice: Sendable, Hashable {
    /// By the language and the files that the user specified, else by the markings of the files.
    case automatic
    /// No subtitles.
    case none
    /// The subtitles with this ID.
    case track(id: Int)
}

extension Sequence<SubtitleTrack> {
    /// Returns the subtitles to show from the start.
    ///
    /// - Parameter language: The language that the user wants, as a tag, a code or an English name.
    package func preferred(language: String?) -> SubtitleTrack? {
        if let language {
            let range = LanguageTag.tag(named: language) ?? LanguageTag.tag(language) ?? language
            let matching = filter { $0.language.map { LanguageRange.matches($0, range) } == true }
            // Complete subtitles without descriptions of sounds come first.
            let best = matching.first { !$0.isForced && !$0.isForHearingImpaired } ?? matching.first { !$0.isForced }
            if let best = best ?? matching.first { return best }
        }
        return first { !$0.isEmbedded } ?? first(where: \.isDefault) ?? first(where: \.isForced)
    }
}
