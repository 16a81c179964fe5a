// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import Testing

@testable import CastMedia

@Suite struct MediaServerTests {
    let folder: TemporaryFolder
    let content = pattern(300_000)

    init() throws {
        folder = try TemporaryFolder()
    }

    func film() throws -> String {
        try folder.file("film.mp4", content)
    }

    @Test func `an HTTP client receives the file`() async throws {
        try await withServer { server, _ in
            let media = try server.share(file: film())
            let url = server.url(for: media, reachableFrom: "127.0.0.1")
            let response = try await HTTPClient.shared.execute(HTTPClientRequest(url: url), timeout: .seconds(10))
            let body = try await response.body.collect(upTo: 1 << 20)
            #expect(response.status == .ok)
            #expect(response.headers.first(name: "Content-Type") == "video/mp4")
            #expect(response.headers["Server"].isEmpty)
            #expect(Array(body.readableBytesView) == content)
            // The last chunk is counted when its write returns, which may be after the client has read it.
            let deadline = ContinuousClock.now + .seconds(10)
            while server.traffic(of: media).bytesSent < content.count, ContinuousClock.now < deadline {
                await Task.yield()
            }
            #expect(server.traffic(of: media).bytesSent == content.count)
            #expect(server.traffic(of: media).lastClient == "127.0.0.1")
        }
    }

