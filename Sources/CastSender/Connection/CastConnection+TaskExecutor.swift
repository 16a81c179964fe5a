import CastTransport

extension CastConnection {
    /// An executor for tasks that talk to this connection much: they then run on its event loop.
    ///
    /// A task that prefers it is resumed by an answer on the thread that read the answer; no other thread has to be
    /// woken. Such a task must not block or compute for long, since the connection waits meanwhile.
    ///
    /// ```swift
    /// try await withTaskExecutorPreference(connection.taskExecutor) {
    ///     while !Task.isCancelled { try await connection.refreshStatus() }
    /// }
    /// ```
    @available(macOS 15.0, iOS 18.0, tvOS 18.0, visionOS 2.0, *)
    public nonisolated var taskExecutor: any TaskExecutor { EventLoopTaskExecutor(eventLoop) }
}
