// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The `cast` command line tool.
@main
struct Cast: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cast",
        abstract: "Play media on Cast devices, control them, or run a virtual device.",
        discussion: """
            Examples:
              cast devices                              list the devices on the network
              cast play film.mp4 --device "Living Room" play a local file
              cast play https://example.org/song.mp3    play a URL
              cast pause                                pause playback
              cast volume +5                            raise the volume by 5 %
              cast status --watch --json                follow a device in a script
              cast remote                               run a remote control page
              cast receiver --name Desk                 run a virtual Cast device
              cast demo                                 try casting without a device
              cast                                      on a terminal: find devices, and choose what to do

            The device is the one given by --device NAME or --host ADDRESS, else by the environment variable \
            CAST_DEVICE, else by cast config set device NAME, else the only device on the network.

            Exit status:
            \(ExitStatus.allCases.map { "  \(String(repeating: " ", count: $0.rawValue < 10 ? 2 : $0.rawValue < 100 ? 1 : 0))\($0.rawValue)  \($0.meaning)" }.joined(separator: "\n"))

            To generate shell completions: cast --generate-completion-script bash|zsh|fish
            """,
        version: CastVersion.description,
        subcommands: [
            DevicesCommand.self, PlayCommand.self, InspectCommand.self, PauseCommand.self, ResumeCommand.self,
            StopCommand.self,
            SeekCommand.self, NextCommand.self, PreviousCommand.self, QueueCommand.self, TracksCommand.self,
            RateCommand.self, SkipAdCommand.self, TransferCommand.self, VolumeCommand.self, MuteCommand.self,
            SleepCommand.self, SayCommand.self,
            SaveCommand.self, RestoreCommand.self, StatusCommand.self, RemoteCommand.self, ReceiverCommand.self,
            ControlCommand.self, DemoCommand.self, BridgeCommand.self, FleetCommand.self, ConfigCommand.self,
            DoctorCommand.self, SetupCommand.self, ConformanceCommand.self, ReplayCommand.self,
        ]
    )

    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let script = CompletionScript.requested(by: arguments) { return print(script) }
        let configuration = UserConfiguration.load(environment: TerminalDevice.environment)
        await UserConfiguration.$current.withValue(configuration) {
            if arguments.isEmpty, TerminalDevice.isInputTerminal, TerminalDevice.isOutputTerminal {
                await StartSession(console: Console(isJSON: false)).run()
            } else {
                do {
                    await main(try CommandArguments.prepared(arguments))
                } catch {
                    exit(withError: error)
                }
            }
        }
    }
}
