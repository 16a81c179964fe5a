import ArgumentParser
import CastSender
import MulticastDNS

/// The names of devices, for a shell that completes `--device`.
enum DeviceNameCompletion {
    /// A person waits for the shell, so devices that are slow to answer are left out.
    private static let patience = Duration.milliseconds(700)

    /// The names that begin with what was typed.
    ///
    /// - Parameter words: The command line so far; its `--interface` options count here too.
    @Sendable
    static func complete(words: [String], index: Int, prefix: String) async -> [String] {
        let interfaces = zip(words, words.dropFirst()).filter { $0.0 == "--interface" }.map(\.1)
        guard let browser = try? await DeviceBrowser.start(interfaces: MDNSInterfaces(names: interfaces)) else {
            return []
        }
        try? await Task.sleep(for: patience)
        let devices = browser.present
        await browser.close()
        let typed = unquoted(prefix).lowercased()
        return devices.map(\.friendlyName).filter { $0.lowercased().hasPrefix(typed) }
            .compactMap { offered($0, to: CompletionShell.requesting) }
    }

    /// A name in the form that the shell's completion script expects; nil for a name that is not offered.
    ///
    /// Every device on the network chooses its own name, and a shell may evaluate what it completes: bash expands the
    /// words of `compgen -W`, and leaves a `$` or a backtick unquoted on the command line. Quoting would have to be right
    /// for each version of each shell, so only names are offered in which no shell finds anything to evaluate.
    static func offered(_ name: String, to shell: CompletionShell?) -> String? {
        guard isSafe(name) else { return nil }
        switch shell {
        case .bash:
            // `compgen -W` splits and expands words, and honors quotes. The only special character is the apostrophe.
            return "'" + name.replacing("'", with: "'\\''") + "'"
        default: return name
        }
    }

    /// Whether a name consists of letters, digits, single spaces between them, and `-`, `_`, `.`, `,`, `+` and `'`,
    /// and begins with a letter or a digit. Beyond ASCII, where no shell has special characters, symbols and punctuation
    /// are allowed, too.
    private static func isSafe(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, first.isWordCharacter, !name.hasSuffix(" "),
            !name.contains("  "), DisplayWidth.printable(name) == name
        else { return false }
        return name.unicodeScalars.allSatisfy { $0.isWordCharacter || " -_.,+'".unicodeScalars.contains($0) }
    }

    /// What was typed, without the quotes and backslashes that the shell will remove.
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
