import ArgumentParser

/// `cast queue jump`
struct QueueJumpCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "jump",
        abstract: "Plays another item of the queue.",
        discussion: """
            Examples:
              cast queue jump 5
            """
    )

    @Argument(help: ArgumentHelp("The item.", valueName: "id"))
    var id: Int

    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        try await RemoteControl(finder: DeviceFinder(target), console: console).jump(to: id)
        return .success
    }
}
