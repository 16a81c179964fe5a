// SPDX-License-Identifier: Apache-2.0

import CastMediaProbe
import CastTesting
import Testing

@testable import CastArtwork

@Suite("Image detection")
struct ArtworkTests {
    @Test(
        "The format is detected by the bytes",
        arguments: [
            (Picture.png, ImageFormat.png, "image/png"), (Picture.jpeg, .jpeg, "image/jpeg"),
            (Picture.gif, .gif, "image/gif"), (Picture.lossyWebP, .webP, "image/webp"),
            (Picture.losslessWebP, .webP, "image/webp"), (Picture.bmp, .bmp, "image/bmp"),
        ]
    )
    func formats(bytes: [UInt8], format: ImageFormat, type: String) throws {
        let artwork = try Artwork(bytes: bytes)
        #expect(artwork.format == format)
        #expect(artwork.format.mediaType == type)
        #expect(artwork.width == 6 && artwork.height == 4)
        #expect(artwork.bytes == bytes)
    }

    @Test(
        "Truncated images are refused",
        arguments: [Picture.png, Picture.jpeg, Picture.gif, Picture.lossyWebP, Picture.losslessWebP, Picture.bmp]
    )
    func truncated(bytes: [UInt8]) {
        for count in 0..<bytes.count {
            // A WebP file is padded to an even length.
            if bytes == Picture.losslessWebP, count == bytes.count - 1 { continue }
            let prefix = Array(bytes.prefix(count))
            #expect(throws: ArtworkError.self, "\(count) of \(bytes.count)") { try Artwork(bytes: prefix) }
        }
    }

    @Test(
        "Other content is refused, SVG included",
        arguments: [
            "<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>",
            "<?xml version=\"1.0\"?><svg/>",
            "<!doctype html><title>Sign in</title>", "BM______________", "%PDF-1.7", "GIF88a__________", "GIF87b______",
            "RIFF____WAVEfmt _______________", "RIFF____WEBPVP9 ________________", "\u{0}\u{0}\u{1}\u{0}icon",
        ]
    )
    func others(text: String) {
        #expect(throws: ArtworkError.notAnImage) { try Artwork(bytes: Array(text.utf8)) }
    }

    @Test("An extended WebP has the size of its canvas")
    func extended() throws {
        let head = Array("RIFF".utf8) + [22, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0]
        let artwork = try Artwork(bytes: head + [0xFF, 0x0F, 0x00, 0xFF, 0x01, 0x00])
        #expect(artwork.width == 4096 && artwork.height == 512)
    }

    @Test("An image that would need too much memory is refused by its header")
    func pixels() {
        for (width, height) in [(60_000, 60_000), (UInt32.max, UInt32.max), (40_000_001, 1)] as [(UInt32, UInt32)] {
            #expect(throws: ArtworkError.tooManyPixels(width: Int(width), height: Int(height))) {
                try Artwork(bytes: Picture.pngHeader(width: width, height: height))
            }
        }
        #expect(throws: ArtworkError.notAnImage) { try Artwork(bytes: Picture.pngHeader(width: 0, height: 5)) }
        #expect(throws: ArtworkError.truncated) { try Artwork(bytes: Picture.pngHeader(width: 8000, height: 5000)) }
    }

    @Test("Random changes of an image's bytes never trap")
    func garbage() {
        var seed: UInt64 = 42
        func next() -> UInt8 {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: seed >> 33)
        }
        for picture in [Picture.png, Picture.jpeg, Picture.gif, Picture.lossyWebP, Picture.losslessWebP] {
            var taken = 0
            for _ in 0..<2000 {
                var bytes = picture
                for _ in 0..<3 { bytes[Int(next()) % bytes.count] = next() }
                if (try? Artwork(bytes: bytes)) != nil { taken += 1 }
            }
            // Most changes affect pixels, which are not decoded.
            #expect(taken > 0 && taken < 2000)
        }
    }
}
