// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `cast say`
struct SayCommand: DeviceCommand {
    static let configuration = CommandConfiguration(
        commandName: "say",
        abstract: "Speak a text on the device.",
        discussion: """
            Converts the text to speech with espeak-ng, or with say on macOS, and plays it. What played before \
            continues afterward: the app, the media at its position, the queue and the volume. If nothing played, \
            the app is closed.

            --command uses another program. {text} is replaced by the text, {file} by the path of a file with the \
            text, and {output} by the path for the sound file. Without {text} and {file}, the program reads the text \
            from standard input; without {output}, it writes the sound to standard output. The command is not run by \
            a shell.

            Examples:
              cast say "Dinner is ready" --volume 50
              cast say "Das Essen ist fertig" --language de
              date | cast say -
              cast say Hello --command 'piper --model en.onnx --output_file {output}'
            """
    )

    @Argument(help: ArgumentHelp("The text; - reads it from standard input.", valueName: "text"))
    var words: [String]

    @Option(name: .long, help: ArgumentHelp("The voice of the speech program.", valueName: "name"))
    var voice: String?

    @Option(name: .long, help: ArgumentHelp("The language of the text, such as de or en-gb.", valueName: "language"))
    var language: String?

    @Option(
        name: .long,
        help: ArgumentHelp("The speech program with its arguments. Default: espeak-ng, or say.", valueName: "command")
    )
    var command: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The device's volume while speaking: 0 to 100, +5 or -5.",
            discussion: "Also unmutes the device meanwhile. Default: unchanged.",
            valueName: "percent"
        )
    )
    var volume: VolumeChange?

    @OptionGroup var mediaPort: MediaPortOptions
    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard command == nil || voice == nil && language == nil else {
            throw ValidationError("--voice and --language are for espeak-ng and say. Add them to the --command.")
        }
        guard words != [""] else { throw ValidationError("The text is empty.") }
    }

    func perform(console: Console) async throws -> ExitStatus {
        let announcement = SpokenAnnouncement(
            finder: try DeviceFinder(target),
            console: console,
            text: words == ["-"] ? try SpokenAnnouncement.standardInput() : words.joined(separator: " "),
            voice: voice,
            language: language,
            command: command,
            volume: volume,
            ports: mediaPort.ports
        )
        return try await announcement.run()
    }
}
