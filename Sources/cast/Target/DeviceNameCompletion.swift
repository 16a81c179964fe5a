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
        return devices.map(\.friendlyName).filter { $0.lowercased().hasPrefix(prefix.lowercased()) }
            .compactMap { offered($0, to: CompletionShell.requesting) }
    }

    /// A name as the shell's completion script must be told it; nil when it cannot be.
    ///
    /// Any device of the network names itself, and a shell must read no more in a name than a name.
    static func offered(_ name: String, to shell: CompletionShell?) -> String? {
        // One line is one name, and nothing that cannot be seen belongs on a command line.
        guard !name.isEmpty, DisplayWidth.printable(name) == name else { return nil }
        switch shell {
        case .bash:
            // `compgen -W` expands every word once more, command substitution included; quotes are honoured.
            return "'" + name.replacing("'", with: "'\\''") + "'"
        case .zsh:
            // `_describe` takes what follows a colon for a description.
            return name.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
        default: return name
        }
    }
}
