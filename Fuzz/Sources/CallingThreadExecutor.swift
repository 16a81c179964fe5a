// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers

/// An executor that runs the jobs of one task on the thread that waits for the task.
///
/// Fuzzers need deterministic runs, and a change of threads would cost more than most inputs.
final class CallingThreadExecutor: TaskExecutor {
    private let jobs = NIOLockedValueBox<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLockedValue { $0.append(job) }
    }

    /// Runs an operation to its end. It must not wait for other threads.
    static func run(_ operation: @escaping @Sendable () async -> Void) {
        let executor = CallingThreadExecutor()
        let isFinished = NIOLockedValueBox(false)
        Task(executorPreference: executor) {
            await operation()
            isFinished.withLockedValue { $0 = true }
        }
        while let job = executor.jobs.withLockedValue({ $0.isEmpty ? nil : $0.removeFirst() }) {
            job.runSynchronously(on: executor.asUnownedTaskExecutor())
        }
        require(isFinished.withLockedValue(\.self), "the operation waits for another thread")
    }
}
