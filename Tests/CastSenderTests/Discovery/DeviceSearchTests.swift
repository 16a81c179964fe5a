// SPDX-License-Identifier: Apache-2.0

import CastConcurrency
import CastTesting
import CastWire
import MulticastDNS
import NIOConcurrencyHelpers
import Testing

@testable import CastSender

/// A provider whose events the test supplies.
private struct ScriptedProvider: DeviceProvider {
    let services: AsyncStream<ServiceEvent>
    var failure: CastError?

    func search(_ report: @escaping @Sendable (DeviceSighting) async -> Void) async {
        for await event in services { await report(DeviceSighting(event)) }
    }
}

@Suite("Device search")
struct DeviceSearchTests {
    private func instance(_ name: String) throws -> ServiceInstance {
        ServiceInstance(
            name: name,
            type: "_googlecast._tcp",
            domain: "local",
            hostName: "host.local",
            port: 8009,
            addresses: [ServiceAddress(text: "10.0.0.1", interface: "eth0", isIPv6: false)],
            text: try ServiceText(["id": name, "fn": name])
        )
    }

    /// A clock that advances only to the instants that are slept until.
    private final class JumpingClock: Sendable {
        private let state = NIOLockedValueBox(ContinuousClock.Instant.at(0))
        var now: ContinuousClock.Instant { state.withLockedValue { $0 } }
        func sleep(until instant: ContinuousClock.Instant) { state.withLockedValue { $0 = max($0, instant) } }
    }

    @Test func `why a provider ended early is known when the search ends, and a canceled search has no reason`() async {
        for isCanceled in [false, true] {
            let search = DeviceSearch(
                criteria: .any,
                environment: DeviceSearch.Environment(query: { _, _ in nil }, delay: { .zero })
            )
            let (services, continuation) = AsyncStream.makeStream(of: ServiceEvent.self)
            let denied = CastError(.localNetworkDenied, "Access to the local network is denied.")
            let running = Task { await search.run([ScriptedProvider(services: services, failure: denied)]) }
            #expect(search.failure.value == nil)
            if isCanceled { running.cancel() } else { continuation.finish() }
            await running.value
            #expect(search.failure.value?.code == (isCanceled ? nil : .localNetworkDenied))
        }
    }

    @Test(arguments: [
        (MDNSError.Code.accessDenied, CastError.Code.localNetworkDenied),
        (.serviceNotDeclared, .servicesNotDeclared), (.socket, .noNetwork), (.noInterface, .noNetwork),
    ])
    func `the reason why discovery is impossible is kept`(code: MDNSError.Code, expected: CastError.Code) {
        let error = CastError.noDiscovery(MDNSError(code, "It does not work."))
        #expect(error.code == expected)
        #expect(error.reason.contains("It does not work."))
    }

    @Test("Without criteria, devices are listed as they appear, starting with the current list")
    func all() async throws {
        let search = DeviceSearch(
            criteria: .any,
            environment: DeviceSearch.Environment(query: { _, _ in nil }, delay: { .zero })
        )
        let (services, continuation) = AsyncStream.makeStream(of: ServiceEvent.self)
        async let running: Void = search.run([ScriptedProvider(services: services)])
        var lists = search.devices.latestValues.makeAsyncIterator()
        var events = search.events.stream.makeAsyncIterator()
        #expect(await lists.next() == [])
        continuation.yield(.found(try instance("b")))
        #expect(await events.next()?.device.id == "b")
        continuation.yield(.found(try instance("a")))
        #expect(await events.next()?.device.id == "a")
        while let list = await lists.next(), list.map(\.id) != ["a", "b"] {}
        continuation.yield(.lost(name: "a"))
        while let list = await lists.next(), list.map(\.id) != ["b"] {}
        continuation.finish()
        await running
        // The devices of a provider are removed when it ends.
        #expect(await lists.next() == [])
        #expect(await lists.next() == nil)
    }

