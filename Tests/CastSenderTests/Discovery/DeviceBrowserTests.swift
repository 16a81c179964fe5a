// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastTransport
import CastWire
import MulticastDNS
import NIOConcurrencyHelpers
import NIOPosix
import Testing

@testable import CastSender

/// Real multicast on the loopback interface, with a device announced there.
@Suite("Device browser", .serialized, .timeLimit(.minutes(1)))
struct DeviceBrowserTests {
    private static let loopback: MDNSInterfaces = {
        #if canImport(Darwin)
        .named(["lo0"])
        #else
        .named(["lo"])
        #endif
    }()

    private let id = (0..<4).map { _ in String(UInt32.random(in: .min ... .max) | 1, radix: 16) }.joined()

    private func register(_ name: String, port: Int, on endpoint: MDNSEndpoint) async throws -> RegisteredService {
        try await endpoint.register(
            ServiceRegistration(
                name: "Test-\(id)",
                type: DeviceBrowser.serviceType,
                port: port,
                hostName: "host-\(id)",
                text: try ServiceText(["id": id, "fn": name, "md": "Test", "ca": "5", "st": "0", "rs": ""])
            )
        )
    }

    @Test("An announced device is found by name and by id, and removed when it leaves")
    func finds() async throws {
        let endpoint = try await MDNSEndpoint.start(
            interfaces: Self.loopback,
            group: MultiThreadedEventLoopGroup.singleton
        )
        let service = try await register("Kitchen \(id)", port: 8123, on: endpoint)
        let browser = try await DeviceBrowser.start(interfaces: Self.loopback)
        let device = try await browser.find("kitchen \(id)", timeout: .seconds(10))
        #expect(device.id == id)
        #expect(device.endpoints == [CastEndpoint(host: "127.0.0.1", port: 8123)])
        #expect(try await browser.find(id).id == id)
        let events = browser.events
        await service.unregister()
        for await event in events {
            if case .lost(let lost) = event, lost.id == id { break }
        }
        #expect(!browser.present.contains { $0.id == id })
        await browser.close()
        await endpoint.close()
    }

    @Test("A subtype for the media namespace finds only devices that play media", arguments: [true, false])
    func subtype(isPlaying: Bool) async throws {
        let endpoint = try await MDNSEndpoint.start(
            interfaces: Self.loopback,
            group: MultiThreadedEventLoopGroup.singleton
        )
        let service = try await register("Bath \(id)", port: 8124, on: endpoint)
        let playing = "_%9E5E7C8F47989526C9BCD95D24084F6F0B27C5ED"
        try await service.update(subtypes: isPlaying ? [playing] : ["_CC1AD845"])
        let browser = try await DeviceBrowser.start(interfaces: Self.loopback, subtype: .namespace(.media))
        if isPlaying {
            #expect(try await browser.find(id, timeout: .seconds(10)).friendlyName == "Bath \(id)")
            let events = browser.events
            // Without its subtypes, the device no longer matches the search, although it is still announced.
            try await service.update(subtypes: [])
            for await event in events { if case .lost(let lost) = event, lost.id == id { break } }
        } else {
            let error = await #expect(throws: CastError.self) { try await browser.find(id, timeout: .seconds(1)) }
            #expect(error?.code == .deviceNotFound)
        }
        await browser.close()
        await endpoint.close()
    }

    @Test("An unknown name is an error that lists the present devices")
    func notFound() async throws {
        let endpoint = try await MDNSEndpoint.start(
            interfaces: Self.loopback,
            group: MultiThreadedEventLoopGroup.singleton
        )
        let browser = DeviceBrowser.start(on: endpoint)
        let error = try await failure(of: { try await browser.find("Nobody \(id)", timeout: .milliseconds(200)) })
        #expect(error.code == .deviceNotFound)
        #expect(error.candidates == browser.present)
        await browser.close()
        await endpoint.close()
    }

    @Test("Starting on an unknown interface fails as no network")
    func noNetwork() async throws {
        let error = try await failure(of: { try await DeviceBrowser.start(interfaces: .named(["nowhere0"])) })
        #expect(error.code == .noNetwork)
    }

