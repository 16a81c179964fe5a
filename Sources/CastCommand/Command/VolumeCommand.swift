import ArgumentParser

/// `cast volume`
struct VolumeCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "volume",
        abstract: "Show or set the volume of the device.",
        discussion: """
            Examples:
              cast volume                        show the volume
              cast volume 40                     set it to 40 %
              cast volume +5                     raise it by 5 %
              cast volume -5                     lower it by 5 %
            """
    )

    @Argument(help: ArgumentHelp("0 to 100, +5 or -5. Default: show the volume.", valueName: "percent"))
    var change: VolumeChange?

    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        try await RemoteControl(finder: DeviceFinder(target), console: console).volume(change)
        return .success
    }
}

/// `cast mute`
struct MuteCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "mute",
        abstract: "Mute or unmute the device.",
        discussion: """
            Examples:
              cast mute                          toggle
              cast mute on
              cast mute off
            """
    )

    @Argument(help: ArgumentHelp("The mute state to set.", valueName: "state"))
    var change = MuteChange.toggle

    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        try await RemoteControl(finder: DeviceFinder(target), console: console).mute(change)
        return .success
    }
}
