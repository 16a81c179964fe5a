// SPDX-License-Identifier: Apache-2.0

import CastMediaProbe
import Testing

@Suite("Facts about pictures")
struct PictureFactsTests {
    /// A JPEG with an Exif orientation.
    private static func jpeg(orientation: Int?, isBigEndian: Bool, width: UInt64 = 400, height: UInt64 = 300) -> [UInt8]
    {
        func number(_ value: UInt64, _ count: Int) -> [UInt8] {
            isBigEndian ? Bytes.big(value, count) : Bytes.little(value, count)
        }
        var exif: [UInt8] = []
        if let orientation {
            let entry = number(0x112, 2) + number(3, 2) + number(1, 4) + number(UInt64(orientation), 2) + [0, 0]
            let data =
                Array((isBigEndian ? "MM" : "II").utf8) + number(42, 2) + number(8, 4) + number(1, 2) + entry
                + number(0, 4)
            let content = Array("Exif".utf8) + [0, 0] + data
            exif = [0xFF, 0xE1] + Bytes.big(UInt64(content.count + 2), 2) + content
        }
        let frame: [UInt8] = [0xFF, 0xC0, 0, 17, 8] + Bytes.big(height, 2) + Bytes.big(width, 2) + [3]
        return [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0] + exif + frame + [UInt8](repeating: 0, count: 16)
    }

    @Test("the orientation of a JPEG is read in both byte orders", arguments: [true, false])
    func orientation(isBigEndian: Bool) throws {
        for value in 1...8 {
            let facts = try PictureFacts.read(Self.jpeg(orientation: value, isBigEndian: isBigEndian))
            #expect(facts.orientation == value)
            #expect(facts.width == 400 && facts.height == 300)
            #expect((facts.uprightWidth, facts.uprightHeight) == (value >= 5 ? (300, 400) : (400, 300)))
        }
    }

    @Test("a JPEG without an orientation, or with an invalid one, is upright")
    func upright() throws {
        #expect(try PictureFacts.read(Self.jpeg(orientation: nil, isBigEndian: true)).orientation == 1)
        #expect(try PictureFacts.read(Self.jpeg(orientation: 9, isBigEndian: true)).orientation == 1)
        #expect(try PictureFacts.read(Self.jpeg(orientation: 0, isBigEndian: false)).orientation == 1)
    }

    /// A HEIF file with two pictures, of which the second one is the primary one.
    private static func heif(brands: [String], rotation: UInt8?, mirror: UInt8? = nil) -> [UInt8] {
        func full(_ type: String, _ content: [UInt8]) -> [UInt8] { Bytes.box(type, [0, 0, 0, 0] + content) }
        func size(_ width: UInt64, _ height: UInt64) -> [UInt8] {
            full("ispe", Bytes.big(width, 4) + Bytes.big(height, 4))
        }
        let turn = rotation.map { Bytes.box("irot", [$0]) } ?? mirror.map { Bytes.box("imir", [$0]) } ?? []
        let hasTurn = !turn.isEmpty
        let properties = Bytes.box("ipco", size(512, 512) + size(4032, 3024) + turn)
        let second: [UInt8] = Bytes.big(2, 2) + (hasTurn ? [2, 2, 0x83] : [1, 2])
        let associations = full("ipma", Bytes.big(2, 4) + Bytes.big(1, 2) + [1, 1] + second)
        let meta = full("meta", full("pitm", Bytes.big(2, 2)) + Bytes.box("iprp", properties + associations))
        let names = brands.map { Array($0.utf8) }
        let type = Bytes.box("ftyp", names[0] + [0, 0, 0, 0] + names.dropFirst().flatMap { $0 })
        return type + Bytes.box("free", [1, 2, 3]) + meta
    }

    @Test("the size and rotation of the primary HEIC picture are those of its properties")
    func heic() throws {
        for (rotation, orientation) in [(nil, 1), (0, 1), (1, 8), (2, 3), (3, 6)] as [(UInt8?, Int)] {
            let facts = try PictureFacts.read(Self.heif(brands: ["heic", "mif1"], rotation: rotation))
            #expect(facts.format == .heic)
            #expect((facts.width, facts.height) == (4032, 3024))
            #expect(facts.orientation == orientation)
        }
        #expect(try PictureFacts.read(Self.heif(brands: ["heic"], rotation: nil, mirror: 0)).orientation == 4)
        #expect(try PictureFacts.read(Self.heif(brands: ["heic"], rotation: nil, mirror: 1)).orientation == 2)
    }

    @Test("the compatible brands say what a file of the general brand contains")
    func brands() throws {
        #expect(try PictureFacts.read(Self.heif(brands: ["mif1", "heic"], rotation: nil)).format == .heic)
        #expect(try PictureFacts.read(Self.heif(brands: ["mif1", "miaf", "avif"], rotation: nil)).format == .avif)
        #expect(try PictureFacts.read(Self.heif(brands: ["avif", "mif1"], rotation: nil)).format == .avif)
        #expect(throws: MediaProbeError.unknownFormat) {
            try PictureFacts.read(Self.heif(brands: ["isom", "avif"], rotation: nil))
        }
    }

    @Test("the directory of a TIFF file has the size and orientation")
    func tiff() throws {
        let entries = [(0x100, 640), (0x101, 480), (0x112, 6)].flatMap { tag, value in
            Bytes.little(UInt64(tag), 2) + Bytes.little(3, 2) + Bytes.little(1, 4) + Bytes.little(UInt64(value), 4)
        }
        let file: [UInt8] =
            [0x49, 0x49, 42, 0] + Bytes.little(16, 4) + [UInt8](repeating: 0, count: 8) + Bytes.little(3, 2) + entries
        let facts = try PictureFacts.read(file)
        #expect(facts.format == .tiff && facts.orientation == 6)
        #expect((facts.width, facts.height) == (640, 480))
    }

    @Test("damaged and hostile headers are errors, not traps")
    func hostile() {
        var generator = SystemRandomNumberGenerator()
        let samples = [
            Self.jpeg(orientation: 6, isBigEndian: true), Self.jpeg(orientation: 6, isBigEndian: false),
            Self.heif(brands: ["heic", "mif1"], rotation: 1),
            [0x4D, 0x4D, 0, 42, 0xFF, 0xFF, 0xFF, 0xFF], [0x49, 0x49, 42, 0, 8, 0, 0, 0, 0xFF, 0xFF],
        ]
        for sample in samples {
            for length in 0...sample.count { _ = try? PictureFacts.read(Array(sample.prefix(length))) }
            for _ in 0..<2000 {
                var bytes = sample
                for _ in 0..<4 {
                    bytes[Int.random(in: 0..<bytes.count, using: &generator)] =
                        [0, 1, 0x7F, 0x80, 0xFF].randomElement() ?? 0
                }
                _ = try? PictureFacts.read(bytes)
            }
        }
    }
}
