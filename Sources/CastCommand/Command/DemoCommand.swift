// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `cast demo`
struct DemoCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Play a short film on a virtual device on this machine.",
        discussion: """
            The demo uses the real protocols on the loopback interface: a virtual device announces itself by \
            multicast DNS, and a sender discovers it, connects over TLS and casts a film that it serves over HTTP. \
            Open the printed URL in a browser to watch.

            Keys: space pauses and resumes, left and right seek by 10 seconds, up and down change the volume, m \
            mutes, x stops, q leaves, ? shows all keys. Without a terminal, the demo runs unattended until the film \
            ends.

            Examples:
              cast demo
              cast demo --until 5                stop after 5 seconds of the film
            """
    )

    @Option(
        name: .long,
        help: ArgumentHelp("Stop at this position of the film. Default: its end.", valueName: "time")
    )
    var until: TimePosition?

    @OptionGroup var output: OutputOptions

    var needsConfiguration: Bool { false }

    func perform(console: Console) async throws -> ExitStatus {
        try await DemoSession(until: until?.seconds, console: console).run()
    }
}
