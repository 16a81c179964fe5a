// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Opens pages in the default browser of this machine.
enum PageOpener {
    /// The system command that opens a URL.
    static var command: String {
        #if os(macOS)
        "open"
        #else
        "xdg-open"
        #endif
    }

    /// Opens a URL without waiting for the browser.
    ///
    /// - Parameter failed: Called on any thread if the command is missing or finds no browser.
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
