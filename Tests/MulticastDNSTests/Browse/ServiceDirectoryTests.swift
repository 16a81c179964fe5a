// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MulticastDNS

@Suite("Browsed services")
struct ServiceDirectoryTests {
    @Test("IPv6 addresses follow IPv4 addresses, and only link-local ones have the interface, which they need")
    func scopes() throws {
        let interface = LinkInterface(
            name: "eth0",
            index: 2,
            addresses: [LinkInterface.Address(bytes: [10, 0, 0, 7], prefixLength: 24)]
        )
        var link = Link(interface: interface, configuration: MDNSConfiguration(), jitter: Jitter(seed: 1))
        let tail = [UInt8](repeating: 0, count: 13) + [1]
        let addresses = [[0xFE, 0x80], [0xFE, 0xBF], [0xFE, 0xC0], [0xFD, 0x80], [0x20, 0x01]].map { $0 + tail }
        let records = addresses.map { DNSRecord(name: name("host.local"), timeToLive: 120, data: .aaaa($0)) }
        let message = response([pointer("TV"), location("TV"), try text("TV"), address()] + records)
        _ = link.receive(try message.datagram(), from: try source(), by: .group, now: at(0))
        var directory = ServiceDirectory(owner: googlecast, type: "_googlecast._tcp")
        guard case .found(let instance)? = directory.updateAll(on: [link], now: at(0)).first else {
            Issue.record("not found")
            return
        }
        #expect(
            instance.addresses.map(\.text) == [
                "10.0.0.7", "2001::1", "fd80::1", "fe80::1%eth0", "febf::1%eth0", "fec0::1",
            ]
        )
    }
}
