// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix
import Testing

@testable import CastMedia

@Suite struct AdvertisedAddressTests {
    private static let interfaces = [
        AdvertisedAddress.Interface(name: "lo", index: 1, address: "127.0.0.1"),
        AdvertisedAddress.Interface(name: "eth0", index: 2, address: "192.168.1.5"),
        AdvertisedAddress.Interface(name: "eth0", index: 2, address: "fd00::5"),
        AdvertisedAddress.Interface(name: "eth0", index: 2, address: "fe80::5"),
        AdvertisedAddress.Interface(name: "wlan0", index: 3, address: "fe80::7"),
        AdvertisedAddress.Interface(name: "wlan0", index: 3, address: "2001:db8::7"),
        AdvertisedAddress.Interface(name: "p2p0", index: 4, address: "169.254.3.4"),
        AdvertisedAddress.Interface(name: "p2p0", index: 4, address: "fe80::9"),
    ]

    @Test(
        "A device that is connected over a link-local IPv6 address gets a URL that it can fetch",
        arguments: [
            ("fe80::5%eth0", "192.168.1.5"), ("fe80::5%2", "192.168.1.5"), ("fe80::5", "192.168.1.5"),
            ("[fe80::5%eth0]", "192.168.1.5"), ("FE80::5%eth0", "192.168.1.5"), ("fe80::7%wlan0", "2001:db8::7"),
            ("fe80::7%3", "2001:db8::7"),
        ]
    )
    func linkLocal(local: String, host: String) {
        let address = AdvertisedAddress(local, interfaces: Self.interfaces)
        #expect(address.host == host)
        #expect(address.listeningHost == host)
    }

    @Test("A link-local address is kept if its interface has no other one; only the listening address has a zone")
    func onlyLinkLocal() {
        for local in ["fe80::9%p2p0", "fe80::9"] {
            let address = AdvertisedAddress(local, interfaces: Self.interfaces)
            #expect(address.host == "fe80::9")
            #expect(address.listeningHost == "fe80::9%p2p0")
        }
    }

    @Test(
        "All other addresses are unchanged",
        arguments: [
            ("192.0.2.7", "192.0.2.7"), ("::1", "::1"), ("127.0.0.1", "127.0.0.1"), ("[2001:db8::1]", "2001:db8::1"),
            ("::ffff:192.0.2.7", "192.0.2.7"), ("fe8::1", "fe8::1"), ("", ""),
        ]
    )
    func others(local: String, host: String) {
        let address = AdvertisedAddress(local, interfaces: Self.interfaces)
        #expect(address == AdvertisedAddress(host, interfaces: []))
        #expect(address.host == host)
    }

    private func withServer(_ body: (MediaServer) async throws -> Void) async throws {
        var configuration = MediaServerConfiguration()
        configuration.listensOnDemand = true
        let server = try await MediaServer.start(configuration: configuration)
        do {
            try await body(server)
        } catch {
            await server.close()
            throw error
        }
        await server.close()
    }

    private func body(of media: SharedMedia, host: String, port: Int) async throws -> [UInt8] {
        try await RawConnection.open(host: host, port: port) { connection in
            try await connection.get(media.path)
            return try await connection.response().body
        }
    }

    private func port(in url: String) throws -> Int {
        try #require(url.split(separator: "/").dropFirst().first?.split(separator: ":").last.flatMap { Int($0) })
    }

    @Test("On demand, a file can be fetched at the advertised address and at no other")
    func onDemand() async throws {
        try await withServer { server in
            let media = server.share(data: [5], contentType: "video/mp4", name: "a.mp4")
            try await server.listen(reachableFrom: "127.0.0.2")
            let url = server.url(for: media, reachableFrom: "127.0.0.2")
            let port = try port(in: url)
            #expect(url == "http://127.0.0.2:\(port)\(media.path)")
            #expect(try await body(of: media, host: "127.0.0.2", port: port) == [5])
            await #expect(throws: (any Error).self) { try await body(of: media, host: "127.0.0.1", port: port) }

            try await server.listen(reachableFrom: "127.0.0.3")
            let other = try self.port(in: server.url(for: media, reachableFrom: "127.0.0.3"))
            #expect(try await body(of: media, host: "127.0.0.3", port: other) == [5])
            #expect(server.url(for: media, reachableFrom: "127.0.0.2") == url)
            try await server.listen(reachableFrom: "127.0.0.2")
            #expect(try await body(of: media, host: "127.0.0.2", port: port) == [5])
        }
    }

    @Test("On demand, an address of another machine is refused, and the server keeps running")
    func foreignAddress() async throws {
        try await withServer { server in
            for _ in 0..<2 {
                let error = await #expect(throws: MediaServerError.self) {
                    try await server.listen(reachableFrom: "192.0.2.1")
                }
                #expect(error?.code == .addressNotAvailable)
            }
            let media = server.share(data: [5], contentType: "video/mp4", name: "a.mp4")
            try await server.listen(reachableFrom: "127.0.0.1")
            let port = try port(in: server.url(for: media, reachableFrom: "127.0.0.1"))
            #expect(try await body(of: media, host: "127.0.0.1", port: port) == [5])
        }
    }

    @Test("A closed server does not listen on demand")
    func ended() async throws {
        var configuration = MediaServerConfiguration()
        configuration.listensOnDemand = true
        let server = MediaServer(configuration: configuration)
        await server.close()
        let error = await #expect(throws: MediaServerError.self) { try await server.listen(reachableFrom: "127.0.0.1") }
        #expect(error?.code == .closed)
    }
}
