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
    /// - Throws: What the system says when there is no such command.
    static func open(_ url: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [command, url]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }
}
