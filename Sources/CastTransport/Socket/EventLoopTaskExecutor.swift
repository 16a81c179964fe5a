// SPDX-License-Identifier: Apache-2.0

package import NIOCore

/// Runs whole tasks on an event loop, together with the actors whose executor is that event loop.
///
/// A task that awaits a continuation resumes on its preferred executor before it returns to its actor. Without a
/// preference this is a thread of the global pool, so each response from the network wakes two threads unnecessarily.
/// Jobs that run here count as isolated to the event loop, so a task that prefers this executor enters and leaves the
/// event loop's actors without being enqueued again.
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
