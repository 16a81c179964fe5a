// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CastReceiver

/// The arguments of the tool, as ArgumentParser needs them.
enum CommandArguments {
    /// Returns the arguments with the options of the device behind the command, and with negative values protected.
    ///
    /// - Throws: `ValidationError` if the first word is not a command, with the one that was probably meant.
    static func prepared(_ arguments: [String]) throws -> [String] {
        let arguments = commandFirst(arguments)
        if let word = arguments.first, !word.hasPrefix("-"), !commands.contains(word) {
            throw ValidationError(unknown(word))
        }
        return NegativeValues.protected(arguments)
    }

    private static let commands = Cast.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]

    /// The options that can precede the command, as those of other tools do: `cast -d TV pause`.
    private static let leadingOptions: Set = ["-d", "--device", "--host", "--interface", "--timeout"]
    private static let leadingFlags: Set = ["--json", "--verbose"]

    private static func commandFirst(_ arguments: [String]) -> [String] {
        var leading = 0
        while leading < arguments.count {
            let word = arguments[leading]
            if leadingOptions.contains(word) {
                leading += 2
            } else if leadingFlags.contains(word) || leadingOptions.contains(where: { word.hasPrefix("\($0)=") }) {
                leading += 1
            } else {
                break
            }
        }
        guard leading > 0, leading < arguments.count, commands.contains(arguments[leading]) else { return arguments }
        let rest = arguments[leading...]
        // Not directly behind the command, because options of a subcommand follow the subcommand.
        let end = rest.firstIndex(of: "--") ?? arguments.endIndex
        return Array(rest[..<end] + arguments[..<leading] + arguments[end...])
    }

    /// What catt and go-chromecast call commands of this tool.
    static let otherNames = [
        "add": "queue add", "cast": "play", "ffwd": "seek +30", "info": "status", "list": "devices", "load": "play",
        "ls": "devices", "play_toggle": "pause", "remove": "queue remove", "rewind": "seek -30", "scan": "devices",
        "seek-to": "seek", "skip": "next", "slideshow": "play", "togglepause": "pause", "tts": "say", "ui": "remote",
        "unmute": "mute off", "unpause": "resume", "volume-down": "volume -5", "volume-up": "volume +5",
        "volumedown": "volume -5", "volumemute": "mute", "volumeup": "volume +5", "watch": "status --watch",
    ]

    private static func unknown(_ word: String) -> String {
        if let command = otherNames[word] ?? mostSimilar(to: word, among: commands) {
            return "'\(word)' is not a command; did you mean \"cast \(command)\"?"
        }
        // A file or an address.
        if word.contains(where: { "./:".contains($0) }) {
            return "'\(word)' is not a command; to play it: cast play \(word)"
        }
        return "'\(word)' is not a command."
    }
}

/// Allows negative values, as in `cast seek -30` and `cast volume -5`.
///
/// ArgumentParser reads `-30` as the options `-3` and `-0`. In commands whose value may be negative, the hyphen of such
/// an argument is replaced by the minus sign (U+2212), which ArgumentParser does not treat as an option and the values
/// accept.
enum NegativeValues {
    private static let commands: Set<String> = ["seek", "volume"]

    static func protected(_ arguments: [String]) -> [String] {
        guard let command = arguments.first(where: { !$0.hasPrefix("-") }), commands.contains(command) else {
            return arguments
        }
        return arguments.map { word in
            let digits = word.dropFirst()
            guard word.hasPrefix("-"), let first = digits.first, first.isASCII, first.isNumber else { return word }
            return "\u{2212}\(digits)"
        }
    }
}