    @Test("With an application as criterion, a device is listed once it reports the application as available")
    func criteria() async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let acceptor = try CastTLSAcceptor(group: group, identity: try .selfSigned(commonName: "test"))
        let listener = try await ScriptedPeer(acceptor: acceptor)
        let endpoint = try await MDNSEndpoint.start(interfaces: Self.loopback, group: group)
        _ = try await register("Bath \(id)", port: listener.endpoint.port, on: endpoint)
        let browser = DeviceBrowser.start(
            from: [MulticastProvider(endpoint: endpoint)],
            criteria: .app("CC1AD845"),
            environment: .standard,
            queryDelay: { .zero }
        )
        async let finding = browser.find(id, timeout: .seconds(10))
        let peer = try await listener.accept()
        try await peer.expect("CONNECT", in: .connection)
        try await peer.reply(to: try await peer.expect("GET_STATUS", in: .receiver), ModelDevice.idle)
        let request = try await peer.expect("GET_APP_AVAILABILITY", in: .receiver)
        #expect(!browser.present.contains { $0.id == id })
        try await peer.reply(
            to: request,
            ["responseType": "GET_APP_AVAILABILITY", "availability": ["CC1AD845": "APP_AVAILABLE"]]
        )
        #expect(try await finding.id == id)
        await browser.close()
        await endpoint.close()
        await listener.close()
    }
}

/// Devices of a test's own provider. Time limits end when the test says so.
@Suite("Finding a device by name")
struct DeviceFindTests {
    /// Reports the devices of a stream.
    private struct StreamProvider: DeviceProvider {
        let devices: AsyncStream<CastDevice>

        func search(_ report: @escaping @Sendable (DeviceSighting) async -> Void) async {
            for await device in devices { await report(.seen(device, as: device.id)) }
        }
    }

    private let display = Self.device("Kitchen display", id: "a1")
    private let speaker = Self.device("Kitchen speaker", id: "a2")
    private let kitchen = Self.device("Kitchen", id: "a3")

    private static func device(_ name: String, id: String) -> CastDevice {
        CastDevice(id: id, friendlyName: name, endpoints: [CastEndpoint(host: "10.0.0.1")])
    }

    /// Starts a browser and waits until it lists these devices. Further ones are announced with the continuation.
    private func browser(
        _ present: [CastDevice],
        sleep: @escaping @Sendable (Duration, AsyncStream<CastDevice>.Continuation) async throws -> Void
    ) async -> DeviceBrowser {
        let (devices, continuation) = AsyncStream.makeStream(of: CastDevice.self)
        let browser = DeviceBrowser.start(
            from: [StreamProvider(devices: devices)],
            criteria: .any,
            environment: .standard,
            sleep: { try await sleep($0, continuation) }
        )
        for device in present { continuation.yield(device) }
        for await list in browser.devices where list.count == present.count { break }
        return browser
    }

    @Test("A device whose whole name matches is found although the names of earlier devices begin with it")
    func laterExactMatch() async throws {
        for limit in [1, 2] {
            // The device is announced while the search waits for the first or the second time.
            let waits = NIOLockedValueBox(0)
            let browser = await browser([display, speaker]) { [kitchen] _, announcements in
                let count = waits.withLockedValue { waits in
                    waits += 1
                    return waits
                }
                guard count == limit else { return }
                announcements.yield(kitchen)
                try await Task.sleep(for: .seconds(60))
            }
            #expect(try await browser.find("kitchen") == kitchen)
            await browser.close()
        }
    }

    @Test("A beginning of several names is ambiguous only at the time limit")
    func ambiguousPrefix() async throws {
        let waits = NIOLockedValueBox<[Duration]>([])
        let browser = await browser([display, speaker]) { duration, _ in
            waits.withLockedValue { $0.append(duration) }
        }
        let error = try await failure(of: { try await browser.find("Kitchen", timeout: .seconds(5)) })
        #expect(error.code == .deviceAmbiguous)
        #expect(error.candidates == [display, speaker])
        #expect(waits.withLockedValue { $0 } == [.seconds(1), .seconds(4)])
        await browser.close()
    }

    @Test("A beginning of one name is accepted after one second, and a whole name that is not unique fails at once")
    func withoutTimeLimit() async throws {
        let waits = NIOLockedValueBox<[Duration]>([])
        var twin = kitchen
        twin.id = "a4"
        let browser = await browser([display, kitchen, twin]) { duration, _ in
            waits.withLockedValue { $0.append(duration) }
        }
        #expect(try await browser.find("Kitchen d") == display)
        #expect(waits.withLockedValue { $0 } == [.seconds(1)])
        let error = try await failure(of: { try await browser.find("Kitchen") })
        #expect(error.code == .deviceAmbiguous)
        #expect(error.candidates == [kitchen, twin])
        #expect(waits.withLockedValue { $0 } == [.seconds(1)])
        await browser.close()
    }
}
