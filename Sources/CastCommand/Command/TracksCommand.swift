// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `cast tracks`
struct TracksCommand: DeviceCommand {
    static let configuration = CommandConfiguration(
        commandName: "tracks",
        abstract: "List or select the tracks of the current media, or change the style of its subtitles.",
        discussion: """
            Examples:
              cast tracks                        list the tracks
              cast tracks 2 5                    select only these
              cast tracks --none                 deselect all
              cast tracks --subtitles-size 150% --subtitles-color yellow
            """
    )

    @Argument(help: ArgumentHelp("The IDs of all tracks to select.", valueName: "id"))
    var ids: [Int] = []

    @Flag(help: "Deselect all tracks.")
    var none = false

    @OptionGroup var styleOptions: SubtitleStyleOptions
    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard ids.isEmpty || !none else { throw ValidationError("Specify IDs or --none, not both.") }
    }

    func perform(console: Console) async throws -> ExitStatus {
        let remote = try RemoteControl(finder: DeviceFinder(target), console: console)
        try await remote.tracks(choosing: ids.isEmpty && !none ? nil : ids, style: styleOptions.style)
        return .success
    }
}
