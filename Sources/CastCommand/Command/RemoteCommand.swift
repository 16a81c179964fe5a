// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CastBridge
import CastRemote

/// `cast remote`
struct RemoteCommand: DeviceCommand {
    static let configuration = CommandConfiguration(
        commandName: "remote",
        abstract: "Run a remote control in a browser or on this terminal.",
        discussion: """
            On the page you choose a device and control its media. Several browsers can have the page open. Only \
            the files and folders given as arguments can be cast from this machine.

            By default, only this machine can open the page. With --lan, phones and other computers on the network \
            can open it, too. They need the printed code, which the printed URL already contains.

            With --terminal, the remote control runs on this terminal, and there is no page. Use keys to choose a \
            device, cast files, pause, seek, and change the volume, the queue and the subtitles; ? shows all keys. \
            Without a terminal, events are printed as lines.

            With --mqtt, the page shows and controls the devices of all sites that run cast bridge with this broker, and \
            no others.

            With --json, each event is printed as one object per line: ready, session, closed.

            Examples:
              cast remote                        open the printed URL in a browser
              cast remote --open ~/Videos        open the page, with files to cast
              cast remote --lan                  allow other machines
              cast remote --device "Living Room" connect immediately
              cast remote --terminal ~/Videos    use this terminal
              cast remote --mqtt mqtt://broker   the devices of many sites
            """
    )

    @Argument(
        help: ArgumentHelp(
            "Files and folders that can be cast; with --terminal, also URLs.",
            valueName: "file|folder"
        ),
        completion: .file()
    )
    var files: [String] = []

    @Flag(name: .long, help: "Use this terminal and its keys instead of a page.")
    var terminal = false

    @Flag(name: .long, help: "Allow other machines on the network that present the code.")
    var lan = false

    @Option(name: .long, help: "The port of the page; 0 selects a free port.")
    var port = 8060

    @Flag(name: .long, help: "Open the page in this machine's browser.")
    var open = false

    @OptionGroup var upload: UploadOptions
    @OptionGroup var mediaPort: MediaPortOptions
    @OptionGroup var target: TargetOptions
    @OptionGroup var broker: BrokerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (0...65535).contains(port) else {
            throw ValidationError("\(port) is not a valid port. Use a number from 0 to 65535.")
        }
        guard !terminal || !lan && !open else {
            throw ValidationError("--lan and --open apply to the page and cannot be combined with --terminal.")
        }
        guard broker.url == nil || !terminal && files.isEmpty && target.device == nil && target.host == nil else {
            throw ValidationError(
                "--mqtt shows the devices of a broker. It cannot be combined with --terminal, files or a device."
            )
        }
    }

    func perform(console: Console) async throws -> ExitStatus {
        if broker.url != nil { return try await fleetSession(console).run() }
        if terminal {
            return try await TerminalRemoteSession(
                finder: try DeviceFinder(target),
                console: console,
                media: files,
                mediaPorts: mediaPort.ports
            ).run()
        }
        var configuration = WebRemote.Configuration(localizer: TerminalDevice.localizer)
        configuration.port = port
        configuration.files = files
        configuration.uploads = upload.limits
        configuration.mediaPorts = mediaPort.ports?.ports
        if lan { (configuration.host, configuration.token) = ("0.0.0.0", WebRemote.newToken()) }
        return try await WebRemoteSession(
            configuration: configuration,
            finder: try DeviceFinder(target),
            console: console,
            opensPage: open
        ).run()
    }

    private func fleetSession(_ console: Console) throws -> FleetRemoteSession {
        var configuration = FleetRemote.Configuration(localizer: TerminalDevice.localizer)
        configuration.port = port
        if lan { (configuration.host, configuration.token) = ("0.0.0.0", WebRemote.newToken()) }
        return FleetRemoteSession(
            configuration: configuration,
            address: try broker.address(),
            topicPrefix: broker.topicPrefix,
            interfaces: try DeviceFinder(target).interfaces,
            console: console,
            opensPage: open
        )
    }
}
