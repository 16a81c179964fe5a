// SPDX-License-Identifier: Apache-2.0

#if MQTT
import Dispatch
import NIOConcurrencyHelpers
import NIOCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A thread that waits for files, and is the executor of the actor that uses them.
///
/// libmosquitto does not use NIO. So that a message does not have to move from the thread that reads it to the one that handles
/// it, and back for each answer, both are this thread. It ends when nobody refers to the executor anymore.
final class BrokerThread: SerialExecutor {
    /// A task that waits for a file.
    private struct Wait {
        var file: Int32
        var wantsToWrite: Bool
        var deadline: NIODeadline
        var continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var jobs: [UnownedJob] = []
        var waits: [Wait] = []
        /// Whether the thread must be woken to see a change.
        var isAsleep = false

        /// Without jobs, the thread is about to sleep.
        mutating func takeJobs() -> [UnownedJob] {
            isAsleep = jobs.isEmpty
            defer { jobs = [] }
            return jobs
        }
    }

    private let state = NIOLockedValueBox(State())
    private let wakeUp: WakeUp

    /// - Parameter broker: The name of the broker, for errors.
    init(broker: String) throws(BrokerError) {
        wakeUp = try WakeUp(broker: broker)
        // A block that does not return keeps its thread.
        DispatchQueue(label: "cast.broker").async { [wakeUp, weak self] in
            while let (files, timeout) = self?.runJobs() {
                var files = [pollfd(fd: wakeUp.readingEnd, events: Int16(POLLIN), revents: 0)] + files
                poll(&files, nfds_t(files.count), timeout)
                if files[0].revents != 0 { wakeUp.clear() }
                self?.resume(files.dropFirst())
            }
        }
    }

    deinit { wakeUp.wake() }

    // MARK: Use

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        change { $0.jobs.append(job) }
    }

    /// Waits until something can be read from a file, or it can be written to, or the deadline has passed, or ``endWaits(for:)``.
    ///
    /// - Parameters:
    ///   - file: The file, a descriptor that stays open meanwhile.
    ///   - toWrite: Whether to wait also until the file can be written to.
    ///   - deadline: The end of the wait. Cancellation does not end it.
    nonisolated(nonsending) func wait(for file: Int32, toWrite: Bool, until deadline: NIODeadline) async {
        await withCheckedContinuation { continuation in
            change {
                $0.waits.append(
                    Wait(file: file, wantsToWrite: toWrite, deadline: deadline, continuation: continuation)
                )
            }
        }
    }

    /// Resumes the tasks that wait for a file.
    func endWaits(for file: Int32) {
        endWaits { $0.file == file }
    }

    // MARK: The thread

    private func change(_ body: (inout State) -> Void) {
        let wasAsleep = state.withLockedValue { state in
            body(&state)
            defer { state.isAsleep = false }
            return state.isAsleep
        }
        if wasAsleep { wakeUp.wake() }
    }

    private func endWaits(where condition: (Wait) -> Bool) {
        let ended = state.withLockedValue { state in
            let ended = state.waits.filter(condition)
            if !ended.isEmpty { state.waits.removeAll(where: condition) }
            return ended
        }
        for wait in ended { wait.continuation.resume() }
    }

    /// How often jobs that others have started are run before the files get their turn.
    private static let roundLimit = 16

    /// Runs the jobs, and returns for what to wait then.
    private func runJobs() -> (files: [pollfd], milliseconds: Int32) {
        var hasMore = true
        for _ in 0..<Self.roundLimit where hasMore {
            let jobs = state.withLockedValue { $0.takeJobs() }
            for job in jobs { run(job) }
            hasMore = !jobs.isEmpty
        }
        let waits = state.withLockedValue { $0.waits }
        let files = waits.map { wait in
            pollfd(fd: wait.file, events: Int16(POLLIN) | (wait.wantsToWrite ? Int16(POLLOUT) : 0), revents: 0)
        }
        guard !hasMore else { return (files, 0) }
        guard let next = waits.map(\.deadline).min() else { return (files, -1) }
        let nanoseconds = max((next - .now()).nanoseconds, 0)
        // Rounded up: a wait that ends before its deadline would be repeated at once.
        return (files, Int32(clamping: (nanoseconds + 999_999) / 1_000_000))
    }

    private func run(_ job: UnownedJob) {
        guard #available(macOS 15.0, iOS 18.0, tvOS 18.0, visionOS 2.0, *) else {
            return job.runSynchronously(on: asUnownedSerialExecutor())
        }
        job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }

    private func resume(_ files: ArraySlice<pollfd>) {
        state.withLockedValue { $0.isAsleep = false }
        let now = NIODeadline.now()
        endWaits { wait in
            wait.deadline <= now || files.contains { $0.fd == wait.file && $0.revents != 0 }
        }
    }
}

/// A task that awaits a continuation resumes on the executor that it prefers, before it returns to its actor: without this one, on a
/// thread of the global pool.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, visionOS 2.0, *)
extension BrokerThread: TaskExecutor {}

/// A pipe: a byte in it wakes the thread that waits for it.
private final class WakeUp: Sendable {
    let readingEnd: Int32
    private let writingEnd: Int32

    init(broker: String) throws(BrokerError) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else {
            throw BrokerError(
                .unreachable,
                broker: broker,
                "a pipe could not be opened: \(String(cString: strerror(errno)))"
            )
        }
        (readingEnd, writingEnd) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
    }

    deinit {
        _ = close(readingEnd)
        _ = close(writingEnd)
    }

    func wake() {
        var byte: UInt8 = 1
        _ = write(writingEnd, &byte, 1)
    }

    func clear() {
        var bytes: (UInt64, UInt64) = (0, 0)
        _ = read(readingEnd, &bytes, MemoryLayout.size(ofValue: bytes))
    }
}
#endif
