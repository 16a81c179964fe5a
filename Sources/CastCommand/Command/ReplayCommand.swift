// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CastRecording
import CastSender
import CastTransport
import CastWire

/// `cast replay`
struct ReplayCommand: DeviceCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Play back a recorded session as the device or as the sender.",
        discussion: """
            --record of the other commands writes recordings. As a device, the command listens and answers a sender as the \
            recorded device did. As a sender, it sends to a device what the recorded sender did. Both report what differs \
            from the recording, and then exit with 1.

            Examples:
              cast replay session.jsonl --show
              cast replay session.jsonl --as device --name "User's TV"
              cast replay session.jsonl --as sender --device "Living Room" --speed 2
            """
    )

    @Argument(help: "The recording.", completion: .file())
    var file: String

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("The end to play.", valueName: "device|sender")
    )
    var role: RoleChoice?

    @Flag(name: .long, help: "Print the recording.")
    var show = false

    @Option(
        name: .long,
        help: ArgumentHelp("Divide the recorded delays by this number, from 0.01 to 1000.", valueName: "factor")
    )
    var speed = 1.0

    @Flag(name: .long, help: "Send each message as soon as what came before has arrived.")
    var noDelay = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "How long a message may be late before the replay goes on without it.",
            discussion: "Default: 10 seconds.",
            valueName: "seconds"
        )
    )
    var patience: TimePosition?

    @Option(name: .long, help: "As a device: the port; 0 selects a free port.")
    var port = 8009

    @Option(name: .long, help: "As a device: the announced name. Default: swift-cast replay.")
    var name: String?

    @Flag(name: .long, help: "As a device: do not announce it on the network.")
    var noAnnounce = false

    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    var recordedRole: RecordingHeader.Role { role == .device ? .device : .sender }

    func validate() throws {
        guard show || role != nil else {
            throw ValidationError("Choose --as device, --as sender or --show.")
        }
        guard (0.01...1000).contains(speed) else {
            throw ValidationError("--speed must be between 0.01 and 1000.")
        }
        guard (0...65535).contains(port) else {
            throw ValidationError("\(port) is not a valid port. Use a number from 0 to 65535.")
        }
    }

    func perform(console: Console) async throws -> ExitStatus {
        let recording = try Recording(contentsOf: file)
        if let line = recording.truncatedLine {
            console.note("cast: \(file):\(line): the recording ends within this line; everything before it is used")
        }
        if show { showEvents(of: recording, console) }
        switch role {
        case nil: return .success
        case .device?: return try await replayDevice(recording, console)
        case .sender?: return try await replaySender(recording, console)
        }
    }

    private var options: ReplayOptions {
        var options = ReplayOptions()
        options.pace = noDelay ? .immediate : .recorded(speed: speed)
        if let patience { options.patience = .seconds(patience.seconds) }
        return options
    }

    // MARK: - Roles

    private func replayDevice(_ recording: Recording, _ console: Console) async throws -> ExitStatus {
        let place = try ReplayAnnouncement.place(on: target.network.interfaces)
        let device = try await ReplayDevice.start(
            recording,
            options: options,
            at: CastEndpoint(host: place.host, port: port),
            observer: SessionRecorder.current
        )
        let announcement: ReplayAnnouncement?
        do {
            announcement =
                noAnnounce
                ? nil
                : try await ReplayAnnouncement.start(
                    recording,
                    name: name ?? "swift-cast replay",
                    port: device.endpoint.port,
                    place: place
                )
        } catch {
            await device.close()
            throw error
        }
        let endpoint = CastEndpoint(host: place.shown, port: device.endpoint.port)
        let (report, isInterrupted) = try await interruptible {
            // Whoever reads this may end the command at once.
            console.emit(["event": "ready", "endpoint": .string("\(endpoint)")])
            console.result("The recorded device is ready at \(endpoint). Press Ctrl-C to stop.")
            return await device.report()
        }
        await announcement?.close()
        return show(report, isInterrupted: isInterrupted, console)
    }

    private func replaySender(_ recording: Recording, _ console: Console) async throws -> ExitStatus {
        let endpoint = try await endpoint()
        console.detail("replaying the sender on \(endpoint)")
        let tls = CastTLSConnector()
        let connector: any CastConnector =
            SessionRecorder.current.map { ObservedConnector(tls, observer: $0) } ?? tls
        let timeout = Duration.seconds(target.timeout?.seconds ?? TargetOptions.defaultTimeout)
        let (report, isInterrupted) = try await interruptible { [options] in
            try await ReplaySender.run(
                recording,
                on: endpoint,
                options: options,
                connectTimeout: timeout,
                connector: connector
            )
        }
        return show(report, isInterrupted: isInterrupted, console)
    }

    /// The endpoint of the chosen device.
    private func endpoint() async throws -> CastEndpoint {
        let finder = try DeviceFinder(target)
        switch target.choice {
        case .host(let address): return address.endpoint
        case .named(let name):
            let device = try await finder.device(named: name)
            guard let endpoint = device.endpoints.first else {
                throw CommandFailure(
                    code: "connectFailed",
                    exitStatus: .unreachable,
                    message: "\(device.friendlyName) has no address"
                )
            }
            return endpoint
        case .onlyOne:
            let connection = try await finder.connect()
            await connection.close()
            return connection.endpoint
        }
    }

    // MARK: - Output

    private func showEvents(of recording: Recording, _ console: Console) {
        let device = recording.device
        let facts = [device.model, device.name, device.firmware].compactMap(\.self).joined(separator: ", ")
        console.result(
            "Recorded by \(recording.header.tool) as the \(recording.header.role.rawValue)"
                + (facts.isEmpty ? "" : "; device: \(facts)")
        )
        for event in recording.events {
            console.emit(event.json)
            console.result(event.description)
        }
    }

    private func show(_ report: ReplayReport, isInterrupted: Bool, _ console: Console) -> ExitStatus {
        for difference in report.differences {
            console.emit(["difference": .string("\(difference)")])
            console.result("\(difference)")
        }
        console.emit([
            "summary": [
                "matched": .integer(Int64(report.matched)), "sent": .integer(Int64(report.sent)),
                "withheld": .integer(Int64(report.withheld)), "differences": .integer(Int64(report.differences.count)),
            ]
        ])
        let count = report.differences.count
        let differences = count == 0 ? "no difference" : count == 1 ? "1 difference" : "\(count) differences"
        console.result("\(report.matched) messages as recorded, \(differences)")
        if isInterrupted { return .interrupted }
        return report.isSame ? .success : .failure
    }
}

extension ReplayCommand {
    /// The end of the session that is played, as an argument of `--as`.
    enum RoleChoice: String, ExpressibleByArgument, CaseIterable {
        case device
        case sender
    }
}
