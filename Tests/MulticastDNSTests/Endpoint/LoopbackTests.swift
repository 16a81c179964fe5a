// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOPosix
import Testing

@testable import MulticastDNS

/// Tests with two endpoints in one process and real multicast over the loopback interface.
@Suite("Loopback", .serialized, .timeLimit(.minutes(2)))
struct LoopbackTests {
    private static let loopback: MDNSInterfaces = {
        #if canImport(Darwin)
        .named(["lo0"])
        #else
        .named(["lo"])
        #endif
    }()

    /// A random service type for each test, so that concurrent tests and programs do not interfere.
    private let type = "_t\(UInt32.random(in: 0 ... .max))._tcp"

    private func endpoint() async throws -> MDNSEndpoint {
        try await MDNSEndpoint.start(interfaces: Self.loopback, group: MultiThreadedEventLoopGroup.singleton)
    }

    private func registration(
        _ name: String,
        text: ServiceText = .empty,
        subtypes: [String] = []
    ) -> ServiceRegistration {
        ServiceRegistration(
            name: name,
            type: type,
            subtypes: subtypes,
            port: 8009,
            hostName: "host-\(type.dropFirst(2).prefix(8))-\(abs(name.hashValue))",
            text: text
        )
    }

    @Test("A registered service is found with its location, text and address")
    func findsService() async throws {
        let offering = try await endpoint()
        let browsing = try await endpoint()
        let text = try ServiceText(["id": "ab", "fn": "Wohnzimmer ☕", "empty": ""])
        let service = try await offering.register(registration("Device One", text: text))
        #expect(service.name == "Device One")

        let found = await browsing.resolveOnce(type: type, timeout: .seconds(5)) { !$0.isEmpty }
        let instance = try #require(found.first)
        #expect(instance.name == "Device One")
        #expect(instance.type == type)
        #expect(instance.domain == "local")
        #expect(instance.port == 8009)
        #expect(instance.addresses.map(\.text) == ["127.0.0.1"])
        #expect(instance.text.string(for: "FN") == "Wohnzimmer ☕")
        #expect(instance.text.string(for: "empty") == "")
        await offering.close()
        await browsing.close()
    }

    @Test("A browse reports a found service, a changed text and a goodbye packet")
    func followsService() async throws {
        let offering = try await endpoint()
        let browsing = try await endpoint()
        var events = browsing.browse(type).makeAsyncIterator()
        let service = try await offering.register(registration("Device", text: ServiceText(["st": "0"])))
        guard case .found(let found)? = await events.next() else {
            Issue.record("not found")
            return
        }
        #expect(found.text.string(for: "st") == "0")

        await service.update(text: try ServiceText(["st": "1"]))
        guard case .changed(let changed)? = await events.next() else {
            Issue.record("not changed")
            return
        }
        #expect(changed.text.string(for: "st") == "1")

        await service.unregister()
        #expect(await events.next() == .lost(name: "Device"))
        await offering.close()
        await browsing.close()
        #expect(await events.next() == nil)
    }

    @Test("Hundreds of services of one process are found with one query")
    func findsManyServices() async throws {
        let count = 100
        let offering = try await endpoint()
        let browsing = try await endpoint()
        let text = try ServiceText(["id": String(repeating: "a", count: 32), "fn": "A device", "md": "Chromecast"])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<count {
                group.addTask { _ = try await offering.register(registration("Device \(index)", text: text)) }
            }
            try await group.waitForAll()
        }
        let clock = ContinuousClock()
        let start = clock.now
        let found = await browsing.resolveOnce(type: type, timeout: .seconds(10)) { $0.count == count }
        print("found \(found.count) services in \(clock.now - start)")
        #expect(found.count == count)
        await offering.close()
        await browsing.close()
    }

    @Test("An endpoint finds its own service")
    func findsOwnService() async throws {
        let endpoint = try await endpoint()
        _ = try await endpoint.register(registration("Own"))
        let found = await endpoint.resolveOnce(type: type, timeout: .seconds(5)) { !$0.isEmpty }
        #expect(found.map(\.name) == ["Own"])
        await endpoint.close()
    }

    @Test("The second of two services with the same name is renamed")
    func renamesOnConflict() async throws {
        let first = try await endpoint()
        let second = try await endpoint()
        var other = registration("Twin", text: try ServiceText(["n": "2"]))
        other.hostName = "another-\(UInt32.random(in: 0 ... .max))"
        other.port = 8010
        let one = try await first.register(registration("Twin", text: try ServiceText(["n": "1"])))
        let two = try await second.register(other)
        #expect(one.name == "Twin")
        #expect(two.name == "Twin-2")
        let found = await first.resolveOnce(type: type, timeout: .seconds(5)) { $0.count == 2 }
        #expect(found.map(\.name) == ["Twin", "Twin-2"])
        #expect(found.map { $0.text.string(for: "n") } == ["1", "2"])
        await first.close()
        await second.close()
    }

    @Test("A subtype finds only the services that announce it, also after an update")
    func findsSubtype() async throws {
        let offering = try await endpoint()
        let browsing = try await endpoint()
        let plain = try await offering.register(registration("Plain"))
        _ = try await offering.register(registration("Special", subtypes: ["_%9E5E", "_CC1AD845"]))
        let found = await browsing.resolveOnce(type: type, subtype: "_CC1AD845", timeout: .seconds(2)) { !$0.isEmpty }
        #expect(found.map(\.name) == ["Special"])

        var events = browsing.browse(type, subtype: "_NEW").makeAsyncIterator()
        try await plain.update(subtypes: ["_NEW"])
        #expect(await events.next()?.name == "Plain")
        try await plain.update(subtypes: [])
        #expect(await events.next() == .lost(name: "Plain"))
        await offering.close()
        await browsing.close()
    }

    @Test("A missing interface is a typed error with advice")
    func reportsMissingInterface() async throws {
        await #expect {
            try await MDNSEndpoint.start(
                interfaces: .named(["no-such-interface"]),
                group: MultiThreadedEventLoopGroup.singleton
            )
        } throws: { error in
            guard let error = error as? MDNSError else { return false }
            return error.code == .noInterface && error.reason.contains("no-such-interface")
                && error.reason.contains("Connect to a network")
        }
    }
}
