// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `cast sleep`
struct SleepCommand: DeviceCommand {
    static let configuration = CommandConfiguration(
        commandName: "sleep",
        abstract: "Stop playback after a time.",
        discussion: """
            Waits, then stops the running app, whichever sender launched it. Ctrl-C cancels the timer, and playback \
            continues.

            With --fade, the volume is lowered before the end and set again after the app has stopped. If the volume \
            is changed elsewhere during the fade, playback continues.

            Examples:
              cast sleep 45m
              cast sleep 1h30m --fade 30s
              cast sleep --at-end                stop at the end of the current item
            """
    )

    @Argument(help: ArgumentHelp("When to stop: 45m, 1h30m, 1:30:00 or seconds.", valueName: "time"))
    var time: TimePosition?

    @Flag(name: .long, help: "Stop at the end of the current item.")
    var atEnd = false

    @Option(
        name: .long,
        help: ArgumentHelp("Lower the volume during this time before the end.", valueName: "time")
    )
    var fade = TimePosition(seconds: 0)

    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (time == nil) == atEnd else { throw ValidationError("Specify either a time or --at-end.") }
        if let time {
            guard time.seconds > 0 else { throw ValidationError("The time must be more than 0 seconds.") }
            guard fade.seconds <= time.seconds else { throw ValidationError("--fade must not exceed the time.") }
        }
    }

    func perform(console: Console) async throws -> ExitStatus {
        let timer = SleepTimer(
            remote: RemoteControl(finder: try DeviceFinder(target), console: console),
            end: time.map { .after(.seconds($0.seconds)) } ?? .endOfItem,
            fade: .seconds(fade.seconds)
        )
        return try await timer.run()
    }
}
