import ArgumentParser

/// `cast queue remove`
struct QueueRemoveCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Takes items out of the queue of what plays.",
        discussion: """
            Examples:
              cast queue remove 3
              cast queue remove 3 4 5
            """
    )

    @Argument(help: ArgumentHelp("The items.", valueName: "id"))
    var ids: [Int]

    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        try await RemoteControl(finder: DeviceFinder(target), console: console).removeFromQueue(ids)
        return .success
    }
}
