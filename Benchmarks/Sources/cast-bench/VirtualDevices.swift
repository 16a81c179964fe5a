// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import MulticastDNS
import ProcessFacts

/// Complete virtual devices without HTTP, many in one process: each is announced, has keys of its own and runs apps.
enum VirtualDevices {
    /// Starts devices, prints a line for each number of them, then one every second until it is ended.
    static func serve(interface: String, count: Int) async throws {
        let announcer = try await MDNSEndpoint.start(interfaces: .named([interface]))
        var devices = try await start(min(10, count), from: 0, interface, announcer)
        let baseline = ProcessFacts.now
        let first = devices.count
        for step in [100, 1000, 10_000].filter({ $0 < count }) + [count] {
            let start = ContinuousClock.now
            let before = devices.count
            devices += try await self.start(step - before, from: before, interface, announcer)
            let milliseconds = start.microsecondsToNow / 1000 / Double(max(step - before, 1))
            report(devices.count, since: baseline, first, ("milliseconds_each", milliseconds))
        }
        while true {
            try await Task.sleep(for: .seconds(1))
            let running = devices.count { $0.snapshot.application?.appID == "CC1AD845" }
            report(devices.count, since: baseline, first, ("running", Double(running)))
        }
    }

    private static func report(
        _ count: Int,
        since baseline: ProcessFacts,
        _ first: Int,
        _ more: (name: String, value: Double)
    ) {
        let facts = ProcessFacts.now
        let kilobytes = Double(facts.residentKilobytes - baseline.residentKilobytes) / Double(max(count - first, 1))
        print(
            JSONLine([
                "devices": "\(count)", "kilobytes_each": "\(kilobytes)", "threads": "\(facts.threads)",
                "cpu_seconds": "\(facts.processorSeconds)", more.name: "\(more.value)",
            ])
        )
        flushStandardOutput()
    }

    private static func start(
        _ count: Int,
        from number: Int,
        _ interface: String,
        _ announcer: MDNSEndpoint
    ) async throws -> [VirtualDevice] {
        try await withThrowingTaskGroup(of: VirtualDevice.self) { group in
            var devices: [VirtualDevice] = []
            var next = number
            while devices.count < count {
                while next < number + count, next - number - devices.count < 16 {
                    var configuration = DeviceConfiguration(
                        name: "Virtual \(next)",
                        port: 0,
                        httpPort: nil,
                        interfaces: .named([interface]),
                        isHeadless: true
                    )
                    configuration.announcer = announcer
                    group.addTask { [configuration] in try await VirtualDevice.start(configuration) }
                    next += 1
                }
                if let device = try await group.next() { devices.append(device) }
            }
            return devices
        }
    }

    /// Finds devices by multicast DNS, launches the Default Media Receiver on each, and keeps the sessions.
    static func visit(interface: String, count: Int) async throws {
        let start = ContinuousClock.now
        let browser = try await DeviceBrowser.start(interfaces: .named([interface]))
        var found: [CastDevice] = []
        for await devices in browser.devices where devices.count >= count {
            found = Array(devices.prefix(count))
            break
        }
        let milliseconds = start.microsecondsToNow / 1000
        // A browser searches as long as it exists.
        await browser.close()
        print(JSONLine(["found": "\(found.count)", "found_milliseconds": "\(milliseconds)"]))
        flushStandardOutput()
        let launch = ContinuousClock.now
        var times: [Double] = []
        var managers: [SessionManager] = []
        try await withThrowingTaskGroup(of: (SessionManager, Double).self) { group in
            var waiting = found.makeIterator()
            func addNext() {
                guard let device = waiting.next() else { return }
                group.addTask {
                    let begin = ContinuousClock.now
                    var options = SessionManagerOptions()
                    options.connection.authentication.policy = .off
                    let manager = SessionManager(options: options)
                    _ = try await manager.start(.application("CC1AD845"), on: device)
                    return (manager, begin.microsecondsToNow)
                }
            }
            for _ in 0..<16 { addNext() }
            for try await (manager, time) in group {
                managers.append(manager)
                times.append(time)
                addNext()
            }
        }
        print(
            JSONLine([
                "sessions": "\(managers.count)", "launches": Times(times).json,
                "launched_milliseconds": "\(launch.microsecondsToNow / 1000)",
            ])
        )
        flushStandardOutput()
        while true { try await Task.sleep(for: .seconds(3600)) }
    }
}
