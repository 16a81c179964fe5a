import ArgumentParser

/// `cast queue list`
struct QueueListCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the queue of what plays.",
        discussion: """
            Examples:
              cast queue
              cast queue list --json
            """
    )

    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        try await RemoteControl(finder: DeviceFinder(target), console: console).listQueue()
        return .success
    }
}
