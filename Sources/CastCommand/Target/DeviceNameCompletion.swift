// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CastSender
import MulticastDNS

/// Completes `--device` in shells with the user's aliases and the names of devices.
enum DeviceNameCompletion {
    /// How long to search. The user waits for the completion, so slow devices are omitted.
    private static let searchDuration = Duration.milliseconds(700)

    /// Returns the names that begin with the typed text.
    ///
    /// - Parameter words: The command line so far; its `--interface` options apply to the search.
    @Sendable
    static func complete(words: [String], index: Int, prefix: String) async -> [String] {
        let configuration = UserConfiguration.current
        var interfaces = zip(words, words.dropFirst()).filter { $0.0 == "--interface" }.map(\.1)
        if interfaces.isEmpty { interfaces = configuration.list(.interface) }
        var names = configuration.aliases.keys.sorted()
        if let browser = try? await DeviceBrowser.start(interfaces: MDNSInterfaces(names: interfaces)) {
            try? await Task.sleep(for: searchDuration)
            names += browser.present.map(\.friendlyName)
            await browser.close()
        }
        let typed = unquoted(prefix).lowercased()
        return names.filter { $0.lowercased().hasPrefix(typed) }
            .compactMap { completion(for: $0, in: CompletionShell.requesting) }
    }

    /// Returns a name in the format that the shell's completion script expects; nil for a name that is not completed.
    ///
    /// Every device on the network chooses its own name, and a shell may evaluate a completion: bash expands the words
    /// of `compgen -W` and does not quote a `$` or a backtick on the command line. Quoting would have to be correct for
    /// each version of each shell. Therefore only names that no shell can evaluate are completed.
    static func completion(for name: String, in shell: CompletionShell?) -> String? {
        guard isSafe(name) else { return nil }
        switch shell {
        case .bash:
            // `compgen -W` splits and expands words and respects quotes. The only special character is the apostrophe.
            return "'" + name.replacing("'", with: "'\\''") + "'"
        default: return name
        }
    }

    /// Whether a name consists of letters, digits, single spaces between them, and `-`, `_`, `.`, `,`, `+` and `'`,
    /// and begins with a letter or a digit. Beyond ASCII, where no shell has special characters, symbols and
    /// punctuation are allowed, too.
    private static func isSafe(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, first.isWordCharacter, !name.hasSuffix(" "),
            !name.contains("  "), DisplayWidth.printable(name) == name
        else { return false }
        return name.unicodeScalars.allSatisfy { $0.isWordCharacter || " -_.,+'".unicodeScalars.contains($0) }
    }

    /// Returns the typed text without quotes and backslashes, which the shell removes.
    private static func unquoted(_ typed: String) -> String {
        typed.filter { !"'\"\\".contains($0) }
    }
}

extension Unicode.Scalar {
    /// Whether it is an ASCII letter or digit, or a visible character beyond ASCII that is not a space.
    fileprivate var isWordCharacter: Bool {
        guard !isASCII else { return properties.isAlphabetic || properties.numericType != nil }
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
            .spaceSeparator:
            return false
        default: return true
        }
    }
}
