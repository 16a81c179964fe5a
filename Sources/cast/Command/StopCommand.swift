import ArgumentParser

/// `cast stop`
struct StopCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop",
        abstract: "Stops what plays and ends its app.",
        discussion: """
            The device goes back to its home screen.

            Examples:
              cast stop
              cast stop --device Kitchen
            """
    )

    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        try await RemoteControl(finder: DeviceFinder(target), console: console).stop()
        return .success
    }
}
