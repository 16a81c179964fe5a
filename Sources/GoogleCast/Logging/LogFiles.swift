internal import Dispatch
internal import NIOConcurrencyHelpers

/// A set of log files of bounded size and number, `cast-0.log` being the newest.
///
/// Writes happen on a queue of its own, never on the caller's thread. The first failed write ends it for the process:
/// a log that cannot be kept is no reason to disturb an app.
final class LogFiles: Sendable {
    /// How much is kept.
    struct Limits: Sendable, Hashable {
        static let standardSize: UInt = 2 << 20
        static let smallestSize: UInt = 32 << 10
        static let smallestCount: UInt = 2

        /// Bytes of each file.
        var size = standardSize
        /// How many files there are at most.
        var count: UInt = 3

        /// Raises a size to what is allowed; zero is the default.
        static func allowed(size: UInt) -> UInt { size == 0 ? standardSize : max(size, smallestSize) }
        static func allowed(count: UInt) -> UInt { max(count, smallestCount) }
    }

    /// How many lines wait for the disk at most.
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
    /// Touched on the queue alone.
    private let state = NIOLockedValueBox(State())
    private let waiting = NIOLockedValueBox(0)
    private let now: @Sendable () -> Date

    init(directory: String, now: @escaping @Sendable () -> Date = { Date() }) {
        self.directory = directory
        self.now = now
    }

    /// `GCKLogs` in the app's cache directory.
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

    /// Writes a line, soon.
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

    /// Closes the file once everything before is written.
    func close() {
        queue.async { self.state.withLockedValue { $0.file = nil } }
    }

    /// Waits until everything before is written.
    func flush() { queue.sync {} }
}
