// SPDX-License-Identifier: Apache-2.0

/// The format, size and orientation of a picture file, read from its header.
///
/// In contrast to ``ImageHeader``, this type knows formats that devices do not show, and the orientation.
package struct PictureFacts: Sendable, Hashable {
    /// The format of a picture.
    package enum Format: String, Sendable, Hashable, CaseIterable {
        case jpeg = "JPEG"
        case png = "PNG"
        case gif = "GIF"
        case webP = "WebP"
        case bmp = "BMP"
        case tiff = "TIFF"
        case heic = "HEIC"
        case avif = "AVIF"
    }

    package var format: Format
    /// The width of the stored picture in pixels, at least 1.
    package var width: Int
    /// The height of the stored picture in pixels, at least 1.
    package var height: Int
    /// How the stored picture is turned to be upright: a value of the tag `Orientation` (TIFF 6.0, Exif) from 1, upright,
    /// to 8. That of HEIC and AVIF is derived from the rotation and mirroring of the picture.
    package var orientation: Int
    /// The size of the file in bytes.
    package var byteCount: Int

    package init(format: Format, width: Int, height: Int, orientation: Int = 1, byteCount: Int = 0) {
        self.format = format
        self.width = width
        self.height = height
        self.orientation = orientation
        self.byteCount = byteCount
    }

    /// Whether rows of the stored picture become columns.
    private var isTransposed: Bool { orientation >= 5 }

    /// The width of the upright picture in pixels.
    package var uprightWidth: Int { isTransposed ? height : width }

    /// The height of the upright picture in pixels.
    package var uprightHeight: Int { isTransposed ? width : height }
}

extension PictureFacts {
    /// Reads the header of a picture file. Reads block the calling thread.
    ///
    /// - Throws: `MediaProbeError` if the file cannot be read, is not a picture of a known format, or is damaged.
    package static func read(file path: String) throws(MediaProbeError) -> PictureFacts {
        let file = try ProbedFile(path: path)
        let reader = PictureReader(size: file.size) { range throws(MediaProbeError) in try file.read(range) }
        return try reader.facts()
    }

    /// Reads the header of a picture in memory.
    package static func read(_ bytes: [UInt8]) throws(MediaProbeError) -> PictureFacts {
        let reader = PictureReader(size: UInt64(bytes.count)) { range throws(MediaProbeError) in
            guard range.lowerBound < bytes.count else { return [] }
            return Array(bytes[Int(range.lowerBound)..<min(Int(clamping: range.upperBound), bytes.count)])
        }
        return try reader.facts()
    }
}

/// A parser of the headers of pictures. The number and the size of its reads are bounded.
struct PictureReader {
    let size: UInt64
    let read: (Range<UInt64>) throws(MediaProbeError) -> [UInt8]

    /// The largest part of a file that is read at once.
    private static let readLimit = 64 << 10
    /// The largest number of segments of a JPEG before its frame header.
    private static let segmentLimit = 512

    func bytes(at offset: UInt64, _ count: Int) throws(MediaProbeError) -> [UInt8] {
        guard offset < size else { return [] }
        return try read(offset..<min(offset + UInt64(min(count, Self.readLimit)), size))
    }

    func facts() throws(MediaProbeError) -> PictureFacts {
        let start = try bytes(at: 0, 64)
        var facts: PictureFacts?
        if start.starts(with: [0xFF, 0xD8, 0xFF]) {
            facts = try jpeg()
        } else if let isBigEndian = TIFFDirectory.byteOrder(start) {
            facts = try tiff(isBigEndian: isBigEndian)
        } else if start.count > 12, start[4..<8].elementsEqual("ftyp".utf8) {
            facts = try HEIFMeta.facts(self)
        } else if case .found(let header) = ImageHeader.read(start) {
            let format: PictureFacts.Format =
                switch header.format {
                case .png: .png
                case .jpeg: .jpeg
                case .gif: .gif
                case .webP: .webP
                case .bmp: .bmp
                }
            facts = PictureFacts(format: format, width: header.width, height: header.height)
        }
        guard var facts, facts.width > 0, facts.height > 0 else { throw .unknownFormat }
        facts.byteCount = Int(clamping: size)
        return facts
    }

