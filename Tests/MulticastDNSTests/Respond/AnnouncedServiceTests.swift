// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MulticastDNS

@Suite("Registered services")
struct AnnouncedServiceTests {
    private func registration() -> ServiceRegistration {
        ServiceRegistration(name: "Device", type: "_googlecast._tcp", port: 8009, hostName: "host")
    }

    @Test("The host name can have its domain or not", arguments: ["host", "host.local", "Host.Local."])
    func takesHostNames(hostName: String) throws {
        var registration = registration()
        registration.hostName = hostName
        #expect(try AnnouncedService(registration, id: 1).host == name("host.local"))
    }

    @Test("Addresses of the host are of the family of their text")
    func takesAddresses() throws {
        var registration = registration()
        registration.hostAddresses = ["192.0.2.1", "2001:db8::1"]
        let bytes: [UInt8] = [0x20, 0x01, 0x0D, 0xB8] + Array(repeating: 0, count: 11) + [1]
        #expect(try AnnouncedService(registration, id: 1).addresses == [.a([192, 0, 2, 1]), .aaaa(bytes)])
    }

    @Test("A dot in a host name is part of its label")
    func keepsDotInHost() throws {
        var registration = registration()
        registration.hostName = "a.b"
        #expect(try AnnouncedService(registration, id: 1).host.labels.count == 2)
    }

    @Test(
        "A value that DNS does not support is refused and named in the error",
        arguments: [
            ("", "_x._tcp", 1, [], nil, "name"), (String(repeating: "n", count: 64), "_x._tcp", 1, [], nil, "nnn"),
            ("n", "", 1, [], nil, "name"), ("n", "_x..local", 1, [], nil, "name"),
            ("n", "_x._tcp", 65_536, [], nil, "65536"), ("n", "_x._tcp", -1, [], nil, "-1"),
            ("n", "_x._tcp", 1, [""], nil, "subtype"),
            ("n", "_x._tcp", 1, ["_ok", String(repeating: "s", count: 64)], nil, "sss"),
            ("n", "_x._tcp", 1, [], ["10.0.0"], "10.0.0"), ("n", "_x._tcp", 1, [], ["example.com"], "example.com"),
        ] as [(String, String, Int, [String], [String]?, String)]
    )
    func refuses(label: String, type: String, port: Int, subtypes: [String], addresses: [String]?, mention: String) {
        let registration = ServiceRegistration(
            name: label,
            type: type,
            subtypes: subtypes,
            port: port,
            hostName: "host",
            hostAddresses: addresses
        )
        #expect {
            try AnnouncedService(registration, id: 1)
        } throws: { error in
            guard let error = error as? MDNSError else { return false }
            return error.code == .invalidService && error.reason.contains(mention)
        }
    }

    @Test("Too many subtypes are refused")
    func limitsSubtypes() {
        var registration = registration()
        registration.subtypes = (0...AnnouncedService.subtypeLimit).map { "_\($0)" }
        #expect(throws: MDNSError.self) { try AnnouncedService(registration, id: 1) }
    }

    @Test("The name of a renamed instance has at most 63 bytes and whole characters")
    func renames() {
        #expect(AnnouncedService.renamed("Device", attempt: 2) == "Device-2")
        #expect(AnnouncedService.renamed("Device", attempt: 13) == "Device-13")
        let long = String(repeating: "é", count: 31)
        #expect(AnnouncedService.renamed(long, attempt: 2) == String(repeating: "é", count: 30) + "-2")
        let fitting = String(repeating: "e", count: 61)
        #expect(AnnouncedService.renamed(fitting, attempt: 2) == fitting + "-2", "63 bytes")
    }
}
