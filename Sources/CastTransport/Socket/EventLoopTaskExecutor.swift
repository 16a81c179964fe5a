package import NIOCore

/// Lets whole tasks run on an event loop, beside the actors whose executor that loop is.
///
/// A task that waits for a continuation is resumed on the executor it prefers before it returns to its actor; without
/// a preference that is a thread of the global pool, so that each answer from the network wakes two threads for
/// nothing. Jobs run here count as isolated to the loop, so that a task which prefers this executor enters and leaves
/// the loop's actors without being enqueued again.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, visionOS 2.0, *)
package final class EventLoopTaskExecutor: TaskExecutor {
    private let eventLoop: any EventLoop
    private let serialExecutor: any SerialExecutor

    package init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
        serialExecutor = eventLoop.executor
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        eventLoop.execute {
            job.runSynchronously(
                isolatedTo: self.serialExecutor.asUnownedSerialExecutor(),
                taskExecutor: self.asUnownedTaskExecutor()
            )
        }
    }
}
