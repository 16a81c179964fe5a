import CastUI
import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The terminal at the ends of the standard streams, if there is one.
enum TerminalDevice {
    static let isInputTerminal = isatty(STDIN_FILENO) == 1
    /// Whether this process may use the terminal now; false while the shell has it in the background. Where the terminal
    /// is not ours to control there are no jobs, and so no other one.
    static var isForeground: Bool { hasTerminal(STDIN_FILENO) && hasTerminal(STDERR_FILENO) }
    static let isOutputTerminal = isatty(STDOUT_FILENO) == 1
    /// False also for a terminal that cannot move its cursor (`TERM=dumb`).
    static let isErrorTerminal = isatty(STDERR_FILENO) == 1 && environment("TERM") != "dumb"

    /// The size of the terminal that shows progress; `COLUMNS` and `LINES`, else 80 and 24, when it does not say.
    static var size: TerminalSize {
        var size = winsize()
        let isTold = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0
        func length(_ told: UInt16, _ name: String, _ usual: Int) -> Int {
            if isTold, told > 0 { return Int(told) }
            return environment(name).flatMap { Int($0) }.flatMap { (1...9999).contains($0) ? $0 : nil } ?? usual
        }
        return TerminalSize(columns: length(size.ws_col, "COLUMNS", 80), rows: length(size.ws_row, "LINES", 24))
    }

    static let style = TextStyle(environment: locale)

    /// Whether colours are wanted: not where `NO_COLOR` is set to anything (no-color.org).
    static let usesColor = environment("NO_COLOR").map(\.isEmpty) ?? true

    /// For texts, in the language and the forms of the locale.
    static let localizer = Localizer(locale: style.locale(environment: locale), timeZone: .current)

    private static func hasTerminal(_ descriptor: Int32) -> Bool {
        let foreground = tcgetpgrp(descriptor)
        return foreground == -1 || foreground == getpgrp()
    }

    private static let locale: [String: String] =
        ["LC_ALL", "LC_CTYPE", "LANG"].reduce(into: [:]) { $0[$1] = environment($1) }

    /// A variable of the environment, nil when unset.
    static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
