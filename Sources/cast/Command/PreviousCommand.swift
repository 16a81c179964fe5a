import ArgumentParser

/// `cast previous`
struct PreviousCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "previous",
        abstract: "Plays the previous item of the queue.",
        discussion: """
            Examples:
              cast previous
              cast previous --device Kitchen
            """
    )

    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        try await RemoteControl(finder: DeviceFinder(target), console: console).previous()
        return .success
    }
}
