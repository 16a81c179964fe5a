// SPDX-License-Identifier: Apache-2.0

import CastConcurrency
import CastReceiver
import CastSender
import CastTransport
import CastWire
import NIOCore
import Testing

@testable import CastBridge

@Suite("A bridge with devices over TLS on loopback", .timeLimit(.minutes(2)))
struct SiteBridgeTests {
    /// Leases that are short, because these tests wait for real time.
    private static var ownership: OwnershipMachine.Configuration {
        var configuration = OwnershipMachine.Configuration()
        configuration.lease = .seconds(3)
        return configuration
    }

    private static func device(_ name: String) async throws -> (VirtualDevice, CastDevice) {
        let configuration = DeviceConfiguration(
            name: name,
            port: 0,
            httpPort: nil,
            httpsPort: nil,
            interfaces: .named(["lo"]),
            address: "127.0.0.1",
            advertises: false,
            isHeadless: true
        )
        let device = try await VirtualDevice.start(configuration)
        return (device, try await CastDevice.identify(device.endpoint))
    }

    private static func bridge(
        _ name: String,
        _ broker: MemoryBroker,
        _ devices: [CastDevice]
    ) async throws -> SiteBridge {
        try await bridge(name, broker, CurrentValue(devices))
    }

    private static func bridge(
        _ name: String,
        _ broker: MemoryBroker,
        _ devices: CurrentValue<[CastDevice]>
    ) async throws -> SiteBridge {
        let bridge = SiteBridge(
            SiteBridge.Configuration(site: "home", name: name),
            connector: broker,
            ownership: ownership
        )
        try await bridge.start(devices.latestValues)
        return bridge
    }

    /// Waits until the fleet's devices are as expected, and returns them.
    private static func wait(
        for client: FleetClient,
        until condition: ([FleetDevice]) -> Bool
    ) async -> [FleetDevice] {
        for await update in client.updates {
            if case .devices(let devices) = update, condition(devices) { return devices }
        }
        return []
    }

    @Test("A command of a fleet changes the device, whose state comes back; a refused one is an error with a code")
    func commands() async throws {
        let (virtual, device) = try await Self.device("Kitchen")
        let broker = MemoryBroker()
        let bridge = try await Self.bridge("a", broker, [device])
        let client = try await FleetClient.connect(with: broker)
        let found = try #require(await Self.wait(for: client) { $0.first?.isOnline == true }.first)
        #expect(found.name == "Kitchen")
        let result = await client.send(.volume(.to(0.25)), to: found.id)
        #expect(result.isSuccess)
        let changed = await Self.wait(for: client) { $0.first?.volume == 0.25 }
        #expect(changed.first?.isMuted == false)
        #expect(await client.send(.volume(.by(-0.5)), to: found.id).isSuccess)
        _ = await Self.wait(for: client) { $0.first?.volume == 0 }
        let refused = await client.send(.pause, to: found.id)
        #expect(refused.errorCode == "appNotRunning")
        let several = await client.send(
            .volume(.to(0.5)),
            to: [.init(site: "home", device: "nowhere"), found.id, .init(site: "home", device: "neither")]
        )
        #expect(several.map(\.device.device) == ["nowhere", found.id.device, "neither"])
        #expect(several.map(\.isSuccess) == [false, true, false])
        let unknown = await client.send(.pause, to: .init(site: "home", device: "nowhere"))
        #expect(unknown.errorCode == "deviceNotFound")
        await client.close()
        await bridge.close()
        await virtual.close()
        #expect(broker.connectionCount == 0)
    }

    @Test("A bridge that is closed hands its device over; one that lost the broker connects again")
    func handsOver() async throws {
        let (virtual, device) = try await Self.device("Kitchen")
        let broker = MemoryBroker()
        let first = try await Self.bridge("a", broker, [device])
        let client = try await FleetClient.connect(with: broker)
        let found = try #require(await Self.wait(for: client) { $0.first?.isOnline == true }.first)
        #expect(found.bridge == (await first.id))
        let second = try await Self.bridge("b", broker, [device])
        await first.close()
        let next = await Self.wait(for: client) { [id = await second.id] in $0.first?.bridge == id && $0[0].isOnline }
        #expect(next.count == 1)
        await client.close()

        broker.refuse(BrokerError(.unreachable, broker: broker.name, "it is gone"))
        broker.refuse(nil)
        let again = try await FleetClient.connect(with: broker)
        _ = await Self.wait(for: again) { $0.first?.isOnline == true }
        #expect(await again.send(.mute(true), to: found.id).isSuccess)
        await again.close()
        await second.close()
        await virtual.close()
    }

