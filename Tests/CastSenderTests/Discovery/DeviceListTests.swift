import CastTransport
import MulticastDNS
import Testing

@testable import CastSender

@Suite("Device list")
struct DeviceListTests {
    private func instance(
        _ name: String,
        id: String = "aaaa",
        fn: String = "TV",
        port: Int = 8009,
        addresses: [String] = ["192.168.1.5"],
        rs: String = ""
    ) throws -> ServiceInstance {
        ServiceInstance(
            name: name,
            type: "_googlecast._tcp",
            domain: "local",
            hostName: "host.local",
            port: port,
            addresses: addresses.map { ServiceAddress(text: $0, interface: "eth0", isIPv6: $0.contains(":")) },
            text: try ServiceText(["id": id, "fn": fn, "ca": "5", "rs": rs])
        )
    }

    @Test("Devices come, change and go")
    func life() throws {
        var list = DeviceList()
        #expect(list.heard(.found(try instance("a"))).map(\.device.friendlyName) == ["TV"])
        #expect(list.heard(.changed(try instance("a"))).isEmpty)
        guard case .changed(let device) = list.heard(.changed(try instance("a", rs: "Film"))).first else {
            Issue.record("not changed")
            return
        }
        #expect(device.statusText == "Film")
        guard case .lost(let lost) = list.heard(.lost(name: "a")).first else {
            Issue.record("not lost")
            return
        }
        #expect(lost.id == "aaaa")
        #expect(list.devices.isEmpty)
    }

    @Test("The list is sorted by name without regard to case, then by id")
    func order() throws {
        var list = DeviceList()
        for (name, id, fn) in [("1", "c", "living"), ("2", "b", "Bath"), ("3", "a", "Living"), ("4", "d", "attic")] {
            _ = list.heard(.found(try instance(name, id: id, fn: fn)))
        }
        #expect(list.devices.map(\.id) == ["d", "b", "a", "c"])
    }

    @Test("Two instances with one id are one device, described by the newer, at the addresses of both")
    func merged() throws {
        var list = DeviceList()
        _ = list.heard(.found(try instance("old", fn: "Old name", addresses: ["192.168.1.5"])))
        let events = list.heard(.found(try instance("new", fn: "New name", addresses: ["192.168.1.6"])))
        #expect(events.map(\.device.friendlyName) == ["New name"])
        #expect(list.devices.map { $0.endpoints.map(\.host) } == [["192.168.1.6", "192.168.1.5"]])
        _ = list.heard(.lost(name: "old"))
        #expect(list.devices.map { $0.endpoints.map(\.host) } == [["192.168.1.6"]])
        #expect(list.heard(.lost(name: "new")).count == 1)
    }

    @Test("An instance that changes its id is another device")
    func otherID() throws {
        var list = DeviceList()
        _ = list.heard(.found(try instance("a", id: "aaaa")))
        let events = list.heard(.changed(try instance("a", id: "bbbb")))
        #expect(events.count == 2)
        #expect(list.devices.map(\.id) == ["bbbb"])
    }

    @Test("IPv4 comes first; public addresses are not used; without any other there is no device")
    func addresses() throws {
        var list = DeviceList()
        _ = list.heard(.found(try instance("a", addresses: ["fe80::1%eth0", "10.0.0.7", "8.8.8.8"])))
        #expect(list.devices.first?.endpoints.map(\.host) == ["10.0.0.7", "fe80::1%eth0"])
        #expect(list.heard(.found(try instance("b", id: "b", addresses: ["93.184.216.34"]))).isEmpty)
        #expect(list.heard(.found(try instance("c", id: "c", port: 0))).isEmpty)
    }

    @Test(
        "A device seen by two providers is one; the TXT record describes it, and the end of one provider leaves the other"
    )
    func providers() throws {
        var list = DeviceList()
        let known = CastDevice(id: "AA-AA", friendlyName: "tv", endpoints: [CastEndpoint(host: "10.9.9.9")])
        _ = list.heard(.found(try instance("a")))
        _ = list.received(.seen(known, as: "10.9.9.9"), from: 1)
        let again = list.received(.seen(known, as: "10.9.9.9"), from: 1)
        #expect(again.isEmpty)
        #expect(list.devices.map(\.friendlyName) == ["TV"])
        #expect(list.devices.first?.endpoints.map(\.host) == ["192.168.1.5", "10.9.9.9"])
        // The same name from another provider is another sighting.
        _ = list.received(.seen(known, as: "a"), from: 1)
        let ended = list.providerEnded(0)
        #expect(ended == [.changed(known)])
        #expect(list.providerEnded(1) == [.lost(known)])
        #expect(list.devices.isEmpty)
    }

    @Test(
        "What counts as local",
        arguments: [
            ("10.1.2.3", true), ("172.16.0.1", true), ("172.32.0.1", false), ("192.168.0.1", true),
            ("192.169.0.1", false), ("169.254.9.9", true), ("127.0.0.1", true), ("100.64.0.1", true),
            ("100.128.0.1", false), ("1.1.1.1", false), ("::1", true), ("fe80::5%wlan0", true), ("fd00::1", true),
            ("2606:4700::1111", false), ("2001:db8::1", true), ("host.local", false), ("", false),
        ]
    )
    func local(address: String, isLocal: Bool) {
        #expect(NetworkAddress.isLocal(address) == isLocal)
    }
}

extension DeviceList {
    /// What the network's provider makes of an event.
    fileprivate mutating func heard(_ event: ServiceEvent) -> [DeviceEvent] { received(DeviceSighting(event)) }
}

@Suite("Which device a name means")
struct DeviceMatchTests {
    private func device(_ name: String, id: String) -> CastDevice {
        CastDevice(id: id, friendlyName: name, endpoints: [CastEndpoint(host: "10.0.0.1")])
    }

    private var devices: [CastDevice] {
        [device("Living Room", id: "a1"), device("Living Room TV", id: "a2"), device("Kitchen", id: "a3")]
    }

    @Test("The id, with or without hyphens, and the name decide before its beginning does")
    func exact() {
        #expect(DeviceMatch("A-1", in: devices) == .exact(devices[0]))
        #expect(DeviceMatch("Living Room", in: devices) == .exact(devices[0]))
        #expect(DeviceMatch("living room tv", in: devices) == .exact(devices[1]))
    }

    @Test("The beginning of one name is enough, of two it is ambiguous, of none nothing")
    func prefix() {
        #expect(DeviceMatch("kit", in: devices) == .prefix(devices[2]))
        #expect(DeviceMatch("Liv", in: devices) == .ambiguous([devices[0], devices[1]]))
        #expect(DeviceMatch("Bath", in: devices) == DeviceMatch.none)
        #expect(DeviceMatch("", in: devices) == DeviceMatch.none)
    }

    @Test("Two devices with one name are ambiguous")
    func twins() {
        let twins = [device("TV", id: "a"), device("TV", id: "b")]
        #expect(DeviceMatch("TV", in: twins) == .ambiguous(twins))
        #expect(DeviceMatch("b", in: twins) == .exact(twins[1]))
    }
}
