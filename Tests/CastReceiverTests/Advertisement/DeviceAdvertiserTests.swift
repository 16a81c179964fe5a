// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastTransport
import CastWire
import Logging
import MulticastDNS
import NIOCore
import NIOPosix
import Testing

@testable import CastReceiver

/// Uses real multicast on loopback.
@Suite("Announcing a device")
struct DeviceAdvertiserTests {
    @Test(
        "a device is found with its record, reports its application, and sends a goodbye packet",
        .timeLimit(.minutes(1))
    )
    func advertises() async throws {
        let browser = try await MDNSEndpoint.start(
            interfaces: .named(["lo"]),
            group: MultiThreadedEventLoopGroup.singleton
        )
        let device = try await VirtualDevice.start(
            DeviceConfiguration(name: "Küche", port: 0, httpPort: nil, httpsPort: nil, interfaces: .named(["lo"]))
        )
        let compactID = device.id.filter { $0 != "-" }
        var events = browser.browse("_googlecast._tcp").makeAsyncIterator()
        /// Returns the next record of this device that meets the condition. Other tests announce devices, too.
        func next(where condition: (ServiceInstance) -> Bool) async -> ServiceInstance? {
            while let event = await events.next() {
                switch event {
                case .found(let instance), .changed(let instance):
                    if instance.text.string(for: "id") == compactID, condition(instance) { return instance }
                case .lost: break
                }
            }
            return nil
        }
        let idle = await next { _ in true }
        #expect(idle?.name == "swift-cast-\(compactID)")
        #expect(idle?.port == device.endpoint.port)
        #expect(idle?.text.string(for: "fn") == "Küche")
        #expect(idle?.text.string(for: "st") == "0")
        #expect(idle?.addresses.map { "\($0)" }.contains { $0.contains("127.0.0.1") } == true)

        let connector = CastTLSConnector(group: MultiThreadedEventLoopGroup.singleton)
        let socket = try await connector.connect(to: device.endpoint, timeout: .seconds(10), on: nil)
        _ = try await SocketRecorder.activated(on: socket)
        for (namespace, payload) in [
            (CastNamespace.connection, ["type": "CONNECT"] as JSONObject),
            (.receiver, ["type": "LAUNCH", "appId": "CC1AD845", "requestId": 1]),
        ] {
            try await socket.sendOnLoop(
                CastMessage(
                    from: "sender-0",
                    to: "receiver-0",
                    namespace: namespace,
                    payload: .text(payload.jsonString)
                )
            )
        }
        let busy = await next { $0.text.string(for: "st") == "1" }
        #expect(busy?.text.string(for: "rs") == "Ready To Cast")
        let speakers = await browser.resolveOnce(
            type: "_googlecast._tcp",
            subtype: "_%9E5E7C8F47989526C9BCD95D24084F6F0B27C5ED",
            timeout: .seconds(5)
        ) { $0.contains { $0.text.string(for: "id") == compactID } }
        #expect(speakers.contains { $0.text.string(for: "id") == compactID })

        await device.close()
        while let event = await events.next() {
            if case .lost(let name) = event, name == idle?.name { break }
        }
        await browser.close()
    }

    @Test("devices that share an endpoint are found, and one that is closed leaves the others", .timeLimit(.minutes(1)))
    func sharedEndpoint() async throws {
        let announcer = try await MDNSEndpoint.start(interfaces: .named(["lo"]))
        let browser = try await MDNSEndpoint.start(interfaces: .named(["lo"]))
        var devices: [String: VirtualDevice] = [:]
        for number in 1...3 {
            var configuration = DeviceConfiguration(port: 0, httpPort: nil, interfaces: .named(["lo"]))
            configuration.name = "Device \(number)"
            configuration.announcer = announcer
            let device = try await VirtualDevice.start(configuration)
            devices["swift-cast-" + device.id.filter { $0 != "-" }] = device
        }
        var events = browser.browse("_googlecast._tcp").makeAsyncIterator()
        var found: [String: Int] = [:]
        while found.count < 3, let event = await events.next() {
            if case .found(let instance) = event, devices[instance.name] != nil { found[instance.name] = instance.port }
        }
        #expect(found == devices.mapValues(\.endpoint.port))

        let (closed, device) = try #require(devices.first)
        await device.close()
        devices[closed] = nil
        var lost: [String] = []
        while lost.isEmpty, let event = await events.next() {
            if case .lost(let name) = event, found[name] != nil { lost.append(name) }
        }
        #expect(lost == [closed])
        let others = Set(devices.keys)
        let rest = await browser.resolveOnce(type: "_googlecast._tcp", timeout: .seconds(10)) { seen in
            others.isSubset(of: seen.map(\.name))
        }
        #expect(others.isSubset(of: rest.map(\.name)))
        for device in devices.values { await device.close() }
        await announcer.close()
        await browser.close()
    }

    @Test("an application that starts while the device is being announced is announced, too", .timeLimit(.minutes(1)))
    func changesMeanwhile() async throws {
        let network = try await MDNSEndpoint.start(
            interfaces: .named(["lo"]),
            group: MultiThreadedEventLoopGroup.singleton
        )
        let browser = try await MDNSEndpoint.start(
            interfaces: .named(["lo"]),
            group: MultiThreadedEventLoopGroup.singleton
        )
        let identity = DeviceIdentity.generate()
        let advertiser = DeviceAdvertiser(
            DeviceAdvertisement(
                identity: identity,
                friendlyName: "Early",
                modelName: "Test",
                capabilities: PlatformOptions.videoDevice,
                appIDs: ["CC1AD845"]
            ),
            at: DevicePlace(
                host: identity,
                address: ListeningAddress(host: "127.0.0.1", shown: "127.0.0.1", advertised: ["127.0.0.1"]),
                network: network
            ),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        var events = browser.browse("_googlecast._tcp").makeAsyncIterator()
        let (applications, changes) = AsyncStream.makeStream(of: RunningApplication?.self)
        async let following: Void = advertiser.follow(applications)
        async let announcing: Void = advertiser.announce(port: 8009)
        // Probing for the name takes 750 ms; the application starts during that time.
        try await Task.sleep(for: .milliseconds(100))
        let running: RunningApplication = try #require(
            ApplicationCatalog().launch("CC1AD845", sessionID: "session-1")
        )
        changes.yield(running)
        try await announcing
        var status: String?
        while status != "1", let event = await events.next() {
            switch event {
            case .found(let instance), .changed(let instance):
                if instance.text.string(for: "id") == identity.compactID { status = instance.text.string(for: "st") }
            case .lost: break
            }
        }
        #expect(status == "1")
        changes.finish()
        await following
        await advertiser.withdraw()
        await network.close()
        await browser.close()
    }
}