    @Test("A stream of events that is created late begins with the devices that are present")
    func lateEvents() async throws {
        let search = DeviceSearch(
            criteria: .any,
            environment: DeviceSearch.Environment(query: { _, _ in nil }, delay: { .zero })
        )
        let (services, continuation) = AsyncStream.makeStream(of: ServiceEvent.self)
        async let running: Void = search.run([ScriptedProvider(services: services)])
        var early = search.events.stream.makeAsyncIterator()
        var renamed = try instance("a")
        renamed.text = try ServiceText(["id": "a", "fn": "renamed"])
        var events: [DeviceEvent] = []
        for event in [
            .found(try instance("a")), .found(try instance("b")), .changed(renamed), .lost(name: "b"),
            .found(try instance("c")),
        ] as [ServiceEvent] {
            continuation.yield(event)
            events.append(try #require(await early.next()))
        }
        var late = search.events.stream.makeAsyncIterator()
        continuation.yield(.lost(name: "c"))
        #expect(events[2].device.friendlyName == "renamed")
        #expect(await late.next() == .found(events[2].device))
        #expect(await late.next() == events[4])
        #expect(await late.next() == .lost(events[4].device))
        continuation.finish()
        await running
    }

    @Test("With an application as criterion, only devices that can run it are listed, as soon as that is known")
    func filtered() async throws {
        let clock = JumpingClock()
        let queried = NIOLockedValueBox<[String]>([])
        let search = DeviceSearch(
            criteria: .app("CC1AD845"),
            environment: DeviceSearch.Environment(
                query: { device, appIDs in
                    let count = queried.withLockedValue { queried in
                        queried.append(device.id)
                        return queried.filter { $0 == device.id }.count
                    }
                    #expect(appIDs == ["CC1AD845"])
                    // The second device has just started and first reports unavailable.
                    if device.id == "late" && count == 1 { return ["CC1AD845": .unavailable] }
                    return device.id == "never" ? nil : ["CC1AD845": .available]
                },
                now: { clock.now },
                sleep: { instant in
                    // Ends long waits, which are beyond the scope of this test.
                    guard instant < .at(200) else { throw CancellationError() }
                    clock.sleep(until: instant)
                },
                delay: { .seconds(2) }
            )
        )
        let (services, continuation) = AsyncStream.makeStream(of: ServiceEvent.self)
        async let running: Void = search.run([ScriptedProvider(services: services)])
        var lists = search.devices.latestValues.makeAsyncIterator()
        for name in ["good", "late", "never"] { continuation.yield(.found(try instance(name))) }
        while let list = await lists.next(), list.map(\.id) != ["good", "late"] {}
        #expect(queried.withLockedValue { $0.filter { $0 == "late" }.count } == 2)
        continuation.yield(.lost(name: "good"))
        while let list = await lists.next(), list.map(\.id) != ["late"] {}
        continuation.finish()
        await running
    }

    @Test("Devices without the required capabilities are not listed; a change of capabilities updates the list")
    func capabilities() async throws {
        let search = DeviceSearch(
            criteria: DiscoveryCriteria(capabilities: [.videoOut]),
            environment: DeviceSearch.Environment(query: { _, _ in nil }, delay: { .zero })
        )
        let (services, continuation) = AsyncStream.makeStream(of: ServiceEvent.self)
        async let running: Void = search.run([ScriptedProvider(services: services)])
        var events = search.events.stream.makeAsyncIterator()
        func speaker(_ capabilities: String) throws -> ServiceInstance {
            var instance = try instance("a")
            instance.text = try ServiceText(["id": "a", "fn": "a", "ca": capabilities])
            return instance
        }
        continuation.yield(.found(try speaker("4")))
        continuation.yield(.found(try instance("unknown")))
        #expect(await events.next()?.device.id == "unknown")
        continuation.yield(.changed(try speaker("5")))
        guard case .found(let device)? = await events.next() else {
            Issue.record("not found")
            return
        }
        #expect(device.id == "a")
        continuation.yield(.changed(try speaker("4")))
        guard case .lost(let lost)? = await events.next() else {
            Issue.record("not lost")
            return
        }
        #expect(lost.id == "a")
        continuation.finish()
        await running
    }

    @Test("A provider that ends removes its devices and not those of others")
    func providerEnds() async throws {
        let search = DeviceSearch(
            criteria: .any,
            environment: DeviceSearch.Environment(query: { _, _ in nil }, delay: { .zero })
        )
        let first = AsyncStream.makeStream(of: ServiceEvent.self)
        let second = AsyncStream.makeStream(of: ServiceEvent.self)
        async let running: Void = search.run([
            ScriptedProvider(services: first.stream), ScriptedProvider(services: second.stream),
        ])
        var lists = search.devices.latestValues.makeAsyncIterator()
        first.continuation.yield(.found(try instance("a")))
        second.continuation.yield(.found(try instance("b")))
        while let list = await lists.next(), list.map(\.id) != ["a", "b"] {}
        first.continuation.finish()
        while let list = await lists.next(), list.map(\.id) != ["b"] {}
        second.continuation.finish()
        await running
        #expect(search.devices.value == [])
    }
}
