import ArgumentParser

/// `cast tracks`
struct TracksCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "tracks",
        abstract: "Lists the tracks of what plays, or chooses those to show.",
        discussion: """
            Examples:
              cast tracks                        which are there, and which are shown
              cast tracks 2 5                    these and no others
              cast tracks --none                 none
            """
    )

    @Argument(help: ArgumentHelp("The ids of all tracks to show.", valueName: "id"))
    var ids: [Int] = []

    @Flag(help: "Show none.")
    var none = false

    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard ids.isEmpty || !none else { throw ValidationError("Give ids or --none.") }
    }

    func perform(console: Console) async throws -> ExitStatus {
        let remote = RemoteControl(finder: DeviceFinder(target), console: console)
        try await remote.tracks(choosing: ids.isEmpty && !none ? nil : ids)
        return .success
    }
}
