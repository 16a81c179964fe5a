// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CastHTTPClient

@Suite("Network scopes of addresses")
struct NetworkScopeTests {
    @Test(
        arguments: [
            ("127.0.0.1", NetworkScope.machine), ("127.255.255.254", .machine), ("0.0.0.0", .machine),
            ("::1", .machine), ("::", .machine), ("::ffff:127.0.0.1", .machine), ("::ffff:7f00:1", .machine),
            ("::127.0.0.1", .machine), ("64:ff9b::7f00:1", .machine), ("2002:7f00:1::", .machine),
            ("169.254.169.254", .link), ("fe80::1", .link), ("fe80::1%eth0", .link), ("febf::1", .link),
            ("::ffff:169.254.169.254", .link),
            ("10.0.0.1", .site), ("172.16.0.1", .site), ("172.31.255.255", .site), ("192.168.1.1", .site),
            ("100.64.0.1", .site), ("198.18.0.1", .site), ("fd00::1", .site), ("fc00::1", .site), ("fec0::1", .site),
            ("64:ff9b::192.168.1.1", .site), ("2002:c0a8:0101::1", .site),
            ("8.8.8.8", .internet), ("172.15.0.1", .internet), ("172.32.0.1", .internet), ("100.128.0.1", .internet),
            ("2606:4700::1111", .internet), ("64:ff9b::8.8.8.8", .internet), ("::ffff:8.8.8.8", .internet),
            ("224.0.0.251", .noHost), ("255.255.255.255", .noHost), ("240.0.0.1", .noHost), ("ff02::fb", .noHost),
            ("192.0.2.1", .noHost), ("2001:db8::1", .noHost),
        ]
    )
    func reach(address: String, expected: NetworkScope) {
        #expect(NetworkScope(address: address) == expected)
    }

    @Test(
        "Only numeric addresses have a scope",
        arguments: ["", "localhost", "0x7f.1", "2130706433", "127.1", "1.2.3.4.5"]
    )
    func names(text: String) {
        #expect(NetworkScope(address: text) == nil)
    }

    @Test("A redirect never leads to a narrower scope")
    func leading() {
        #expect(NetworkScope.internet.allowsReference(to: .internet))
        for near in [NetworkScope.site, .link, .machine, .noHost] {
            #expect(!NetworkScope.internet.allowsReference(to: near))
        }
        #expect(NetworkScope.site.allowsReference(to: .site) && NetworkScope.site.allowsReference(to: .internet))
        #expect(!NetworkScope.site.allowsReference(to: .machine) && !NetworkScope.site.allowsReference(to: .link))
        #expect(NetworkScope.machine.allowsReference(to: .machine) && NetworkScope.machine.allowsReference(to: .site))
        #expect(!NetworkScope.machine.allowsReference(to: .noHost))
    }
}
