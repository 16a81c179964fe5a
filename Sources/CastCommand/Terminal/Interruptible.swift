// SPDX-License-Identifier: Apache-2.0

/// Runs an operation that Ctrl-C cancels, and waits for its end. A second Ctrl-C exits the process.
///
/// - Returns: The result of the operation, and whether it was interrupted.
func interruptible<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Value
) async throws -> (value: Value, isInterrupted: Bool) {
    let signals = ProcessSignals()
    defer { signals.close() }
    return try await withThrowingTaskGroup(of: Value?.self) { group in
        group.addTask { try await operation() }
        group.addTask {
            await signals.interruption()
            return nil
        }
        defer { group.cancelAll() }
        var isInterrupted = false
        while let result = try await group.next() {
            if let value = result { return (value, isInterrupted) }
            isInterrupted = true
            group.cancelAll()
        }
        throw CancellationError()
    }
}
