// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CastCommand

@Suite("Addresses of the remote")
struct RemoteAddressesTests {
    private let all = [("lo", "127.0.0.1"), ("eth0", "192.0.2.4"), ("wlan0", "198.51.100.7"), ("eth0", "192.0.2.5")]

    private func addresses(_ interfaces: [String]) -> [String] {
        ReadyPage.addresses(of: interfaces, among: all.map { (interface: $0.0, address: $0.1) })
    }

    @Test("without named interfaces, all addresses that other machines can reach are listed")
    func any() {
        #expect(addresses([]) == ["192.0.2.4", "198.51.100.7", "192.0.2.5"])
    }

    @Test("with named interfaces, only their addresses are listed")
    func named() {
        #expect(addresses(["wlan0"]) == ["198.51.100.7"])
        #expect(addresses(["eth0", "lo"]) == ["192.0.2.4", "192.0.2.5"])
        #expect(addresses(["lo"]) == [])
        #expect(addresses(["eth1"]) == [])
    }
}
