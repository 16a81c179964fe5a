// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import NIOConcurrencyHelpers

/// A set of log files of limited size and number. `cast-0.log` is the newest file.
///
/// Files are written on a dedicated queue, never on the caller's thread. The first write error ends file logging for
/// the process, because a failing log must not disturb the app.
final class LogFiles: Sendable {
    /// The limits of the log files.
    struct Limits: Sendable, Hashable {
        static let standardSize: UInt = 2 << 20
        static let smallestSize: UInt = 32 << 10
        static let smallestCount: UInt = 2

        /// The maximum size of a file in bytes.
        var size = standardSize
        /// The maximum number of files.
        var count: UInt = 3

        /// Returns the permitted size that is closest to a value. Zero selects the default.
        static func allowed(size: UInt) -> UInt { size == 0 ? standardSize : max(size, smallestSize) }
        static func allowed(count: UInt) -> UInt { max(count, smallestCount) }
    }

    /// The maximum number of lines that wait to be written.
    static let capacity = 10_000

    private struct State: Sendable {
        var file: LogFile?
        var hasFailed = false

        mutating func write(_ line: String, in directory: String, limits: Limits) {
            guard !hasFailed else { return }
            do {
                if file == nil { file = try LogFile(in: directory) }
                try file?.append(line, limits: limits)
            } catch {
                hasFailed = true
                file = nil
            }
        }
    }

    let directory: String
    private let queue = DispatchQueue(label: "GoogleCast.LogFiles", qos: .utility)
    /// Accessed on `queue` only.
    private let state = NIOLockedValueBox(State())
    private let waiting = NIOLockedValueBox(0)
    private let now: @Sendable () -> Date

    init(directory: String, now: @escaping @Sendable () -> Date = { Date() }) {
        self.directory = directory
        self.now = now
    }

    /// The directory `GCKLogs` in the app's cache directory.
    static var standardDirectory: String {
        let process = ProcessInfo.processInfo
        #if canImport(Darwin)
        let caches = NSSearchPathForDirectoriesInDomains(.cachesDirectory, .userDomainMask, true).first
        return (caches ?? NSTemporaryDirectory()) + "/GCKLogs"
        #else
        let environment = process.environment
        let caches = environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let app = Bundle.main.bundleIdentifier ?? process.processName
        return (caches ?? NSHomeDirectory() + "/.cache") + "/\(app)/GCKLogs"
        #endif
    }

    /// Writes an entry asynchronously. It is dropped if too many lines are waiting.
    func write(_ entry: LogEntry, limits: Limits) {
        let time = now()
        let hasRoom = waiting.withLockedValue { waiting in
            guard waiting < Self.capacity else { return false }
            waiting += 1
            return true
        }
        guard hasRoom else { return }
        queue.async {
            self.waiting.withLockedValue { $0 -= 1 }
            self.state.withLockedValue { $0.write(entry.line(at: time), in: self.directory, limits: limits) }
        }
    }

    /// Closes the file after all pending writes.
    func close() {
        queue.async { self.state.withLockedValue { $0.file = nil } }
    }

    /// Waits for all pending writes.
    func flush() { queue.sync {} }
}

/// The newest log file of a directory, open for writing.
struct LogFile: Sendable {
    private let directory: String
    private let handle: Handle
    private var size: UInt
    /// The limit on the number of files at the last cleanup. If it has changed, surplus files are removed.
    private var count: UInt?

    /// Closes the descriptor when the last reference is released.
    private final class Handle: Sendable {
        let descriptor: CInt

        init(descriptor: CInt) { self.descriptor = descriptor }

        deinit { _ = close(descriptor) }
    }

    /// Opens the newest file. Creates it and its directory if necessary, accessible to this user only.
    init(in directory: String) throws {
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        self.directory = directory
        // `O_NOFOLLOW` prevents a symbolic link from redirecting the log.
        let descriptor = open(
            Self.path(0, in: directory),
            O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC,
            0o600
        )
        guard descriptor >= 0 else { throw Self.failure() }
        handle = Handle(descriptor: descriptor)
        let end = lseek(descriptor, 0, SEEK_END)
        size = UInt(max(end, 0))
    }

    /// Appends a line. If it doesn't fit into the file, a new file is started. A line that exceeds the size limit is
    /// truncated.
    mutating func append(_ line: String, limits: LogFiles.Limits) throws {
        var bytes = Array(line.utf8)
        if bytes.count > limits.size {
            bytes.removeSubrange((Int(limits.size) - 1)...)
            bytes.append(UInt8(ascii: "\n"))
        }
        if size + UInt(bytes.count) > limits.size {
            try shift(keeping: limits.count)
            self = try LogFile(in: directory)
            count = limits.count
        } else if count != limits.count {
            try removeSurplus(beyond: limits.count)
            count = limits.count
        }
        try write(bytes)
        size += UInt(bytes.count)
    }

    private func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Foundation.write(handle.descriptor, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw Self.failure() }
            rest = rest.dropFirst(written)
        }
    }

    /// Renames the files so that a new file can be created.
    private func shift(keeping count: UInt) throws {
        try removeSurplus(beyond: count - 1)
        for number in try Self.numbers(in: directory).sorted(by: >) {
            guard rename(Self.path(number, in: directory), Self.path(number + 1, in: directory)) == 0 else {
                throw Self.failure()
            }
        }
    }

    private func removeSurplus(beyond count: UInt) throws {
        for number in try Self.numbers(in: directory) where number >= count {
            try FileManager.default.removeItem(atPath: Self.path(number, in: directory))
        }
    }

    /// Returns the numbers of the existing files.
    private static func numbers(in directory: String) throws -> [UInt] {
        try FileManager.default.contentsOfDirectory(atPath: directory).compactMap { name in
            guard name.hasPrefix("cast-"), name.hasSuffix(".log") else { return nil }
            return UInt(name.dropFirst(5).dropLast(4))
        }
    }

    private static func path(_ number: UInt, in directory: String) -> String { "\(directory)/cast-\(number).log" }

    private static func failure() -> any Error { NSError(domain: NSPOSIXErrorDomain, code: Int(errno)) }
}
