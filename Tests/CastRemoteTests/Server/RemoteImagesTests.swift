// SPDX-License-Identifier: Apache-2.0

import CastArtwork
import CastHTTPClient
import CastTesting
import CastUI
import CastWire
import NIOCore
import NIOHTTP1
import NIOPosix
import Testing

@testable import CastArtworkHTTP
@testable import CastRemote
@testable import CastSender

/// Titles, queues and image URLs come from any sender on the network.
@Suite("Images of the page", .timeLimit(.minutes(2)))
struct RemoteImagesTests {
    /// Opens a page that shows a film with these images, on a device on this machine or elsewhere.
    @MainActor
    private func page(
        of remote: WebRemote,
        pictures: [String],
        isHere: Bool = true
    ) async throws -> RemoteClient {
        remote.host.pictures.isDeviceLocal = { isHere }
        let client = try #require(await remote.host.open())
        var show = PageFixture.connected()
        let items = pictures.enumerated().map { index, address in
            """
            {"itemId":\(index + 1),"media":{"contentId":"\(index)","metadata":{"title":"\(index)",\
            "images":[{"url":\(JSONValue.string(address).jsonString)}]}}}
            """
        }
        try show.status(
            """
            "playerState":"PLAYING","currentTime":1,"playbackRate":1,"supportedMediaCommands":12303,"currentItemId":1,
            "media":{"contentId":"0","contentType":"video/mp4","streamType":"BUFFERED","duration":60,
            "metadata":{"title":"0","images":[{"url":\(JSONValue.string(pictures[0]).jsonString)}]}},
            "items":[\(items.joined(separator: ","))]
            """
        )
        for event in show.sentEvents { client.store.send(event) }
        client.store.send(.intent(.openExpanded))
        _ = client.page()
        return client
    }

    /// Returns the paths of the images on the page, once there are enough.
    @MainActor
    private func paths(_ client: RemoteClient, _ remote: WebRemote, count: Int = 1) async throws -> [String] {
        for _ in 0..<1000 {
            if remote.host.pictures.paths.count >= count { break }
            try await Task.sleep(for: .milliseconds(5))
        }
        let images = client.page().html(of: .player).all("img") + client.page().html(of: .queue).all("img")
        return images.compactMap { $0["src"] }
    }

    @MainActor
    private func waitUntilLoaded(_ pictures: RemoteImages) async throws {
        for _ in 0..<1000 {
            if pictures.loadingCount == 0 { return }
            try await Task.sleep(for: .milliseconds(5))
        }
        Issue.record("images are still being fetched")
    }

    /// Waits until the server has received the requests and no fetch is in progress.
    private func settle(_ server: PictureServer, requests: Int) async throws {
        for _ in 0..<1000 where server.requests.count < requests || server.openConnections > 0 {
            try await Task.sleep(for: .milliseconds(5))
        }
        try await Task.sleep(for: .milliseconds(50))
    }

    @Test("An image is served by the remote under an opaque name, and browsers revalidate their copy")
    func picture() async throws {
        try await PictureServer.with(.always(.picture(Picture.png, type: "text/html"))) { server throws in
            try await withRemote { remote, visitor in
                let client = try await page(of: remote, pictures: [server.url("/secret-poster.png")])
                let path = try #require(try await paths(client, remote).first)
                #expect(!path.contains("secret") && path.hasPrefix("/artwork/"))
                let answer = try await visitor.get(path)
                #expect(answer.status == 200)
                #expect(answer.headers.first(name: "content-type") == "image/png")
                #expect(answer.headers.first(name: "cache-control") == "private, no-cache")
                #expect(answer.headers.first(name: "cross-origin-resource-policy") == "same-origin")
                let tag = try #require(answer.headers.first(name: "etag"))
                let again = try await visitor.get(path, [("If-None-Match", tag)])
                #expect(again.status == 304 && again.body.isEmpty)
                #expect(try await visitor.get(path, [("If-None-Match", "\"other\"")]).status == 200)
                #expect(server.requests.count == 1)
            }
        }
    }

    @Test("HEAD returns the header fields of GET, without the image")
    func head() async throws {
        try await PictureServer.with(.always(.picture(Picture.png))) { server throws in
            try await withRemote { remote, visitor in
                let client = try await page(of: remote, pictures: [server.url("/a.png")])
                let path = try #require(try await paths(client, remote).first)
                let answer = try await visitor.request(.HEAD, path)
                #expect(answer.status == 200 && answer.body.isEmpty)
                #expect(answer.headers.first(name: "content-length") == "\(Picture.png.count)")
                #expect(try await visitor.request(.HEAD, "/artwork/unknown").status == 404)
                #expect(try await visitor.request(.POST, path).status >= 400)
            }
        }
    }

    @Test("An image with `Cache-Control: no-store` is not stored by browsers")
    func noStore() async throws {
        let reply = PictureServer.Reply.picture(Picture.png, more: "Cache-Control: no-store\r\n")
        try await PictureServer.with(.always(reply)) { server throws in
            try await withRemote { remote, visitor in
                let client = try await page(of: remote, pictures: [server.url("/a.png")])
                let path = try #require(try await paths(client, remote).first)
                #expect(try await visitor.get(path).headers.first(name: "cache-control") == "no-store")
            }
        }
    }

