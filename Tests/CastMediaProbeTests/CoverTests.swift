// SPDX-License-Identifier: Apache-2.0

import CastMediaProbe
import Testing

/// Tests of the covers inside media files.
@Suite struct CoverTests {
    /// The header of a JPEG file with a size of 2 × 1 pixels.
    private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 1, 0, 2, 1, 1, 0x11, 0, 0xFF, 0xD9]
    /// The header of a PNG file with a size of 1 × 1 pixel.
    private static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        + [0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]

    static let mp4 = mp4(items: Bytes.box("covr", Bytes.box("data", Bytes.big(13, 8) + jpeg)))

    private static func mp4(items: [UInt8]) -> [UInt8] {
        let metadata = Bytes.big(0, 4) + Bytes.box("hdlr", Bytes.big(0, 25)) + Bytes.box("ilst", items)
        return Bytes.fileType
            + Bytes.box(
                "moov",
                Bytes.movieHeader(timescale: 1, duration: 1) + Bytes.box("udta", Bytes.box("meta", metadata))
            )
    }

    static func flacPicture(_ kind: UInt64, _ image: [UInt8], isLast: Bool) -> [UInt8] {
        let block =
            Bytes.big(kind, 4) + Bytes.big(9, 4) + Array("image/png".utf8) + Bytes.big(1, 4) + [0x61]
            + Bytes.big(0, 16) + Bytes.big(UInt64(image.count), 4) + image
        return [isLast ? 0x86 : 0x06] + Bytes.big(UInt64(block.count), 3) + block
    }

    static let flac: [UInt8] =
        Array("fLaC".utf8) + [0] + Bytes.big(34, 3) + [UInt8](repeating: 0, count: 34)
        + flacPicture(4, jpeg, isLast: false) + flacPicture(3, png, isLast: true)

    static func tag(_ version: UInt8, _ frames: [UInt8], flags: UInt8 = 0) -> [UInt8] {
        let size = frames.count
        return Array("ID3".utf8) + [version, 0, flags, 0, 0, UInt8(size >> 7), UInt8(size & 0x7F)] + frames
            + [0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: 0, count: 500)
    }

    private static func picture(_ content: [UInt8]) -> [UInt8] {
        Array("APIC".utf8) + Bytes.big(UInt64(content.count), 4) + [0, 0] + content
    }

    /// Two pictures, with descriptions in UTF-16 and in ISO 8859-1. The second one is the front cover.
    static let mp3 = tag(
        3,
        picture([1] + Array("image/jpeg".utf8) + [0, 4, 0xFF, 0xFE, 0x61, 0, 0, 0] + jpeg)
            + picture([0] + Array("image/png".utf8) + [0, 3, 0x61, 0] + png)
    )

    static func attachment(_ name: String, _ image: [UInt8]) -> [UInt8] {
        Bytes.element(0x61A7, Bytes.element(0x466E, Array(name.utf8)) + Bytes.element(0x465C, image))
    }

    static let matroska =
        Bytes.matroskaHeader
        + Bytes.element(
            0x1853_8067,
            Bytes.information(ticks: 1)
                + Bytes.element(
                    0x1941_A469,
                    attachment("font.ttf", [0, 1, 0, 0] + [UInt8](repeating: 7, count: 30))
                        + attachment("small.jpg", jpeg) + attachment("cover.png", png)
                )
        )

    private static func cover(_ content: [UInt8], maximumSize: Int = 1 << 20) async throws -> MediaCover? {
        let file = CountedFile(content)
        return try await MediaProbe.cover(size: UInt64(content.count), maximumSize: maximumSize) { await file.read($0) }
    }

    @Test func `the cover of MP4 is found`() async throws {
        let cover = try await Self.cover(Self.mp4)
        #expect(cover?.bytes == Self.jpeg && cover?.format == .jpeg)
    }

    @Test(arguments: [flac, mp3, matroska]) func `the front cover is preferred`(file: [UInt8]) async throws {
        let cover = try await Self.cover(file)
        #expect(cover?.bytes == Self.png && cover?.format == .png)
    }

    @Test func `an ID3 tag with unsynchronization has its original picture`() async throws {
        // A zero follows each 0xFF, and the size of a frame in version 2.3 does not include these zeros.
        let frame = Self.picture([0] + Array("image/jpeg".utf8) + [0, 3, 0] + Self.jpeg)
        let stuffed = frame.flatMap { $0 == 0xFF ? [0xFF, 0] : [$0] }
        #expect(try await Self.cover(Self.tag(3, stuffed, flags: 0x80))?.bytes == Self.jpeg)
    }

    @Test func `a cover that is too large or no image is not returned`() async throws {
        #expect(try await Self.cover(Self.mp4, maximumSize: Self.jpeg.count - 1) == nil)
        let text = Self.tag(3, Self.picture([0] + Array("image/jpeg".utf8) + [0, 3, 0] + Array("<svg>".utf8)))
        #expect(try await Self.cover(text) == nil)
        #expect(try await Self.cover(InspectTests.mp4) == nil)
    }

    @Test func `MP4 whose cover ends within the header of its data has no cover`() async throws {
        // The size of the data is the whole content of the cover. Its type is beyond the end.
        let items = Bytes.box("covr", Bytes.big(100, 4)) + Array("data".utf8) + Bytes.big(0, 40)
        #expect(try await Self.cover(Self.mp4(items: items)) == nil)
    }

    @Test(arguments: [mp4, flac, mp3, matroska]) func `damaged files never trap`(file: [UInt8]) async {
        for length in file.indices { _ = try? await Self.cover(Array(file.prefix(length))) }
        for place in file.indices {
            for value: UInt8 in [0, 0x7F, 0xFF] {
                var damaged = file
                damaged[place] = value
                _ = try? await Self.cover(damaged)
            }
        }
    }
}
