// SPDX-License-Identifier: Apache-2.0

import CastMediaProbe
import CastTesting
import Foundation
import NIOConcurrencyHelpers
import Testing

@testable import CastArtwork
@testable import CastArtworkHTTP

@Suite("Artwork cache", .timeLimit(.minutes(1)))
struct ArtworkCacheTests {
    /// A directory and a manual clock for one test.
    final class Shelf: Sendable {
        let directory = FileManager.default.temporaryDirectory.path + "/artwork-\(UUID().uuidString)/pictures"
        private let time = NIOLockedValueBox(Date(timeIntervalSince1970: 1_800_000_000))

        deinit { try? FileManager.default.removeItem(atPath: String(directory.dropLast("/pictures".count))) }

        func advance(_ seconds: Double) { time.withLockedValue { $0 += seconds } }

        func cache(
            source: ArtworkFetcher = ArtworkFetcher(limits: ArtworkLimits(time: .seconds(10))),
            _ change: (inout ArtworkCache.Configuration) -> Void = { _ in }
        ) -> ArtworkCache {
            var configuration = ArtworkCache.Configuration(directory: directory)
            change(&configuration)
            return ArtworkCache(configuration: configuration, source: source) { [time] in time.withLockedValue { $0 }
            }
        }

        var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: directory))?.sorted() ?? [] }

        func path(_ address: String) -> String { directory + "/" + ArtworkDisk.name(of: address) }

        func mode(_ path: String) throws -> Int {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
        }
    }

    private func until(_ condition: () -> Bool) async throws {
        while !condition() { try await Task.sleep(for: .milliseconds(2)) }
    }

    // MARK: Sharing

    @Test("UC51 Concurrent requests for a URL share one download")
    func sharing() async throws {
        try await PictureServer.with(.always(.picture(Picture.png))) { server throws in
            let cache = ArtworkCache(source: ArtworkFetcher())
            server.hold()
            try await withThrowingTaskGroup(of: Artwork.self) { group in
                for _ in 0..<50 { group.addTask { try await cache.artwork(at: server.url("/a")) } }
                try await until { server.requests.count == 1 }
                server.release()
                for try await artwork in group { #expect(artwork.bytes == Picture.png) }
            }
            #expect(server.requests == ["/a"])
        }
    }

    @Test("The number of concurrent downloads is limited, and others follow")
    func turns() async throws {
        try await PictureServer.with(.always(.picture(Picture.png))) { server throws in
            var configuration = ArtworkCache.Configuration()
            configuration.maximumDownloads = 2
            let cache = ArtworkCache(configuration: configuration, source: ArtworkFetcher())
            server.hold()
            try await withThrowingTaskGroup(of: Artwork.self) { group in
                for number in 0..<6 { group.addTask { try await cache.artwork(at: server.url("/\(number)")) } }
                try await until { server.requests.count == 2 }
                #expect(server.openConnections <= 2)
                server.release()
                for try await _ in group {}
            }
            #expect(server.requests.sorted() == (0..<6).map { "/\($0)" })
        }
    }

    @Test("A download is canceled with its last request, and a later request starts a new one")
    func givingUp() async throws {
        try await PictureServer.with(.always(.picture(Picture.png))) { server throws in
            let cache = ArtworkCache(source: ArtworkFetcher())
            server.hold()
            let first = Task { try await cache.artwork(at: server.url("/a")) }
            let second = Task { try await cache.artwork(at: server.url("/a")) }
            try await until { server.requests.count == 1 && cache.pendingRequests == 2 }
            first.cancel()
            await #expect(throws: ArtworkError.cancelled) { try await first.value }
            #expect(server.openConnections == 1)
            second.cancel()
            await #expect(throws: ArtworkError.cancelled) { try await second.value }
            try await until { server.openConnections == 0 }
            let third = Task { try await cache.artwork(at: server.url("/a")) }
            try await until { server.requests.count == 2 }
            server.release()
            #expect(try await third.value.format == .png)
        }
    }

    @Test("Requests beyond the limit are refused")
    func tooMany() async throws {
        try await PictureServer.with(.always(.silence)) { server throws in
            var configuration = ArtworkCache.Configuration()
            configuration.maximumPendingRequests = 3
            let cache = ArtworkCache(configuration: configuration, source: ArtworkFetcher())
            let tasks = (0..<4).map { number in Task { try await cache.artwork(at: server.url("/\(number)")) } }
            var refused = 0
            try await until { server.requests.count == 3 }
            cache.close()
            for task in tasks {
                let error = await #expect(throws: ArtworkError.self) { try await task.value }
                if error == .tooMany(limit: 3) { refused += 1 }
            }
            #expect(refused == 1)
            await #expect(throws: ArtworkError.cancelled) { try await cache.artwork(at: server.url("/later")) }
        }
    }

    // MARK: Disk

    @Test("UC52 An image is stored for later runs, readable only by the user")
    func kept() async throws {
        let shelf = Shelf()
        try await PictureServer.with(.always(.picture(Picture.png))) { server throws in
            let address = server.url("/a")
            #expect(try await shelf.cache().artwork(at: address).bytes == Picture.png)
            #expect(try await shelf.cache().artwork(at: address).bytes == Picture.png)
            #expect(server.requests == ["/a"])
            #expect(shelf.files == [ArtworkDisk.name(of: address)])
            #expect(try shelf.mode(shelf.directory) == 0o700)
            #expect(try shelf.mode(shelf.path(address)) == 0o600)
        }
    }

    @Test("The name of a file is the SHA-256 of the URL")
    func name() {
        #expect(
            ArtworkDisk.name(of: "abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        )
    }

    @Test("Failures are not cached")
    func failure() async throws {
        let shelf = Shelf()
        let isUp = NIOLockedValueBox(false)
        try await PictureServer.with(
            .paths { _ in
                isUp.withLockedValue { $0 }
                    ? .picture(Picture.png) : .answer("HTTP/1.1 503 X\r\nContent-Length: 0\r\n\r\n")
            }
        ) { server throws in
            let cache = shelf.cache()
            await #expect(throws: ArtworkError.status(503)) { try await cache.artwork(at: server.url("/a")) }
            #expect(shelf.files.isEmpty)
            isUp.withLockedValue { $0 = true }
            #expect(try await cache.artwork(at: server.url("/a")).format == .png)
        }
    }

    @Test("An image with Cache-Control: no-store is not stored")
    func noStore() async throws {
        let shelf = Shelf()
        try await PictureServer.with(.always(.picture(Picture.png, more: "Cache-Control: private, No-Store\r\n"))) {
            server in
            for _ in 0..<2 { _ = try await shelf.cache().artwork(at: server.url("/a")) }
            #expect(server.requests.count == 2)
            #expect(shelf.files.isEmpty)
        }
    }

    @Test("An image that is too old is loaded again", arguments: [(86_399.0, 1), (86_401.0, 2)])
    func age(seconds: Double, requests: Int) async throws {
        let shelf = Shelf()
        try await PictureServer.with(.always(.picture(Picture.png))) { server throws in
            let cache = shelf.cache { $0.maximumAge = .seconds(86_400) }
            _ = try await cache.artwork(at: server.url("/a"))
            shelf.advance(seconds / 2)
            // Using an image does not extend its age limit.
            _ = try await cache.artwork(at: server.url("/a"))
            shelf.advance(seconds / 2)
            _ = try await cache.artwork(at: server.url("/a"))
            #expect(server.requests.count == requests)
        }
    }

    @Test("The least recently used images are deleted when the cache is full")
    func room() async throws {
        let shelf = Shelf()
        try await PictureServer.with(.always(.picture(Picture.png(padding: 1000)))) { server throws in
            let cache = shelf.cache { $0.maximumBytes = 4000 }
            for path in ["/a", "/b", "/c"] {
                _ = try await cache.artwork(at: server.url(path))
                shelf.advance(10)
            }
            _ = try await cache.artwork(at: server.url("/a"))
            shelf.advance(10)
            _ = try await cache.artwork(at: server.url("/d"))
            #expect(shelf.files == ["/a", "/c", "/d"].map { ArtworkDisk.name(of: server.url($0)) }.sorted())
            let sizes = try shelf.files.map {
                try Data(contentsOf: URL(fileURLWithPath: shelf.directory + "/" + $0)).count
            }
            #expect(sizes.reduce(0, +) <= 4000)
        }
    }

    @Test("An image larger than the cache is returned and not stored")
    func largerThanRoom() async throws {
        let shelf = Shelf()
        try await PictureServer.with(.always(.picture(Picture.png(padding: 5000)))) { server throws in
            let cache = shelf.cache { $0.maximumBytes = 4000 }
            #expect(try await cache.artwork(at: server.url("/a")).format == .png)
            #expect(shelf.files.isEmpty)
        }
    }

    @Test("A damaged, emptied or replaced file is deleted, and the image is loaded again", arguments: 0..<5)
    func corrupt(kind: Int) async throws {
        let shelf = Shelf()
        try await PictureServer.with(.always(.picture(Picture.png))) { server throws in
            let address = server.url("/a")
            let path = shelf.path(address)
            _ = try await shelf.cache().artwork(at: address)
            var content = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
            switch kind {
            case 0: content[content.count - 20] ^= 1
            case 1: content = []
            case 2: content = Array(content.prefix(60))
            case 3: content = Picture.jpeg
            default: content[0] ^= 1
            }
            try Data(content).write(to: URL(fileURLWithPath: path))
            #expect(try await shelf.cache().artwork(at: address).bytes == Picture.png)
            #expect(server.requests.count == 2)
            #expect(try await shelf.cache().artwork(at: address).bytes == Picture.png)
            #expect(server.requests.count == 2)
        }
    }

    @Test("A symbolic link in place of a file is not followed")
    func link() async throws {
        let shelf = Shelf()
        try await PictureServer.with(.always(.picture(Picture.png))) { server throws in
            let address = server.url("/a")
            _ = try await shelf.cache().artwork(at: address)
            let elsewhere = shelf.directory + "/../secret"
            try Data("secret".utf8).write(to: URL(fileURLWithPath: elsewhere))
            try FileManager.default.removeItem(atPath: shelf.path(address))
            try FileManager.default.createSymbolicLink(atPath: shelf.path(address), withDestinationPath: elsewhere)
            #expect(try await shelf.cache().artwork(at: address).bytes == Picture.png)
            #expect(try String(contentsOfFile: elsewhere, encoding: .utf8) == "secret")
        }
    }

    @Test("The mode of an existing directory is not changed; nothing is stored where other users can write")
    func permissions() async throws {
        try await PictureServer.with(.always(.picture(Picture.png))) { server throws in
            for (mode, count) in [(0o777, 0), (0o1777, 0), (0o770, 0), (0o755, 1), (0o700, 1)] {
                let shelf = Shelf()
                try FileManager.default.createDirectory(atPath: shelf.directory, withIntermediateDirectories: true)
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: shelf.directory)
                #expect(try await shelf.cache().artwork(at: server.url("/a")).bytes == Picture.png)
                #expect(try shelf.mode(shelf.directory) == mode)
                #expect(shelf.files.count == count)
                for name in shelf.files { #expect(try shelf.mode(shelf.directory + "/" + name) == 0o600) }
            }
        }
    }

    @Test("Images are loaded even if the directory cannot be created")
    func noPlace() async throws {
        let shelf = Shelf()
        try FileManager.default.createDirectory(
            atPath: String(shelf.directory.dropLast("/pictures".count)),
            withIntermediateDirectories: true
        )
        try Data("a file".utf8).write(to: URL(fileURLWithPath: shelf.directory))
        try await PictureServer.with(.always(.picture(Picture.png))) { server throws in
            #expect(try await shelf.cache().artwork(at: server.url("/a")).format == .png)
        }
        #expect(try String(contentsOfFile: shelf.directory, encoding: .utf8) == "a file")
    }

    @Test("Removing all images keeps other files in the directory")
    func forget() async throws {
        let shelf = Shelf()
        try await PictureServer.with(.always(.picture(Picture.png))) { server throws in
            let cache = shelf.cache()
            _ = try await cache.artwork(at: server.url("/a"))
            try Data("mine".utf8).write(to: URL(fileURLWithPath: shelf.directory + "/notes.txt"))
            await cache.removeAll()
            #expect(shelf.files == ["notes.txt"])
        }
    }
}
