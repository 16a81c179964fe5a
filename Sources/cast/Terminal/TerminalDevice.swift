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
    /// False also for a terminal that cannot move its cursor (`TERM=dumb`).
    static let isErrorTerminal = isatty(STDERR_FILENO) == 1 && environment("TERM") != "dumb"

    /// Columns of the terminal that shows progress; `COLUMNS`, else 80, when it does not say.
    static var width: Int {
        var size = winsize()
        if ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        return environment("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? 80
    }

    static let style = TextStyle(
        environment: ["LC_ALL", "LC_CTYPE", "LANG"].reduce(into: [:]) { $0[$1] = environment($1) }
    )

    /// A variable of the environment, nil when unset.
    static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
