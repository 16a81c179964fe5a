import ArgumentParser

/// `cast volume`
struct VolumeCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "volume",
        abstract: "Shows or sets the volume of the device.",
        discussion: """
            Examples:
              cast volume                        show it
              cast volume 40                     40 %
              cast volume +5                     a little louder
              cast volume -5                     a little quieter
            """
    )

    @Argument(help: ArgumentHelp("0 to 100, or +5, or -5. Nothing: show the volume.", valueName: "percent"))
    var change: VolumeChange?

    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        try await RemoteControl(finder: DeviceFinder(target), console: console).volume(change)
        return .success
    }
}
