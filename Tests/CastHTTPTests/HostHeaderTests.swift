// SPDX-License-Identifier: Apache-2.0

import CastHTTP
import Testing

@Suite("Host header")
struct HostHeaderTests {
    @Test(
        "Addresses and localhost are accepted, with or without a port",
        arguments: [
            ("192.0.2.7", "192.0.2.7", nil), ("192.0.2.7:8008", "192.0.2.7", 8008), ("LOCALHOST:80", "localhost", 80),
            ("[FE80::1]", "[fe80::1]", nil), ("[::1]:8443", "[::1]", 8443),
        ]
    )
    func accepted(_ authority: String, _ host: String, _ port: Int?) throws {
        let header = try #require(HostHeader(authority))
        #expect(header.host == host)
        #expect(header.port == port)
    }

    @Test(
        "Other names and invalid authorities are rejected",
        arguments: [
            "", "evil.example", "localhost.evil", "127.0.0.1.evil.example", "192.0.2.7:", "192.0.2.7:65536",
            "192.0.2.7:80:80", "[::1", "[::1]80", "[192.0.2.7]", "::1", "user@192.0.2.7",
        ]
    )
    func rejected(_ authority: String) {
        #expect(HostHeader(authority) == nil)
    }

    @Test("A host names the local address of the connection, localhost only on loopback")
    func names() throws {
        #expect(try #require(HostHeader("192.0.2.7:80")).names("192.0.2.7"))
        #expect(try !#require(HostHeader("192.0.2.7")).names("192.0.2.8"))
        #expect(try #require(HostHeader("[fe80::1]")).names("fe80::1%eth0"))
        #expect(try #require(HostHeader("localhost")).names("127.0.0.1"))
        #expect(try #require(HostHeader("localhost")).names("::1"))
        #expect(try !#require(HostHeader("localhost")).names("192.0.2.7"))
    }
}
