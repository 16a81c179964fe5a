package import CastMedia
package import CastMediaProbe
import NIOPosix

/// The choices for an item before it is cast: subtitles, audio language, quality and start position.
package struct MediaChoices: Sendable, Equatable {
    /// Subtitles that can be shown.
    package struct SubtitleFile: Sendable, Equatable {
        /// The path of the file, which is never shown.
        package var path: String
        /// The displayed name.
        package var name: String
        /// The language as a BCP 47 tag, if the name contains it.
        package var language: String?

        package init(path: String, name: String, language: String? = nil) {
            (self.path, self.name, self.language) = (path, name, language)
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
    package var subtitles: [SubtitleFile] = []
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

    /// The options for the conversion of the file.
    package var conversion: MediaPlan.Options {
        var options = MediaPlan.Options()
        options.maximumHeight = maximumHeight
        options.audioLanguage = audioLanguage
        return options
    }

    /// Adds the choices to the options of an item. All subtitles are added, the chosen ones first.
    ///
    /// The start position is not among them, because an item is shared in the same way for every position.
    package func apply(to options: inout MediaItem.Options) {
        options.conversion = conversion
        options.subtitles.includesSidecars = false
        let first = selectedSubtitles.map { [subtitles[$0].path] } ?? []
        options.subtitles.paths = first + subtitles.map(\.path).filter { !first.contains($0) }
    }

    /// Reads the tracks of a file and the subtitles next to it, in a thread of NIO's pool.
    ///
    /// - Parameters:
    ///   - path: The path of the media file; nil for an address.
    ///   - added: Further subtitle files. They precede those next to the file.
    ///   - preselected: The number of these files that belong to the media by their names.
    /// - Returns: The choices, with the first subtitles that belong to the media selected.
    package static func reading(
        path: String?,
        added: [SubtitleFile] = [],
        preselected: Int = 0
    ) async -> MediaChoices {
        var choices = MediaChoices()
        if let path { choices.facts = try? await MediaInspection.inspect(file: path) }
        let found = try? await NIOThreadPool.singleton.runIfActive { () -> [SubtitleFile] in
            guard let path else { return [] }
            return SidecarSubtitle.find(for: path).compactMap { file -> SubtitleFile? in
                // A file without subtitles would make the load fail.
                guard (try? Subtitles(file: file.path)) != nil else { return nil }
                let name = file.path.split(separator: "/").last.map(String.init) ?? file.path
                return SubtitleFile(path: file.path, name: PrintableText.line(name), language: file.language)
            }
        }
        let own = Array(added.prefix(preselected)) + (found ?? [])
        choices.subtitles = own + Array(added.dropFirst(preselected))
        choices.selectedSubtitles = own.isEmpty ? nil : 0
        return choices
    }
}
