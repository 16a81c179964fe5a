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
    }
}
