import ArgumentParser
import CastMedia
import CastSender

/// `cast play`
struct PlayCommand: ReportingCommand {
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
              cast play film.mkv --subtitles film.de.srt
              cast play https://example.org/film.mp4 --title "The Film" --no-wait
              yt-dlp -o - https://example.org/film | cast play -
              cast play --screen
              cast play https://video.example.org/watch?v=7      a page, with yt-dlp
              cast play --resume                 continue the last session
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
            "Continue the session of an earlier cast play, after q, --no-wait or a crash.",
            discussion: "Nothing is launched or loaded; playback continues unchanged."
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
        if resume {
            let isSpecified = [
                title != nil, subtitle != nil, !subtitleOptions.subtitles.isEmpty, artwork != nil, contentType != nil,
                at != nil,
                volume != nil, live.isSpecified,
            ]
            guard sources.isEmpty, !isSpecified.contains(true), target.device == nil, target.host == nil else {
                throw ValidationError(
                    "--resume takes no item and no device: it continues the last session on its device."
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
    private var follows: [String]? { followMe || !followTo.isEmpty ? followTo : nil }

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
        let request = PlayCommandRequest(
            items: resume ? [PlayItem(source: .url(""))] : try await items(onNote: { console.note($0) }),
            resumes: resume,
            volume: volume,
            waits: !noWait,
            startTimeout: .seconds((target.timeout?.seconds ?? TargetOptions.defaultTimeout) * 6),
            reconnectWindow: .seconds(reconnect.seconds),
            follows: follows,
            mediaPorts: mediaPort.ports,
            finder: DeviceFinder(target),
            store: SessionFile(application: "swift-cast")
        )
        let begin = ContinuousClock.now
        let session = CastPlayback(request: request, console: console) { step in
            console.detail("\(TimeText.elapsed(.now - begin).padded(to: 8))  \(step)")
        }
        return try await session.run()
    }

    /// Returns the items, with folders and playlists replaced by their files.
    private func items(onNote: (String) -> Void) async throws(CommandFailure) -> [PlayItem] {
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
        return try listOptions.selected(entries).map { entry in
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
            options.hlsSegmentFormat = hls.format
            options.siteLookup = sites.lookup
            options.siteMedia = entry.siteMedia
            // Subtitles of sites are served by this process.
            if noWait { options.subtitles.includesSidecars = false }
            return PlayItem(source: entry.source, options: options, isLookedUpLate: entry.isLookedUpLate)
        }
    }
}
