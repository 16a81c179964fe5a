/// Tasks that somebody owns: each is let go of when it has ended, and all are ended together.
@MainActor
package final class OwnedTasks {
    package typealias Body = @Sendable @MainActor () async -> Void

    private var tasks: [Int: Task<Void, Never>] = [:]
    private var lastTask = 0

    package init() {}

    /// How many have not ended.
    package var count: Int { tasks.count }

    /// Runs something that ``close()`` ends.
    package func run(_ body: @escaping Body) {
        lastTask += 1
        let id = lastTask
        tasks[id] = Task { [weak self] in
            await body()
            self?.tasks[id] = nil
        }
    }

    /// Cancels all.
    package func cancel() { for task in tasks.values { task.cancel() } }

    /// Cancels all, and returns when they have ended.
    package func close() async {
        cancel()
        for task in Array(tasks.values) { await task.value }
    }
}