    /// Walks over the segments up to the frame header, among which the Exif data has the orientation.
    private func jpeg() throws(MediaProbeError) -> PictureFacts? {
        var offset: UInt64 = 2
        var orientation = 1
        for _ in 0..<Self.segmentLimit {
            let head = try bytes(at: offset, 9)
            guard head.count == 9, head[0] == 0xFF else { return nil }
            switch head[1] {
            case 0xFF: offset += 1
            case 0x01, 0xD0...0xD7: offset += 2
            case 0xC4, 0xC8, 0xCC: offset += 2 + UInt64(head.bigEndian(2, at: 2))
            case 0xC0...0xCF:
                return PictureFacts(
                    format: .jpeg,
                    width: head.bigEndian(2, at: 7),
                    height: head.bigEndian(2, at: 5),
                    orientation: orientation
                )
            case 0x00, 0xD8...0xDA: return nil
            case let marker:
                let length = head.bigEndian(2, at: 2)
                guard length >= 2 else { return nil }
                if marker == 0xE1, orientation == 1 {
                    let content = try bytes(at: offset + 4, length - 2)
                    orientation = Self.orientation(exif: content) ?? 1
                }
                offset += 2 + UInt64(length)
            }
        }
        return nil
    }

    private static func orientation(exif content: [UInt8]) -> Int? {
        guard content.starts(with: Array("Exif".utf8) + [0, 0]) else { return nil }
        let data = Array(content.dropFirst(6))
        guard let isBigEndian = TIFFDirectory.byteOrder(data) else { return nil }
        let directory = TIFFDirectory(data, at: TIFFDirectory.first(data, isBigEndian), isBigEndian)
        return directory.orientation
    }

    private func tiff(isBigEndian: Bool) throws(MediaProbeError) -> PictureFacts? {
        let start = TIFFDirectory.first(try bytes(at: 0, 8), isBigEndian)
        let directory = TIFFDirectory(try bytes(at: UInt64(start), Self.readLimit), at: 0, isBigEndian)
        guard let width = directory.values[0x100], let height = directory.values[0x101] else { return nil }
        return PictureFacts(format: .tiff, width: width, height: height, orientation: directory.orientation ?? 1)
    }
}

/// The numbers in one directory of a TIFF file or of Exif data (TIFF 6.0, section 2).
struct TIFFDirectory {
    /// The values of the tags that are a single number.
    private(set) var values: [Int: Int] = [:]

    /// Returns whether numbers are big-endian; `nil` if the bytes are not the beginning of a TIFF file.
    static func byteOrder(_ bytes: [UInt8]) -> Bool? {
        if bytes.starts(with: [0x49, 0x49, 42, 0]) { return false }
        return bytes.starts(with: [0x4D, 0x4D, 0, 42]) ? true : nil
    }

    /// Returns the offset of the first directory.
    static func first(_ bytes: [UInt8], _ isBigEndian: Bool) -> Int {
        guard bytes.count >= 8 else { return 0 }
        return isBigEndian ? bytes.bigEndian(4, at: 4) : bytes.littleEndian(4, at: 4)
    }

    /// Reads the directory at an offset. A truncated directory has the tags before its end.
    init(_ bytes: [UInt8], at offset: Int, _ isBigEndian: Bool) {
        func number(_ count: Int, at offset: Int) -> Int {
            isBigEndian ? bytes.bigEndian(count, at: offset) : bytes.littleEndian(count, at: offset)
        }
        guard offset >= 0, offset <= bytes.count - 2 else { return }
        for index in 0..<number(2, at: offset) {
            let entry = offset + 2 + index * 12
            guard entry + 12 <= bytes.count else { return }
            let (tag, type) = (number(2, at: entry), number(2, at: entry + 2))
            guard number(4, at: entry + 4) == 1 else { continue }
            switch type {
            case 3: values[tag] = number(2, at: entry + 8)
            case 4: values[tag] = number(4, at: entry + 8)
            default: break
            }
        }
    }

    /// The tag `Orientation`, if it is valid.
    var orientation: Int? { values[0x112].flatMap { (1...8).contains($0) ? $0 : nil } }
}
