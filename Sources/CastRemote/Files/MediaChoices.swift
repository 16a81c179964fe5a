// SPDX-License-Identifier: Apache-2.0

package import CastMedia
package import CastMediaProbe
import NIOPosix

/// The choices for an item before it is cast: subtitles, audio language, quality and start position.
package struct MediaChoices: Sendable, Equatable {
    /// Subtitles that can be shown.
    package struct SubtitleOption: Sendable, Equatable {
        /// Where subtitles are.
        package enum Source: Sendable, Equatable {
            /// A file. Its path is never shown.
            case file(path: String)
            /// A text track inside the media, with its index.
            case text(index: Int)
            /// A track of pictures inside the media, with its index. It is drawn into the video.
            case pictures(index: Int)
        }

        /// Where the subtitles are.
        package var source: Source
        /// The displayed name.
        package var name: String
        /// The language as a BCP 47 tag, if it is known.
        package var language: String?

        package init(_ source: Source, name: String, language: String? = nil) {
            (self.source, self.name, self.language) = (source, name, language)
        }

        /// Creates an option for a file.
        package init(path: String, name: String, language: String? = nil) {
            self.init(.file(path: path), name: name, language: language)
        }

        /// The path of a file; nil for a track.
        var path: String? {
            if case .file(let path) = source { path } else { nil }
        }
    }

    /// A choice in the form in which pages send it.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case subtitles, audio, quality
    }

    /// The heights of the qualities that are offered besides the original one.
    package static let heights = [1080, 720, 480]

    /// What is known about the file; nil until it has been read, for addresses, and if its tracks cannot be read.
    package var facts: MediaFacts?
    /// The subtitles that can be chosen.
    package var subtitles: [SubtitleOption] = []
    /// The index of the subtitles to show from the start; nil for none.
    package var selectedSubtitles: Int?
    /// The audio language as a BCP 47 tag; nil for the default track.
    package var audioLanguage: String?
    /// The largest height of the video in pixels; nil for the original one.
    package var maximumHeight: Int?
    /// The start position in seconds; nil for the beginning.
    package var startTime: Double?

    package init() {}

    /// The languages of the audio tracks; empty if there is no choice.
    package var audioLanguages: [String] {
        let tracks = facts?.tracks.filter { $0.kind == .audio } ?? []
        guard tracks.count > 1 else { return [] }
        var languages: [String] = []
        for case let language? in tracks.map(\.language) where !languages.contains(language) {
            languages.append(language)
        }
        return languages
    }

    /// The heights that are smaller than the video, the largest first; empty if there is no choice.
    package var smallerHeights: [Int] {
        guard let height = facts?.video?.height else { return [] }
        return Self.heights.filter { $0 < height }
    }

    /// Applies a choice in the form in which pages send it. A value that is not offered has no effect.
    package mutating func choose(_ kind: Kind, _ value: String) {
        let isDefault = value == "none"
        switch kind {
        case .subtitles:
            if isDefault { selectedSubtitles = nil }
            if let index = Int(value), subtitles.indices.contains(index) { selectedSubtitles = index }
        case .audio:
            if isDefault { audioLanguage = nil }
            if audioLanguages.contains(value) { audioLanguage = value }
        case .quality:
            if isDefault { maximumHeight = nil }
            if let height = Int(value), smallerHeights.contains(height) { maximumHeight = height }
        }
    }

    /// The chosen subtitles; nil for none.
    private var selected: SubtitleOption? { selectedSubtitles.map { subtitles[$0] } }

    /// The options for the conversion of the file.
    package var conversion: MediaPlan.Options {
        var options = MediaPlan.Options()
        if case .pictures(let index) = selected?.source { options.burnsIn = index }
        options.maximumHeight = maximumHeight
        options.audioLanguage = audioLanguage
        return options
    }

    /// Returns the ids of the tracks to show from the start.
    ///
    /// - Parameter tracks: The tracks of the item to which these choices were applied.
    package func activeTrackIDs(in tracks: [SubtitleTrack]) -> [Int] {
        let track: SubtitleTrack?
        switch selected?.source {
        case .file: track = tracks.first { !$0.isEmbedded }
        case .text(let index): track = tracks.first { $0.origin == .embedded(index: index) }
        case .pictures, nil: track = nil
        }
        return track.map { [$0.id] } ?? []
    }

    /// Adds the choices to the options of an item. All subtitles are added, the chosen file first.
    ///
    /// The start position is not among them, because an item is shared in the same way for every position.
    package func apply(to options: inout MediaItem.Options) {
        options.conversion = conversion
        options.subtitles.includesSidecars = false
        let first = selected?.path.map { [$0] } ?? []
        options.subtitles.paths = first + subtitles.compactMap(\.path).filter { !first.contains($0) }
    }

    /// Reads the tracks of a file and the subtitles next to it, in a thread of NIO's pool.
    ///
    /// - Parameters:
    ///   - path: The path of the media file; nil for an address.
    ///   - added: Further subtitle files. They precede those next to the file.
    ///   - preselected: The number of these files that belong to the media by their names.
    ///   - searchPath: The folders of `ffprobe` and `ffmpeg`, separated by colons; nil for `PATH`.
    /// - Returns: The choices. Selected are the first subtitles that belong to the media by their names, else the track
    ///   that the file marks as default or as forced.
    package static func reading(
        path: String?,
        added: [SubtitleOption] = [],
        preselected: Int = 0,
        searchPath: String? = nil
    ) async -> MediaChoices {
        var choices = MediaChoices()
        if let path { choices.facts = try? await MediaInspection.inspect(file: path, searchPath: searchPath) }
        let found = try? await NIOThreadPool.singleton.runIfActive { () -> [SubtitleOption] in
            guard let path else { return [] }
            return SidecarSubtitle.find(for: path).compactMap { file -> SubtitleOption? in
                // A file without subtitles would make the load fail.
                guard (try? Subtitles(file: file.path)) != nil else { return nil }
                let name = file.path.split(separator: "/").last.map(String.init) ?? file.path
                return SubtitleOption(path: file.path, name: PrintableText.line(name), language: file.language)
            }
        }
        let own = Array(added.prefix(preselected)) + (found ?? [])
        let tracks = choices.facts?.subtitleTracks(searchPath: searchPath) ?? (texts: [], pictures: [])
        choices.subtitles = own + tracks.texts.compactMap { SubtitleOption($0, isText: true) }
        if !own.isEmpty {
            choices.selectedSubtitles = 0
        } else if let track = tracks.texts.preferred(language: nil) {
            choices.selectedSubtitles = tracks.texts.firstIndex(of: track)
        }
        choices.subtitles += tracks.pictures.compactMap { SubtitleOption($0, isText: false) }
        choices.subtitles += added.dropFirst(preselected)
        return choices
    }
}

extension MediaChoices.SubtitleOption {
    fileprivate init?(_ track: SubtitleTrack, isText: Bool) {
        guard case .embedded(let index) = track.origin else { return nil }
        self.init(isText ? .text(index: index) : .pictures(index: index), name: track.name, language: track.language)
    }
}
