import ArgumentParser

/// `cast mute`
struct MuteCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "mute",
        abstract: "Turns the sound of the device off or on.",
        discussion: """
            Examples:
              cast mute                          off, or on again
              cast mute on
              cast mute off
            """
    )

    @Argument(help: ArgumentHelp("on, off or toggle.", valueName: "state"))
    var change = MuteChange.toggle

    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        try await RemoteControl(finder: DeviceFinder(target), console: console).mute(change)
        return .success
    }
}
