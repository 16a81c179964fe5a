// SPDX-License-Identifier: Apache-2.0

/// Runs an operation with a time limit. When the limit has passed, the operation is canceled.
///
/// The function returns only after the operation, so the operation must end soon after its task is canceled.
///
/// - Returns: The result of the operation; nil if the limit has passed or the task was canceled before.
package func withTimeLimit<Value: Sendable>(
    _ limit: Duration,
    _ operation: @escaping @Sendable () async -> Value
) async -> Value? {
    await withTaskGroup(of: Value?.self) { group in
        group.addTask { await operation() }
        group.addTask {
            try? await Task.sleep(for: limit)
            return nil
        }
        let first: Value? = await group.next() ?? nil
        group.cancelAll()
        return first
    }
}