    @Test("A broker that refuses a bridge at the start is an error; one that is not there yet is waited for")
    func start() async throws {
        let broker = MemoryBroker()
        broker.refuse(BrokerError(.notAuthorized, broker: broker.name, "signing in was refused"))
        await #expect(throws: BrokerError.self) { try await Self.bridge("a", broker, []) }
        broker.refuse(BrokerError(.unreachable, broker: broker.name, "connecting failed"))
        let bridge = try await Self.bridge("a", broker, [])
        var events = bridge.events.makeAsyncIterator()
        guard case .disconnected(let error, _) = await events.next() else {
            Issue.record("no event")
            return
        }
        #expect(error.code == .unreachable)
        broker.refuse(nil)
        while let event = await events.next(), event != .connected {}
        #expect(broker.connectionCount == 1)
        await bridge.close()
    }

    @Test("A bridge that is closed while it connects again ends, and leaves no connection")
    func closedWhileConnecting() async throws {
        let broker = MemoryBroker()
        let bridge = try await Self.bridge("a", broker, [])
        var events = bridge.events.makeAsyncIterator()
        while let event = await events.next(), event != .connected {}
        broker.becomeSlow()
        broker.refuse(BrokerError(.unreachable, broker: broker.name, "it is gone"))
        broker.refuse(nil)
        while let event = await events.next() {
            if case .disconnected = event { break }
        }
        // The pause before the next try is at most a second.
        try await Task.sleep(for: .seconds(1.5))
        await bridge.close()
        #expect(broker.connectionCount == 0)
    }

    @Test("A response topic that the broker refuses does not end the connection; a refused command is an error at once")
    func refusedTopics() async throws {
        let (virtual, device) = try await Self.device("Kitchen")
        let broker = MemoryBroker()
        let bridge = try await Self.bridge("a", broker, [device])
        let client = try await FleetClient.connect(with: broker)
        let found = try #require(await Self.wait(for: client) { $0.first?.isOnline == true }.first)
        let sender = try await broker.connect(client: "sender", will: nil)
        _ = sender.publish(
            BrokerMessage(
                topic: SimulatedSite.topics.command(found.id.device),
                payload: Array(#"{"id":"1","command":"mute","muted":true}"#.utf8),
                responseTopic: "forbidden/answers"
            )
        )
        _ = await Self.wait(for: client) { $0.first?.isMuted == true }
        var notices = bridge.events.makeAsyncIterator()
        while let event = await notices.next() {
            if case .disconnected = event { Issue.record("the bridge lost its connection") }
            if case .notice(let text) = event, text.contains("forbidden/answers") { break }
        }
        #expect(await client.send(.mute(false), to: found.id).isSuccess)
        let refused = await client.send(.pause, to: .init(site: "forbidden", device: "tv"))
        #expect(refused.errorCode == "notAuthorized")
        await sender.close()
        await client.close()
        await bridge.close()
        await virtual.close()
    }

    @Test("A device that disappeared, and comes back unchanged, is controlled again")
    func reappears() async throws {
        let (virtual, device) = try await Self.device("Kitchen")
        let broker = MemoryBroker()
        let present = CurrentValue([device])
        let bridge = try await Self.bridge("a", broker, present)
        let client = try await FleetClient.connect(with: broker)
        _ = await Self.wait(for: client) { $0.first?.isOnline == true }
        // It is not announced anymore, but still connected; then it is off.
        present.publish([])
        await virtual.close()
        _ = await Self.wait(for: client) { $0.first?.state["availability"] == "offline" }
        present.publish([device])
        let again = await Self.wait(for: client) { $0.first?.state["error"] != nil }
        #expect(again.first?.state["error"]?["code"] == "connectFailed", "the bridge tries to connect")
        await client.close()
        await bridge.close()
    }

    @Test("A device that has got another address is reached there")
    func newAddress() async throws {
        let (virtual, device) = try await Self.device("Kitchen")
        var moved = device
        moved.endpoints = [CastEndpoint(host: "127.0.0.1", port: 1)]
        let broker = MemoryBroker()
        let present = CurrentValue([moved])
        let bridge = try await Self.bridge("a", broker, present)
        let client = try await FleetClient.connect(with: broker)
        _ = await Self.wait(for: client) { $0.first?.state["availability"] == "offline" }
        present.publish([device])
        let online = await Self.wait(for: client) { $0.first?.isOnline == true }
        #expect(online.count == 1)
        await client.close()
        await bridge.close()
        await virtual.close()
    }

    @Test("A device that cannot be reached is offline, with the reason, and commands for it fail")
    func unreachable() async throws {
        let (virtual, device) = try await Self.device("Kitchen")
        await virtual.close()
        let broker = MemoryBroker()
        let bridge = try await Self.bridge("a", broker, [device])
        let client = try await FleetClient.connect(with: broker)
        let found = try #require(await Self.wait(for: client) { $0.first?.state["availability"] == "offline" }.first)
        #expect(found.state["error"]?["code"] == "connectFailed")
        let result = await client.send(.stop, to: found.id)
        #expect(result.errorCode == "connectFailed")
        await client.close()
        await bridge.close()
    }
}
