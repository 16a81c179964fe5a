// SPDX-License-Identifier: Apache-2.0

package import CastMediaProbe
import NIOConcurrencyHelpers
import NIOPosix

/// The subtitles of a media item as WebVTT: the files that the user specified, the files next to the media or the subtitles
/// of its page, and the text tracks inside the file.
final class MediaItemSubtitles: Sendable {
    private struct State {
        var selected: [MediaServer.SharedSubtitles]
        /// The files next to the media, or the subtitles of its page; `nil` if they have not been looked for.
        var sidecars: [MediaServer.SharedSubtitles]?
        /// The tracks inside the file; `nil` if they are not known yet.
        var embedded: [MediaServer.SharedSubtitles]?
        /// The extraction with the tracks inside the file.
        var extraction: (source: SubtitleExtraction, tracks: [TrackFacts])?
        var delay: Double
        var choice = SubtitleChoice.automatic
        var isWithdrawn = false

        /// All subtitles with their IDs.
        var all: [MediaServer.SharedSubtitles] {
            var all = selected + (sidecars ?? []) + (embedded ?? [])
            for index in all.indices { all[index].track.id = index + 1 }
            return all
        }
    }

    private let source: CastSource
    private let options: MediaItem.Subtitles
    private let server: MediaServer
    private let state: NIOLockedValueBox<State>

    /// Shares the subtitle files that the user specified.
    ///
    /// - Throws: ``MediaItemError`` that names the file that has no subtitles.
    init(of source: CastSource, _ options: MediaItem.Subtitles, on server: MediaServer) throws(MediaItemError) {
        (self.source, self.options, self.server) = (source, options, server)
        let selected = try Self.shareSelected(options, delay: options.delay, on: server)
        state = NIOLockedValueBox(State(selected: selected, delay: options.delay))
    }

    /// The subtitles that are shared, with the IDs of their tracks.
    var shared: [MediaServer.SharedSubtitles] { state.withLockedValue { $0.all } }

    /// The ID of the track to show from the start; `nil` for none.
    var activeTrackID: Int? {
        let (tracks, choice) = state.withLockedValue { ($0.all.map(\.track), $0.choice) }
        switch choice {
        case .automatic: return tracks.preferred(language: options.language)?.id
        case .none: return nil
        case .track(let id): return tracks.contains { $0.id == id } ? id : nil
        }
    }

    /// The subtitles to show when the media is loaded.
    var choice: SubtitleChoice {
        get { state.withLockedValue { $0.choice } }
        set { state.withLockedValue { $0.choice = newValue } }
    }

    /// The number of seconds by which subtitles are shown later.
    var delay: Double { state.withLockedValue { $0.delay } }

    /// Whether the subtitles of a page are wanted and have not been added.
    var needsSite: Bool { options.includesSidecars && state.withLockedValue { $0.sidecars == nil } }

    /// Adds the files next to the media, or the subtitles of its page. Withdraws them if there are some already.
    func add(_ found: [MediaServer.SharedSubtitles]) {
        let isKept = state.withLockedValue { state in
            guard state.sidecars == nil, !state.isWithdrawn else { return false }
            state.sidecars = found
            return true
        }
        if !isKept { for subtitles in found { server.withdraw(subtitles.media) } }
    }

    /// Looks for files next to the media, and shares the tracks inside it. What was found is not looked for again.
    ///
    /// - Parameters:
    ///   - facts: The facts about the file; `nil` if its tracks are not known.
    ///   - searchPath: The folders of `ffmpeg`, separated by colons; `nil` for `PATH`.
    ///   - onNote: Called with a sentence about subtitles that cannot be shown.
    func find(in facts: MediaFacts?, searchPath: String?, onNote: (String) -> Void) async {
        guard case .file(let path) = source else { return }
        let (isSearched, delay) = state.withLockedValue { ($0.sidecars != nil, $0.delay) }
        if !isSearched, options.includesSidecars {
            add(await server.shareSidecars(of: path, encoding: options.encoding, delay: delay))
        }
        guard let facts, options.includesEmbedded else { return }
        let tracks = facts.textSubtitles
        guard !tracks.isEmpty else { return }
        guard let program = ExternalProgram.find("ffmpeg", searchPath: searchPath) else {
            if let note = facts.subtitleNote(searchPath: searchPath) { onNote("\(note).") }
            return
        }
        state.withLockedValue { state in
            guard state.embedded == nil, !state.isWithdrawn else { return }
            let extraction = SubtitleExtraction(file: MediaItem.resolved(path), program: program)
            state.extraction = (extraction, tracks)
            state.embedded = tracks.map {
                server.share(EmbeddedSubtitles(extraction: extraction, track: $0, delay: state.delay))
            }
        }
    }

    /// Shares all subtitles again, at new URLs, because devices do not fetch a track a second time.
    ///
    /// - Parameter delay: The number of seconds by which the subtitles are shown later.
    func setDelay(_ delay: Double) async {
        let old = state.withLockedValue { $0.all }
        let extraction = state.withLockedValue { $0.extraction }
        let (options, server, files) = (options, server, old.filter { !$0.track.isEmbedded })
        let shared = try? await NIOThreadPool.singleton.runIfActive {
            files.map { file -> MediaServer.SharedSubtitles in
                // A file that has become unreadable keeps its earlier content.
                (try? Self.share(again: file, options, delay: delay, on: server)) ?? file
            }
        }
        guard let shared else { return }
        let kept = Set(shared.map(\.media))
        state.withLockedValue { state in
            guard !state.isWithdrawn else { return }
            state.delay = delay
            state.selected = Array(shared.prefix(state.selected.count))
            if state.sidecars != nil { state.sidecars = Array(shared.dropFirst(state.selected.count)) }
            if let extraction {
                state.embedded = extraction.tracks.map {
                    server.share(EmbeddedSubtitles(extraction: extraction.source, track: $0, delay: delay))
                }
            }
        }
        for subtitles in old where !kept.contains(subtitles.media) { server.withdraw(subtitles.media) }
    }

