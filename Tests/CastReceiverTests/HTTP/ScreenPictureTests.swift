// SPDX-License-Identifier: Apache-2.0

import CastArtwork
import CastArtworkHTTP
import CastTesting
import CastWire
import Foundation
import Logging
import NIOCore
import NIOPosix
import Testing

@testable import CastReceiver

@Suite("Images on the device's page", .timeLimit(.minutes(1)))
struct ScreenPictureTests {
    /// An image of one pixel.
    private static let png =
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
        ).map(Array.init) ?? []

    private func withTelevision(
        _ body: @escaping @Sendable (_ port: Int, _ television: Television) async throws -> Void
    ) async throws {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let television = Television(eventLoop: loop, deviceName: "TV", inspector: ScriptedInspector())
        let server = try await ReceiverHTTPServer.start(
            ReceiverHTTPServer.Configuration(host: "127.0.0.1", port: 0),
            description: ReceiverDescription(
                id: "1f5d6a1e-4d2c-4b0e-9a58-0c7b0a7c1f11",
                name: "TV",
                model: "Virtual",
                manufacturer: "swift-cast",
                castBuildRevision: "1",
                systemBuildNumber: "1"
            ),
            television: television,
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(server.port, television))
        } catch {
            result = .failure(error)
        }
        await server.close()
        try result.get()
    }

    private func get(
        _ path: String,
        port: Int,
        headers: String = "",
        from source: String? = nil
    ) async throws -> RawAnswer {
        let text = "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(headers)Connection: close\r\n\r\n"
        return RawAnswer(try await LineConnection.send(text, port: port, from: source))
    }

    /// Loads an item on a page that is open while the body runs with its state.
    private func withPage(
        of item: PlayerItem,
        port: Int,
        _ television: Television,
        _ body: @escaping @Sendable (_ told: JSONValue) async throws -> Void
    ) async throws {
        try await PageClient.withPage(port: port) { page in
            // Its first report makes the page the player.
            _ = try await page.report(#""generation":null,"revision":0,"phase":"loading""#)
            try await television.eventLoop.submit { television.player.perform(.load(item)) }.get()
            try await body(try await page.nextState { $0["orders"]?["item"]?.objectValue != nil })
        }
    }

    @Test("A page gets artwork from its device, at a path that cannot be guessed")
    func artwork() async throws {
        try await ScriptedServer.with(.file(Self.png, type: "text/html", hasRanges: false)) { files in
            let address = "http://127.0.0.1:\(files.port)/cover.png"
            try await withTelevision { port, television in
                let item = PlayerItem(generation: 1, url: "http://127.0.0.1/a.mp3", kind: .audio, imageURLs: [address])
                try await withPage(of: item, port: port, television) { state in
                    let images = state["orders"]?["item"]?["images"]?.arrayValue
                    let path = try #require(images?.first?.stringValue)
                    #expect(path.hasPrefix("/screen/picture/") && path.utf8.count == 16 + 32)
                    #expect(!state.jsonString.contains("cover.png"))
                    let answer = try await get(path, port: port, headers: "Sec-Fetch-Site: same-origin\r\n")
                    #expect(answer.status == 200)
                    #expect(answer.headers["content-type"] == "image/png")
                    #expect(answer.headers["x-content-type-options"] == "nosniff")
                    #expect(try await get(path, port: port, headers: "Sec-Fetch-Site: cross-site\r\n").status == 403)
                    #expect(try await get("/screen/picture/cover.png", port: port).status == 404)
                    // An image that is no longer shown is no longer served.
                    try await television.eventLoop.submit { television.player.perform(.stop) }.get()
                    #expect(try await get(path, port: port).status == 404)
                }
            }
        }
    }

    @Test("A cast image is served the same way, with the reason if it fails")
    func media() async throws {
        try await ScriptedServer.with(.text("HTTP/1.1 404 Gone\r\nContent-Length: 0\r\n\r\n")) { files in
            let address = "http://127.0.0.1:\(files.port)/a.png"
            try await withTelevision { port, television in
                let item = PlayerItem(generation: 1, url: address, contentType: "image/png", kind: .image)
                try await withPage(of: item, port: port, television) { state in
                    let path = try #require(state["orders"]?["item"]?["picture"]?.stringValue)
                    let answer = try await get(path, port: port)
                    #expect(answer.status == 502)
                    #expect(answer.body == #"{"obstacle":"missing"}"#)
                }
            }
        }
    }

    @Test(
        "Browsers store an image for an hour, unless its server does not allow storing it",
        arguments: [("", "private, max-age=3600", 1), ("Cache-Control: no-store\r\n", "no-store", 2)]
    )
    func storage(header: String, caching: String, requests: Int) async throws {
        try await PictureServer.with(.always(.picture(Self.png, more: header))) { files throws in
            let address = files.url("/cover.png")
            try await withTelevision { port, television in
                let item = PlayerItem(generation: 1, url: "http://127.0.0.1/a.mp3", kind: .audio, imageURLs: [address])
                try await withPage(of: item, port: port, television) { state in
                    let images = state["orders"]?["item"]?["images"]?.arrayValue
                    let path = try #require(images?.first?.stringValue)
                    for _ in 0..<2 {
                        let answer = try await get(path, port: port)
                        #expect(answer.status == 200)
                        #expect(answer.headers["cache-control"] == caching)
                    }
                    #expect(files.requests.count == requests)
                }
            }
        }
    }

    /// On loopback, a client with another address than the server's counts as another machine.
    private static let otherMachine = "127.0.0.2"

    @Test("A page on another machine gets no image of the device's machine, not even one that was fetched before")
    func otherMachine() async throws {
        try await PictureServer.with(.always(.picture(Self.png))) { files throws in
            let address = files.url("/cover.png")
            try await withTelevision { port, television in
                let item = PlayerItem(generation: 1, url: "http://127.0.0.1/a.mp3", kind: .audio, imageURLs: [address])
                try await withPage(of: item, port: port, television) { state in
                    let images = state["orders"]?["item"]?["images"]?.arrayValue
                    let path = try #require(images?.first?.stringValue)
                    #expect(try await get(path, port: port, from: Self.otherMachine).status == 502)
                    #expect(files.requests.isEmpty)
                    #expect(try await get(path, port: port).status == 200)
                    #expect(try await get(path, port: port, from: Self.otherMachine).status == 502)
                    #expect(files.requests.count == 1)
                }
            }
        }
    }

    @Test("A page on another machine cannot tell a closed port from a server's 401 or 404")
    func uniformErrors() async throws {
        let script = PictureServer.Script.paths { path in
            .answer("HTTP/1.1 \(path.dropFirst()) X\r\nContent-Length: 0\r\n\r\n")
        }
        let closed = try await PictureServer.with(.always(.silence)) { $0.url("/a.png") }
        try await PictureServer.with(script) { files throws in
            for address in [files.url("/401"), files.url("/404"), closed] {
                try await withTelevision { port, television in
                    let item = PlayerItem(generation: 1, url: address, contentType: "image/png", kind: .image)
                    try await withPage(of: item, port: port, television) { state in
                        let path = try #require(state["orders"]?["item"]?["picture"]?.stringValue)
                        let answer = try await get(path, port: port, from: Self.otherMachine)
                        #expect(answer.status == 502)
                        #expect(answer.body == #"{"obstacle":"unreachable"}"#)
                    }
                }
            }
        }
    }

    @Test("Data URLs are passed through; items that are not images have no image path")
    func inline() {
        let names = ImageNames()
        var state = ScreenState(deviceName: "TV", upNext: PlayerUpNext(imageURL: "HTTP://a/b.png"))
        let item = PlayerItem(
            generation: 1,
            url: "http://a/film.mp4",
            kind: .video,
            imageURLs: ["data:image/png;base64,AA", "javascript:1", "http://a/c.png"]
        )
        state.target = ScreenTarget(
            item: item,
            wantsPlaying: true,
            seek: ScreenTarget.Seek(revision: 0, position: nil)
        )
        let named = state.naming(names)
        #expect(named.target?.item.imageURLs.first == "data:image/png;base64,AA")
        #expect(named.target?.item.imageURLs.dropFirst().allSatisfy { $0.hasPrefix("/screen/picture/") } == true)
        #expect(named.target?.item.pictureURL == nil)
        #expect(named.upNext?.imageURL == "/screen/picture/" + names.name(of: "HTTP://a/b.png"))
        #expect(state.pictures.map(\.address) == ["javascript:1", "http://a/c.png", "HTTP://a/b.png"])
    }

    @Test(
        "Each error of an image maps to the obstacle that the page explains",
        arguments: [
            (ArtworkError.forbiddenAddress(host: "127.0.0.1"), PlaybackObstacle.astray), (.status(404), .missing),
            (.status(403), .forbidden), (.status(500), .server), (.tooManyRedirects(limit: 5), .server),
            (.unreachable("a", reason: ""), .unreachable), (.tooLarge(limit: 1), .tooLarge),
            (.tooManyPixels(width: 1, height: 1), .tooLarge), (.tooSlow(limit: .seconds(1)), .timeout),
            (.notAnImage, .format), (.truncated, .damaged), (.invalidURL(""), .missing),
        ]
    )
    func obstacles(error: ArtworkError, obstacle: PlaybackObstacle) {
        #expect(error.obstacle == obstacle)
    }
}
