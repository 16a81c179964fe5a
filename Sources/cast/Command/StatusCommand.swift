import ArgumentParser

/// `cast status`
struct StatusCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Says what a device is doing.",
        discussion: """
            With --watch on a terminal it is a remote control, too, for whatever runs there: space pauses and resumes, \
            left and right seek, up and down change the volume, ? shows all keys. q or Ctrl-C leaves it playing.

            Examples:
              cast status
              cast status --device Kitchen --json
              cast status --watch                say what changes, until Ctrl-C
            """
    )

    @Flag(name: .long, help: "Go on and say what changes, until Ctrl-C.")
    var watch = false

    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        let remote = RemoteControl(finder: DeviceFinder(target), console: console)
        if watch {
            try await remote.watchStatus()
        } else {
            try await remote.status()
        }
        return .success
    }
}
