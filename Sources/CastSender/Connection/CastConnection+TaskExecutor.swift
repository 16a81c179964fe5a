// SPDX-License-Identifier: Apache-2.0

import CastTransport

extension CastConnection {
    /// A task executor that runs tasks on the connection's event loop, for tasks that use the connection heavily.
    ///
    /// The thread that reads a reply resumes a task with this preference, without waking another thread. Such a task
    /// must not block or compute for long, because the connection is stalled meanwhile.
    ///
    /// ```swift
    /// try await withTaskExecutorPreference(connection.taskExecutor) {
    ///     while !Task.isCancelled { try await connection.refreshStatus() }
    /// }
    /// ```
    @available(macOS 15.0, iOS 18.0, tvOS 18.0, visionOS 2.0, *)
    public nonisolated var taskExecutor: any TaskExecutor { EventLoopTaskExecutor(eventLoop) }

    /// Runs an operation with ``taskExecutor``, where the system has task executors.
    package func withTaskExecutor<Success, Failure: Error>(
        isolation: isolated (any Actor)? = #isolation,
        _ operation: () async throws(Failure) -> Success
    ) async throws(Failure) -> Success {
        guard #available(macOS 15.0, iOS 18.0, tvOS 18.0, visionOS 2.0, *) else { return try await operation() }
        return try await withTaskExecutorPreference(taskExecutor, isolation: isolation, operation: operation)
    }
}
