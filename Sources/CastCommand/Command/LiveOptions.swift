// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CastMedia

/// Options for media that is made while it plays.
struct LiveOptions: ParsableArguments {
    @Flag(name: .long, help: "Play the screen of this computer, live.")
    var screen = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Play a camera or another capture device, live, such as /dev/video0.",
            valueName: "device"
        )
    )
    var capture: String?

    @Option(
        name: [.long, .customLong("capture-audio")],
        help: ArgumentHelp(
            "The sound for --screen and --capture: auto, none, or the name of a source.",
            discussion: "auto is the sound that this computer plays, for the screen, if PulseAudio or PipeWire runs.",
            valueName: "source"
        )
    )
    var screenAudio: CaptureSoundChoice?

    @Flag(
        name: [.long, .customLong("live")],
        help: ArgumentHelp(
            "Play a file that is still being written, until it no longer grows.",
            discussion: "Such files are usually recognized without this option."
        )
    )
    var growing = false

    /// Whether the screen or a device is played.
    var isCapture: Bool { screen || capture != nil }

    /// Whether an option is specified.
    var isSpecified: Bool { isCapture || screenAudio != nil || growing }

    /// Checks the options together with the sources of the command line.
    func validate(_ sources: [CastSource]) throws {
        guard screenAudio == nil || isCapture else {
            throw ValidationError("--screen-audio belongs to --screen or --capture.")
        }
        if growing {
            guard sources.count == 1, case .file? = sources.first else {
                throw ValidationError("--growing takes one file.")
            }
        }
        let all = self.sources(sources)
        guard all.count <= 1 || !all.contains(where: \.isLive) else {
            throw ValidationError("Standard input, --screen, --capture and --growing play alone, without other items.")
        }
    }

    /// Returns the sources to play: those of the command line, and what these options add.
    func sources(_ sources: [CastSource]) -> [CastSource] {
        let sound = screenAudio?.sound ?? .automatic
        var result = sources
        if growing, case .file(let path)? = sources.first { result[0] = .live(.growingFile(path: path)) }
        if screen { result.append(.live(.screen(sound: sound))) }
        if let capture { result.append(.live(.captureDevice(name: capture, sound: sound))) }
        return result
    }
}

extension CastSource {
    /// Whether the media is made while it plays.
    var isLive: Bool {
        if case .live = self { true } else { false }
    }
}

/// An argument of `--screen-audio`.
struct CaptureSoundChoice: ExpressibleByArgument {
    var sound: LiveInput.CaptureSound

    init?(argument: String) {
        switch argument {
        case "": return nil
        case "auto": sound = .automatic
        case "none": sound = .none
        default: sound = .source(argument)
        }
    }
}
