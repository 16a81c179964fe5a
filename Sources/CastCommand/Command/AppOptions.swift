// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CastReceiver

/// Options for the apps of a virtual device: which are installed, who may launch them, and when they end.
struct AppOptions: ParsableArguments {
    /// How a virtual device responds to a launch request.
    enum LaunchAnswer: String, ExpressibleByArgument, CaseIterable {
        case allow
        case ask
        case refuse
        case silent
    }

    /// A time limit in seconds, or `never`, which is nil.
    struct Limit: ExpressibleByArgument {
        var seconds: Double?

        init?(argument: String) {
            if argument == "never" { return }
            guard let seconds = Double(argument), seconds.isFinite, seconds > 0, seconds <= 1e6 else { return nil }
            self.seconds = seconds
        }
    }

    /// An app ID and the URL of its page.
    struct WebApp: ExpressibleByArgument, Equatable {
        var appID: String
        var url: String

        init?(argument: String) {
            let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, parts[1].hasPrefix("http://") || parts[1].hasPrefix("https://") else { return nil }
            (appID, url) = (parts[0], parts[1])
        }
    }

    @Option(name: .customLong("app"), help: ArgumentHelp("An additional app ID to run (repeatable).", valueName: "id"))
    var apps: [String] = []

    @Option(
        name: .customLong("web-app"),
        help: ArgumentHelp(
            "A web receiver app to install (repeatable).",
            discussion: "When launched, it runs in a frame of the device's page, in a browser on this machine.",
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
            "How long an app keeps running without senders and media, or never.",
            discussion: "Four times as long while media is paused. Default: 300.",
            valueName: "seconds"
        )
    )
    var idleTimeout: Limit?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "How long an app may take to become ready. Default: 60.",
            valueName: "seconds"
        )
    )
    var readyTimeout: Limit?

    @Flag(name: .long, help: "Keep apps running when their last sender disconnects.")
    var keepRunning = false

    @Option(
        name: .customLong("launch"),
        help: ArgumentHelp(
            "How to respond to launch requests: allow, ask (y or n on this terminal), refuse, or silent.",
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
            // Senders wait five minutes for the user's decision.
            case .ask: .asks(timeout: .seconds(5 * 60))
            case .refuse: .refused
            case .silent: .notificationsDisabled
            }
    }
}
