// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `cast volume`
struct VolumeCommand: DeviceCommand {
    static let configuration = CommandConfiguration(
        commandName: "volume",
        abstract: "Show or set the volume of the device.",
        discussion: """
            Examples:
              cast volume                        show the volume
              cast volume 40                     set it to 40 %
              cast volume +5                     raise it by 5 %
              cast volume -5                     lower it by 5 %
              cast volume 10 --fade 30s          lower it gradually
            """
    )

    @Argument(help: ArgumentHelp("0 to 100, +5 or -5. Default: show the volume.", valueName: "percent"))
    var change: VolumeChange?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Change the volume gradually, in this time: 5s or 1m.",
            discussion: "Stops if the volume is changed elsewhere. After Ctrl-C, the volume stays as it is.",
            valueName: "time"
        )
    )
    var fade: TimePosition?

    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard fade == nil || change != nil else { throw ValidationError("--fade needs the volume to set.") }
    }

    func perform(console: Console) async throws -> ExitStatus {
        let remote = try RemoteControl(finder: DeviceFinder(target), console: console)
        if let fade, let change { return try await remote.fadeVolume(change, over: .seconds(fade.seconds)) }
        try await remote.volume(change)
        return .success
    }
}

/// `cast mute`
struct MuteCommand: DeviceCommand {
    static let configuration = CommandConfiguration(
        commandName: "mute",
        abstract: "Mute or unmute the device.",
        discussion: """
            Examples:
              cast mute                          toggle
              cast mute on
              cast mute off
            """
    )

    @Argument(help: ArgumentHelp("The mute state to set.", valueName: "state"))
    var change = MuteChange.toggle

    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        try await RemoteControl(finder: DeviceFinder(target), console: console).mute(change)
        return .success
    }
}
