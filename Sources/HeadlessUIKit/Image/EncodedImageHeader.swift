#if !canImport(UIKit)
package import Foundation

/// The format and size of an image, read from the first bytes of its file.
package struct EncodedImageHeader: Hashable, Sendable {
    package enum Format: String, Sendable {
        case png
        case jpeg
        case gif
        case webp
    }

    package var format: Format
    /// The width in pixels, at least 1.
    package var width: Int
    /// The height in pixels, at least 1.
    package var height: Int

    /// Reads the header of an image file. Returns `nil` if the format is unknown or the size is 0.
    package init?(_ data: Data) {
        let bytes = [UInt8](data.prefix(Self.searchLimit))
        guard let found = Self.png(bytes) ?? Self.gif(bytes) ?? Self.webp(bytes) ?? Self.jpeg(bytes) else {
            return nil
        }
        guard found.width > 0, found.height > 0 else { return nil }
        self = found
    }

    private init(_ format: Format, _ width: Int, _ height: Int) {
        self.format = format
        self.width = width
        self.height = height
    }

    /// The number of bytes to search. A JPEG's size follows the camera's metadata, which can contain a thumbnail.
    private static let searchLimit = 1 << 20

    private static func png(_ bytes: [UInt8]) -> Self? {
        guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), bytes.count >= 24 else {
            return nil
        }
        func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
        guard Array(bytes[12..<16]) == Array("IHDR".utf8) else { return nil }
        return Self(.png, number(16), number(20))
    }

    private static func gif(_ bytes: [UInt8]) -> Self? {
        guard bytes.starts(with: Array("GIF8".utf8)), bytes.count >= 10 else { return nil }
        return Self(.gif, Int(bytes[6]) | Int(bytes[7]) << 8, Int(bytes[8]) | Int(bytes[9]) << 8)
    }

    private static func webp(_ bytes: [UInt8]) -> Self? {
        guard bytes.count >= 30, bytes.starts(with: Array("RIFF".utf8)), Array(bytes[8..<12]) == Array("WEBP".utf8)
        else { return nil }
        func number(_ at: Int, _ count: Int) -> Int {
            bytes[at..<at + count].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        switch String(decoding: bytes[12..<16], as: UTF8.self) {
        case "VP8 ": return Self(.webp, number(26, 2) & 0x3FFF, number(28, 2) & 0x3FFF)
        case "VP8L":
            let bits = number(21, 4)
            return Self(.webp, (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
        case "VP8X": return Self(.webp, number(24, 3) + 1, number(27, 3) + 1)
        default: return nil
        }
    }

    private static func jpeg(_ bytes: [UInt8]) -> Self? {
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
        var offset = 2
        while offset + 9 < bytes.count {
            guard bytes[offset] == 0xFF else { return nil }
            let marker = bytes[offset + 1]
            // Fill bytes and markers have no length field.
            if marker == 0xFF || marker == 0x01 || (0xD0...0xD7).contains(marker) {
                offset += marker == 0xFF ? 1 : 2
                continue
            }
            let length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
            guard length >= 2 else { return nil }
            let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
            if isFrame {
                let height = Int(bytes[offset + 5]) << 8 | Int(bytes[offset + 6])
                return Self(.jpeg, Int(bytes[offset + 7]) << 8 | Int(bytes[offset + 8]), height)
            }
            offset += 2 + length
        }
        return nil
    }
}
#endif
