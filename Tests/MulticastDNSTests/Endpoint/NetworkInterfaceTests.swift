// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MulticastDNS

@Suite("Network interfaces")
struct NetworkInterfaceTests {
    @Test("The loopback interface has its address and network prefix")
    func loopback() throws {
        #if canImport(Darwin)
        let name = "lo0"
        #else
        let name = "lo"
        #endif
        let found = try NetworkInterface.matching(.named([name]))
        #expect(found.map(\.link.name) == [name])
        let address = LinkInterface.Address(bytes: [127, 0, 0, 1], prefixLength: 8)
        #expect(found.first?.link.addresses.contains(address) == true)
    }

    @Test("The order in which the system lists the addresses of an interface is not a change")
    func ordersAddresses() {
        let addresses = [[10, 0, 0, 2], [10, 0, 0, 9], [192, 168, 0, 1], Array(1...16), Array(2...17)].map {
            LinkInterface.Address(bytes: $0, prefixLength: 8)
        }
        for order in [addresses, addresses.reversed(), Array(addresses[2...] + addresses[..<2])] {
            let link = LinkInterface(name: "eth0", index: 2, addresses: order)
            #expect(NetworkInterface(link: link, devices: []).sorted.link.addresses == addresses, "IPv4 first")
        }
    }
}
