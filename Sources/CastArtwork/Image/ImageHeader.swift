/// What the first bytes of a picture say.
struct ImageHeader: Equatable {
    var format: ArtworkFormat
    var width: Int
    var height: Int

    enum Reading: Equatable {
        case found(ImageHeader)
        /// It may be a picture; more bytes will tell.
        case incomplete
        case noImage
    }

    static func read(_ bytes: [UInt8]) -> Reading {
        for format in ArtworkFormat.allCases {
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

    private static func found(_ format: ArtworkFormat, _ width: Int, _ height: Int) -> Reading {
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
        // Forty bytes and more since Windows 3. Lines from top to bottom have a negative height.
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
        var place = 2
        while true {
            switch segment(bytes, &place) {
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

    /// Where a JPEG's pixels begin; nil when it does not come to that.
    static func startOfScan(_ bytes: [UInt8]) -> Int? {
        var place = 2
        while true {
            switch segment(bytes, &place) {
            case .incomplete, .noImage: return nil
            case .scan: return place
            case .frame, .other: continue
            }
        }
    }

    private enum Segment {
        /// From its marker.
        case frame(at: Int)
        case scan, other, incomplete, noImage
    }

    /// Reads one segment's marker and goes behind it.
    private static func segment(_ bytes: [UInt8], _ place: inout Int) -> Segment {
        guard place + 1 < bytes.count else { return .incomplete }
        guard bytes[place] == 0xFF else { return .noImage }
        let start = place
        switch bytes[place + 1] {
        case 0xFF:
            // Padding.
            place += 1
            return .other
        case 0x01, 0xD0...0xD7:
            place += 2
            return .other
        case 0x00, 0xD8, 0xD9:
            return .noImage
        case let marker:
            guard place + 3 < bytes.count else { return .incomplete }
            let length = bytes.bigEndian(2, at: place + 2)
            guard length >= 2 else { return .noImage }
            place += 2 + length
            switch marker {
            case 0xDA: return .scan
            case 0xC4, 0xC8, 0xCC: return .other
            case 0xC0...0xCF: return .frame(at: start)
            default: return .other
            }
        }
    }
}

extension ArtworkFormat {
    /// Its first bytes; nil for one that may be any.
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
