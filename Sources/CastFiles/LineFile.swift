// SPDX-License-Identifier: Apache-2.0

import Dispatch
import NIOConcurrencyHelpers
import NIOPosix

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A file to which lines of text are written while a program runs, with mode 0600 if it is created.
///
/// A separate thread formats and writes the lines, so a slow disk does not delay the caller. Each line is flushed, so
/// that a reader sees it immediately. If too many lines are pending, further lines are dropped.
package final class LineFile: Sendable {
    /// The maximum number of pending lines.
    package static let pendingLimit = 4096

    private struct State {
        var pending = 0
        var isClosed = false
        var failure: FileFailure?
    }

    private let stream: LineStream
    private let pool = NIOThreadPool(numberOfThreads: 1)
    private let state = NIOLockedValueBox(State())
    private let onFailure: @Sendable (FileFailure) -> Void

    /// Opens a file for appending, and creates it if it does not exist.
    ///
    /// - Parameters:
    ///   - path: The path of the file, in an existing directory. A pipe that no program reads is refused.
    ///   - onFailure: Called on the writing thread when a line cannot be written, at most once. Later lines are
    ///     dropped.
    package convenience init(
        appendingTo path: String,
        onFailure: @escaping @Sendable (FileFailure) -> Void = { _ in }
    ) throws(FileFailure) {
        try self.init(path, flags: O_APPEND, onFailure: onFailure)
    }

    /// Opens a file for writing, and creates it if it does not exist. The content of an existing file is removed; its
    /// mode stays.
    ///
    /// - Parameters:
    ///   - path: The path of the file, in an existing directory. A pipe that no program reads is refused.
    ///   - onFailure: Called on the writing thread when a line cannot be written, at most once. Later lines are
    ///     dropped.
    package convenience init(
        replacing path: String,
        onFailure: @escaping @Sendable (FileFailure) -> Void = { _ in }
    ) throws(FileFailure) {
        try self.init(path, flags: O_TRUNC, onFailure: onFailure)
    }

    private init(
        _ path: String,
        flags: Int32,
        onFailure: @escaping @Sendable (FileFailure) -> Void
    ) throws(FileFailure) {
        stream = try LineStream(path: path, flags: flags)
        self.onFailure = onFailure
        pool.start()
    }

    deinit {
        // An owner that did not close the file leaves the thread, which nothing uses anymore: pending lines retain self.
        if !state.withLockedValue({ $0.isClosed }) { pool.shutdownGracefully { _ in } }
    }

    /// The failure after which no more lines are written; nil if there was none.
    package var failure: FileFailure? { state.withLockedValue { $0.failure } }

    /// Queues a line.
    ///
    /// - Parameter line: Returns the line without its end. Called on the writing thread, in the order of the calls.
    /// - Returns: False if too many lines are pending or the file is closed, and this line was dropped.
    package func append(_ line: @escaping @Sendable () -> String) -> Bool {
        // Submitted under the lock, so that callers on several threads keep their order.
        state.withLockedValue { state in
            guard !state.isClosed, state.pending < Self.pendingLimit else { return false }
            state.pending += 1
            pool.submit { item in
                defer { self.state.withLockedValue { $0.pending -= 1 } }
                guard item == .active, self.failure == nil else { return }
                do throws(FileFailure) {
                    try self.stream.write(line())
                } catch {
                    self.state.withLockedValue { $0.failure = error }
                    self.onFailure(error)
                }
            }
            return true
        }
    }

    /// Writes the pending lines and closes the file. Later lines are dropped.
    package func close() async {
        state.withLockedValue { $0.isClosed = true }
        // The pool has one thread, so this runs after all lines. Both calls throw only if the pool was shut down
        // already.
        try? await pool.runIfActive { self.stream.close() }
        try? await pool.shutdownGracefully()
    }
}

/// An open file that is written line by line.
///
/// `@unchecked Sendable`: its owner uses it on one thread only, the single thread of a pool.
private final class LineStream: @unchecked Sendable {
    private var file: UnsafeMutablePointer<FILE>?

    init(path: String, flags: Int32) throws(FileFailure) {
        // With O_NONBLOCK, opening a pipe that no program reads fails instead of waiting. Writes are blocking again.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | flags, 0o600)
        guard descriptor >= 0 else { throw FileFailure("creating") }
        _ = fcntl(descriptor, F_SETFL, O_WRONLY | (flags & O_APPEND))
        guard let file = fdopen(descriptor, flags & O_APPEND != 0 ? "a" : "w") else {
            let failure = FileFailure("creating")
            closeDescriptor(descriptor)
            throw failure
        }
        self.file = file
    }

    func write(_ line: String) throws(FileFailure) {
        guard let file else { return }
        // A line with a zero byte would be cut by functions for C strings.
        let bytes = Array(line.utf8) + [UInt8(ascii: "\n")]
        guard fwrite(bytes, 1, bytes.count, file) == bytes.count, fflush(file) == 0 else {
            throw FileFailure("writing")
        }
    }

    func close() {
        if let file { fclose(file) }
        file = nil
    }

    deinit { close() }
}

// The name differs because a method of the class above shadows the system function.
private func closeDescriptor(_ descriptor: Int32) {
    close(descriptor)
}
