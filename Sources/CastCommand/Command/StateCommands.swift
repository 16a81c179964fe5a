// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `cast save`
struct SaveCommand: DeviceCommand {
    static let configuration = CommandConfiguration(
        commandName: "save",
        abstract: "Save what the device plays, to continue it later.",
        discussion: """
            Saves the app, the media with its position, the queue and the volume, whichever sender loaded the media. \
            Playback continues. cast restore continues from the saved state.

            The media of apps such as YouTube cannot be saved, because they do not load it from a URL. Files that \
            cast play serves can be restored only while that cast play runs.

            Examples:
              cast save
              cast save evening.json --device Kitchen
            """
    )

    @Argument(
        help: ArgumentHelp(
            "The file. An existing file is replaced only if it is a saved state.",
            discussion: "Default: a file for the device in the user's state directory."
        ),
        completion: .file()
    )
    var file: String?

    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        try await RemoteControl(finder: DeviceFinder(target), console: console).save(to: file)
        return .success
    }
}

/// `cast restore`
struct RestoreCommand: DeviceCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Continue from the state that cast save saved.",
        discussion: """
            Launches the app, sets the volume and loads the media or the queue at its position, paused if it was \
            paused. Live streams start live.

            Examples:
              cast restore
              cast restore evening.json --device Kitchen
            """
    )

    @Argument(
        help: ArgumentHelp("The file. Default: the last state that was saved for the device."),
        completion: .file()
    )
    var file: String?

    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        try await RemoteControl(finder: DeviceFinder(target), console: console).restore(from: file)
        return .success
    }
}
