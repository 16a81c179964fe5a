import Testing

@testable import CastHTTPClient

@Suite("How far an address reaches")
struct NetworkReachTests {
    @Test(
        arguments: [
            ("127.0.0.1", NetworkReach.machine), ("127.255.255.254", .machine), ("0.0.0.0", .machine),
            ("::1", .machine), ("::", .machine), ("::ffff:127.0.0.1", .machine), ("::ffff:7f00:1", .machine),
            ("::127.0.0.1", .machine), ("64:ff9b::7f00:1", .machine), ("2002:7f00:1::", .machine),
            ("169.254.169.254", .link), ("fe80::1", .link), ("fe80::1%eth0", .link), ("febf::1", .link),
            ("::ffff:169.254.169.254", .link),
            ("10.0.0.1", .site), ("172.16.0.1", .site), ("172.31.255.255", .site), ("192.168.1.1", .site),
            ("100.64.0.1", .site), ("198.18.0.1", .site), ("fd00::1", .site), ("fc00::1", .site), ("fec0::1", .site),
            ("64:ff9b::192.168.1.1", .site), ("2002:c0a8:0101::1", .site),
            ("8.8.8.8", .world), ("172.15.0.1", .world), ("172.32.0.1", .world), ("100.128.0.1", .world),
            ("2606:4700::1111", .world), ("64:ff9b::8.8.8.8", .world), ("::ffff:8.8.8.8", .world),
            ("224.0.0.251", .nobody), ("255.255.255.255", .nobody), ("240.0.0.1", .nobody), ("ff02::fb", .nobody),
            ("192.0.2.1", .nobody), ("2001:db8::1", .nobody),
        ]
    )
    func reach(address: String, expected: NetworkReach) {
        #expect(NetworkReach(address: address) == expected)
    }

    @Test(
        "What is no number is no address",
        arguments: ["", "localhost", "0x7f.1", "2130706433", "127.1", "1.2.3.4.5"]
    )
    func names(text: String) {
        #expect(NetworkReach(address: text) == nil)
    }

    @Test("Nobody is led nearer than where it stands")
    func leading() {
        #expect(NetworkReach.world.mayLead(to: .world))
        for near in [NetworkReach.site, .link, .machine, .nobody] { #expect(!NetworkReach.world.mayLead(to: near)) }
        #expect(NetworkReach.site.mayLead(to: .site) && NetworkReach.site.mayLead(to: .world))
        #expect(!NetworkReach.site.mayLead(to: .machine) && !NetworkReach.site.mayLead(to: .link))
        #expect(NetworkReach.machine.mayLead(to: .machine) && NetworkReach.machine.mayLead(to: .site))
        #expect(!NetworkReach.machine.mayLead(to: .nobody))
    }
}
