// SPDX-License-Identifier: Apache-2.0

import MulticastDNS
import NIOCore
import NIOPosix
import ProcessFacts

/// Discovery and announcement of devices.
enum Discovery {
    private static let type = "_googlecast._tcp"

    /// Prints the time until `count` devices were known with location, text and address.
    ///
    /// - Parameters:
    ///   - interface: The name of the network interface.
    ///   - count: The number of devices to wait for.
    ///   - seconds: The timeout.
    ///   - countsStart: Whether the time includes opening the sockets, as in a program that has just started.
    static func discover(interface: String, count: Int, seconds: Int, countsStart: Bool) async throws {
        var start = ContinuousClock.now
        let endpoint = try await MDNSEndpoint.start(
            interfaces: .named([interface]),
            group: MultiThreadedEventLoopGroup.singleton
        )
        if !countsStart { start = .now }
        let found = await endpoint.resolveOnce(type: type, timeout: .seconds(seconds)) { $0.count >= count }
        let milliseconds = start.microsecondsToNow / 1000
        print(
            JSONLine([
                "milliseconds": found.count >= count ? "\(milliseconds)" : "null",
                "seen": "\(found.count)",
                "kilobytes": "\(ProcessFacts.now.residentKilobytes)",
            ])
        )
        await endpoint.close()
    }

    /// Announces devices until the process ends. Prints "ready" when all are announced.
    static func announce(interface: String, count: Int) async throws {
        let endpoint = try await MDNSEndpoint.start(
            interfaces: .named([interface]),
            group: MultiThreadedEventLoopGroup.singleton
        )
        let services = try await withThrowingTaskGroup(of: RegisteredService.self) { group in
            for number in 0..<count {
                group.addTask { try await endpoint.register(try device(number)) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        print("ready")
        // Output to a pipe is buffered otherwise.
        flushStandardOutput()
        try await Task.sleep(for: .seconds(3600))
        for service in services { await service.unregister() }
        await endpoint.close()
    }

    private static func device(_ number: Int) throws -> ServiceRegistration {
        let digits = String(number, radix: 16)
        let id = String(repeating: "0", count: 32 - digits.count) + digits
        return ServiceRegistration(
            name: "Chromecast-\(id)",
            type: type,
            port: 8009,
            hostName: id,
            text: try ServiceText([
                "id": id, "cd": id, "rm": "", "ve": "05", "md": "Chromecast", "ic": "/setup/icon.png",
                "fn": "Device \(number)", "ca": "4101", "st": "0", "bs": "FA8FCA000000", "nf": "1", "rs": "",
            ])
        )
    }
}
