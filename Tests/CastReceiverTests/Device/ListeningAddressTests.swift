import CastTransport
import Testing

@testable import CastReceiver

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite("Where a device listens")
struct ListeningAddressTests {
    private let loopback = ListeningAddress.Interface(name: "lo", ipv4: ["127.0.0.1"], hasIPv6: true, isLoopback: true)
    private let wired = ListeningAddress.Interface(name: "eth0", ipv4: ["192.0.2.7"], hasIPv6: true, isLoopback: false)
    private let old = ListeningAddress.Interface(name: "eth1", ipv4: ["192.0.2.8"], hasIPv6: false, isLoopback: false)
    private let bare = ListeningAddress.Interface(name: "tun0", ipv4: [], hasIPv6: true, isLoopback: false)

    @Test("everywhere means both families, shown under an address that others can reach")
    func everywhere() throws {
        let both = try ListeningAddress.choose(.all, among: [loopback, wired])
        #expect(both == ListeningAddress(host: "::", shown: "192.0.2.7", advertised: nil))
        #expect(try ListeningAddress.choose(.all, among: [old]).host == "0.0.0.0")
        #expect(try ListeningAddress.choose(.all, among: [loopback]).shown == "127.0.0.1")
    }

    @Test("A machine whose network has IPv4 alone, and loopback both, listens by IPv4: it said that it cannot listen")
    func loopbackAlone() throws {
        let address = try ListeningAddress.choose(.all, among: [loopback, old])
        #expect(address == ListeningAddress(host: "0.0.0.0", shown: "192.0.2.8", advertised: nil))
    }

    @Test("one interface means its address alone, also in what is advertised")
    func one() throws {
        let address = try ListeningAddress.choose(.named(["lo"]), among: [loopback, wired])
        #expect(address == ListeningAddress(host: "127.0.0.1", shown: "127.0.0.1", advertised: ["127.0.0.1"]))
        let two = try ListeningAddress.choose(.named(["lo", "eth0"]), among: [loopback, wired])
        #expect(two.host == "::" && two.advertised == nil)
    }

    @Test("an interface that is missing or has no address is a typed error")
    func missing() {
        let unknown = #expect(throws: VirtualDeviceError.self) {
            try ListeningAddress.choose(.named(["wlan0"]), among: [loopback])
        }
        #expect(unknown?.code == .addressNotAvailable)
        #expect(unknown?.reason.contains("lo") == true)
        let addressless = #expect(throws: VirtualDeviceError.self) {
            try ListeningAddress.choose(.named(["tun0"]), among: [loopback, bare])
        }
        #expect(addressless?.code == .noNetwork)
    }

    @Test("a certificate is renewed while half of its three days is left")
    func renewal() throws {
        let now = Date()
        #expect(!CertificateKeeper.isDue(expiry: now + 72 * 3600, now: now))
        #expect(!CertificateKeeper.isDue(expiry: now + 37 * 3600, now: now))
        #expect(CertificateKeeper.isDue(expiry: now + 35 * 3600, now: now))
        #expect(CertificateKeeper.isDue(expiry: now - 1, now: now))
    }
}
