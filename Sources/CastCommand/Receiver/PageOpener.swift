// SPDX-License-Identifier: Apache-2.0

import CastMedia

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
        guard let program = ExternalProgram.find(command) else { return failed() }
        // Nobody waits for the task: on some desktops the command runs as long as the browser, which must not end with this tool.
        Task {
            let status = try? await program.runApart([url])
            if status != 0 { failed() }
        }
    }
}
