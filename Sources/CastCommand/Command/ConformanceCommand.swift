// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CastConformance
import CastMedia
import CastRecording
import CastSender
import CastTransport
import CastWire

/// `cast conformance`
struct ConformanceCommand: DeviceCommand {
    static let configuration = CommandConfiguration(
        commandName: "conformance",
        abstract: "Examine whether a device follows the protocol.",
        discussion: """
            Runs numbered cases over discovery, the connection, authentication, apps, media and queues, and says what the \
            device does differently. Media cases play a silent sound. The device is left as it was found; one that runs an \
            app is not disturbed without --interrupt.

            A difference from a "must" is a failure, and the command exits with 1. A difference from a "should" is a \
            finding, and one from a "may" describes the device. Reports contain neither names nor addresses unless \
            --names is given, so that they can be attached to an issue.

            Examples:
              cast conformance --device "Living Room"
              cast conformance --only media --volume --long
              cast conformance --report results --junit results.xml
            """
    )

    @Option(
        name: .long,
        help: ArgumentHelp("Run only the cases with this number, area or word.", valueName: "pattern")
    )
    var only: String?

    @Flag(name: .long, help: "List the cases without running them.")
    var list = false

    @Flag(name: .long, help: "Run cases that change the volume for a moment.")
    var volume = false

    @Flag(name: .long, help: "Run cases that take longer than 15 seconds.")
    var long = false

    @Flag(name: .long, help: "Stop the app that runs on the device.")
    var interrupt = false

    @Flag(name: .long, help: "Keep names and addresses in reports.")
    var names = false

    @OptionGroup var files: ConformanceReportOptions

    @Option(
        name: .customLong("http-port"),
        help: ArgumentHelp("The port of the device's HTTP server. Default 8008.", valueName: "port")
    )
    var httpPort = 8008

    @OptionGroup var mediaPort: MediaPortOptions
    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    private var runOptions: ConformanceRun.Options {
        var options = ConformanceRun.Options()
        options.only = only
        options.changesVolume = volume
        options.runsLongCases = long
        options.interrupts = interrupt
        options.showsNames = names
        return options
    }

    func perform(console: Console) async throws -> ExitStatus {
        let cases = ConformanceCase.all.filter(runOptions.chooses)
        guard !cases.isEmpty else { throw failure(.noCase(pattern: only ?? ""), "") }
        if list { return show(cases, console) }
        let connection = try await DeviceFinder(target).connect()
        let (device, endpoint) = (connection.device, connection.endpoint)
        await connection.close()
        console.detail("examining \(device.friendlyName) at \(endpoint)")
        let server = try await MediaServer.start(configuration: .forDevices(ports: mediaPort.ports?.ports))
        let run = ConformanceRun(
            DeviceUnderTest(
                at: endpoint,
                record: target.host == nil ? device : nil,
                httpPort: httpPort,
                server: server,
                connector: Self.connector
            ),
            options: runOptions
        )
        let result: Result<(value: ConformanceReport, isInterrupted: Bool), any Error>
        do {
            // After Ctrl-C, the device is restored.
            result = .success(
                try await interruptible {
                    try await run.perform { result in
                        console.emit(result.output)
                        for line in result.lines { console.result(line) }
                    }
                }
            )
        } catch {
            result = .failure(error)
        }
        await server.close()
        do {
            let (report, isInterrupted) = try result.get()
            try files.write(report)
            report.showSummary(on: console)
            return isInterrupted ? .interrupted : report.conforms ? .success : .failure
        } catch let error as ConformanceError {
            throw failure(error, device.friendlyName)
        }
    }

    /// Opens the connections of the cases, which are recorded if the options ask for it.
    private static var connector: any CastConnector {
        let connector = CastTLSConnector()
        return SessionRecorder.current.map { ObservedConnector(connector, observer: $0) } ?? connector
    }

    private func failure(_ error: ConformanceError, _ device: String) -> CommandFailure {
        switch error {
        case .noCase:
            CommandFailure(code: "noCases", exitStatus: .usage, message: "\(error)", hint: "cast conformance --list")
        case .inUse(let app):
            CommandFailure(
                code: "deviceInUse",
                exitStatus: .refused,
                message: "\(device) runs \(app), which the cases would stop",
                hint: "cast stop --device \"\(device)\", or --interrupt",
                device: device
            )
        case .unreachable:
            CommandFailure(code: "unreachable", exitStatus: .unreachable, message: "\(error)", device: device)
        }
    }

    // MARK: - Output

    private func show(_ cases: [ConformanceCase], _ console: Console) -> ExitStatus {
        var table = TextTable(header: ["CASE", "LEVEL", "STATEMENT"])
        for test in cases {
            console.emit([
                "case": .string(test.id), "area": .string(test.area.rawValue), "level": .string(test.level.rawValue),
                "statement": .string(test.statement),
            ])
            table.rows.append([test.id, test.level.rawValue, test.statement])
        }
        for line in table.lines { console.result(line) }
        return .success
    }
}
