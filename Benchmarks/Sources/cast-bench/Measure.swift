// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastTransport
import ProcessFacts

/// The measurements. Each prints its result.
enum Measure {
    private static let warmUp = 200

    /// Measures sequential GET_STATUS requests from a task on the connection's event loop, and from any other task,
    /// which is resumed on another thread.
    static func status(_ endpoint: CastEndpoint, count: Int) async throws {
        let connection = try await CastConnection.open(to: endpoint)
        _ = try await ask(connection, count: warmUp)
        let times = try await ask(connection, count: count)
        let timesOnLoop = try await withTaskExecutorPreference(connection.taskExecutor) {
            try await ask(connection, count: count)
        }
        await connection.close()
        print(JSONLine(["on_loop": Times(timesOnLoop).json, "any_task": Times(times).json]))
    }

    /// Measures GET_STATUS requests with a window of pending requests.
    static func pipeline(_ endpoint: CastEndpoint, count: Int, window: Int) async throws {
        let connection = try await CastConnection.open(to: endpoint)
        _ = try await ask(connection, count: warmUp)
        let start = ContinuousClock.now
        try await withTaskExecutorPreference(connection.taskExecutor) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for worker in 0..<window {
                    let share = count / window + (worker < count % window ? 1 : 0)
                    group.addTask { _ = try await ask(connection, count: share) }
                }
                try await group.waitForAll()
            }
        }
        let microseconds = start.microsecondsToNow
        await connection.close()
        print(JSONLine(["per_second": "\(Double(count) / microseconds * 1e6)"]))
    }

    private static func ask(_ connection: CastConnection, count: Int) async throws -> [Double] {
        var times: [Double] = []
        times.reserveCapacity(count)
        for _ in 0..<count {
            let start = ContinuousClock.now
            _ = try await connection.refreshStatus()
            times.append(start.microsecondsToNow)
        }
        return times
    }

    /// Measures the time from connecting to the first status.
    static func connect(_ endpoint: CastEndpoint, count: Int) async throws {
        var times: [Double] = []
        for index in 0..<(count + 5) {
            let start = ContinuousClock.now
            let connection = try await CastConnection.open(to: endpoint)
            if index >= 5 { times.append(start.microsecondsToNow) }
            await connection.close()
        }
        print(JSONLine(["connect": Times(times).json]))
    }

    /// Measures concurrent connections. The memory after the first connection is the baseline of the process.
    static func hold(_ endpoint: CastEndpoint, count: Int) async throws {
        var connections = [try await CastConnection.open(to: endpoint)]
        let before = ProcessFacts.now
        let start = ContinuousClock.now
        for _ in 0..<count { connections.append(try await CastConnection.open(to: endpoint)) }
        let microseconds = start.microsecondsToNow
        // A request on every connection ensures that all of them are in use.
        for connection in connections { try await connection.refreshStatus() }
        let after = ProcessFacts.now
        for connection in connections { await connection.close() }
        print(
            JSONLine([
                "kilobytes_each": "\(Double(after.residentKilobytes - before.residentKilobytes) / Double(count))",
                "threads_before": "\(before.threads)",
                "threads_after": "\(after.threads)",
                "milliseconds": "\(microseconds / 1000)",
            ])
        )
    }
}
