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
        guard site.isEmpty || site.contains(where: { isEqual($0, candidate.id.site) }) else { return false }
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
        do { result = .success(try await body(client, await Self.settledDevices(of: client))) } catch {
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
    fileprivate static func noDevices(_ isBrokerEmpty: Bool) -> CommandFailure {
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

/// A command of `cast fleet` that is sent to devices.
protocol FleetDeviceCommand: FleetSubcommand {
    var target: FleetTargetOptions { get }
    func command() throws -> SiteCommand
}

extension FleetDeviceCommand {
    /// The largest number of commands whose responses are awaited at the same time.
    private var concurrency: Int { 256 }

    func perform(console: Console) async throws -> ExitStatus {
        guard !target.isEmpty else {
            throw CommandFailure(
                code: "invalidArgument",
                exitStatus: .usage,
                message: "no device is specified",
                hint: "use --device, --group, --site or --all"
            )
        }
        let command = try command()
        return try await connected { client, devices in
            let selected = devices.filter(target.selects)
            guard !selected.isEmpty else { throw CommandFailure.noDevices(devices.isEmpty) }
            let results = await withTaskGroup(of: FleetResult.self) { group in
                var waiting = selected.makeIterator()
                func addNext() {
                    guard let device = waiting.next() else { return }
                    group.addTask { await client.send(command, to: device.id) }
                }
                for _ in 0..<concurrency { addNext() }
                var results: [FleetDevice.ID: FleetResult] = [:]
                for await result in group {
                    results[result.device] = result
                    addNext()
                }
                return results
            }
            var failures = 0
            for device in selected {
                let result = results[device.id]
                if result?.isSuccess != true { failures += 1 }
                var object: JSONObject = [
                    "site": .string(device.id.site), "device": .string(device.id.device), "name": .string(device.name),
                    "ok": .bool(result?.isSuccess == true),
                ]
                if let code = result?.errorCode {
                    object["error"] = ["code": .string(code), "message": .string(result?.message ?? "")]
                }
                console.emit(object)
                let outcome = result?.message.map { "failed: \(DisplayWidth.field($0))" } ?? "done"
                console.result("\(DisplayWidth.field(device.id.site))  \(DisplayWidth.field(device.name))  \(outcome)")
            }
            return failures == 0 ? .success : .refused
        }
    }
}

/// `cast fleet play`
struct FleetPlayCommand: FleetDeviceCommand {
    static let configuration = CommandConfiguration(commandName: "play", abstract: "Play URLs on devices.")

    @Argument(help: ArgumentHelp("URLs with http or https, which the devices fetch themselves.", valueName: "url"))
    var urls: [String]

    @Option(name: .long, help: ArgumentHelp("The title that is shown.", valueName: "text"))
    var title: String?

    @Option(name: .customLong("content-type"), help: ArgumentHelp("The MIME type.", valueName: "type"))
    var contentType: String?

    @OptionGroup var target: FleetTargetOptions
    @OptionGroup var broker: BrokerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard urls.count <= 100, urls.allSatisfy({ $0.hasPrefix("http://") || $0.hasPrefix("https://") }) else {
            throw ValidationError("Specify 1 to 100 URLs with http:// or https://.")
        }
    }

    func command() -> SiteCommand {
        .play(urls.map { SiteCommand.Item(url: $0, contentType: contentType, title: title) })
    }
}

/// `cast fleet volume`
struct FleetVolumeCommand: FleetDeviceCommand {
    static let configuration = CommandConfiguration(commandName: "volume", abstract: "Set the volume of devices.")

    @Argument(help: ArgumentHelp("0 to 100, +5 or -5.", valueName: "percent"))
    var change: VolumeChange

    @OptionGroup var target: FleetTargetOptions
    @OptionGroup var broker: BrokerOptions
    @OptionGroup var output: OutputOptions

    func command() -> SiteCommand {
        switch change {
        case .level(let level): .volume(.to(level))
        case .offset(let offset): .volume(.by(offset))
        }
    }
}

/// `cast fleet mute`
struct FleetMuteCommand: FleetDeviceCommand {
    static let configuration = CommandConfiguration(commandName: "mute", abstract: "Mute devices.")

    @Flag(name: .long, help: "Unmute them.")
    var off = false

    @OptionGroup var target: FleetTargetOptions
    @OptionGroup var broker: BrokerOptions
    @OptionGroup var output: OutputOptions

    func command() -> SiteCommand { .mute(!off) }
}

/// `cast fleet pause`
struct FleetPauseCommand: FleetDeviceCommand {
    static let configuration = CommandConfiguration(commandName: "pause", abstract: "Pause playback on devices.")

    @OptionGroup var target: FleetTargetOptions
    @OptionGroup var broker: BrokerOptions
    @OptionGroup var output: OutputOptions

    func command() -> SiteCommand { .pause }
}

/// `cast fleet resume`
struct FleetResumeCommand: FleetDeviceCommand {
    static let configuration = CommandConfiguration(commandName: "resume", abstract: "Resume playback on devices.")

    @OptionGroup var target: FleetTargetOptions
    @OptionGroup var broker: BrokerOptions
    @OptionGroup var output: OutputOptions

    func command() -> SiteCommand { .resume }
}

/// `cast fleet stop`
struct FleetStopCommand: FleetDeviceCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop",
        abstract: "Stop playback and close the app on devices."
    )

    @OptionGroup var target: FleetTargetOptions
    @OptionGroup var broker: BrokerOptions
    @OptionGroup var output: OutputOptions

    func command() -> SiteCommand { .stop }
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