    @Test("Unknown image names are rejected")
    func unknown() async throws {
        try await withRemote { _, visitor in
            for name in [
                "x", "00000000000000000000000000000000", "http:%2f%2f127.0.0.1%2f", "..%2f..%2fetc%2fpasswd", "%00",
                String(repeating: "a", count: 4_000), "",
            ] {
                let answer = try await visitor.get("/artwork/\(name)")
                #expect((400..<500).contains(answer.status), "\(name.prefix(40))")
                #expect(answer.headers.first(name: "cache-control") == "no-store")
            }
        }
    }

    @Test(
        "Data that is not an image, is too large or has too many pixels is not shown; the page shows its icon",
        arguments: ["page", "vector", "endless", "long", "bomb", "none", "cut"]
    )
    func unusableData(_ kind: String) async throws {
        let reply: PictureServer.Reply =
            switch kind {
            case "page": .picture(Array("<!doctype html><script>alert(1)</script>".utf8), type: "image/png")
            case "vector": .picture(Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), type: "image/svg+xml")
            case "endless": .endless("HTTP/1.1 200 OK\r\n\r\n", Picture.png(padding: 60_000))
            case "long": .endless("HTTP/1.1 200 OK\r\nContent-Length: 4000001\r\n\r\n", Picture.png(padding: 60_000))
            case "bomb": .picture(Picture.pngHeader(width: 60_000, height: 60_000))
            case "none": .answer("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
            default:
                .answer("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n", Array(Picture.png.prefix(40)))
            }
        try await PictureServer.with(.always(reply)) { server throws in
            try await withRemote { remote, _ in
                let client = try await page(of: remote, pictures: [server.url("/a.png")])
                try await settle(server, requests: 1)
                #expect(try await paths(client, remote, count: 0).isEmpty)
                let bytes = await remote.host.pictures.byteCount
                #expect(bytes == 0)
                // Updating the page does not fetch the image again.
                for _ in 0..<20 { _ = await client.page() }
                try await settle(server, requests: 1)
                #expect(server.requests.count == 1)
            }
        }
    }

    @Test("For a device on another machine, no request is sent to this machine, by any host name")
    func localAddresses() async throws {
        try await PictureServer.with(.always(.picture(Picture.png))) { server throws in
            try await withRemote { remote, _ in
                let hosts = ["127.0.0.1", "localhost", "127.1", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]", "2130706433"]
                let addresses = hosts.map { server.url("/a.png", host: $0) } + ["file:///etc/passwd", "javascript:1"]
                let client = try await page(of: remote, pictures: addresses, isHere: false)
                try await waitUntilLoaded(remote.host.pictures)
                #expect(try await paths(client, remote, count: 0).isEmpty)
                #expect(server.requests == [])
            }
        }
    }

    @Test("An image on the internet that redirects to this machine is not fetched")
    func redirects() async throws {
        try await PictureServer.with(
            .paths { $0 == "/poster.png" ? .redirect("http://127.0.0.3:1/inside.png") : .picture(Picture.png) }
        ) { server throws in
            var fetcher = ArtworkFetcher(limits: ArtworkLimits(time: .seconds(5)))
            // The test has no second machine: 127.0.0.1 counts as the internet here, the rest of loopback as this
            // machine.
            fetcher.classify = { $0 == "127.0.0.1" ? .internet : NetworkScope(address: $0) }
            let pictures = await RemoteImages(fetcher: fetcher)
            await pictures.markShown([server.url("/poster.png"), server.url("/good.png")])
            try await waitUntilLoaded(pictures)
            #expect(await pictures.paths.keys.map { $0 } == [server.url("/good.png")])
            #expect(server.requests.sorted() == ["/good.png", "/poster.png"])
            await pictures.close()
        }
    }

