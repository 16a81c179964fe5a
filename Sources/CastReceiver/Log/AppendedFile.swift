#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A file that lines are appended to.
///
/// Sendable although it holds a C pointer: its user calls it from one thread at a time, the only one of a pool.
final class AppendedFile: @unchecked Sendable {
    private var file: UnsafeMutablePointer<FILE>?

    /// Nil when the file cannot be opened.
    init?(path: String) {
        // O_NONBLOCK: a pipe that no program reads is an error rather than a wait without end. Writing waits again.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFL, O_WRONLY | O_APPEND)
        file = fdopen(descriptor, "a")
        guard file != nil else { return nil }
    }

    /// Appends a line and hands it to the system, so that a reader sees it at once.
    func write(_ line: String) {
        guard let file else { return }
        fputs(line, file)
        fputc(Int32(UInt8(ascii: "\n")), file)
        fflush(file)
    }

    func close() {
        if let file { fclose(file) }
        file = nil
    }

    deinit { close() }
}
