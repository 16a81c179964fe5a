// SPDX-License-Identifier: Apache-2.0

import CastAdmission
import CastTesting
import CastTransport
import NIOCore
import NIOHTTP1
import Testing

@testable import CastRemote

@Suite("Connections to the web remote", .timeLimit(.minutes(1)))
struct RemoteConnectionTests {
    private func endpoint(_ visitor: TestClient) -> CastEndpoint { CastEndpoint(host: "127.0.0.1", port: visitor.port) }

    @Test("every client that closes its sending side with its request gets the complete response")
    func halfOpen() async throws {
        try await withRemote { _, visitor in
            let script = RemoteAsset.all["main.js"]?.bytes ?? []
            for _ in 0..<40 {
                let connection = try await RawConnection.connect(to: endpoint(visitor))
                let head = "GET /assets/main.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
                try await connection.sendLast(Array(head.utf8))
                let answer = try await connection.receiveToEnd()
                #expect(answer.starts(with: "HTTP/1.1 200 OK".utf8))
                #expect(answer.suffix(script.count) == script[...])
            }
        }
    }

    @Test("incomplete requests of hosts without the token do not block other clients")
    func halfRequests() async throws {
        let limits = ConnectionLimits(total: 4, perAddress: 2, perVerifiedAddress: 3)
        try await withRemote(token: "aaaa", limits: limits, unverifiedRequestTimeout: .seconds(600)) { _, visitor in
            var half: [RawConnection] = []
            for host in 2...5 {
                for _ in 0..<4 {
                    let connection = try await RawConnection.connect(to: endpoint(visitor), from: "127.0.0.\(host)")
                    try? await connection.send(Array("GET / HTTP/1.1\r\nHo".utf8))
                    half.append(connection)
                }
            }
            #expect(try await visitor.get("/").status == 200)
            let login = try await visitor.form("/login", "token=aaaa")
            #expect(login.status == 303)
            var guest = visitor
            guest.cookie = login.headers.first(name: "set-cookie")?.split(separator: ";").first.map(String.init)
            #expect(try await guest.get("/").body.contains("id=\"cast\""))
            for connection in half { await connection.close() }
        }
    }

    @Test("a host without the token has less time for a request than one with it")
    func timeout() async throws {
        try await withRemote(token: "aaaa", unverifiedRequestTimeout: .seconds(1)) { _, visitor in
            let other = try await RawConnection.connect(to: endpoint(visitor), from: "127.0.0.2")
            try await other.send(Array("GET / HTTP/1.1\r\nHo".utf8))
            let login = "token=aaaa"
            let guest = try await RawConnection.connect(to: endpoint(visitor))
            try await guest.send(
                Array(
                    ("POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: \(RemoteForm.contentType)\r\n"
                        + "Content-Length: \(login.utf8.count)\r\n\r\n\(login)").utf8
                )
            )
            _ = try await guest.received.take()
            try await other.waitForEnd()
            // A third connection, which starts after the guest was admitted, is closed before the guest's connection.
            let third = try await RawConnection.connect(to: endpoint(visitor), from: "127.0.0.2")
            try await third.waitForEnd()
            #expect(guest.isOpen)
            await guest.close()
        }
    }

    @Test("a request with two Host fields is rejected, and the host of an absolute target takes precedence")
    func hosts() async throws {
        try await withRemote { _, visitor in
            let own = "127.0.0.1:\(visitor.port)"
            for (target, hosts, status) in [
                ("/", [own, own], 400), ("/", [own, "evil.example"], 400), ("http://evil.example/", [own], 403),
                ("http://\(own)/", ["evil.example"], 200),
            ] {
                let fields = hosts.map { "Host: \($0)\r\n" }.joined()
                let text = "GET \(target) HTTP/1.1\r\n\(fields)\r\n"
                let answer = try await RawConnection.exchange(text, with: endpoint(visitor))
                #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(target) \(hosts)")
            }
        }
    }
}
