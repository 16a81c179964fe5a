import ArgumentParser

/// `cast seek`
struct SeekCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "seek",
        abstract: "Goes to another place in what plays.",
        discussion: """
            Examples:
              cast seek 1:30                     to a time
              cast seek +30                      half a minute on
              cast seek -1:00                    a minute back
            """
    )

    @Argument(help: ArgumentHelp("90, 1:30, 1:02:03, 90s or 1m30s; with + or - from here.", valueName: "time"))
    var time: SeekTarget

    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        try await RemoteControl(finder: DeviceFinder(target), console: console).seek(time)
        return .success
    }
}
