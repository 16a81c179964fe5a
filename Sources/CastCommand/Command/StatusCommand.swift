// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `cast status`
struct StatusCommand: DeviceCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the status of a device.",
        discussion: """
            With --watch on a terminal, the command is also a remote control for the running app: space pauses and \
            resumes, left and right seek, up and down change the volume, ? shows all keys. After q or Ctrl-C, \
            playback continues.

            Examples:
              cast status
              cast status --device Kitchen --json
              cast status --watch                report changes until Ctrl-C
            """
    )

    @Flag(name: .long, help: "Keep running and report changes until Ctrl-C.")
    var watch = false

    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        let remote = try RemoteControl(finder: DeviceFinder(target), console: console)
        if watch {
            try await remote.watchStatus()
        } else {
            try await remote.status()
        }
        return .success
    }
}
