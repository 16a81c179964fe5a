import ArgumentParser

/// `cast demo`
struct DemoCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Shows it all on this machine: a virtual device, found, connected to, and playing a film.",
        discussion: """
            Everything is real and stays on the loopback interface: a virtual device is announced by multicast DNS, \
            found, connected to over TLS, and plays a short film served over HTTP. Open the page whose address is \
            printed to watch it.

            Keys: space pauses and resumes, left and right seek 10 seconds, up and down change the volume, m mutes, \
            x stops, q leaves, ? shows all. Without a terminal or a browser it runs by itself to the end of the film.

            Examples:
              cast demo
              cast demo --until 5                stop after 5 seconds of the film
            """
    )

    @Option(
        name: .long,
        help: ArgumentHelp("Stop at this time of the film. Default: its end.", valueName: "time")
    )
    var until: TimePosition?

    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        try await DemoSession(until: until?.seconds, console: console).run()
    }
}
