import ArgumentParser
import CastReceiver

/// `cast receiver`
struct ReceiverCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "receiver",
        abstract: "Is a Cast device, for any sender, until Ctrl-C.",
        discussion: """
            The device announces itself on the network and prints the address of a page: opened in a browser, the \
            page is the television on which media plays. Without a page, the device keeps time by the clock.

            With --json, one object per line says what happens: ready, sender, app, launchAsked, media, volume, closed.

            Examples:
              cast receiver --name "Living Room"
              cast receiver --interface lo --port 0 --headless
              cast receiver --log-frames frames.jsonl
              cast receiver --web-app ABCD1234=http://localhost:5000/ --open
              cast receiver --name Living --also Kitchen --group "Downstairs=Living,Kitchen"
              cast receiver --fault 'delay=200ms,namespace=media' --control /tmp/cast.sock
            """
    )

    @Option(name: .long, help: "What the device is called. Default: swift-cast on, and this machine's name.")
    var name: String?

    @Option(name: .long, help: "The model that the device says it is.")
    var model: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "What kind of device it is: what senders may send to it, and what its page shows.",
            discussion: """
                A display is touched: its page shows no words over a film, because its system does. A speaker has no \
                screen: its page shows what is heard.
                """
        )
    )
    var form = FormChoice.television

    @Option(name: .long, help: "The port for senders; 0 is any free one.")
    var port = 8009

    @Option(name: .long, help: "The port of the page and of the device's description; 0 is any free one.")
    var httpPort = 8008

    @Option(name: .long, help: "The port of the description over TLS; 0 is any free one.")
    var httpsPort = 8443

    @Flag(name: .long, help: "No page: media plays by the clock alone.")
    var headless = false

    @Option(
        name: .long,
        help: ArgumentHelp("Write every message, both ways, to this file as JSON lines.", valueName: "file"),
        completion: .file()
    )
    var logFrames: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "How to answer senders that want proof of what the device is.",
            discussion: """
                Senders that check accept it only when they trust the device's own root, whose file is printed at the \
                start. none, error and wrong are for testing senders, as slow is, which answers after 3 seconds or \
                those after a colon.
                """,
            valueName: "genuine|none|error|wrong|slow[:seconds]"
        )
    )
    var auth = AuthenticationMode.genuine

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Where to keep the device's identity, so that it is the same device the next time.",
            discussion: "Default: a directory for its name below ~/.local/state/swift-cast.",
            valueName: "directory"
        ),
        completion: .directory
    )
    var stateDir: String?

    @OptionGroup(title: "Apps") var apps: AppOptions
    @OptionGroup(title: "More devices, and what goes wrong") var home: HomeOptions
    @OptionGroup var network: NetworkOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        for port in [port, httpPort, httpsPort] where !(0...65535).contains(port) {
            throw ValidationError("A port is a number from 0 to 65535, not \(port).")
        }
        _ = try home.plan(for: configuration, keepsIn: stateDir)
    }

    func perform(console: Console) async throws -> ExitStatus {
        try await ReceiverSession(
            plan: home.plan(for: configuration, keepsIn: stateDir),
            console: console,
            opensPages: apps.opensPages,
            asksPerson: apps.launchAnswer == .ask
        ).run()
    }

    /// What was asked for, with an identity that lasts.
    private var configuration: DeviceConfiguration {
        let name = name ?? "swift-cast on \(StateDirectory.hostName)"
        var configuration = DeviceConfiguration(
            name: name,
            modelName: model ?? "swift-cast",
            stateDirectory: stateDir
                ?? StateDirectory.forDevice(named: name, environment: TerminalDevice.environment),
            port: port,
            httpPort: httpPort,
            httpsPort: httpsPort,
            interfaces: network.interfaces.isEmpty ? .all : .named(network.interfaces),
            isHeadless: headless,
            frameLogPath: logFrames,
            authentication: auth.authentication
        )
        configuration.form = form.form
        apps.apply(to: &configuration)
        return configuration
    }
}
