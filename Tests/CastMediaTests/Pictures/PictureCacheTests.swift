// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Testing

@testable import CastMedia

@Suite("The cache of converted pictures") struct PictureCacheTests {
    private actor Counter {
        private(set) var calls = 0
        func made(_ size: Int) -> [UInt8] {
            calls += 1
            return [UInt8](repeating: 0, count: size)
        }
    }

    @Test func `several requests wait for one conversion, and later ones use its result`() async throws {
        let (cache, counter) = (PictureCache(), Counter())
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask { try await cache.picture("a") { await counter.made(3) }.readableBytes }
            }
            for try await size in group { #expect(size == 3) }
        }
        _ = try await cache.picture("a") { await counter.made(3) }
        #expect(await counter.calls == 1)
    }

    @Test func `the pictures that were not requested for the longest time are removed`() async throws {
        let (cache, counter) = (PictureCache(limit: 100), Counter())
        for id in ["a", "b", "a", "c"] { _ = try await cache.picture(id) { await counter.made(40) } }
        #expect(await cache.size == 80)
        #expect(await counter.calls == 3)
        _ = try await cache.picture("a") { await counter.made(40) }
        #expect(await counter.calls == 3, "it was requested after b")
        _ = try await cache.picture("b") { await counter.made(40) }
        #expect(await counter.calls == 4)
    }

    @Test func `a failed conversion is repeated by the next request`() async throws {
        let (cache, counter) = (PictureCache(), Counter())
        await #expect(throws: PictureError.tooLarge) { try await cache.picture("a") { throw PictureError.tooLarge } }
        #expect(try await cache.picture("a") { await counter.made(1) }.readableBytes == 1)
    }

    @Test func `closing ends running conversions`() async throws {
        let cache = PictureCache()
        let (started, continuation) = AsyncStream.makeStream(of: Void.self)
        let requests = (0..<3).map { index in
            Task {
                try await cache.picture("\(index)") {
                    continuation.yield()
                    try await Task.sleep(for: .seconds(600))
                    return []
                }
            }
        }
        for await _ in started { break }
        await cache.close()
        for request in requests { await #expect(throws: (any Error).self) { try await request.value } }
        await #expect(throws: PictureError.canceled) { try await cache.picture("3") { [] } }
    }
}
