import ArgumentParser

/// `cast resume`
struct ResumeCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Goes on with what is paused.",
        discussion: """
            Examples:
              cast resume
              cast resume --device Kitchen
            """
    )

    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        try await RemoteControl(finder: DeviceFinder(target), console: console).resume()
        return .success
    }
}
