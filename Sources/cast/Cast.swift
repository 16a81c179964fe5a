import ArgumentParser

/// The command line tool: finds Cast devices, plays on them, controls them, and is one.
@main
struct Cast: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cast",
        abstract: "Plays films, music and pictures on Cast devices, and is one itself.",
        discussion: """
            Examples:
              cast devices                              which devices are there
              cast play film.mp4 --device "Living Room" play a file of this machine
              cast play https://example.org/song.mp3    play something from the web
              cast pause                                pause whatever plays
              cast volume +5                            a little louder
              cast status --watch --json                follow along in a script
              cast remote                               a remote control in the browser
              cast receiver --name Desk                 be a Cast device
              cast demo                                 see it all work, without a device

            Which device: --device NAME, else --host ADDRESS, else the environment variable CAST_DEVICE, else the \
            only device there is.

            Exit status:
            \(ExitStatus.allCases.map { "  \(String(repeating: " ", count: $0.rawValue < 10 ? 2 : $0.rawValue < 100 ? 1 : 0))\($0.rawValue)  \($0.meaning)" }.joined(separator: "\n"))

            Completions for your shell: cast --generate-completion-script bash|zsh|fish
            """,
        version: CastVersion.text,
        subcommands: [
            DevicesCommand.self, PlayCommand.self, PauseCommand.self, ResumeCommand.self, StopCommand.self,
            SeekCommand.self, NextCommand.self, PreviousCommand.self, QueueCommand.self, TracksCommand.self,
            RateCommand.self, SkipAdCommand.self, TransferCommand.self, VolumeCommand.self, MuteCommand.self,
            StatusCommand.self, RemoteCommand.self, ReceiverCommand.self, ControlCommand.self, DemoCommand.self,
            DoctorCommand.self,
        ]
    )

    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let script = CompletionScript.requested(by: arguments) { return print(script) }
        await main(NegativeValues.protected(arguments))
    }
}
