// SPDX-License-Identifier: Apache-2.0

/// The format and size of an image, parsed from its first bytes.
package struct ImageHeader: Sendable, Hashable {
    package var format: ImageFormat
    /// The width in pixels, at least 1.
    package var width: Int
    /// The height in pixels, at least 1.
    package var height: Int

    /// The result of parsing.
    package enum Reading: Sendable, Hashable {
        case found(ImageHeader)
        /// The bytes may be the beginning of an image, but more are needed.
        case incomplete
        case noImage
    }

    /// Parses the header of an image.
    package static func read(_ bytes: [UInt8]) -> Reading {
        for format in ImageFormat.allCases {
            let start = format.signature
            let common = min(start.count, bytes.count)
            guard zip(start, bytes).allSatisfy({ $0 == nil || $0 == $1 }) else { continue }
            guard common == start.count else { return .incomplete }
            switch format {
            case .png: return png(bytes)
            case .jpeg: return jpeg(bytes)
            case .gif: return gif(bytes)
            case .webP: return webP(bytes)
            case .bmp: return bmp(bytes)
            }
        }
        return .noImage
    }

    private static func found(_ format: ImageFormat, _ width: Int, _ height: Int) -> Reading {
        width > 0 && height > 0 ? .found(ImageHeader(format: format, width: width, height: height)) : .noImage
    }

    private static func png(_ bytes: [UInt8]) -> Reading {
        guard bytes.count >= 24 else { return .incomplete }
        guard bytes[12..<16].elementsEqual("IHDR".utf8) else { return .noImage }
        return found(.png, bytes.bigEndian(4, at: 16), bytes.bigEndian(4, at: 20))
    }

    private static func gif(_ bytes: [UInt8]) -> Reading {
        guard bytes.count >= 10 else { return .incomplete }
        guard bytes[4] == UInt8(ascii: "7") || bytes[4] == UInt8(ascii: "9") else { return .noImage }
        return found(.gif, bytes.littleEndian(2, at: 6), bytes.littleEndian(2, at: 8))
    }

    private static func bmp(_ bytes: [UInt8]) -> Reading {
        guard bytes.count >= 26 else { return .incomplete }
        // The information header has at least 40 bytes since Windows 3. A negative height means that rows run from top
        // to bottom.
        guard bytes.littleEndian(4, at: 14) >= 40 else { return .noImage }
        let height = Int32(truncatingIfNeeded: bytes.littleEndian(4, at: 22))
        let width = Int32(truncatingIfNeeded: bytes.littleEndian(4, at: 18))
        return found(.bmp, Int(width), Int(height.magnitude))
    }

    private static func webP(_ bytes: [UInt8]) -> Reading {
        guard bytes.count >= 30 else { return .incomplete }
        switch String(decoding: bytes[12..<16], as: UTF8.self) {
        case "VP8 ":
            guard bytes[23..<26].elementsEqual([0x9D, 0x01, 0x2A]) else { return .noImage }
            return found(.webP, bytes.littleEndian(2, at: 26) & 0x3FFF, bytes.littleEndian(2, at: 28) & 0x3FFF)
        case "VP8L":
            guard bytes[20] == 0x2F else { return .noImage }
            let sides = bytes.littleEndian(4, at: 21)
            return found(.webP, (sides & 0x3FFF) + 1, ((sides >> 14) & 0x3FFF) + 1)
        case "VP8X":
            return found(.webP, bytes.littleEndian(3, at: 24) + 1, bytes.littleEndian(3, at: 27) + 1)
        default:
            return .noImage
        }
    }

    private static func jpeg(_ bytes: [UInt8]) -> Reading {
        var offset = 2
        while true {
            switch segment(bytes, &offset) {
            case .incomplete: return .incomplete
            case .noImage: return .noImage
            case .scan: return .noImage
            case .frame(let start):
                guard bytes.count >= start + 9 else { return .incomplete }
                return found(.jpeg, bytes.bigEndian(2, at: start + 7), bytes.bigEndian(2, at: start + 5))
            case .other: continue
            }
        }
    }

    /// Returns the offset of a JPEG's scan data, or `nil` if there is none.
    package static func startOfScan(_ bytes: [UInt8]) -> Int? {
        var offset = 2
        while true {
            switch segment(bytes, &offset) {
            case .incomplete, .noImage: return nil
            case .scan: return offset
            case .frame, .other: continue
            }
        }
    }

    private enum Segment {
        /// A frame header; `at` is the offset of its marker.
        case frame(at: Int)
        case scan, other, incomplete, noImage
    }

    /// Parses the marker of a segment and advances `offset` past the segment.
    private static func segment(_ bytes: [UInt8], _ offset: inout Int) -> Segment {
        guard offset + 1 < bytes.count else { return .incomplete }
        guard bytes[offset] == 0xFF else { return .noImage }
        let start = offset
        switch bytes[offset + 1] {
        case 0xFF:
            // A fill byte.
            offset += 1
            return .other
        case 0x01, 0xD0...0xD7:
            offset += 2
            return .other
        case 0x00, 0xD8, 0xD9:
            return .noImage
        case let marker:
            guard offset + 3 < bytes.count else { return .incomplete }
            let length = bytes.bigEndian(2, at: offset + 2)
            guard length >= 2 else { return .noImage }
            offset += 2 + length
            switch marker {
            case 0xDA: return .scan
            case 0xC4, 0xC8, 0xCC: return .other
            case 0xC0...0xCF: return .frame(at: start)
            default: return .other
            }
        }
    }
}

/// The supported image formats. SVG is not supported, because it can contain scripts and references.
public enum ImageFormat: String, Sendable, Hashable, CaseIterable {
    case png, jpeg, gif
    case webP = "webp"
    case bmp

    /// The media type, as in a `Content-Type` field.
    public var mediaType: String { "image/\(rawValue)" }

    /// The first bytes of the format; `nil` matches any byte.
    fileprivate var signature: [UInt8?] {
        switch self {
        case .png: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        case .jpeg: [0xFF, 0xD8, 0xFF]
        case .gif: Array("GIF8".utf8) + [nil, UInt8(ascii: "a")]
        case .webP: Array("RIFF".utf8) + [nil, nil, nil, nil] + Array("WEBP".utf8)
        case .bmp: Array("BM".utf8) + [nil, nil, nil, nil, 0, 0, 0, 0]
        }
    }
}

extension [UInt8] {
    /// Returns a big-endian number of at most four bytes. The bytes must exist.
    package func bigEndian(_ count: Int, at offset: Int) -> Int {
        self[offset..<(offset + count)].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Returns a little-endian number of at most four bytes. The bytes must exist.
    package func littleEndian(_ count: Int, at offset: Int) -> Int {
        self[offset..<(offset + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
