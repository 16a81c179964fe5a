import ArgumentParser

/// `cast rate`
struct RateCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "rate",
        abstract: "Plays faster or slower.",
        discussion: """
            Examples:
              cast rate 1.5                      half as fast again
              cast rate 1                        at the ordinary speed
            """
    )

    @Argument(help: ArgumentHelp("0.5 to 2; 1 is the ordinary speed.", valueName: "rate"))
    var rate: Double

    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        try await RemoteControl(finder: DeviceFinder(target), console: console).setRate(rate)
        return .success
    }
}
