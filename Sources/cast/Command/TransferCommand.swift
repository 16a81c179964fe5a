import ArgumentParser
import CastSender

/// `cast transfer`
struct TransferCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "transfer",
        abstract: "Moves what plays to another device.",
        discussion: """
            Media, queue and position go on there, and the first device stops. When the other device does not play it, \
            nothing changes.

            Examples:
              cast transfer --device Kitchen --to "Living Room"
              cast transfer --host 192.0.2.7 --to-host 192.0.2.8
            """
    )

    @Option(
        name: .long,
        help: ArgumentHelp("Where to: the device's name, the beginning of it, or its id.", valueName: "name"),
        completion: .custom(DeviceNameCompletion.complete)
    )
    var to: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Where to, by address, without looking for it.", valueName: "address[:port]")
    )
    var toHost: HostAddress?

    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (to == nil) != (toHost == nil) else {
            throw ValidationError("Name the other device with --to or with --to-host.")
        }
    }

    func perform(console: Console) async throws -> ExitStatus {
        let finder = DeviceFinder(target)
        try await RemoteControl(finder: finder, console: console).transfer {
            if let toHost { return CastDevice(at: toHost.endpoint) }
            return try await finder.device(named: to ?? "")
        }
        return .success
    }
}
