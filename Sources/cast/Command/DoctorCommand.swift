import ArgumentParser

/// `cast doctor`
struct DoctorCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Finds out why casting does not work here, and says what to do.",
        discussion: """
            Looks at the network interfaces, at port 5353, at this machine's firewall, at multicast in and out, at the \
            devices that answer, and connects to each. Each line is ok, a warning, or a failure, with what to do. Ends \
            with 0 when nothing failed.

            Rules of a firewall are read by root only. --play finds out for certain whether a device can fetch files \
            from this machine.

            Examples:
              cast doctor
              cast doctor --interface wlan0
              cast doctor --device "Living Room"
              cast doctor --play                 have idle devices fetch a second of silence
            """
    )

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Check this device alone: its name, the beginning of it, or its id.", valueName: "name")
    )
    var device: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Check the device at this address, found or not.", valueName: "address[:port]")
    )
    var host: HostAddress?

    @Flag(
        name: .long,
        help:
            "Play a second of silence from this machine on each device that does nothing, which may turn on its screen."
    )
    var play = false

    @OptionGroup var mediaPort: MediaPortOptions
    @OptionGroup var network: NetworkOptions

    @Option(name: .long, help: ArgumentHelp("How long to look for devices.", valueName: "seconds"))
    var timeout = TimePosition(seconds: 3)

    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        try await Doctor(
            interfaces: network.interfaces,
            device: device,
            host: host,
            timeout: .seconds(timeout.seconds),
            mediaPorts: mediaPort.ports,
            plays: play,
            console: console
        ).run()
    }
}
