// SPDX-License-Identifier: Apache-2.0

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

    @Test("Devices are added, changed and removed")
    func changes() throws {
        var list = DeviceList()
        #expect(list.apply(.found(try instance("a"))).map(\.device.friendlyName) == ["TV"])
        #expect(list.apply(.changed(try instance("a"))).isEmpty)
        guard case .changed(let device) = list.apply(.changed(try instance("a", rs: "Film"))).first else {
            Issue.record("not changed")
            return
        }
        #expect(device.statusText == "Film")
        guard case .lost(let lost) = list.apply(.lost(name: "a")).first else {
            Issue.record("not lost")
            return
        }
        #expect(lost.id == "aaaa")
        #expect(list.devices.isEmpty)
    }

    @Test("The list is sorted by name, ignoring case, then by id")
    func order() throws {
        var list = DeviceList()
        for (name, id, fn) in [("1", "c", "living"), ("2", "b", "Bath"), ("3", "a", "Living"), ("4", "d", "attic")] {
            _ = list.apply(.found(try instance(name, id: id, fn: fn)))
        }
        #expect(list.devices.map(\.id) == ["d", "b", "a", "c"])
    }

    @Test("Two instances with one id are one device, described by the newer, with the addresses of both")
    func merged() throws {
        var list = DeviceList()
        _ = list.apply(.found(try instance("old", fn: "Old name", addresses: ["192.168.1.5"])))
        let events = list.apply(.found(try instance("new", fn: "New name", addresses: ["192.168.1.6"])))
        #expect(events.map(\.device.friendlyName) == ["New name"])
        #expect(list.devices.map { $0.endpoints.map(\.host) } == [["192.168.1.6", "192.168.1.5"]])
        _ = list.apply(.lost(name: "old"))
        #expect(list.devices.map { $0.endpoints.map(\.host) } == [["192.168.1.6"]])
        #expect(list.apply(.lost(name: "new")).count == 1)
    }

    @Test("An instance that changes its id is a new device")
    func otherID() throws {
        var list = DeviceList()
        _ = list.apply(.found(try instance("a", id: "aaaa")))
        let events = list.apply(.changed(try instance("a", id: "bbbb")))
        #expect(events.count == 2)
        #expect(list.devices.map(\.id) == ["bbbb"])
    }

    @Test("IPv4 addresses come first; public addresses are ignored, and a device without others is not listed")
    func addresses() throws {
        var list = DeviceList()
        _ = list.apply(.found(try instance("a", addresses: ["fe80::1%eth0", "10.0.0.7", "8.8.8.8"])))
        #expect(list.devices.first?.endpoints.map(\.host) == ["10.0.0.7", "fe80::1%eth0"])
        #expect(list.apply(.found(try instance("b", id: "b", addresses: ["93.184.216.34"]))).isEmpty)
        #expect(list.apply(.found(try instance("c", id: "c", port: 0))).isEmpty)
    }

    @Test(
        "A device of two providers is listed once, described by its TXT record, until both providers have ended"
    )
    func providers() throws {
        var list = DeviceList()
        let known = CastDevice(id: "AA-AA", friendlyName: "tv", endpoints: [CastEndpoint(host: "10.9.9.9")])
        _ = list.apply(.found(try instance("a")))
        _ = list.received(.seen(known, as: "10.9.9.9"), from: 1)
        let again = list.received(.seen(known, as: "10.9.9.9"), from: 1)
        #expect(again.isEmpty)
        #expect(list.devices.map(\.friendlyName) == ["TV"])
        #expect(list.devices.first?.endpoints.map(\.host) == ["192.168.1.5", "10.9.9.9"])
        // The same key from another provider is a separate sighting.
        _ = list.received(.seen(known, as: "a"), from: 1)
        let ended = list.providerEnded(0)
        #expect(ended == [.changed(known)])
        #expect(list.providerEnded(1) == [.lost(known)])
        #expect(list.devices.isEmpty)
    }

    @Test(
        "Only loopback, link-local, private and shared addresses are local",
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
    /// Applies a multicast DNS event as its provider does.
    fileprivate mutating func apply(_ event: ServiceEvent) -> [DeviceEvent] { received(DeviceSighting(event)) }
}

@Suite("Matching a device by name")
struct DeviceMatchTests {
    private func device(_ name: String, id: String) -> CastDevice {
        CastDevice(id: id, friendlyName: name, endpoints: [CastEndpoint(host: "10.0.0.1")])
    }

    private var devices: [CastDevice] {
        [device("Living Room", id: "a1"), device("Living Room TV", id: "a2"), device("Kitchen", id: "a3")]
    }

    @Test("An exact id, with or without hyphens, or an exact name takes precedence over a prefix")
    func exact() {
        #expect(DeviceMatch("A-1", in: devices) == .exact(devices[0]))
        #expect(DeviceMatch("Living Room", in: devices) == .exact(devices[0]))
        #expect(DeviceMatch("living room tv", in: devices) == .exact(devices[1]))
    }

    @Test("A prefix of one name matches it, a prefix of two is ambiguous")
    func prefix() {
        #expect(DeviceMatch("kit", in: devices) == .prefix(devices[2]))
        #expect(DeviceMatch("Liv", in: devices) == .ambiguousPrefix([devices[0], devices[1]]))
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

extension DeviceList {
    /// The devices in the order of a ``DeviceBrowser``.
    fileprivate var devices: [CastDevice] {
        var ordered = OrderedDevices()
        for device in merged.values { _ = ordered.update(device) }
        return ordered.devices
    }
}
