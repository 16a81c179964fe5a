import ArgumentParser
import CastSender

/// `cast play`
struct PlayCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Plays files and URLs, one after the other.",
        discussion: """
            A file is served from this machine while it plays, so the command stays until its end. What the device \
            can play is up to the device: MP4 with H.264 and AAC, WebM, MP3, FLAC, JPEG and PNG work everywhere.

            While it plays, on a terminal: space pauses and resumes, left and right seek 10 seconds, up and down \
            change the volume, m mutes, n and p go to the next item and the previous one, c chooses subtitles and \
            sound, s skips an advertisement, x stops, q leaves, ? shows all keys.

            Leaving with q or Ctrl-C: a URL goes on playing on the device; a file cannot, as nobody would serve it, \
            so it is stopped and the app that was started is ended. A second Ctrl-C quits at once.

            Examples:
              cast play film.mp4
              cast play film.mp4 --device "Living Room" --at 1:02:03
              cast play one.mp3 two.mp3 three.mp3
              cast play https://example.org/film.mp4 --title "The Film" --no-wait
              cast play --resume                 go back to what an earlier cast play left
            """
    )

    @Argument(help: ArgumentHelp("What to play.", valueName: "file|url"))
    var sources: [PlaySource] = []

    @Option(name: .long, help: "What the device shows as title. Default: the file's name.")
    var title: String?

    @Option(name: .long, help: "What the device shows below the title.")
    var subtitle: String?

    // Without it, the parser would suggest --subtitle, which shows the file's name as text.
    @Option(
        name: [
            .customLong("subtitles"), .customLong("subs"), .customLong("subtitle-file"), .customLong("captions"),
            .customLong("sub-file"),
        ],
        help: .hidden
    )
    var subtitleFile: String?

    @Option(
        name: .long,
        help: ArgumentHelp("A picture for the device to show with it.", valueName: "file|url")
    )
    var artwork: PlaySource?

    @Option(
        name: .long,
        help: ArgumentHelp("The MIME type. Default: guessed from the name and the content.", valueName: "type")
    )
    var contentType: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Where to begin: 90, 1:30, 1:02:03, 90s or 1m30s.", valueName: "time")
    )
    var at: TimePosition?

    @Option(
        name: .long,
        help: ArgumentHelp("Set the device's volume first: 0 to 100, or +5, or -5.", valueName: "percent")
    )
    var volume: VolumeChange?

    @Flag(name: .long, help: "End as soon as it plays. For a URL only: a file needs this command to serve it.")
    var noWait = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "How long to look for a device whose connection was lost while it plays.",
            valueName: "time"
        )
    )
    var reconnect = TimePosition(seconds: 180)

    @Flag(
        name: .long,
        help: ArgumentHelp(
            "Go back to what an earlier cast play left on its device: after q, --no-wait or a crash.",
            discussion: "Nothing is started: what plays goes on where it is."
        )
    )
    var resume = false

    @OptionGroup var mediaPort: MediaPortOptions
    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if subtitleFile != nil || subtitle.map(Self.isSubtitleFile) == true {
            throw ValidationError(
                "Subtitle files cannot be cast yet; a later version will. --subtitle is a line of text that the device "
                    + "shows below the title. Subtitles inside an HLS or DASH stream can be chosen with: cast tracks"
            )
        }
        if resume {
            let isSpecified = [
                title != nil, subtitle != nil, artwork != nil, contentType != nil, at != nil, volume != nil,
            ]
            guard sources.isEmpty, !isSpecified.contains(true), target.device == nil, target.host == nil else {
                throw ValidationError(
                    "--resume takes no item and no device: it goes back to what played, where it played."
                )
            }
        } else if sources.isEmpty {
            throw ValidationError("Missing expected argument '<file|url> ...'")
        }
        if noWait, sources.contains(where: \.isLocal) {
            throw ValidationError(
                "--no-wait works with a URL only: a file is served to the device by this command while it plays. "
                    + "To get the shell back, run it in the background: cast play FILE &"
            )
        }
        if noWait, sources.count > 1 {
            throw ValidationError("--no-wait plays one item: this command is what starts the next one.")
        }
        if sources.count > 1, title != nil || subtitle != nil || artwork != nil || contentType != nil || at != nil {
            throw ValidationError(
                "--title, --subtitle, --artwork, --content-type and --at belong to one item; \(sources.count) were given."
            )
        }
    }

    /// Whether the text for --subtitle is rather the name of a file of subtitles.
    private static func isSubtitleFile(_ text: String) -> Bool {
        [".srt", ".vtt", ".ass", ".ssa", ".sub", ".ttml", ".dfxp", ".smi"].contains { text.lowercased().hasSuffix($0) }
    }

    func perform(console: Console) async throws -> ExitStatus {
        let request = PlayRequest(
            items: (resume ? [PlaySource.url("")] : sources).map { source in
                PlayItem(
                    source: source,
                    title: title ?? source.title,
                    subtitle: subtitle,
                    artwork: artwork,
                    contentType: contentType,
                    startTime: at?.seconds
                )
            },
            resumes: resume,
            volume: volume,
            waits: !noWait,
            startTimeout: .seconds((target.timeout?.seconds ?? TargetOptions.defaultTimeout) * 6),
            reconnectWindow: .seconds(reconnect.seconds),
            mediaPorts: mediaPort.ports,
            finder: DeviceFinder(target),
            store: SessionFile(application: "swift-cast")
        )
        let begin = ContinuousClock.now
        let session = PlaybackSession(request: request, console: console) { step in
            console.detail("\(TimeText.elapsed(.now - begin).padded(to: 8))  \(step)")
        }
        return try await session.run()
    }
}
