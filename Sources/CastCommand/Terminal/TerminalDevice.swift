// SPDX-License-Identifier: Apache-2.0

import CastUI
import NIOConcurrencyHelpers

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The terminal that is connected to the standard streams, if there is one.
enum TerminalDevice {
    /// The descriptor from which keys are read: standard input, or the controlling terminal if standard input is media.
    static var input: Int32 { inputDescriptor.withLockedValue { $0 } }
    private static let inputDescriptor = NIOLockedValueBox(STDIN_FILENO)

    /// Reads keys from the controlling terminal from now on, because standard input is media. Without such a terminal,
    /// there are no keys.
    static func useControllingTerminal() {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        inputDescriptor.withLockedValue { $0 = terminal }
    }

    static var isInputTerminal: Bool { isatty(input) == 1 }
    /// Whether this process may use the terminal now; false while it is in the background. Also true if the terminal is
    /// not the controlling one, which has no job control.
    static var isForeground: Bool { isInForeground(input) && isInForeground(STDERR_FILENO) }
    /// Whether a read of keys would return now, with keys or because the terminal was closed.
    static var hasInput: Bool {
        var descriptor = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, 0) > 0
    }
    static let isOutputTerminal = isatty(STDOUT_FILENO) == 1
    /// Whether standard error is a terminal that can move its cursor (`TERM` is not `dumb`).
    static let isErrorTerminal = isatty(STDERR_FILENO) == 1 && environment("TERM") != "dumb"

    /// The size of the terminal at standard error; if it is unknown, `COLUMNS` and `LINES`, else 80 and 24.
    static var size: TerminalSize {
        var size = winsize()
        let isReported = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0
        func length(_ reported: UInt16, _ name: String, _ fallback: Int) -> Int {
            if isReported, reported > 0 { return Int(reported) }
            return environment(name).flatMap { Int($0) }.flatMap { (1...9999).contains($0) ? $0 : nil } ?? fallback
        }
        return TerminalSize(columns: length(size.ws_col, "COLUMNS", 80), rows: length(size.ws_row, "LINES", 24))
    }

    static let style = TextStyle(environment: locale)

    /// Whether to use colors: false if `NO_COLOR` is set and not empty (no-color.org).
    static let usesColor = environment("NO_COLOR").map(\.isEmpty) ?? true

    /// The localizer of the tool, whose texts are English, with this machine's time zone.
    static let localizer = Localizer(
        format: EnglishFormat { seconds in
            var (time, parts) = (time_t(seconds), tm())
            return localtime_r(&time, &parts) == nil ? 0 : Int(parts.tm_gmtoff)
        }
    )

    /// The name of the locale; `C` if there is none.
    static let localeName = TextStyle.locale(locale)

    /// Whether this process is in the foreground group of the descriptor's terminal, or the descriptor has no job
    /// control.
    private static func isInForeground(_ descriptor: Int32) -> Bool {
        let foreground = tcgetpgrp(descriptor)
        return foreground == -1 || foreground == getpgrp()
    }

    private static let locale: [String: String] =
        ["LC_ALL", "LC_CTYPE", "LANG"].reduce(into: [:]) { $0[$1] = environment($1) }

    /// Returns an environment variable; nil if it is not set.
    static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}

/// The size of a terminal, in characters.
struct TerminalSize: Hashable, Sendable {
    var columns: Int
    var rows: Int

    /// The columns without the last one, after which terminals differ in when they wrap.
    var usableColumns: Int { max(1, columns - 1) }
    /// The rows without one that is reserved for the shell's prompt and for lines above.
    var usableRows: Int { max(1, rows - 1) }
}
