// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CastMedia

@Suite struct ClientFilterTests {
    @Test(arguments: [
        ("192.168.1.20", "192.168.1.20", true), ("192.168.1.20", "192.168.1.21", false),
        ("192.168.1.20", "::ffff:192.168.1.20", true), ("::ffff:192.168.1.20", "192.168.1.20", true),
        ("fe80::1%eth0", "fe80::1", true), ("2001:db8:1:2::5", "2001:db8:1:2:aaaa:bbbb:cccc:dddd", true),
        ("2001:db8:1:2::5", "2001:db8:1:3::5", false), ("2001:DB8::5", "2001:db8:0:0:1:2:3:4", true),
        ("2001:db8::5", "2001:db8:0:1::5", false), ("::1", "::1", true), ("::1", "::2", false),
        ("tv.local", "192.168.1.20", false),
    ])
    func `a client is admitted at the device's address, or in its IPv6 network`(
        device: String,
        client: String,
        isAdmitted: Bool
    ) {
        #expect(ClientFilter(addresses: [device]).admits(client) == isAdmitted)
    }

    @Test func `a client without an address is admitted only to public items`() {
        #expect(!ClientFilter(addresses: ["192.168.1.20"]).admits(nil))
        #expect(ClientFilter.everyone.admits(nil))
    }

    @Test func `a union admits the clients of both`() {
        var filter = ClientFilter(addresses: ["192.168.1.20"])
        filter.formUnion(ClientFilter(addresses: ["192.168.1.21"]))
        #expect(filter.admits("192.168.1.20") && filter.admits("192.168.1.21") && !filter.admits("192.168.1.22"))
        filter.formUnion(.everyone)
        #expect(filter.admits("192.168.1.22"))
    }
}
