import CastWire
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Where a command says things: results on standard output, everything else on standard error.
///
/// With `--json`, standard output carries JSON objects alone, one per line, and people's results are not printed.
/// While a progress line stands on the terminal, other lines are put above it.
final class Console: Sendable {
    /// The version of every JSON object; it changes when a member changes its meaning or goes.
    static let jsonVersion: Int64 = 1

    let isJSON: Bool
    let isVerbose: Bool
    /// True when a progress line can be shown and redrawn.
    let showsProgress: Bool

    private let progress = Mutex<String?>(nil)

    init(isJSON: Bool, isVerbose: Bool = false, showsProgress: Bool = TerminalDevice.isErrorTerminal) {
        self.isJSON = isJSON
        self.isVerbose = isVerbose
        self.showsProgress = showsProgress && !isJSON
    }

    /// A result for people.
    func result(_ line: String) {
        guard !isJSON else { return }
        print(line, to: STDOUT_FILENO)
    }

    /// A result for scripts: one line, with the version in front.
    func emit(_ object: JSONObject) {
        guard isJSON else { return }
        var envelope: JSONObject = ["version": .integer(Self.jsonVersion)]
        envelope.merge(object)
        print(envelope.jsonString, to: STDOUT_FILENO)
    }

    /// Something on the side, for people.
    func note(_ line: String) {
        print(line, to: STDERR_FILENO)
    }

    /// Something only somebody who asked for it wants to know.
    func detail(_ line: @autoclosure () -> String) {
        guard isVerbose else { return }
        print(line(), to: STDERR_FILENO)
    }

    /// Shows the line at the bottom, in place of the one before; nil takes it away.
    func showProgress(_ line: String?) {
        guard showsProgress else { return }
        progress.withLock { shown in
            guard shown != line else { return }
            shown = line
            Self.write("\r\u{1B}[K" + (line ?? ""), to: STDERR_FILENO)
        }
    }

    /// Says why the command failed: lines on standard error, or with `--json` an object on standard output.
    func report(_ failure: CommandFailure) {
        if isJSON {
            emit(failure.json)
        } else {
            for line in failure.lines { note(line) }
        }
    }

    private func print(_ line: String, to descriptor: Int32) {
        progress.withLock { shown in
            if shown != nil { Self.write("\r\u{1B}[K", to: STDERR_FILENO) }
            Self.write(line + "\n", to: descriptor)
            if let shown { Self.write(shown, to: STDERR_FILENO) }
        }
    }

    private static func write(_ text: String, to descriptor: Int32) {
        var text = text
        text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while let start = rest.baseAddress, !rest.isEmpty {
                #if canImport(Darwin)
                let written = Darwin.write(descriptor, start, rest.count)
                #elseif canImport(Musl)
                let written = Musl.write(descriptor, start, rest.count)
                #else
                let written = Glibc.write(descriptor, start, rest.count)
                #endif
                if written >= 0 {
                    rest = UnsafeRawBufferPointer(rebasing: rest[written...])
                } else if errno == EINTR || errno == EAGAIN {
                    continue
                } else {
                    // Whoever read the results has gone: end as if asked to, so that a device is left in order.
                    if descriptor == STDOUT_FILENO && errno == EPIPE { kill(getpid(), SIGTERM) }
                    return
                }
            }
        }
    }
}
