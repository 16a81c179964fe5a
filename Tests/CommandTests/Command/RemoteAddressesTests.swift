import Testing

@testable import cast

@Suite("Where the remote is said to be")
struct RemoteAddressesTests {
    private let all = [("lo", "127.0.0.1"), ("eth0", "192.0.2.4"), ("wlan0", "198.51.100.7"), ("eth0", "192.0.2.5")]

    private func addresses(_ interfaces: [String]) -> [String] {
        RemoteSession.addresses(of: interfaces, among: all.map { (interface: $0.0, address: $0.1) })
    }

    @Test("At every address that another machine reaches, where no interface was named")
    func any() {
        #expect(addresses([]) == ["192.0.2.4", "198.51.100.7", "192.0.2.5"])
    }

    @Test("At the addresses of the interfaces that were named, and at no others")
    func named() {
        #expect(addresses(["wlan0"]) == ["198.51.100.7"])
        #expect(addresses(["eth0", "lo"]) == ["192.0.2.4", "192.0.2.5"])
        #expect(addresses(["lo"]) == [])
        #expect(addresses(["eth1"]) == [])
    }
}
