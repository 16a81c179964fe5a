import Foundation

/// Shows the page of a web app in the browser of whoever sits at this machine.
enum PageOpener {
    /// The command that opens an address.
    static var command: String {
        #if os(macOS)
        "open"
        #else
        "xdg-open"
        #endif
    }

    /// Starts the browser and does not wait for it.
    ///
    /// - Parameter failed: Called from elsewhere when the command is missing, or has no browser to open.
    static func open(_ url: String, failed: @escaping @Sendable () -> Void) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [command, url]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        process.terminationHandler = { if $0.terminationStatus != 0 { failed() } }
        do { try process.run() } catch { failed() }
    }
}
