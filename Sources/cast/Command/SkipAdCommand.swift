import ArgumentParser

/// `cast skip-ad`
struct SkipAdCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "skip-ad",
        abstract: "Skips the advertisement that is shown, once it may be skipped.",
        discussion: """
            Examples:
              cast skip-ad
              cast skip-ad --device Kitchen
            """
    )

    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        try await RemoteControl(finder: DeviceFinder(target), console: console).skipAd()
        return .success
    }
}
