// SPDX-License-Identifier: Apache-2.0

import CastTransport
import Testing

@testable import CastReceiver

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite("Listening addresses")
struct ListeningAddressTests {
    private let loopback = ListeningAddress.Interface(name: "lo", ipv4: ["127.0.0.1"], hasIPv6: true, isLoopback: true)
    private let wired = ListeningAddress.Interface(name: "eth0", ipv4: ["192.0.2.7"], hasIPv6: true, isLoopback: false)
    private let old = ListeningAddress.Interface(name: "eth1", ipv4: ["192.0.2.8"], hasIPv6: false, isLoopback: false)
    private let withoutIPv4 = ListeningAddress.Interface(name: "tun0", ipv4: [], hasIPv6: true, isLoopback: false)

    @Test("all interfaces means both address families, shown with an address that other hosts can reach")
    func everywhere() throws {
        let both = try ListeningAddress.choose(.all, among: [loopback, wired])
        #expect(both == ListeningAddress(host: "::", shown: "192.0.2.7", advertised: nil))
        #expect(try ListeningAddress.choose(.all, among: [old]).host == "0.0.0.0")
        #expect(try ListeningAddress.choose(.all, among: [loopback]).shown == "127.0.0.1")
    }

    @Test("A machine with IPv6 only on loopback listens on IPv4")
    func loopbackAlone() throws {
        let address = try ListeningAddress.choose(.all, among: [loopback, old])
        #expect(address == ListeningAddress(host: "0.0.0.0", shown: "192.0.2.8", advertised: nil))
    }

    @Test("a single interface means its address only, also in the advertisement")
    func namedInterfaces() throws {
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
            try ListeningAddress.choose(.named(["tun0"]), among: [loopback, withoutIPv4])
        }
        #expect(addressless?.code == .noNetwork)
    }

    @Test("a certificate is renewed when half of its three days has passed")
    func renewal() throws {
        let now = Date()
        #expect(!CertificateRenewer.isDue(expiry: now + 72 * 3600, now: now))
        #expect(!CertificateRenewer.isDue(expiry: now + 37 * 3600, now: now))
        #expect(CertificateRenewer.isDue(expiry: now + 35 * 3600, now: now))
        #expect(CertificateRenewer.isDue(expiry: now - 1, now: now))
    }
}
