import CastTesting
import CastWire
import MulticastDNS
import NIOConcurrencyHelpers
import Testing

@testable import CastSender

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

    /// A clock that goes only where a sleeper wants to be.
    private final class JumpingClock: Sendable {
        private let state = NIOLockedValueBox(ContinuousClock.Instant.at(0))
        var now: ContinuousClock.Instant { state.withLockedValue { $0 } }
        func sleep(until instant: ContinuousClock.Instant) { state.withLockedValue { $0 = max($0, instant) } }
    }

    @Test("Without criteria devices are listed as they come, first the present list")
    func all() async throws {
        let search = DeviceSearch(
            criteria: .any,
            environment: DeviceSearch.Environment(ask: { _, _ in nil }, delay: { .zero })
        )
        let (services, continuation) = AsyncStream.makeStream(of: ServiceEvent.self)
        async let running: Void = search.run(services)
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
        #expect(await lists.next() == nil)
    }

    @Test("With criteria only devices that can run the application are listed, as soon as that is known")
    func filtered() async throws {
        let clock = JumpingClock()
        let asked = NIOLockedValueBox<[String]>([])
        let search = DeviceSearch(
            criteria: .app("CC1AD845"),
            environment: DeviceSearch.Environment(
                ask: { device, appIDs in
                    let count = asked.withLockedValue { asked in
                        asked.append(device.id)
                        return asked.filter { $0 == device.id }.count
                    }
                    #expect(appIDs == ["CC1AD845"])
                    // The second device has just started: it says no at first.
                    if device.id == "late" && count == 1 { return ["CC1AD845": .unavailable] }
                    return device.id == "never" ? nil : ["CC1AD845": .available]
                },
                now: { clock.now },
                sleep: { instant in
                    // What is far away never comes in this test.
                    guard instant < .at(200) else { throw CancellationError() }
                    clock.sleep(until: instant)
                },
                delay: { .seconds(2) }
            )
        )
        let (services, continuation) = AsyncStream.makeStream(of: ServiceEvent.self)
        async let running: Void = search.run(services)
        var lists = search.devices.latestValues.makeAsyncIterator()
        for name in ["good", "late", "never"] { continuation.yield(.found(try instance(name))) }
        while let list = await lists.next(), list.map(\.id) != ["good", "late"] {}
        #expect(asked.withLockedValue { $0.filter { $0 == "late" }.count } == 2)
        continuation.yield(.lost(name: "good"))
        while let list = await lists.next(), list.map(\.id) != ["late"] {}
        continuation.finish()
        await running
    }
}
