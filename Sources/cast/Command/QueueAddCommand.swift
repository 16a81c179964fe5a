import ArgumentParser

/// `cast queue add`
struct QueueAddCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Adds something from the web to the queue of what plays.",
        discussion: """
            Examples:
              cast queue add https://example.org/song.mp3
              cast queue add https://example.org/a.mp3 https://example.org/b.mp3 --before 3
            """
    )

    @Argument(help: ArgumentHelp("Addresses that the device can reach.", valueName: "url"))
    var urls: [String]

    @Option(help: ArgumentHelp("The item that follows; without it they come last.", valueName: "id"))
    var before: Int?

    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        for url in urls {
            guard case .url? = PlaySource(url) else {
                throw ValidationError("\(url) is no address on the web; cast play plays files.")
            }
        }
    }

    func perform(console: Console) async throws -> ExitStatus {
        try await RemoteControl(finder: DeviceFinder(target), console: console).addToQueue(urls, before: before)
        return .success
    }
}
