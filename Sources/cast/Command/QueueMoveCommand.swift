import ArgumentParser

/// `cast queue move`
struct QueueMoveCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Moves items within the queue of what plays.",
        discussion: """
            Examples:
              cast queue move 5                  to the end
              cast queue move 5 6 --before 2
            """
    )

    @Argument(help: ArgumentHelp("The items, in their new order.", valueName: "id"))
    var ids: [Int]

    @Option(help: ArgumentHelp("The item that follows; without it they come last.", valueName: "id"))
    var before: Int?

    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        try await RemoteControl(finder: DeviceFinder(target), console: console).moveInQueue(ids, before: before)
        return .success
    }
}
