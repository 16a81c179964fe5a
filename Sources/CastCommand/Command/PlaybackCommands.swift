// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `cast pause`
struct PauseCommand: DeviceCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Pause playback.",
        discussion: """
            Applies to the current media of the device, whichever sender loaded it.

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

/// `cast resume`
struct ResumeCommand: DeviceCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Resume playback.",
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

/// `cast stop`
struct StopCommand: DeviceCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop",
        abstract: "Stop playback and close the app.",
        discussion: """
            The device returns to its home screen.

            Examples:
              cast stop
              cast stop --device Kitchen
              cast stop --restore                continue what cast save saved
            """
    )

    @Flag(name: .long, help: "Restore the last state that cast save saved for the device.")
    var restore = false

    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        let remote = try RemoteControl(finder: DeviceFinder(target), console: console)
        if restore { try await remote.restore(from: nil, stopsFirst: true) } else { try await remote.stop() }
        return .success
    }
}

/// `cast seek`
struct SeekCommand: DeviceCommand {
    static let configuration = CommandConfiguration(
        commandName: "seek",
        abstract: "Seek in the current media.",
        discussion: """
            Examples:
              cast seek 1:30                     to 1 minute 30 seconds
              cast seek +30                      30 seconds forward
              cast seek -1:00                    1 minute back
            """
    )

    @Argument(help: ArgumentHelp("90, 1:30, 1:02:03, 90s or 1m30s; + or - for a relative position.", valueName: "time"))
    var time: SeekTarget

    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        try await RemoteControl(finder: DeviceFinder(target), console: console).seek(time)
        return .success
    }
}

/// `cast next`
struct NextCommand: DeviceCommand {
    static let configuration = CommandConfiguration(
        commandName: "next",
        abstract: "Play the next item in the queue.",
        discussion: """
            Examples:
              cast next
              cast next --device Kitchen
            """
    )

    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        try await RemoteControl(finder: DeviceFinder(target), console: console).next()
        return .success
    }
}

/// `cast previous`
struct PreviousCommand: DeviceCommand {
    static let configuration = CommandConfiguration(
        commandName: "previous",
        abstract: "Play the previous item in the queue.",
        discussion: """
            Examples:
              cast previous
              cast previous --device Kitchen
            """
    )

    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        try await RemoteControl(finder: DeviceFinder(target), console: console).previous()
        return .success
    }
}

/// `cast skip-ad`
struct SkipAdCommand: DeviceCommand {
    static let configuration = CommandConfiguration(
        commandName: "skip-ad",
        abstract: "Skip the current ad, if the device allows it.",
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

/// `cast rate`
struct RateCommand: DeviceCommand {
    static let configuration = CommandConfiguration(
        commandName: "rate",
        abstract: "Set the playback rate.",
        discussion: """
            Examples:
              cast rate 1.5                      1.5 times the normal speed
              cast rate 1                        normal speed
            """
    )

    @Argument(help: ArgumentHelp("The playback rate, from 0.5 to 2; 1 is normal speed.", valueName: "rate"))
    var rate: Double

    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        try await RemoteControl(finder: DeviceFinder(target), console: console).setRate(rate)
        return .success
    }
}
