// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CastBridge
import CastWire

/// `cast fleet`
struct FleetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fleet",
        abstract: "Show and control the devices of many sites over an MQTT broker.",
        discussion: """
            The sites run cast bridge. Without --site, --device or --group, a command applies to nothing; with --all, to \
            all devices.

            Examples:
              cast fleet devices --mqtt mqtt://broker.local
              cast fleet play --group lobby https://example.org/film.mp4
              cast fleet volume --site office 30
              cast fleet pause --device "Meeting Room"
              cast fleet status --watch --json
            """,
        subcommands: [
            FleetDevicesCommand.self, FleetStatusCommand.self, FleetPlayCommand.self, FleetVolumeCommand.self,
            FleetMuteCommand.self, FleetPauseCommand.self, FleetResumeCommand.self, FleetStopCommand.self,
        ]
    )
}

/// Options that choose devices of a fleet.
struct FleetTargetOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("Devices of this site (repeatable).", valueName: "name"))
    var site: [String] = []

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("A device by its name or ID (repeatable).", valueName: "name")
    )
    var device: [String] = []

    @Option(name: .long, help: ArgumentHelp("A speaker group by its name (repeatable).", valueName: "name"))
    var group: [String] = []

    @Flag(name: .long, help: "All devices.")
    var all = false

    var isEmpty: Bool { site.isEmpty && device.isEmpty && group.isEmpty && !all }

    func selects(_ candidate: FleetDevice) -> Bool {
        func isEqual(_ one: String, _ other: String) -> Bool { one.lowercased() == other.lowercased() }
        guard site.isEmpty || site.contains(where: candidate.id.isInSite(named:)) else { return false }
        if device.isEmpty && group.isEmpty { return true }
        if device.contains(where: { isEqual($0, candidate.name) || isEqual($0, candidate.id.device) }) { return true }
        return candidate.isGroup && group.contains { isEqual($0, candidate.name) }
    }
}

/// A command of `cast fleet`.
protocol FleetSubcommand: ReportingCommand {
    var broker: BrokerOptions { get }
}

extension FleetSubcommand {
    /// How long the broker gets to send what it has retained, after its last message.
    private static var settling: Duration { .milliseconds(300) }

    /// Connects to the broker, and executes an operation when the devices are known.
    func connected<Value: Sendable>(
        _ body: (FleetClient, [FleetDevice]) async throws -> Value
    ) async throws -> Value {
        let client = try await FleetClient.connect(to: broker.address(), prefix: broker.topicPrefix)
        let result: Result<Value, any Error>
        do {
            let devices = await Self.settledDevices(of: client)
            if let failure = await client.failure { throw failure }
            result = .success(try await body(client, devices))
        } catch {
            result = .failure(error)
        }
        await client.close()
        return try result.get()
    }

    /// The devices when no more have arrived for a moment.
    private static func settledDevices(of client: FleetClient) async -> [FleetDevice] {
        var count = -1
        while count != (await client.devices.count), !Task.isCancelled {
            count = await client.devices.count
            try? await Task.sleep(for: settling)
        }
        return await client.devices
    }
}

extension CommandFailure {
    static func noDevices(_ isBrokerEmpty: Bool) -> CommandFailure {
        CommandFailure(
            code: "deviceNotFound",
            exitStatus: .deviceNotFound,
            message: isBrokerEmpty
                ? "the broker knows no devices" : "no device of the broker has this name, group or site",
            hint: isBrokerEmpty
                ? "run cast bridge in the network of the devices" : "list the devices with cast fleet devices"
        )
    }
}

/// `cast fleet devices`
struct FleetDevicesCommand: FleetSubcommand {
    static let configuration = CommandConfiguration(commandName: "devices", abstract: "List the devices of all sites.")

    @OptionGroup var target: FleetTargetOptions
    @OptionGroup var broker: BrokerOptions
    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        try await connected { _, devices in
            let selected = devices.filter(target.selects)
            console.emit(["devices": .array(selected.map { .object($0.json) })])
            guard !selected.isEmpty else { return console.result("The broker knows no such devices.") }
            var table = TextTable(header: ["SITE", "NAME", "MODEL", "STATE", "VOLUME", "PLAYS", "ID"])
            table.rows = selected.map(\.row)
            for line in table.lines { console.result(line) }
        }
        return .success
    }
}

/// `cast fleet status`
struct FleetStatusCommand: FleetSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the status of devices, or follow it with --watch."
    )

    @Flag(name: .long, help: "Keep running and report changes until Ctrl-C.")
    var watch = false

    @OptionGroup var target: FleetTargetOptions
    @OptionGroup var broker: BrokerOptions
    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        let signals = ProcessSignals()
        defer { signals.close() }
        try await connected { client, devices in
            var known: [FleetDevice.ID: FleetDevice] = [:]
            report(devices, &known, console: console)
            guard watch else { return }
            let failure = await withTaskGroup(of: BrokerError?.self) { group in
                group.addTask {
                    await signals.interruption()
                    return nil
                }
                group.addTask {
                    var known = Dictionary(devices.map { ($0.id, $0) }) { $1 }
                    for await update in client.updates {
                        switch update {
                        case .devices(let devices): report(devices, &known, console: console)
                        case .closed(let error): return error
                        }
                    }
                    return nil
                }
                let first = await group.next() ?? nil
                group.cancelAll()
                return first
            }
            if let failure { throw CommandFailure(failure) }
        }
        return .success
    }

    private func report(_ devices: [FleetDevice], _ known: inout [FleetDevice.ID: FleetDevice], console: Console) {
        for device in devices where target.selects(device) && known[device.id] != device {
            known[device.id] = device
            var object: JSONObject = ["event": "status"]
            object.merge(device.json)
            console.emit(object)
            console.result(device.row.dropLast().filter { !$0.isEmpty }.joined(separator: "  "))
        }
    }
}

extension FleetDevice {
    fileprivate var row: [String] {
        [
            id.site, name, model, isOnline ? mediaState : "offline",
            volume.map { "\(Int(clamping: ($0 * 100).rounded())) %\(isMuted ? ", muted" : "")" } ?? "",
            title ?? "", id.device,
        ]
    }

    fileprivate var json: JSONObject {
        var object: JSONObject = ["site": .string(id.site), "online": .bool(isOnline)]
        object.merge(state)
        return object
    }
}
