import ArgumentParser
import CastRemote

/// `cast remote`
struct RemoteCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "remote",
        abstract: "A remote control as a page in a browser, or on this terminal, until Ctrl-C.",
        discussion: """
            The page chooses a device, shows what plays, and controls it; several browsers may have it open. Files and \
            folders that are named here can be cast from it, and nothing else of this machine.

            It answers this machine alone. With --lan, phones and other computers of the network may use it, too: they \
            need the code that is printed, which the printed address carries already.

            With --terminal it is on this terminal instead, by keys, and there is no page: choose a device, cast one of \
            the files, pause, seek, change the volume, the queue and the subtitles. ? shows all keys. Without a terminal \
            it says in plain lines what happens.

            With --json, one object per line says what happens: ready, session, closed.

            Examples:
              cast remote                        open the printed address in a browser
              cast remote --open ~/Videos        the same, with films to cast
              cast remote --lan                  for the phone, too
              cast remote --device "Living Room" connect at once
              cast remote --terminal ~/Videos    by keys, in this terminal
            """
    )

    @Argument(
        help: ArgumentHelp(
            "What can be cast from it; with --terminal also a URL.",
            valueName: "file|folder"
        ),
        completion: .file()
    )
    var files: [String] = []

    @Flag(name: .long, help: "Control from this terminal, by keys, instead of a page.")
    var terminal = false

    @Flag(name: .long, help: "Let other machines of the network in that show the code.")
    var lan = false

    @Option(name: .long, help: "The port of the page; 0 is any free one.")
    var port = 8060

    @Flag(name: .long, help: "Open the page in this machine's browser.")
    var open = false

    @OptionGroup var mediaPort: MediaPortOptions
    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (0...65535).contains(port) else {
            throw ValidationError("A port is a number from 0 to 65535, not \(port).")
        }
        guard !terminal || !lan && !open else {
            throw ValidationError("--lan and --open are for the page, and with --terminal there is none.")
        }
    }

    func perform(console: Console) async throws -> ExitStatus {
        if terminal {
            return try await TerminalRemoteSession(
                finder: DeviceFinder(target),
                console: console,
                media: files,
                mediaPorts: mediaPort.ports
            ).run()
        }
        var configuration = WebRemote.Configuration(localizer: TerminalDevice.localizer)
        configuration.port = port
        configuration.files = files
        configuration.mediaPorts = mediaPort.ports?.ports
        if lan {
            configuration.host = "0.0.0.0"
            configuration.token = WebRemote.newToken()
        }
        return try await RemoteSession(
            configuration: configuration,
            finder: DeviceFinder(target),
            console: console,
            opensPage: open
        ).run()
    }
}
