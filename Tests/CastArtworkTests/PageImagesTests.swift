// SPDX-License-Identifier: Apache-2.0

import CastArtwork
import CastArtworkHTTP
import CastTesting
import Testing

@Suite("Images for pages", .timeLimit(.minutes(1)))
struct PageImagesTests {
    private func withImages(
        _ reply: PictureServer.Reply,
        _ body: @escaping @Sendable (_ images: PageImages, _ server: PictureServer) async throws -> Void
    ) async throws {
        try await PictureServer.with(.always(reply)) { server throws in
            let images = PageImages(limits: ArtworkLimits(time: .seconds(10)))
            try await body(images, server)
            images.close()
        }
    }

    @Test("An image is loaded once")
    func memory() async throws {
        try await withImages(.picture(Picture.png)) { images, server in
            for _ in 0..<2 {
                let download = try await images.image(at: server.url("/a"), allowsThisMachine: true)
                #expect(download.artwork.bytes == Picture.png)
                #expect(download.mayBeStored)
            }
            #expect(server.requests == ["/a"])
        }
    }

    @Test("An image with `Cache-Control: no-store` is not stored")
    func noStore() async throws {
        try await withImages(.picture(Picture.png, more: "Cache-Control: no-store\r\n")) { images, server in
            for _ in 0..<2 {
                let download = try await images.image(at: server.url("/a"), allowsThisMachine: true)
                #expect(download.artwork.bytes == Picture.png)
                #expect(!download.mayBeStored)
            }
            #expect(server.requests == ["/a", "/a"])
        }
    }

    @Test("After close, images in memory are available, and other requests are canceled")
    func close() async throws {
        try await withImages(.picture(Picture.png)) { images, server in
            _ = try await images.image(at: server.url("/a"), allowsThisMachine: true)
            images.close()
            _ = try await images.image(at: server.url("/a"), allowsThisMachine: true)
            await #expect(throws: ArtworkError.cancelled) {
                try await images.image(at: server.url("/b"), allowsThisMachine: true)
            }
            #expect(server.requests == ["/a"])
        }
    }
}
