// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CastTransport
import CastWire

/// `cast doctor`
struct DoctorCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Diagnose why casting does not work on this machine.",
        discussion: """
            Checks the network interfaces, UDP port 5353, this machine's firewall, multicast in both directions and \
            the devices that respond, and connects to each device. Each line begins with ok, warn or fail, and advice \
            follows where needed. The exit status is 0 if no check failed.

            Only root can read firewall rules. --play tests reliably whether a device can fetch files from this \
            machine.

            --fix runs the recommended commands, such as those that open ports or install ffmpeg, each after a question, \
            and then checks again.

            --report writes what a maintainer needs to find the cause to a file. Names, addresses and URLs are replaced.

            Examples:
              cast doctor
              cast doctor --interface wlan0
              cast doctor --device "Living Room"
              cast doctor --fix                  repair what commands can repair
              cast doctor --play                 play a second of silence on idle devices
              cast doctor --report report.txt    write a report for an issue
            """
    )

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "Check only this device: an alias, its name, the beginning of its name, or its ID.",
            valueName: "name"
        )
    )
    var device: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Check the device at this address, without discovery.", valueName: "address[:port]")
    )
    var host: HostAddress?

    @Flag(
        name: .long,
        help:
            "Play a second of silence from this machine on each idle device, which may turn on its screen."
    )
    var play = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Write a report without names and addresses to this file, as text, or as JSON if its name ends in .json.",
            valueName: "file"
        ),
        completion: .file()
    )
    var report: String?

    @Flag(name: .long, help: "Run the recommended commands, each after a question on the terminal.")
    var fix = false

    @Flag(name: .long, help: "With --fix: run the commands without questions.")
    var yes = false

    @OptionGroup var mediaPort: MediaPortOptions
    @OptionGroup var network: NetworkOptions

    @Option(name: .long, help: ArgumentHelp("How long to search for devices.", valueName: "seconds"))
    var timeout = TimePosition(seconds: 3)

    @OptionGroup var output: OutputOptions

    var needsConfiguration: Bool { false }

    func validate() throws {
        guard fix || !yes else { throw ValidationError("--yes needs --fix.") }
        guard !fix || yes || TerminalDevice.isInputTerminal else {
            throw ValidationError(
                "--fix asks on a terminal. Without one, add --yes to run the commands without questions."
            )
        }
        guard !fix || yes || !output.json else { throw ValidationError("--fix with --json needs --yes.") }
    }

    func perform(console: Console) async throws -> ExitStatus {
        var file: ReportFile?
        if let report { file = try ReportFile(path: report) }
        var diagnosis = try await doctor(console: console).run()
        if fix, try await Repair(console: console, isConfirmed: yes).run(diagnosis.findings) {
            console.result("")
            console.result("Checking again:")
            // The commands may have changed the configuration.
            let configuration = UserConfiguration.load(environment: TerminalDevice.environment)
            diagnosis = try await UserConfiguration.$current.withValue(configuration) {
                try await doctor(console: console).run()
            }
        }
        if let file {
            let requested = [device, host.map(\.endpoint.host)].compactMap(\.self)
            try file.write(try await DoctorReport.make(of: diagnosis, requested: requested))
        }
        var object: JSONObject = [
            "ok": .bool(diagnosis.isHealthy), "checks": .array(diagnosis.findings.map { .object($0.json) }),
        ]
        object["report"] = file.map { .string($0.path) }
        console.emit(object)
        if let file {
            console.note("wrote \(file.path), without names and addresses; read it, and attach it to an issue at")
            console.note("  \(Self.issues)")
        }
        return diagnosis.isHealthy ? .success : .failure
    }

    private func doctor(console: Console) -> Doctor {
        Doctor(
            interfaces: network.interfaces,
            device: device.map(UserConfiguration.current.deviceName),
            host: host,
            timeout: .seconds(timeout.seconds),
            mediaPorts: mediaPort.ports,
            plays: play,
            console: console
        )
    }

    private static let issues = "https://github.com/swift-cast/swift-cast/issues/new/choose"
}
