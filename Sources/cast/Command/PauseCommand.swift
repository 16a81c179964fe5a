import ArgumentParser

/// `cast pause`
struct PauseCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Pauses what plays.",
        discussion: """
            Whatever plays on the device, whoever started it.

            Examples:
              cast pause
              cast pause --device Kitchen
            """
    )

    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        try await RemoteControl(finder: DeviceFinder(target), console: console).pause()
        return .success
    }
}