    @Test("Images that never load do not delay other requests to the remote")
    func slow() async throws {
        try await PictureServer.with(.always(.silence)) { server throws in
            try await withRemote { remote, visitor in
                let addresses = (0..<90).map { server.url("/\($0).png") }
                let client = try await page(of: remote, pictures: addresses)
                try await Task.sleep(for: .milliseconds(300))
                // Few images are fetched at a time, and the page contains only fetched ones.
                #expect(server.openConnections <= 4 && server.requests.count <= 4)
                #expect(try await paths(client, remote, count: 0).isEmpty)
                let start = ContinuousClock.now
                for _ in 0..<20 { #expect(try await visitor.get("/artwork/0").status == 404) }
                #expect(ContinuousClock.now - start < .seconds(2))
            }
        }
    }

    @Test("With many pages and images, each image is fetched once, four at a time, and the total size is bounded")
    func many() async throws {
        // 40 images of 1 MB exceed the capacity.
        let large = Picture.png(padding: 1_000_000)
        try await PictureServer.with(.always(.picture(large))) { server throws in
            try await withRemote { remote, visitor in
                let addresses = (0..<40).map { server.url("/\($0).png") }
                let first = try await page(of: remote, pictures: addresses)
                for _ in 0..<5 { _ = try await page(of: remote, pictures: addresses) }
                try await settle(server, requests: 40)
                #expect(server.requests.count == 40)
                let bytes = await remote.host.pictures.byteCount
                #expect(bytes > 25_000_000 && bytes <= RemoteImages.capacity, "\(bytes)")
                let paths = try await paths(first, remote, count: 30)
                let answers = try await withThrowingTaskGroup(of: Int.self) { group in
                    for path in paths + paths { group.addTask { try await visitor.get(path).status } }
                    return try await group.reduce(into: [Int]()) { $0.append($1) }
                }
                #expect(answers.count > 60 && Set(answers) == [200])
            }
        }
    }

    @Test("A client that disconnects during an image does not affect others")
    func aborted() async throws {
        let large = Picture.png(padding: 3_500_000)
        try await PictureServer.with(.always(.picture(large))) { server throws in
            try await withRemote { remote, visitor in
                let client = try await page(of: remote, pictures: [server.url("/a.png")])
                let path = try #require(try await paths(client, remote).first)
                for _ in 0..<40 {
                    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                        .connect(host: "127.0.0.1", port: remote.port).get()
                    let request = "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(remote.port)\r\n\r\n"
                    try await channel.writeAndFlush(ByteBuffer(string: request))
                    try await channel.close()
                }
                let answer = try await visitor.get(path)
                #expect(answer.status == 200)
                #expect(answer.headers.first(name: "content-length") == "\(large.count)")
            }
        }
    }

    @Test("With a token, images require it; requests with another host name or from other sites get none")
    func others() async throws {
        try await PictureServer.with(.always(.picture(Picture.png))) { server throws in
            let token = WebRemote.newToken()
            try await withRemote(token: token) { remote, visitor in
                let client = try await page(of: remote, pictures: [server.url("/a.png")])
                let path = try #require(try await paths(client, remote).first)
                #expect(try await visitor.get(path).status == 401)
                #expect(try await visitor.get(path, [("Cookie", "cast-remote=\(token)")]).status == 401)
                let login = try await visitor.form("/login", "token=\(token)")
                var guest = visitor
                guest.cookie = login.headers.first(name: "set-cookie").map { String($0.prefix { $0 != ";" }) }
                #expect(try await guest.get(path).status == 200)
                for host in ["evil.example", "127.0.0.2", "127.0.0.1.evil.example"] {
                    #expect(try await guest.get(path, [("Host", host)]).status == 403, "\(host)")
                }
                // A page of another site may request an image, but the browser does not give it to that page.
                let answer = try await guest.get(path, [("Origin", "http://evil.example")])
                #expect(answer.headers.first(name: "access-control-allow-origin") == nil)
                #expect(answer.headers.first(name: "cross-origin-resource-policy") == "same-origin")
            }
        }
    }

    @Test("An image is kept while a page shows it, and for one minute after")
    func retention() async throws {
        try await PictureServer.with(.always(.picture(Picture.png))) { server throws in
            let pictures = await RemoteImages()
            await MainActor.run { pictures.isDeviceLocal = { true } }
            let (one, other) = (server.url("/1.png"), server.url("/2.png"))
            let start = ContinuousClock.now
            await pictures.markShown([one, other], at: start)
            try await waitUntilLoaded(pictures)
            await pictures.markShown([one], at: start.advanced(by: .seconds(59)))
            await pictures.removeUnused(at: start.advanced(by: .seconds(61)))
            #expect(await pictures.paths.keys.map { $0 } == [one])
            #expect(await pictures.byteCount == Picture.png.count)
            await pictures.removeUnused(at: start.advanced(by: .seconds(120)))
            #expect(await pictures.count == 0)
            #expect(await pictures.byteCount == 0)
            await pictures.close()
        }
    }

    @Test("The number of known image URLs is bounded")
    func bound() async throws {
        let pictures = await RemoteImages()
        await pictures.markShown((0..<5_000).map { "javascript:\($0)" })
        #expect(await pictures.count == RemoteImages.limit)
        await pictures.close()
    }

    @Test("Only images of queue rows on the page are fetched, however long the queue is")
    func farItems() throws {
        var show = PageFixture.connected()
        let items = (1...560).map { id in
            #"{"itemId":\#(id),"media":{"contentId":"a","metadata":{"images":[{"url":"https://e.example/\#(id)"}]}}}"#
        }
        try show.status(
            """
            "playerState":"PLAYING","currentTime":1,"playbackRate":1,"supportedMediaCommands":12303,
            "currentItemId":555,"media":{"contentId":"a","contentType":"video/mp4","streamType":"BUFFERED"},
            "items":[\(items.joined(separator: ","))]
            """
        )
        let requested = show.page.imageURLs
        var page = show.page
        page.picture = { $0 }
        let shown = page.html(of: .queue).all("img").compactMap { $0["src"] }
        #expect(shown.contains("https://e.example/560"))
        #expect(Set(shown).isSubset(of: requested))
        #expect(requested.count < 110)
    }
}
