// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CastBridge
import CastWire

/// A command of `cast fleet` that is sent to devices.
protocol FleetDeviceCommand: FleetSubcommand {
    var target: FleetTargetOptions { get }
    func command() throws -> SiteCommand
}

extension FleetDeviceCommand {
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
            let results = await client.send(command, to: selected.map(\.id))
            for (device, result) in zip(selected, results) {
                var object: JSONObject = [
                    "site": .string(device.id.site), "device": .string(device.id.device), "name": .string(device.name),
                    "ok": .bool(result.isSuccess),
                ]
                if let code = result.errorCode {
                    object["error"] = ["code": .string(code), "message": .string(result.message ?? "")]
                }
                console.emit(object)
                let outcome = result.message.map { "failed: \(DisplayWidth.field($0))" } ?? "done"
                console.result("\(DisplayWidth.field(device.id.site))  \(DisplayWidth.field(device.name))  \(outcome)")
            }
            return results.allSatisfy(\.isSuccess) ? .success : .refused
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
