import CastMedia
import NIOCore
import NIOPosix
import Testing

/// Clients that do not keep to what clients do.
@Suite struct HostileClientTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `a client that never asks is cut off`() async throws {
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

    @Test func `a client that stops reading is cut off, and the others are not`() async throws {
        try await withServer {
            $0.stallTimeout = .milliseconds(300)
        } _: { server, port in
            let media = try server.offer(file: folder.sparseFile("film.mp4", size: 1 << 30, ending: [1]))
            var events = server.events().makeAsyncIterator()
            try await RawConnection.open(port: port) { connection in
                try await connection.get(media.path)
                _ = await events.next()
                // Nothing is read here until the server has given up.
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

    @Test func `header fields without end are refused`() async throws {
        try await withServer { server, port in
            let media = server.offer(data: [1], contentType: "video/mp4", name: "a.mp4")
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
    func `what is not HTTP ends in a refusal, and the server goes on`(bytes: String) async throws {
        try await withServer {
            $0.idleTimeout = .milliseconds(500)
        } _: { server, port in
            let media = server.offer(data: [1], contentType: "video/mp4", name: "a.mp4")
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

    @Test func `one connection too many waits for its turn`() async throws {
        try await withServer {
            $0.maximumConnections = 1
        } _: { server, port in
            let media = server.offer(data: [1], contentType: "video/mp4", name: "a.mp4")
            try await withThrowingTaskGroup(of: [UInt8].self) { group in
                try await RawConnection.open(port: port) { first in
                    try await first.get(media.path)
                    #expect(try await first.response().body == [1])
                    group.addTask {
                        try await RawConnection.open(port: port) { second in
                            try await second.get(media.path)
                            return try await second.response().body
                        }
                    }
                    // The first still has the only place.
                    try await first.get(media.path)
                    #expect(try await first.response().body == [1])
                    #expect(server.traffic(of: media).requests == 2)
                }
                #expect(try await group.next() == [1])
            }
        }
    }

    @Test func `too many ranges, and ranges upon ranges, get the whole file once`() async throws {
        try await withServer { server, port in
            let media = server.offer(data: pattern(1000), contentType: "video/mp4", name: "a.mp4")
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