    @Test(arguments: [
        ("bytes=0-", 0..<300_000), ("bytes=131071-131072", 131_071..<131_073), ("bytes=-1", 299_999..<300_000),
        ("bytes=100000-299999", 100_000..<300_000), ("bytes=299999-400000", 299_999..<300_000),
    ])
    func `a range has the bytes of the file`(field: String, expected: Range<Int>) async throws {
        try await withServer { server, port in
            let media = try server.share(file: film())
            try await RawConnection.open(port: port) { connection in
                try await connection.get(media.path, "Range: \(field)")
                let response = try await connection.response()
                #expect(response.status == 206)
                #expect(
                    response.field("Content-Range") == "bytes \(expected.lowerBound)-\(expected.upperBound - 1)/300000"
                )
                #expect(response.body == Array(content[expected]))
            }
        }
    }

    @Test func `several ranges are sent in one body`() async throws {
        try await withServer { server, port in
            let media = try server.share(file: film())
            try await RawConnection.open(port: port) { connection in
                try await connection.get(media.path, "Range: bytes=10-12,200000-200001")
                let response = try await connection.response()
                let boundary = try #require(response.field("Content-Type")?.split(separator: "=").last)
                let first = "\r\n--\(boundary)\r\nContent-Type: video/mp4\r\nContent-Range: bytes 10-12/300000\r\n\r\n"
                let second =
                    "\r\n--\(boundary)\r\nContent-Type: video/mp4\r\nContent-Range: bytes 200000-200001/300000\r\n\r\n"
                let expected =
                    Array(first.utf8) + content[10...12] + Array(second.utf8) + content[200_000...200_001]
                    + Array("\r\n--\(boundary)--\r\n".utf8)
                #expect(response.body == expected)
            }
        }
    }

    @Test func `a connection handles several requests, pipelined ones included`() async throws {
        try await withServer { server, port in
            let media = try server.share(file: film())
            var events = server.events().makeAsyncIterator()
            try await RawConnection.open(port: port) { connection in
                for offset in 0..<20 {
                    try await connection.get(media.path, "Range: bytes=\(offset)-\(offset)")
                    #expect(try await connection.response().body == [content[offset]])
                }
                try await connection.get(media.path, method: "HEAD")
                let head = try await connection.response(toHead: true)
                #expect(head.field("Content-Length") == "300000")
                for offset in 0..<20 {
                    try await connection.get(media.path, "Range: bytes=\(offset)-\(offset)")
                }
                for offset in 0..<20 {
                    #expect(try await connection.response().body == [content[offset]])
                }
            }
            #expect(server.traffic(of: media).requests == 41)
            // A client may have read a response before the server has recorded its end.
            var answered = 0
            while answered < 41, let event = await events.next() {
                if case .answered(_, _, isComplete: true) = event { answered += 1 }
            }
            #expect(server.traffic(of: media).openResponses == 0)
        }
    }

    @Test func `all paths that are not shared get the same response, 404`() async throws {
        try await withServer { server, port in
            let media = try server.share(file: film())
            let other = try server.share(file: film())
            let gone = try server.share(file: film())
            server.withdraw(gone)
            let token = media.id
            let paths = [
                "/", "/film.mp4", "/\(token)", "/\(token)/", "/\(token)/film.mp4/", "/\(token)/other.mp4",
                "/\(token)/FILM.mp4", "/\(token)/../\(other.id)/film.mp4", "/\(token)/..%2Ffilm.mp4", "/\(token)/%ZZ",
                "/\(token.uppercased())x/film.mp4", gone.path, "//\(token)/film.mp4", "/etc/passwd", "*",
                "/\(String(repeating: "0", count: 32))/film.mp4",
            ]
            var answers: Set<String> = []
            for (path, method) in paths.flatMap({ path in ["GET", "HEAD", "POST", "OPTIONS"].map { (path, $0) } }) {
                try await RawConnection.open(port: port) { connection in
                    try await connection.get(path, "Content-Length: 0", method: method)
                    let response = try await connection.response(toHead: method == "HEAD")
                    #expect(response.status == 404, "\(method) \(path)")
                    #expect(response.body.isEmpty)
                    let lines = response.head.split(separator: "\r\n").filter { !$0.hasPrefix("Date:") }
                    answers.insert(lines.joined(separator: "\n"))
                    #expect(await connection.bytesUntilEnd() == 0)
                }
            }
            #expect(answers == ["HTTP/1.1 404 Not Found\nContent-Length: 0\nConnection: close"])
            #expect(server.refusedRequests == paths.count * 4)
            #expect(server.traffic(of: media).requests == 0)
        }
    }

    @Test func `the Host and the query are ignored`() async throws {
        try await withServer { server, port in
            let media = try server.share(file: film())
            try await RawConnection.open(port: port) { connection in
                try await connection.send(
                    "GET \(media.path)?t=1 HTTP/1.1\r\nHost: evil.example\r\nRange: bytes=0-0\r\n\r\n"
                )
                let response = try await connection.response()
                #expect(response.status == 206)
                #expect(!response.head.contains("evil"))
            }
        }
    }

    @Test func `a request can arrive in any fragments`() async throws {
        try await withServer { server, port in
            let media = server.share(data: pattern(100), contentType: "video/mp4", name: "a.mp4")
            let request = Array("GET \(media.path) HTTP/1.1\r\nHost: a\r\nRange: bytes=7-9\r\n\r\n")
            try await RawConnection.open(port: port) { connection in
                for size in [1, 2, 3, 7, 50] {
                    for start in stride(from: 0, to: request.count, by: size) {
                        try await connection.send(String(request[start..<min(start + size, request.count)]))
                    }
                    #expect(try await connection.response().body == Array(pattern(100)[7...9]))
                }
            }
        }
    }

    @Test func `a name can be escaped in any way`() async throws {
        try await withServer { server, port in
            let media = server.share(data: [7], contentType: "video/mp4", name: "été (1).mp4")
            try await RawConnection.open(port: port) { connection in
                for name in ["%C3%A9t%C3%A9%20%281%29.mp4", "%c3%a9t%c3%a9%20(1).mp4"] {
                    try await connection.get("/\(media.id)/\(name)")
                    #expect(try await connection.response().body == [7])
                }
            }
        }
    }

    @Test func `an empty file has an empty body`() async throws {
        try await withServer { server, port in
            let media = try server.share(file: folder.file("empty.mp4"))
            try await RawConnection.open(port: port) { connection in
                try await connection.get(media.path)
                let response = try await connection.response()
                #expect(response.status == 200 && response.field("Content-Length") == "0")
                try await connection.get(media.path, "Range: bytes=0-")
                #expect(try await connection.response().status == 416)
            }
        }
    }

    @Test func `50 concurrent clients each receive their range`() async throws {
        try await withServer {
            // All clients have one address, which is verified when the first request has arrived.
            $0.maximumConnectionsPerUnverifiedAddress = 50
        } _: { server, port in
            let media = try server.share(file: film())
            let bodies = try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
                for number in 0..<50 {
                    group.addTask {
                        try await RawConnection.open(port: port) { connection in
                            let first = number * 1000
                            try await connection.get(media.path, "Range: bytes=\(first)-\(first + 200_000 - 1)")
                            return (first, try await connection.response().body)
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            for (first, body) in bodies {
                #expect(body == Array(content[first..<(first + 200_000)]))
            }
            #expect(bodies.count == 50)
        }
    }

    @Test func `events report a request and its response`() async throws {
        try await withServer { server, port in
            let media = try server.share(file: film())
            var events = server.events().makeAsyncIterator()
            try await RawConnection.open(port: port) { connection in
                try await connection.get(media.path, "Range: bytes=0-9", "User-Agent: CrKey/1.56")
                _ = try await connection.response()
            }
            let request = MediaServerEvent.Request(
                method: "GET",
                range: "bytes=0-9",
                client: "127.0.0.1",
                userAgent: "CrKey/1.56",
                status: 206
            )
            #expect(await events.next() == .requested(media, request))
            #expect(await events.next() == .answered(media, bytesSent: 10, isComplete: true))
            #expect(server.traffic(of: media).lastUserAgent == "CrKey/1.56")
        }
    }
}
