// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastTransport
import CastWire
import ProcessFacts

/// Thousands of sessions in one process, each with a manager that resumes it.
///
/// Prints a line for each number of sessions, then one for each of: heartbeats of idle sessions, commands, a change of
/// all volumes. Afterward it prints every half second how many sessions have a connection, until it is ended.
struct Fleet {
    private let endpoint: CastEndpoint
    private var managers: [SessionManager] = []
    private var sessions: [CastSession] = []

    init(_ endpoint: CastEndpoint) {
        self.endpoint = endpoint
    }

    static func measure(_ endpoint: CastEndpoint, count: Int, seconds: Int) async throws {
        var fleet = Fleet(endpoint)
        // The first sessions load code and fill the pools of the process.
        let first = min(10, count)
        try await fleet.grow(to: first)
        let baseline = ProcessFacts.now
        print(
            JSONLine([
                "sessions": "\(first)", "kilobytes": "\(baseline.residentKilobytes)", "threads": "\(baseline.threads)",
            ])
        )
        for step in [100, 1000, 10_000, 100_000].filter({ $0 < count }) + [count] {
            let start = ContinuousClock.now
            let before = fleet.sessions.count
            try await fleet.grow(to: step)
            let facts = ProcessFacts.now
            let opened = Double(step - before)
            print(
                JSONLine([
                    "sessions": "\(step)",
                    "kilobytes": "\(facts.residentKilobytes)",
                    "kilobytes_each":
                        "\(Double(facts.residentKilobytes - baseline.residentKilobytes) / Double(max(step - first, 1)))",
                    "threads": "\(facts.threads)",
                    "opened_per_second": "\(opened / start.microsecondsToNow * 1e6)",
                ])
            )
            flushStandardOutput()
        }
        try await fleet.idle(seconds: seconds)
        try await fleet.commands(count: 2000)
        try await fleet.changeVolumes()
        await fleet.watch()
    }

    /// Starts sessions, 64 at once.
    private mutating func grow(to count: Int) async throws {
        let endpoint = endpoint
        let missing = count - sessions.count
        let started = try await withThrowingTaskGroup(of: (SessionManager, CastSession).self) { group in
            var options = SessionManagerOptions()
            options.connection.authentication.policy = .off
            options.reconnect = .manyDevices
            var started: [(SessionManager, CastSession)] = []
            var rest = missing
            while started.count < missing {
                while rest > 0, missing - rest - started.count < 64 {
                    group.addTask { [options] in
                        let manager = SessionManager(options: options)
                        return (manager, try await manager.start(.running, on: CastDevice(at: endpoint)))
                    }
                    rest -= 1
                }
                if let next = try await group.next() { started.append(next) }
            }
            return started
        }
        managers += started.map(\.0)
        sessions += started.map(\.1)
    }

    /// The processor time of the heartbeats.
    private func idle(seconds: Int) async throws {
        let before = ProcessFacts.now
        let start = ContinuousClock.now
        try await Task.sleep(for: .seconds(seconds))
        let elapsed = start.microsecondsToNow
        let used = ProcessFacts.now.processorSeconds - before.processorSeconds
        print(JSONLine(["idle_percent_of_a_core": "\(used / elapsed * 1e8)"]))
        flushStandardOutput()
    }

    /// One command after the other, each to a random device.
    private func commands(count: Int) async throws {
        var times: [Double] = []
        for _ in 0..<count {
            let session = sessions[Int.random(in: sessions.indices)]
            let start = ContinuousClock.now
            _ = try await session.connection.refreshStatus()
            times.append(start.microsecondsToNow)
            // Not faster than a busy controller, so that the heartbeats are the load.
            try await Task.sleep(for: .milliseconds(5))
        }
        print(JSONLine(["commands": Times(times).json]))
        flushStandardOutput()
    }

    /// A change of the volume of all devices at once.
    private func changeVolumes() async throws {
        let sessions = sessions
        let start = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for session in sessions { group.addTask { _ = try await session.connection.setVolume(0.25) } }
            try await group.waitForAll()
        }
        let milliseconds = start.microsecondsToNow / 1000
        print(JSONLine(["broadcast_milliseconds": "\(milliseconds)"]))
        flushStandardOutput()
    }

    private func watch() async {
        let start = ContinuousClock.now
        while true {
            let states = managers.map(\.state)
            print(
                JSONLine([
                    "seconds": "\(start.microsecondsToNow / 1e6)",
                    "running": "\(states.count { $0 == .running })",
                    "idle": "\(states.count { $0 == .idle })",
                    "cpu_seconds": "\(ProcessFacts.now.processorSeconds)",
                    "threads": "\(ProcessFacts.now.threads)",
                    "kilobytes": "\(ProcessFacts.now.residentKilobytes)",
                ])
            )
            flushStandardOutput()
            try? await Task.sleep(for: .milliseconds(500))
        }
    }
}
