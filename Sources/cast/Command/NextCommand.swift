import ArgumentParser

/// `cast next`
struct NextCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "next",
        abstract: "Plays the next item of the queue.",
        discussion: """
            Examples:
              cast next
              cast next --device Kitchen
            """
    )

    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        try await RemoteControl(finder: DeviceFinder(target), console: console).next()
        return .success
    }
}
