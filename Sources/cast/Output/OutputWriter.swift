import Dispatch
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif
#if !canImport(Darwin) && canImport(CoreFoundation)
// The compiler takes the first module through which it finds `stat` as its module, which is this one on Linux.
import CoreFoundation
#endif

/// Writes to a file descriptor without blocking the caller.
///
/// Text goes out at once while the descriptor takes it. When a reader stops reading, the rest waits in memory and a
/// dispatch queue of the writer's own does the blocking writes, so that no task, actor or event loop waits for a pipe.
/// Text arrives complete and in the order of the calls.
final class OutputWriter: Sendable {
    /// Standard output.
    static let standardOutput = OutputWriter(descriptor: STDOUT_FILENO)
    /// Standard error; the same writer as standard output where both are one file, so that their order is kept.
    static let standardError =
        isSameFile(STDOUT_FILENO, STDERR_FILENO) ? standardOutput : OutputWriter(descriptor: STDERR_FILENO)

    /// How many bytes wait for a reader before further text is dropped.
    static let pendingLimit = 4 * 1024 * 1024
    /// How long ``flush()`` waits for a reader after Ctrl-C.
    static let interruptedPatience = Duration.milliseconds(500)
    /// Small enough that a pipe which reports itself as writable takes it without blocking (PIPE_BUF).
    private static let blockSize = 4096

    /// Whether Ctrl-C or SIGTERM came: unread output no longer delays the end of the process.
    private static let isInterrupted = Atomic(false)

    private struct State {
        var pending: [UInt8] = []
        /// Whether ``drain()`` is running or about to.
        var isDraining = false
        var isBroken = false
        var droppedCount = 0
    }

    private let descriptor: Int32
    private let limit: Int
    private let state = Mutex(State())
    private let queue: DispatchQueue

    init(descriptor: Int32, limit: Int = pendingLimit) {
        self.descriptor = descriptor
        self.limit = limit
        queue = DispatchQueue(label: "cast.output.\(descriptor)")
    }

    /// Call it when Ctrl-C or SIGTERM has arrived.
    static func interrupt() { isInterrupted.store(true, ordering: .relaxed) }

    /// How many texts were dropped because ``pendingLimit`` was reached, since the last report on standard error.
    var droppedCount: Int { state.withLock(\.droppedCount) }

    /// Writes the text, now or when the reader has caught up.
    func write(_ text: String) {
        state.withLock { state in
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

    /// Returns when everything is written, or after Ctrl-C within ``interruptedPatience``.
    func flush() async {
        var deadline: ContinuousClock.Instant?
        while state.withLock({ $0.isDraining }) {
            if Self.isInterrupted.load(ordering: .relaxed) {
                let end = deadline ?? .now + Self.interruptedPatience
                deadline = end
                if end <= .now { return }
            }
            // Not canceled with the command: what a command says at its end must still get out.
            await withCheckedContinuation { continuation in
                DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5)) { continuation.resume() }
            }
        }
    }

    /// Does the writes that block, until nothing waits.
    private func drain() {
        while true {
            let next = state.withLock { state in
                let next = state.pending
                state.pending = []
                state.isDraining = !next.isEmpty
                return next
            }
            guard !next.isEmpty else { break }
            var bytes = next[...]
            while !bytes.isEmpty {
                guard let count = Self.write(bytes, to: descriptor) else {
                    state.withLock { fail(&$0) }
                    break
                }
                bytes = bytes.dropFirst(count)
                if count == 0 { waitUntilWritable() }
            }
        }
        let dropped = state.withLock { state in
            defer { state.droppedCount = 0 }
            return state.droppedCount
        }
        guard dropped > 0, descriptor == STDOUT_FILENO else { return }
        Self.standardError.write("cast: \(dropped) lines of output were dropped, as they were not read in time\n")
    }

    /// Nothing more can be written: the reader has closed its end.
    private func fail(_ state: inout State) {
        state.isBroken = true
        state.pending = []
        // End as if asked to, so that the device is left in order.
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

    /// How many of the bytes were written: 0 when the descriptor takes none now, nil when it failed (see `errno`).
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
        var (first, second) = (stat(), stat())
        guard fstat(one, &first) == 0, fstat(other, &second) == 0 else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }
}