    /// Ends sharing and the extraction.
    func withdraw() {
        let (shared, extraction) = state.withLockedValue { state in
            defer { state = State(selected: [], delay: state.delay, isWithdrawn: true) }
            return (state.all, state.extraction?.source)
        }
        for subtitles in shared { server.withdraw(subtitles.media) }
        // Waits only for the end of a program, which is killed.
        if let extraction { Task { await extraction.close() } }
    }

    // MARK: - Files

    private static func shareSelected(
        _ options: MediaItem.Subtitles,
        delay: Double,
        on server: MediaServer
    ) throws(MediaItemError) -> [MediaServer.SharedSubtitles] {
        var shared: [MediaServer.SharedSubtitles] = []
        for path in options.paths {
            do {
                // The language of a file that the user chose is in its name as well.
                let file = SidecarSubtitle.describing(MediaItem.resolved(path))
                shared.append(
                    try server.share(subtitles: file, encoding: options.encoding, delay: delay, isSelected: true)
                )
            } catch {
                throw MediaItemError(
                    .subtitlesNotReadable,
                    location: path,
                    message: "the subtitles \(path) cannot be shown: \(error)",
                    advice: "check the path, or specify the encoding"
                )
            }
        }
        return shared
    }

    private static func share(
        again subtitles: MediaServer.SharedSubtitles,
        _ options: MediaItem.Subtitles,
        delay: Double,
        on server: MediaServer
    ) throws -> MediaServer.SharedSubtitles {
        if let content = subtitles.content { return server.share(content, as: subtitles.track, delay: delay) }
        let path: String
        switch subtitles.track.origin {
        case .selected(let file), .sidecar(let file): path = file
        case .embedded, .site: return subtitles
        }
        var result = try server.share(
            subtitles: SidecarSubtitle(path: path),
            encoding: options.encoding,
            delay: delay
        )
        result.track = subtitles.track
        return result
    }
}

extension MediaItem {
    /// The subtitles that are known: files that the user specified, and after the preparation or
    /// ``findSubtitles(searchPath:)`` also those next to the media and inside it.
    package var subtitleTracks: [SubtitleTrack] { subtitles.shared.map(\.track) }

    /// The subtitles to show when the media is loaded. Takes effect in the next preparation.
    package var subtitleChoice: SubtitleChoice {
        get { subtitles.choice }
        set { subtitles.choice = newValue }
    }

    /// The ID of the subtitles that the next preparation shows from the start; `nil` for none.
    package var activeSubtitleTrackID: Int? { subtitles.activeTrackID }

    /// The number of seconds by which subtitles are shown later; negative if they are shown earlier.
    package var subtitlesDelay: Double { subtitles.delay }

    /// Changes the delay of the subtitles. Their URLs change, so the media has to be prepared and loaded again.
    package func setSubtitlesDelay(_ seconds: Double) async { await subtitles.setDelay(seconds) }

    /// Finds the subtitles before a device is chosen, and returns all of them.
    ///
    /// - Parameter searchPath: The folders of `ffprobe` and `ffmpeg`, separated by colons; `nil` for `PATH`.
    package func findSubtitles(searchPath: String? = nil) async -> [SubtitleTrack] {
        guard case .file(let path) = source else { return subtitleTracks }
        let facts = try? await MediaInspection.inspect(file: Self.resolved(path), searchPath: searchPath)
        await subtitles.find(in: facts, searchPath: searchPath) { _ in }
        return subtitleTracks
    }
}

extension MediaFacts {
    /// The maximum number of subtitle tracks of a kind that are offered.
    private static let maximumSubtitles = 32

    /// The text subtitles inside the file that are shown, which needs `ffmpeg`.
    fileprivate var textSubtitles: [TrackFacts] {
        Array(subtitles.filter(\.codec.isTextSubtitles).prefix(Self.maximumSubtitles))
    }

    /// Returns the subtitles inside the file that a user can choose; none if `ffmpeg` is not installed.
    ///
    /// - Parameter searchPath: The folders of `ffmpeg`, separated by colons; `nil` for `PATH`.
    /// - Returns: The text tracks, and the tracks of pictures, which are drawn into the video.
    package func subtitleTracks(searchPath: String? = nil) -> (texts: [SubtitleTrack], pictures: [SubtitleTrack]) {
        guard ExternalProgram.find("ffmpeg", searchPath: searchPath) != nil else { return ([], []) }
        let pictures = subtitles.filter(\.codec.isPictureSubtitles).prefix(Self.maximumSubtitles)
        return (textSubtitles.map { SubtitleTrack($0) }, pictures.map { SubtitleTrack($0) })
    }

    /// Returns a sentence without a period about text subtitles inside the file that need `ffmpeg`; `nil` if there are
    /// none or it is installed.
    package func subtitleNote(searchPath: String? = nil) -> String? {
        let count = subtitles.count(where: \.codec.isTextSubtitles)
        guard count > 0, ExternalProgram.find("ffmpeg", searchPath: searchPath) == nil else { return nil }
        let tracks = count == 1 ? "1 subtitle track inside the file is" : "\(count) subtitle tracks inside the file are"
        return "\(tracks) not shown, because ffmpeg is not installed; \(ExternalProgram.installationAdvice)"
    }
}
