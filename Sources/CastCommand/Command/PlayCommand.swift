// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CastMedia
import CastSender
import CastWire
import NIOConcurrencyHelpers

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `cast play`
struct PlayCommand: DeviceCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Play files and URLs, one after another.",
        discussion: """
            Local files are served from this machine, so the command runs until playback ends. Files in formats that \
            the device does not play are converted while they play, if ffmpeg is installed. MP4 with \
            H.264 and AAC, WebM, MP3, FLAC, JPEG and PNG work on all devices. cast inspect shows what happens to a \
            file. The media of web pages is found by yt-dlp, if it is installed.

            Keys on a terminal: space pauses and resumes, left and right seek by 10 seconds, up and down change the \
            volume, m mutes, n and p play the next and the previous item, c selects subtitles and audio, s skips an \
            ad, x stops, q leaves, ? shows all keys.

            A dash plays standard input, --screen the screen of this computer, and --capture a camera, each as a \
            live stream that ffmpeg makes. A file that is still being written plays from its beginning while it grows.

            After q or Ctrl-C, a URL continues to play on the device. A local file is stopped, because it is no \
            longer served, and the app is closed if this command launched it. A second Ctrl-C quits immediately.

            Examples:
              cast play film.mp4
              cast play film.mp4 --device "Living Room" --at 1:02:03
              cast play one.mp3 two.mp3 three.mp3
              cast play ~/Series --start-at 3
              cast play ~/Photos --every 8s --repeat
              cast play film.mkv --subtitles film.de.srt
              cast play https://example.org/film.mp4 --title "The Film" --no-wait
              yt-dlp -o - https://example.org/film | cast play -
              cast play --screen
              cast play https://video.example.org/watch?v=7      a page, with yt-dlp
              cast play https://example.org/film.mp4 --header @token.txt
              cast play ~/Series --resume        continue a list where it stopped
              cast play --resume                 continue the last session or list
            """
    )

    @Argument(help: ArgumentHelp("The files, folders, playlists and URLs to play.", valueName: "file|url"))
    var sources: [CastSource] = []

    @Option(name: .long, help: "The title to show. Default: the name of the file.")
    var title: String?

    @Option(name: .long, help: "The line of text to show below the title.")
    var subtitle: String?

    @OptionGroup var subtitleOptions: SubtitleOptions
    @OptionGroup var listOptions: ListOptions
    @OptionGroup var slideOptions: SlideOptions

    @Option(
        name: .long,
        help: ArgumentHelp("The artwork to show.", valueName: "file|url")
    )
    var artwork: CastSource?

    @Option(
        name: .long,
        help: ArgumentHelp("The MIME type. Default: detected from the name and the content.", valueName: "type")
    )
    var contentType: String?

    @Option(
        name: .long,
        help: ArgumentHelp("The start position: 90, 1:30, 1:02:03, 90s or 1m30s.", valueName: "time")
    )
    var at: TimePosition?

    @Option(
        name: .long,
        help: ArgumentHelp("The device's volume to set before playback: 0 to 100, +5 or -5.", valueName: "percent")
    )
    var volume: VolumeChange?

    @Flag(name: .long, help: "Exit as soon as playback starts. For URLs only: this command serves local files.")
    var noWait = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "How long to try to reconnect after the connection is lost.",
            valueName: "time"
        )
    )
    var reconnect = TimePosition(seconds: 180)

    @Flag(
        name: .long,
        help: ArgumentHelp(
            "Continue the last session, or a list where it stopped.",
            discussion: """
                Without items: the session of an earlier cast play, after q, --no-wait or a crash. Nothing is launched \
                or loaded. If the session has ended, the last list of files continues on its device. With files and \
                folders: this list, at the item and position where it stopped.
                """
        )
    )
    var resume = false

    @Flag(
        name: .long,
        help: ArgumentHelp(
            "Move playback to a device that is turned on meanwhile.",
            discussion: "Position and tracks are kept. Groups are not followed."
        )
    )
    var followMe = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Like --follow-me, but only to this device (repeatable).",
            valueName: "name"
        ),
        completion: .custom(DeviceNameCompletion.complete)
    )
    var followTo: [String] = []

    @Flag(name: .long, help: "Serve files to all addresses, for a device that fetches media from another one.")
    var anyClient = false

    @OptionGroup var live: LiveOptions
    @OptionGroup var requestOptions: RequestOptions
    @OptionGroup var hls: HLSOptions
    @OptionGroup var sites: SiteOptions
    @OptionGroup var conversion: ConversionOptions
    @OptionGroup var mediaPort: MediaPortOptions
    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if subtitle.map(Self.isSubtitleFile) == true {
            throw ValidationError(
                "--subtitle sets the line of text below the title. To show a subtitle file, use: --subtitles FILE"
            )
        }
        if resume, !sources.isEmpty {
            guard sources.allSatisfy(\.isLocal), !live.sources(sources).contains(where: \.isLive) else {
                throw ValidationError(
                    "--resume continues lists of files and folders. The progress of URLs and live sources is not recorded."
                )
            }
            guard at == nil, listOptions.startAt == 1, !listOptions.shuffle else {
                throw ValidationError(
                    "--resume determines where the list starts, so it excludes --at, --start-at and --shuffle."
                )
            }
        } else if resume {
            let isSpecified = [
                title != nil, subtitle != nil, !subtitleOptions.subtitles.isEmpty, artwork != nil, contentType != nil,
                at != nil,
                volume != nil, live.isSpecified, requestOptions.isSpecified,
            ]
            guard !isSpecified.contains(true), target.device == nil, target.host == nil else {
                throw ValidationError(
                    "--resume without files takes no options of an item and no device: it continues the last session, or "
                        + "the last list, on its device."
                )
            }
        } else if sources.isEmpty, !live.isCapture {
            throw ValidationError("Missing expected argument '<file|url> ...'")
        }
        try live.validate(sources)
        let sources = live.sources(sources)
        if sources.contains(where: \.isLive), at != nil || contentType != nil || conversion.original {
            throw ValidationError(
                "--at, --content-type and --original do not apply to a live source, which ffmpeg converts from its start."
            )
        }
        if slideOptions.repeat, sources.contains(where: \.isLive) {
            throw ValidationError("--repeat does not apply to a live source, which has no beginning to return to.")
        }
        if case .live? = artwork {
            throw ValidationError("--artwork takes a file or a URL; standard input is for the media.")
        }
        if noWait, sources.contains(where: \.isLocal) || !subtitleOptions.subtitles.isEmpty {
            throw ValidationError(
                "--no-wait works with a URL only: this command serves local files while they play. "
                    + "To get the shell back, run the command in the background: cast play FILE &"
            )
        }
        if follows != nil, target.host != nil || noWait {
            throw ValidationError(
                "--follow-me searches for devices while the media plays: specify the device with --device, and do not "
                    + "use --no-wait."
            )
        }
        if noWait, slideOptions.every != nil || slideOptions.repeat {
            throw ValidationError("--every and --repeat need this command to run, so they exclude --no-wait.")
        }
        if noWait, requestOptions.isSpecified {
            throw ValidationError(
                "--no-wait does not work with a relay: this command passes the media on to the device."
            )
        }
        if noWait, sources.count > 1 {
            throw ValidationError("--no-wait takes one item: this command starts the items that follow.")
        }
        if sources.count > 1, describesOneItem {
            throw ValidationError(
                "--title, --subtitle, --subtitles, --artwork, --content-type and --at belong to one item, not to "
                    + "\(sources.count)."
            )
        }
    }

    /// The devices to which playback moves; nil to stay.
    private var follows: [String]? {
        followMe || !followTo.isEmpty ? followTo.map(UserConfiguration.current.deviceName) : nil
    }

    /// Whether an option is specified that describes a single item.
    private var describesOneItem: Bool {
        title != nil || subtitle != nil || !subtitleOptions.subtitles.isEmpty || artwork != nil || contentType != nil
            || at != nil
    }

    /// Whether the value of `--subtitle` looks like the name of a subtitle file.
    private static func isSubtitleFile(_ text: String) -> Bool {
        [".srt", ".vtt", ".ass", ".ssa", ".sub", ".ttml", ".dfxp", ".smi"].contains { text.lowercased().hasSuffix($0) }
    }

    func perform(console: Console) async throws -> ExitStatus {
        if resume, sources.isEmpty { return try await resumeLast(console: console) }
        let items = try await items(onNote: { console.note($0) })
        var request = try request(items: items)
        let list = listOptions.shuffle ? nil : ListProgress(live.sources(sources), isRecursive: listOptions.recursive)
        if let list, let file = Self.progressFile {
            request.recordedList = RecordedList(progress: list, offset: listOptions.startAt - 1, file: file)
        }
        if resume {
            let known = list.flatMap { list in Self.recordedLists.first { $0.isSameList(as: list) } }
            continueList(known, in: &request, console: console)
        }
        return try await session(request, console: console).run()
    }

    /// Continues the last session or, if it has ended, the last list.
    private func resumeLast(console: Console) async throws -> ExitStatus {
        var request = try request(items: [PlayItem(source: .url(""))])
        request.resumes = true
        var session = session(request, console: console)
        let isResumed = NIOLockedValueBox(false)
        session.onResumed = { isResumed.withLockedValue { $0 = true } }
        do {
            return try await session.run()
        } catch let failure as CommandFailure {
            guard !isResumed.withLockedValue({ $0 }), failure.exitStatus != .interrupted, let file = Self.progressFile,
                let last = Self.recordedLists.first, !last.isFinished
            else { throw failure }
            console.note("The last session has ended (\(failure.message)).")
            let list = try PlayList(
                last.sources.map { .file(path: $0) },
                isRecursive: last.isRecursive,
                onNote: { console.note($0) }
            )
            request = try self.request(items: list.entries.map { item($0) })
            request.recordedList = RecordedList(progress: last, file: file)
            if let device = last.device {
                let address = last.isAddress ? HostAddress(device) : nil
                request.finder.choice = address.map { .host($0) } ?? .named(device)
            }
            continueList(last, in: &request, console: console)
            return try await self.session(request, console: console).run()
        }
    }

    /// Sets where a list starts, and reports it.
    private func continueList(_ known: ListProgress?, in request: inout PlayCommandRequest, console: Console) {
        guard let known, !known.isFinished else {
            console.note(
                known == nil
                    ? "There is no record of this list, so it starts at its beginning."
                    : "The list was played to its end, so it starts again."
            )
            return
        }
        let index = known.index(in: request.items)
        // The position belongs to the recorded item. Another one starts at its beginning.
        let isSameItem = known.item == nil || known.item == ListProgress.path(of: request.items[index])
        request.startIndex = index
        request.startPosition = isSameItem && known.position > 0 ? known.position : nil
        let title = DisplayWidth.field(request.items[index].title)
        let position = TimeText.clock(request.startPosition ?? 0)
        console.emit([
            "event": "listResumed", "index": .integer(Int64(index)), "count": .integer(Int64(request.items.count)),
            "title": .string(request.items[index].title), "position": .number(request.startPosition ?? 0),
        ])
        if !console.isJSON {
            console.note("Continuing with item \(index + 1) of \(request.items.count), \(title), at \(position).")
        }
    }

    private func request(items: [PlayItem]) throws -> PlayCommandRequest {
        try PlayCommandRequest(
            items: items,
            volume: volume,
            waits: !noWait,
            pictureTime: slideOptions.every.map { .seconds($0.seconds) },
            repeats: slideOptions.repeat,
            startTimeout: .seconds((target.timeout?.seconds ?? TargetOptions.defaultTimeout) * 6),
            reconnectWindow: .seconds(reconnect.seconds),
            follows: follows,
            mediaPorts: mediaPort.ports,
            finder: DeviceFinder(target),
            store: SessionFile(application: "swift-cast")
        )
    }

    private func session(_ request: PlayCommandRequest, console: Console) -> CastPlayback {
        let begin = ContinuousClock.now
        return CastPlayback(request: request, console: console) { step in
            console.detail("\(TimeText.elapsed(.now - begin).padded(to: 8))  \(step)")
        }
    }

    /// The file with the progress of lists; nil for a user without a home directory.
    private static var progressFile: ListProgressFile? {
        StateDirectory.listProgress(environment: SessionFile.environment).map { ListProgressFile(path: $0) }
    }

    /// The recorded lists, the newest one first.
    private static var recordedLists: [ListProgress] {
        progressFile?.load(at: Date.now.timeIntervalSince1970) ?? []
    }

    /// Returns the items, with folders and playlists replaced by their files.
    private func items(onNote: (String) -> Void) async throws(CommandFailure) -> [PlayItem] {
        let headers = try requestOptions.headers()
        var list = try PlayList(live.sources(sources), isRecursive: listOptions.recursive, onNote: onNote)
        if contentType == nil { try await list.resolvePages(sites.lookup, onNote: onNote) }
        let entries = list.entries
        guard !noWait || entries.count == 1 else {
            throw CommandFailure(
                code: "severalItems",
                exitStatus: .usage,
                message: "--no-wait takes one item, not \(entries.count): this command starts the items that follow"
            )
        }
        guard entries.count == 1 || !describesOneItem else {
            throw CommandFailure(
                code: "severalItems",
                exitStatus: .usage,
                message:
                    "--title, --subtitle, --subtitles, --artwork, --content-type and --at belong to one item, not to "
                    + "\(entries.count)"
            )
        }
        if requestOptions.isSpecified, entries.allSatisfy(\.source.isLocal) {
            throw CommandFailure(
                code: "noURL",
                exitStatus: .usage,
                message: "--header, --cookies, --referer, --user-agent and --relay are for URLs, and there is none"
            )
        }
        return try listOptions.selected(entries).map { item($0, headers: headers) }
    }

    private func item(_ entry: PlayList.Entry, headers: RequestHeaders = RequestHeaders()) -> PlayItem {
        var options = MediaItem.Options(
            title: title ?? entry.title,
            subtitle: subtitle,
            artwork: artwork,
            contentType: contentType,
            startTime: at?.seconds,
            subtitles: subtitleOptions.choices,
            conversion: conversion.plan
        )
        options.isPublic = anyClient
        if !entry.source.isLocal {
            options.relays = requestOptions.relay
            // The user did not specify the headers for the servers in a playlist.
            options.request = sources.contains(entry.source) ? headers : headers.restrictedToHosts()
        }
        options.hlsSegmentFormat = hls.format
        options.siteLookup = sites.lookup
        options.siteMedia = entry.siteMedia
        // Subtitles of sites are served by this process.
        if noWait { options.subtitles.includesSidecars = false }
        return PlayItem(source: entry.source, options: options, isLookedUpLate: entry.isLookedUpLate)
    }
}
