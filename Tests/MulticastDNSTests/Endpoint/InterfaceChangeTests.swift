// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix
import Testing

@testable import MulticastDNS

/// Tests of interfaces that disappear, return and change, and of the endpoint's other functions, on the loopback interface.
@Suite("Interfaces that change", .serialized, .timeLimit(.minutes(1)))
struct InterfaceChangeTests {
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

    private func registration(_ name: String) -> ServiceRegistration {
        ServiceRegistration(name: name, type: type, port: 8009, hostName: "host-\(type.dropFirst(2).prefix(8))")
    }

    private func removeLinks(_ endpoint: MDNSEndpoint) async {
        await endpoint.perform { engine in
            for index in Array(engine.links.keys) { engine.removeLink(index) }
        }
    }

    @Test("Services are lost with the interface of the browser, and found again when it returns")
    func browserLosesInterface() async throws {
        let offering = try await endpoint()
        let browsing = try await endpoint()
        _ = try await offering.register(registration("Device"))
        var events = browsing.browse(type).makeAsyncIterator()
        #expect(await events.next()?.name == "Device")

        let before = await browsing.counters
        #expect(before.datagramsSent > 0 && before.cachedRecords > 0)
        await removeLinks(browsing)
        #expect(await events.next() == .lost(name: "Device"))
        let without = await browsing.counters
        #expect(without.cachedRecords == 0)
        #expect(without.datagramsSent >= before.datagramsSent, "counters of removed interfaces are kept")

        await browsing.perform { $0.pollInterfaces() }
        guard case .found(let found)? = await events.next() else {
            Issue.record("not found again")
            return
        }
        #expect(found.name == "Device")
        await offering.close()
        await browsing.close()
    }

    @Test("A service is announced when an interface appears, and by renewed sockets when its addresses change")
    func deviceLosesInterface() async throws {
        let offering = try await endpoint()
        let browsing = try await endpoint()
        await removeLinks(offering)
        // Without an interface, the registration returns at once.
        _ = try await offering.register(registration("Device"))
        await offering.perform { $0.pollInterfaces() }
        let found = await browsing.resolveOnce(type: type, timeout: .seconds(5)) { !$0.isEmpty }
        #expect(found.map(\.name) == ["Device"])

        await offering.perform { engine in
            for active in engine.links.values {
                #expect(active.missingSockets.isEmpty)
                active.network.link.addresses = []
            }
            engine.pollInterfaces()
            for active in engine.links.values { #expect(!active.network.link.addresses.isEmpty) }
        }
        let another = try await endpoint()
        let again = await another.resolveOnce(type: type, timeout: .seconds(5)) { !$0.isEmpty }
        #expect(again.map(\.name) == ["Device"])
        await offering.close()
        await browsing.close()
        await another.close()
    }

    @Test("Sockets that cannot be opened are counted, and are opened when the interface has an address to bind to")
    func countsSocketErrors() async throws {
        let endpoint = try await endpoint()
        await endpoint.perform { engine in
            for active in engine.links.values {
                engine.close(active)
                active.network.devices = []
            }
            engine.pollInterfaces()
        }
        #expect(await endpoint.counters.socketErrors == 2, "the multicast socket and the one for one-shot queries")
        await endpoint.perform { engine in
            for active in engine.links.values {
                #expect(active.missingSockets.count == 2)
                active.network.link.addresses = []
            }
            engine.pollInterfaces()
        }
        _ = try await endpoint.register(registration("Device"))
        let found = await endpoint.resolveOnce(type: type, timeout: .seconds(5)) { !$0.isEmpty }
        #expect(found.map(\.name) == ["Device"])
        await endpoint.close()
    }

    @Test("A browse with a callback reports services until it is closed")
    func callback() async throws {
        let endpoint = try await endpoint()
        let (names, continuation) = AsyncStream.makeStream(of: String.self)
        let browse = endpoint.browse(type) { continuation.yield($0.name) }
        let service = try await endpoint.register(registration("Device"))
        #expect(service.hostName.hasPrefix("host-"))
        var iterator = names.makeAsyncIterator()
        #expect(await iterator.next() == "Device")
        browse.close()
        await endpoint.perform { engine in #expect(engine.browses.isEmpty) }
        await endpoint.close()
    }

    @Test("A browse for an invalid type ends at once, and one whose task is canceled ends then")
    func ends() async throws {
        let endpoint = try await endpoint()
        var invalid = endpoint.browse("_\(String(repeating: "x", count: 64))._tcp").makeAsyncIterator()
        #expect(await invalid.next() == nil)

        let browse = endpoint.browse(type)
        let waiting = Task { () -> ServiceEvent? in
            var events = browse.makeAsyncIterator()
            return await events.next()
        }
        waiting.cancel()
        #expect(await waiting.value == nil)

        let search = Task { await endpoint.resolveOnce(type: type, timeout: .seconds(60)) }
        search.cancel()
        #expect(await search.value.isEmpty)
        await endpoint.close()
    }

    @Test("After an endpoint has closed, services cannot be registered and browses end")
    func afterClose() async throws {
        let endpoint = try await endpoint()
        await endpoint.close()
        await #expect(throws: MDNSError(.shutDown, "")) { try await endpoint.register(registration("Device")) }
        var events = endpoint.browse(type).makeAsyncIterator()
        #expect(await events.next() == nil)
    }

    @Test("An instance that could not be reached is queried for again")
    func reconfirms() async throws {
        let offering = try await endpoint()
        let browsing = try await endpoint()
        _ = try await offering.register(registration("Device"))
        let browse = browsing.browse(type)
        var events = browse.makeAsyncIterator()
        #expect(await events.next()?.name == "Device")
        browsing.reconfirm("Device")
        let name = try DNSName(labels: ["Device"] + type.split(separator: ".").map(String.init) + ["local"])
        await browsing.perform { engine in
            for active in engine.links.values {
                let entries = active.link.querier.cache.entries(name, .srv, now: .now())
                #expect(!entries.isEmpty)
                #expect(entries.allSatisfy { $0.expiresAt <= .now() + Querier.confirmationTime })
            }
        }
        await offering.close()
        await browsing.close()
    }
}
