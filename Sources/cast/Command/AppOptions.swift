import ArgumentParser
import CastReceiver

/// Which apps a virtual device has, when they may start, and when they end.
struct AppOptions: ParsableArguments {
    /// What a device does with a launch.
    enum LaunchAnswer: String, ExpressibleByArgument, CaseIterable {
        case allow
        case ask
        case refuse
        case silent
    }

    /// A number of seconds, or `never`.
    struct Limit: ExpressibleByArgument {
        var seconds: Double?

        init?(argument: String) {
            if argument == "never" { return }
            guard let seconds = Double(argument), seconds.isFinite, seconds > 0, seconds <= 1e6 else { return nil }
            self.seconds = seconds
        }
    }

    /// An app id and the address of its page.
    struct WebApp: ExpressibleByArgument, Equatable {
        var appID: String
        var url: String

        init?(argument: String) {
            let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, parts[1].hasPrefix("http://") || parts[1].hasPrefix("https://") else { return nil }
            (appID, url) = (parts[0], parts[1])
        }
    }

    @Option(name: .customLong("app"), help: ArgumentHelp("Another app id to run; may be repeated.", valueName: "id"))
    var apps: [String] = []

    @Option(
        name: .customLong("web-app"),
        help: ArgumentHelp(
            "An app that is a page written for Cast devices; may be repeated.",
            discussion: "Launched, it runs in a frame of the device's page, in a browser on this machine.",
            valueName: "id=url"
        )
    )
    var webApps: [WebApp] = []

    @Flag(
        name: .customLong("open"),
        help: "Open the device's page in this machine's browser when a web app is launched."
    )
    var opensPages = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "After how many seconds without sender and media an app ends, or never.",
            discussion: "Four times as long while something is paused. Default: 300.",
            valueName: "seconds"
        )
    )
    var idleTimeout: Limit?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "How many seconds an app may take to get ready. Default: 60.",
            valueName: "seconds"
        )
    )
    var readyTimeout: Limit?

    @Flag(name: .long, help: "Apps go on when their last sender leaves.")
    var keepRunning = false

    @Option(
        name: .customLong("launch"),
        help: ArgumentHelp(
            "What a sender hears that launches an app: allow, ask (y or n on this terminal), refuse, or silent.",
            valueName: "answer"
        )
    )
    var launchAnswer = LaunchAnswer.allow

    func apply(to configuration: inout DeviceConfiguration) {
        configuration.appIDs = apps
        configuration.applications += webApps.map { .web(appID: $0.appID, url: $0.url) }
        configuration.endsAppWithLastSender = !keepRunning
        if let idleTimeout { configuration.idleTimeout = idleTimeout.seconds.map { .seconds($0) } }
        if let seconds = readyTimeout?.seconds { configuration.readyTimeout = .seconds(seconds) }
        configuration.launchPolicy =
            switch launchAnswer {
            case .allow: .allowed
            // As long as senders wait.
            case .ask: .asks(timeout: .seconds(5 * 60))
            case .refuse: .refused
            case .silent: .notificationsDisabled
            }
    }
}
