// SPDX-License-Identifier: Apache-2.0

import CastHTTPClient
import CastTesting
import CastWire
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import Testing

@testable import CastReceiver

@Suite("Media requests of senders and the device's own services", .timeLimit(.minutes(1)))
struct PeerNamedMediaTests {
    /// Treats 127.0.0.2 as a server on the local network; the rest of loopback is the device's own machine.
    private let inspector: HTTPMediaInspector = {
        var client = RestrictedHTTPClient.Configuration()
        client.classify = { $0 == "127.0.0.2" ? .site : NetworkScope(address: $0) }
        return HTTPMediaInspector(timeLimit: .seconds(5), client: client)
    }()

    private static let playlist = Array("#EXTM3U\n#EXTINF:6,\na.ts\n#EXT-X-ENDLIST\n".utf8)

    private static func master(_ variant: String) -> PictureServer.Reply {
        .picture(Array("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n\(variant)\n".utf8), type: "application/x-mpegurl")
    }

    @Test("a redirect to loopback is not followed", arguments: ["127.0.0.1", "localhost", "[::1]", "0.0.0.0"])
    func redirect(host: String) async throws {
        let script = PictureServer.Script.paths { path in
            path.hasPrefix("/film") ? .redirect("http://\(host):\(path.dropFirst(5))/secret") : .picture(Self.playlist)
        }
        try await PictureServer.with(script) { server throws in
            let url = server.url("/film\(server.port)", host: "127.0.0.2")
            let found = await inspector.inspect(PlayerItem(generation: 1, url: url))
            guard case .unplayable(104, _) = found else {
                Issue.record("\(found)")
                return
            }
            #expect(server.requests == ["/film\(server.port)"])
        }
    }

    @Test("the variant of an HLS playlist is fetched from the playlist's own network")
    func variant() async throws {
        let script = PictureServer.Script.paths { $0 == "/list" ? Self.master("low") : .picture(Self.playlist) }
        try await PictureServer.with(script) { server throws in
            let url = server.url("/list", host: "127.0.0.2")
            let found = await inspector.inspect(PlayerItem(generation: 1, url: url))
            #expect(found == .playable(MediaMetadataFacts(duration: 6), kind: .video))
            #expect(server.requests == ["/list", "/low"])
        }
    }

    @Test("the variant of an HLS playlist is not fetched from loopback")
    func variantOnLoopback() async throws {
        let script = PictureServer.Script.paths { path in
            path.hasPrefix("/list")
                ? Self.master("http://127.0.0.1:\(path.dropFirst(5))/secret") : .picture(Self.playlist)
        }
        try await PictureServer.with(script) { server throws in
            let url = server.url("/list\(server.port)", host: "127.0.0.2")
            let found = await inspector.inspect(PlayerItem(generation: 1, url: url))
            #expect(found == .playable(MediaMetadataFacts(), kind: .video))
            #expect(server.requests == ["/list\(server.port)"])
        }
    }

    @Test("a sender on another machine cannot name loopback", arguments: ["127.0.0.1", "localhost"])
    func loopbackNamedFromElsewhere(host: String) async throws {
        try await PictureServer.with(.always(.picture(Self.playlist))) { server throws in
            var item = PlayerItem(generation: 1, url: server.url("/list", host: host))
            #expect(await inspector.inspect(item) == .playable(MediaMetadataFacts(duration: 6), kind: .video))
            item.mayBeOnThisMachine = false
            guard case .unplayable(104, _) = await inspector.inspect(item) else {
                Issue.record("the device fetched \(item.url)")
                return
            }
            #expect(server.requests == ["/list"])
        }
    }

    @Test("the codec of media on loopback is not requested for a sender on another machine")
    func codecOfMediaOnLoopback() async throws {
        try await PictureServer.with(.always(.picture(Self.playlist))) { server throws in
            var item = PlayerItem(generation: 1, url: server.url("/film"))
            _ = await inspector.videoCodec(of: item)
            #expect(server.requests == ["/film"])
            item.mayBeOnThisMachine = false
            #expect(await inspector.videoCodec(of: item) == nil)
            #expect(server.requests == ["/film"])
        }
    }

    /// Returns the player items that load, insert and update requests lead to.
    private func items(_ requests: [(payload: JSONObject, isHere: Bool)]) -> [PlayerItem] {
        var receiver = DefaultMediaReceiver()
        let sender = SenderAddress(socket: SocketID(1), id: "sender-0")
        let now = ContinuousClock.now
        var items: [PlayerItem] = []
        for (number, request) in requests.enumerated() {
            var payload = request.payload
            payload["requestId"] = JSONValue(integerLiteral: Int64(number + 1))
            let actions = receiver.received(payload, from: sender, isOnThisMachine: request.isHere, at: now)
            for case .player(.load(let item)) in actions { items.append(item) }
            let event = PlayerEvent.metadataLoaded(duration: 60, width: nil, height: nil)
            _ = receiver.playerReported(event, generation: receiver.generation, at: now)
        }
        return items
    }

    @Test("media of a sender on another machine is marked as such, and marks the queue that it is added to")
    func provenance() {
        let media: JSONValue = ["contentId": "http://127.0.0.1/a.mp4", "contentType": "video/mp4"]
        let load: JSONObject = ["type": "LOAD", "media": media]
        let insert: JSONObject = [
            "type": "QUEUE_INSERT", "mediaSessionId": 1, "items": [["media": media]], "currentItemIndex": 0,
        ]
        let here = items([(load, true), (insert, true)])
        #expect(here.map(\.mayBeOnThisMachine) == [true, true])
        let elsewhere = items([(load, true), (insert, false), (load, true), (load, false)])
        #expect(elsewhere.map(\.mayBeOnThisMachine) == [true, false, true, false])
    }

    @Test("a Unix socket is not opened, whether named by a sender, a redirect or a playlist")
    func unixSocket() async throws {
        let path = "/tmp/cast-\(UInt32.random(in: .min ... .max)).sock"
        let connections = NIOLockedValueBox(0)
        let socket = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                connections.withLockedValue { $0 += 1 }
                return channel.close()
            }
            .bind(unixDomainSocketPath: path, cleanupExistingSocketFile: true).get()
        let target = "http+unix://\(path.replacing("/", with: "%2F"))/secret"
        let script = PictureServer.Script.paths { $0 == "/list" ? Self.master(target) : .redirect(target) }
        try await PictureServer.with(script) { server throws in
            for url in [target, server.url("/film"), server.url("/list")] {
                _ = await inspector.inspect(PlayerItem(generation: 1, url: url))
            }
            #expect(server.requests == ["/film", "/list"])
        }
        #expect(connections.withLockedValue { $0 } == 0)
        try await socket.close()
    }
}
