// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CastSender

/// `cast transfer`
struct TransferCommand: DeviceCommand {
    static let configuration = CommandConfiguration(
        commandName: "transfer",
        abstract: "Move playback to another device.",
        discussion: """
            The other device continues with the same media, queue and position, and the first one stops. If the \
            other device cannot play the media, nothing changes.

            Examples:
              cast transfer --device Kitchen --to "Living Room"
              cast transfer --host 192.0.2.7 --to-host 192.0.2.8
            """
    )

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The destination: an alias, its name, the beginning of its name, or its ID.",
            valueName: "name"
        ),
        completion: .custom(DeviceNameCompletion.complete)
    )
    var to: String?

    @Option(
        name: .long,
        help: ArgumentHelp("The address of the destination, to skip discovery.", valueName: "address[:port]")
    )
    var toHost: HostAddress?

    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (to == nil) != (toHost == nil) else {
            throw ValidationError("Specify the destination with either --to or --to-host.")
        }
    }

    func perform(console: Console) async throws -> ExitStatus {
        let finder = try DeviceFinder(target)
        try await RemoteControl(finder: finder, console: console).transfer {
            if let toHost { return CastDevice(at: toHost.endpoint) }
            return try await finder.device(named: UserConfiguration.current.deviceName(to ?? ""))
        }
        return .success
    }
}
