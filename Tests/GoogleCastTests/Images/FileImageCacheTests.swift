// SPDX-License-Identifier: Apache-2.0

import CastArtwork
import CastArtworkHTTP
import CastMediaProbe
import Foundation
import Testing

@testable import GoogleCast

@MainActor
@Suite("The default image cache")
struct FileImageCacheTests {
    private nonisolated static let gif = Artwork(
        format: .gif,
        width: 16,
        height: 32,
        bytes: Array("GIF89a".utf8) + [0x10, 0, 0x20, 0, 0, 0, 0, 0x3B]
    )

    private struct NoNetwork: Error {}

    private final class Loads: Sendable {
        private let loads = Locked<[String]>([])
        var all: [String] { loads.withLock { $0 } }
        func add(_ load: String) { loads.withLock { $0.append(load) } }
    }

    private struct Answer: Equatable {
        var hasImage: Bool
        var isMain: Bool
    }

    private static func answer(of cache: FileImageCache, to url: URL) async -> Answer {
        await withCheckedContinuation { continuation in
            cache.fetchImage(for: url) { image in
                continuation.resume(returning: Answer(hasImage: image != nil, isMain: MainThread.isCurrent))
            }
        }
    }

    @Test("UC51 An image that one cache downloaded is read from its file by another cache of the same directory")
    func keeps() async throws {
        let host = try await ImageServer.start(Self.gif.bytes)
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("gck-images-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        let url = try #require(URL(string: "http://127.0.0.1:\(host.port)/a.gif"))
        for _ in 0..<2 {
            let cache = FileImageCache(directory: directory.path, source: ArtworkFetcher())
            #expect(await cache.fetchImage(for: url)?.size == CGSize(width: 16, height: 32))
        }
        #expect(host.requests == 1)
        let files = FileManager.default.enumerator(at: directory, includingPropertiesForKeys: [.isRegularFileKey])
        let storedFiles = (files?.allObjects ?? []).compactMap { $0 as? URL }.filter { !$0.hasDirectoryPath }
        #expect(storedFiles.count == 1, "\(storedFiles)")
        await host.close()
    }

    @Test("UC52 An image is delivered on the main thread, with its size")
    func arrives() async throws {
        let cache = FileImageCache { _ in Self.gif }
        let url = try #require(URL(string: "https://example.org/a.gif"))
        let (size, isMain) = await withCheckedContinuation { continuation in
            cache.fetchImage(for: url) { image in
                continuation.resume(returning: (image?.size, MainThread.isCurrent))
            }
        }
        #expect(size == CGSize(width: 16, height: 32))
        #expect(isMain)
        #expect(await cache.fetchImage(for: url)?.size == CGSize(width: 16, height: 32))
    }

    @Test("UC52 A failed download delivers nil on the main thread and is tried again at the next request")
    func fails() async throws {
        let loads = Loads()
        let cache = FileImageCache { address in
            loads.add(address)
            throw NoNetwork()
        }
        let url = try #require(URL(string: "https://example.org/a.gif"))
        for _ in 0..<2 { #expect(await Self.answer(of: cache, to: url) == Answer(hasImage: false, isMain: true)) }
        #expect(loads.all == [url.absoluteString, url.absoluteString])
    }

    @Test("Data that is not an image gives no image")
    func refusesJunk() async throws {
        let cache = FileImageCache { _ in Artwork(format: .png, width: 1, height: 1, bytes: Array("<html>".utf8)) }
        #expect(await cache.fetchImage(for: try #require(URL(string: "https://example.org/a.png"))) == nil)
    }

    @Test(
        "UC52 Plain http and other schemes are refused without a connection; nil is delivered on the main thread",
        arguments: [
            "http://127.0.0.1:1/a.png", "file:///etc/passwd", "ftp://example.org/a.png",
            "data:image/gif;base64,R0lGODlh",
        ]
    )
    func secureOnly(_ address: String) async throws {
        let cache = FileImageCache(directory: nil)
        let url = try #require(URL(string: address))
        #expect(await Self.answer(of: cache, to: url) == Answer(hasImage: false, isMain: true))
    }

    @Test("UC51 Files are in the user's caches directory")
    func directory() throws {
        let caches = try #require(FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first)
        #expect(FileImageCache.standardDirectory?.hasPrefix(caches.path) == true)
    }

    @Test("Releasing a cache cancels its downloads and completes its requests with nil")
    func ends() async throws {
        let cancelled = Loads()
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        var cache: FileImageCache? = FileImageCache { address in
            start.yield()
            do {
                try await Task.sleep(for: .seconds(60))
            } catch {
                cancelled.add(address)
                throw error
            }
            return Self.gif
        }
        let url = try #require(URL(string: "https://example.org/slow.gif"))
        let (ended, end) = AsyncStream.makeStream(of: Bool.self)
        cache?.fetchImage(for: url) { end.yield($0 == nil) }
        for await _ in started { break }
        cache = nil
        for await isNil in ended {
            #expect(isNil)
            break
        }
        #expect(cancelled.all == [url.absoluteString])
    }

    @Test("A custom cache may call back twice and on any thread; a widget gets one call, on the main thread")
    func foreignThreads() async throws {
        final class Careless: NSObject, GCKUIImageCache {
            func fetchImage(for imageURL: URL, completion: @escaping @Sendable (UIImage?) -> Void) {
                DispatchQueue.global().async {
                    completion(nil)
                    completion(nil)
                }
            }
        }
        let url = try #require(URL(string: "https://example.org/a.gif"))
        let cache = Careless()
        var calls = 0
        await withCheckedContinuation { continuation in
            cache.fetch(url) { _ in
                calls += 1
                #expect(MainThread.isCurrent)
                continuation.resume()
            }
        }
        await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
        #expect(calls == 1)
        #expect(await cache.fetchImage(for: url) == nil)
    }
}
