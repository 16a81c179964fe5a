// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastTransport
import CastWire
import MulticastDNS
import Testing

/// The functions that close what they opened when their closure ends, over loopback.
@Suite("Scoped forms", .timeLimit(.minutes(1)))
struct ScopedFormTests {
    private struct Stop: Error {}

    private static let configuration = DeviceConfiguration(
        name: "Scoped TV",
        port: 0,
        httpPort: nil,
        interfaces: .named(["lo"]),
        advertises: false
    )

    @Test("The connection and the device are closed when the closure returns, and its result is returned")
    func returns() async throws {
        let (connection, endpoint) = try await VirtualDevice.withDevice(Self.configuration) { device in
            let connection = try await CastConnection.withConnection(to: device.endpoint) { connection in
                #expect(connection.state == .connected)
                let status = try await connection.refreshStatus()
                #expect(status.volume?.level != nil)
                return connection
            }
            #expect(connection.state == .closed(.closedLocally))
            return (connection, device.endpoint)
        }
        #expect(connection.endpoint == endpoint)
        let error = await #expect(throws: CastError.self) { try await CastConnection.open(to: endpoint) }
        #expect(error?.code == .connectFailed)
    }

    @Test("The connection and the device are closed when the closure throws, and its error is thrown")
    func throwing() async throws {
        var connections: [CastConnection] = []
        await #expect(throws: Stop.self) {
            try await VirtualDevice.withDevice(Self.configuration) { device in
                try await CastConnection.withConnection(to: device.endpoint) { connection in
                    connections.append(connection)
                    throw Stop()
                }
            }
        }
        let connection = try #require(connections.first)
        #expect(connection.state == .closed(.closedLocally))
        await #expect(throws: CastError.self) { try await CastConnection.open(to: connection.endpoint) }
    }

    @Test("The search ends when the closure returns or throws", arguments: [false, true])
    func browsers(throwsError: Bool) async throws {
        var browsers: [DeviceBrowser] = []
        do {
            try await DeviceBrowser.withBrowser(interfaces: .named(["lo"])) { browser in
                browsers.append(browser)
                if throwsError { throw Stop() }
            }
            #expect(!throwsError)
        } catch is Stop {
            #expect(throwsError)
        }
        // The sequence of a browser that still searches would not end.
        for await _ in try #require(browsers.first).devices {}
    }
}
