// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastTesting
import CastTransport
import NIOCore
import NIOPosix
import Testing

/// Tests of clients that misbehave.
@Suite struct HostileClientTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `a client that sends no complete request is disconnected`() async throws {
        try await withServer {
            $0.idleTimeout = .milliseconds(200)
        } _: { _, port in
            try await RawConnection.open(port: port) { connection in
                #expect(await connection.bytesUntilEnd() == 0)
            }
            try await RawConnection.open(port: port) { connection in
                try await connection.send("GET /half-a-request HTT")
                #expect(await connection.bytesUntilEnd() == 0)
            }
        }
    }

    @Test func `a client that stops reading is disconnected, and other clients are not`() async throws {
        try await withServer {
            $0.stallTimeout = .milliseconds(300)
        } _: { server, port in
            let media = try server.share(file: folder.sparseFile("film.mp4", size: 1 << 30, ending: [1]))
            var events = server.events().makeAsyncIterator()
            try await RawConnection.open(port: port) { connection in
                try await connection.get(media.path)
                _ = await events.next()
                // This client reads nothing until the server has closed the response.
                guard case .answered(media, let sent, isComplete: false) = await events.next() else {
                    return #expect(Bool(false))
                }
                #expect(sent < 1 << 30)
                try await RawConnection.open(port: port) { other in
                    try await other.get(media.path, "Range: bytes=-1")
                    #expect(try await other.response().body == [1])
                }
            }
        }
    }

    @Test func `endless header fields are refused`() async throws {
        try await withServer { server, port in
            let media = server.share(data: [1], contentType: "video/mp4", name: "a.mp4")
            try await RawConnection.open(port: port) { connection in
                let field = "X-Filler: " + String(repeating: "x", count: 8000) + "\r\n"
                try await connection.send("GET \(media.path) HTTP/1.1\r\nHost: a\r\n")
                for _ in 0..<4 {
                    try? await connection.send(field)
                }
                try? await connection.send("\r\n")
                let answer = try? await connection.response()
                #expect(answer == nil || answer?.status == 400)
            }
            #expect(server.traffic(of: media).requests == 0)
        }
    }

    @Test(arguments: [
        "\u{16}\u{3}\u{1}\u{2}\u{3}\u{1}", "GET\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\r\n\r\n\r\n\u{1}",
    ])
    func `data that is not HTTP is refused, and the server keeps running`(bytes: String) async throws {
        try await withServer {
            $0.idleTimeout = .milliseconds(500)
        } _: { server, port in
            let media = server.share(data: [1], contentType: "video/mp4", name: "a.mp4")
            try await RawConnection.open(port: port) { connection in
                try await connection.send(bytes)
                _ = await connection.bytesUntilEnd()
            }
            try await RawConnection.open(port: port) { connection in
                try await connection.get(media.path)
                #expect(try await connection.response().body == [1])
            }
        }
    }

    @Test func `a connection beyond the limit replaces the oldest idle one of the client, but none that is in use`()
        async throws
    {
        try await withServer {
            $0.maximumConnections = 1
        } _: { server, port in
            let media = server.share(data: [1], contentType: "video/mp4", name: "a.mp4")
            let film = try server.share(file: folder.sparseFile("film.mp4", size: 1 << 30, ending: [1]))
            var events = server.events().makeAsyncIterator()
            try await RawConnection.open(port: port) { first in
                try await first.get(media.path)
                #expect(try await first.response().body == [1])
                _ = await events.next()
                _ = await events.next()
                try await RawConnection.open(port: port) { second in
                    #expect(await first.bytesUntilEnd() == 0)
                    try await second.get(film.path)
                    _ = await events.next()
                    try await RawConnection.open(port: port) { third in
                        #expect(await third.bytesUntilEnd() == 0)
                    }
                    #expect(try await second.response(toHead: true).status == 200)
                }
            }
        }
    }

    @Test func `idle connections of a host without a path do not delay the device`() async throws {
        try await withServer {
            $0.maximumConnections = 4
            $0.maximumConnectionsPerUnverifiedAddress = 2
            // Longer than the test may take, so that no idle connection times out.
            $0.unverifiedIdleTimeout = .seconds(600)
            $0.idleTimeout = .seconds(600)
        } _: { server, port in
            let media = server.share(data: [1], contentType: "video/mp4", name: "a.mp4")
            let place = CastEndpoint(host: "127.0.0.1", port: port)
            var idle: [CastTesting.RawConnection] = []
            for host in 2...5 {
                for _ in 0..<4 {
                    let connection = try await CastTesting.RawConnection.connect(to: place, from: "127.0.0.\(host)")
                    try? await connection.send(Array("GET / HT".utf8))
                    idle.append(connection)
                }
            }
            // As many connections as a player opens, all in use at the same time.
            try await RawConnection.open(port: port) { first in
                try await first.get(media.path)
                #expect(try await first.response().body == [1])
                try await RawConnection.open(port: port) { second in
                    try await second.get(media.path)
                    #expect(try await second.response().body == [1])
                    try await RawConnection.open(port: port) { third in
                        for connection in [first, second, third] { try await connection.get(media.path) }
                        #expect(try await first.response().body == [1])
                        #expect(try await second.response().body == [1])
                        #expect(try await third.response().body == [1])
                    }
                }
            }
            for connection in idle { await connection.close() }
        }
    }

    @Test func `a client that has not requested a shared file has less time for its next request`() async throws {
        try await withServer {
            $0.unverifiedIdleTimeout = .seconds(1)
        } _: { server, port in
            let media = server.share(data: [1], contentType: "video/mp4", name: "a.mp4")
            let place = CastEndpoint(host: "127.0.0.1", port: port)
            let other = try await CastTesting.RawConnection.connect(to: place, from: "127.0.0.2")
            try await RawConnection.open(port: port) { device in
                try await device.get(media.path)
                #expect(try await device.response().body == [1])
                try await other.waitForEnd()
                try await device.get(media.path)
                #expect(try await device.response().body == [1])
            }
        }
    }

    @Test func `every client that closes its sending side with its request gets the whole file`() async throws {
        try await withServer { server, port in
            let media = server.share(data: pattern(100_000), contentType: "video/mp4", name: "a.mp4")
            let place = CastEndpoint(host: "127.0.0.1", port: port)
            for _ in 0..<40 {
                let connection = try await CastTesting.RawConnection.connect(to: place)
                try await connection.sendLast(Array("GET \(media.path) HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
                let answer = try await connection.receiveToEnd()
                #expect(answer.starts(with: "HTTP/1.1 200 OK".utf8))
                #expect(answer.suffix(100_000) == pattern(100_000)[...])
            }
        }
    }

    @Test func `a request with two Host fields is refused, and an absolute target is supported`() async throws {
        try await withServer { server, port in
            let media = server.share(data: [1], contentType: "video/mp4", name: "a.mp4")
            let place = CastEndpoint(host: "127.0.0.1", port: port)
            for (target, fields, status) in [
                (media.path, "Host: a\r\nHost: a\r\n", 400), ("http://a\(media.path)", "Host: b\r\n", 200),
                ("ftp://a\(media.path)", "Host: a\r\n", 400),
            ] {
                let text = "GET \(target) HTTP/1.1\r\n\(fields)\r\n"
                let answer = try await CastTesting.RawConnection.exchange(text, with: place)
                #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
            }
        }
    }

    @Test func `a request with too many or overlapping ranges gets the whole file once`() async throws {
        try await withServer { server, port in
            let media = server.share(data: pattern(1000), contentType: "video/mp4", name: "a.mp4")
            try await RawConnection.open(port: port) { connection in
                for set in [(0..<500).map { "\($0)-\($0)" }, [String](repeating: "0-", count: 16)] {
                    try await connection.get(media.path, "Range: bytes=" + set.joined(separator: ","))
                    let response = try await connection.response()
                    #expect(response.status == 200)
                    #expect(response.body == pattern(1000))
                }
            }
        }
    }
}
