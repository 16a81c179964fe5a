// SPDX-License-Identifier: Apache-2.0

import Dispatch
import NIOConcurrencyHelpers
import SystemPackage

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Writes to a file descriptor without blocking the caller.
///
/// Text is written immediately while the descriptor is writable. When the reader falls behind, the rest is buffered,
/// and the writer's own dispatch queue performs the blocking writes, so that no task, actor or event loop waits for a
/// pipe. Each text is written completely and in the order of the calls.
final class OutputWriter: Sendable {
    /// Standard output.
    static let standardOutput = OutputWriter(descriptor: STDOUT_FILENO)
    /// Standard error; the same writer as standard output if both are the same file, so that their order is kept.
    static let standardError =
        isSameFile(STDOUT_FILENO, STDERR_FILENO) ? standardOutput : OutputWriter(descriptor: STDERR_FILENO)

    /// The number of buffered bytes at which further text is dropped.
    static let pendingLimit = 4 * 1024 * 1024
    /// How long ``flush()`` waits for a reader after Ctrl-C.
    static let interruptedTimeout = Duration.milliseconds(500)
    /// The number of bytes that a writable pipe accepts without blocking (PIPE_BUF).
    private static let blockSize = 4096

    /// Whether Ctrl-C or SIGTERM was received, after which unread output no longer delays the exit of the process.
    private static let isInterrupted = NIOLockedValueBox(false)

    private struct State {
        var pending: [UInt8] = []
        /// Whether ``drain()`` is running or scheduled.
        var isDraining = false
        var isBroken = false
        var droppedCount = 0
    }

    private let descriptor: Int32
    private let limit: Int
    private let state = NIOLockedValueBox(State())
    private let queue: DispatchQueue

    init(descriptor: Int32, limit: Int = pendingLimit) {
        self.descriptor = descriptor
        self.limit = limit
        queue = DispatchQueue(label: "cast.output.\(descriptor)")
    }

    /// Records that Ctrl-C or SIGTERM was received.
    static func interrupt() { isInterrupted.withLockedValue { $0 = true } }

    /// The number of texts dropped because of ``pendingLimit`` since the last report on standard error.
    var droppedCount: Int { state.withLockedValue(\.droppedCount) }

    /// Writes the text immediately, or when the reader has caught up.
    func write(_ text: String) {
        state.withLockedValue { state in
            guard !state.isBroken else { return }
            var bytes = ArraySlice(text.utf8)
            if !state.isDraining {
                while !bytes.isEmpty, isWritable {
                    guard let count = Self.write(bytes.prefix(Self.blockSize), to: descriptor) else {
                        return fail(&state)
                    }
                    bytes = bytes.dropFirst(count)
                }
                if bytes.isEmpty { return }
            }
            guard state.pending.count < limit else {
                state.droppedCount += 1
                return
            }
            state.pending += bytes
            guard !state.isDraining else { return }
            state.isDraining = true
            queue.async { [self] in drain() }
        }
    }

    /// Waits until everything is written; after Ctrl-C, for at most ``interruptedTimeout``.
    func flush() async {
        var deadline: ContinuousClock.Instant?
        while state.withLockedValue({ $0.isDraining }) {
            if Self.isInterrupted.withLockedValue({ $0 }) {
                let end = deadline ?? .now + Self.interruptedTimeout
                deadline = end
                if end <= .now { return }
            }
            // Ignores cancellation, because a canceled command's last lines must still be written.
            await withCheckedContinuation { continuation in
                DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5)) { continuation.resume() }
            }
        }
    }

    /// Performs the blocking writes until the buffer is empty.
    private func drain() {
        while true {
            let next = state.withLockedValue { state in
                let next = state.pending
                state.pending = []
                state.isDraining = !next.isEmpty
                return next
            }
            guard !next.isEmpty else { break }
            var bytes = next[...]
            while !bytes.isEmpty {
                guard let count = Self.write(bytes, to: descriptor) else {
                    state.withLockedValue { fail(&$0) }
                    break
                }
                bytes = bytes.dropFirst(count)
                if count == 0 { waitUntilWritable() }
            }
        }
        let dropped = state.withLockedValue { state in
            defer { state.droppedCount = 0 }
            return state.droppedCount
        }
        guard dropped > 0, descriptor == STDOUT_FILENO else { return }
        Self.standardError.write("cast: \(dropped) lines of output were dropped because they were not read in time\n")
    }

    /// Discards all output after a failed write, usually because the reader has closed its end.
    private func fail(_ state: inout State) {
        state.isBroken = true
        state.pending = []
        // Ends the command as if interrupted, so that it leaves the device properly.
        if descriptor == STDOUT_FILENO && errno == EPIPE { kill(getpid(), SIGTERM) }
    }

    private var isWritable: Bool { poll(milliseconds: 0) }

    private func waitUntilWritable() { _ = poll(milliseconds: -1) }

    private func poll(milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        #if canImport(Darwin)
        return Darwin.poll(&entry, 1, milliseconds) > 0
        #elseif canImport(Musl)
        return Musl.poll(&entry, 1, milliseconds) > 0
        #else
        return Glibc.poll(&entry, 1, milliseconds) > 0
        #endif
    }

    /// Returns the number of bytes written: 0 if the descriptor is not writable now, nil if writing failed (see
    /// `errno`).
    private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int? {
        bytes.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress else { return 0 }
            while true {
                #if canImport(Darwin)
                let written = Darwin.write(descriptor, start, buffer.count)
                #elseif canImport(Musl)
                let written = Musl.write(descriptor, start, buffer.count)
                #else
                let written = Glibc.write(descriptor, start, buffer.count)
                #endif
                if written >= 0 { return written }
                if errno == EAGAIN { return 0 }
                guard errno == EINTR else { return nil }
            }
        }
    }

    private static func isSameFile(_ one: Int32, _ other: Int32) -> Bool {
        guard let first = try? Stat(FileDescriptor(rawValue: one)),
            let second = try? Stat(FileDescriptor(rawValue: other))
        else { return false }
        return first.deviceID == second.deviceID && first.inode == second.inode
    }
}
