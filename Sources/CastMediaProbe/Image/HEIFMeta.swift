// SPDX-License-Identifier: Apache-2.0

/// The properties of the primary picture of a HEIF file, such as HEIC and AVIF (ISO/IEC 23008-12).
enum HEIFMeta {
    /// The largest `meta` box that is read. That of a photo of 48 million pixels in tiles has less than 20 KiB.
    private static let limit = 64 << 10

    private struct Box {
        var type: String
        var content: [UInt8]
    }

    /// A property of pictures.
    private enum Property {
        case size(width: Int, height: Int)
        /// The number of turns by 90° counterclockwise.
        case rotation(Int)
        case mirror(isHorizontal: Bool)
        case other
    }

    /// Returns the facts; `nil` if the file is not a HEIF picture.
    static func facts(_ reader: PictureReader) throws(MediaProbeError) -> PictureFacts? {
        guard let format = format(ofFileType: try content(at: 0, of: reader)) else { return nil }
        var offset: UInt64 = 0
        for _ in 0..<16 {
            let head = try reader.bytes(at: offset, 8)
            guard head.count == 8 else { return nil }
            let length = head.bigEndian(4, at: 0)
            if head[4..<8].elementsEqual("meta".utf8) {
                return picture(format, meta: try content(at: offset, of: reader))
            }
            guard length >= 8 else { return nil }
            offset += UInt64(length)
        }
        return nil
    }

    /// Returns the beginning of the content of a box.
    private static func content(at offset: UInt64, of reader: PictureReader) throws(MediaProbeError) -> [UInt8] {
        let head = try reader.bytes(at: offset, 8)
        guard head.count == 8 else { return [] }
        let length = head.bigEndian(4, at: 0)
        return length > 8 ? try reader.bytes(at: offset + 8, min(length - 8, limit)) : []
    }

    /// Returns the format according to the brands of the file type box: the major brand, then the compatible ones.
    static func format(ofFileType content: [UInt8]) -> PictureFacts.Format? {
        guard content.count >= 8 else { return nil }
        let starts = [0] + stride(from: 8, through: content.count - 4, by: 4)
        for start in starts.prefix(32) {
            switch String(decoding: content[start..<(start + 4)], as: UTF8.self) {
            case "avif", "avis": return .avif
            case "heic", "heix", "heim", "heis", "hevc", "hevx": return .heic
            // Brands that say that the file has pictures, but not which.
            case "mif1", "msf1", "miaf", "MiHE", "MiHB", "MiPr": continue
            default: if start == 0 { return nil }
            }
        }
        return nil
    }

    private static func picture(_ format: PictureFacts.Format, meta: [UInt8]) -> PictureFacts? {
        let boxes = boxes(in: meta.dropFirst(4))
        var primary = 1
        var properties: [Property] = []
        var associations: [Int: [Int]] = [:]
        for box in boxes {
            switch box.type {
            case "pitm":
                var fields = ByteCursor(box.content)
                guard let version = fields.number(bytes: 4) else { return nil }
                primary = fields.number(bytes: version >> 24 == 0 ? 2 : 4).map(Int.init(clamping:)) ?? primary
            case "iprp":
                for child in Self.boxes(in: box.content[...]) {
                    if child.type == "ipco" { properties = Self.boxes(in: child.content[...]).map(property) }
                    if child.type == "ipma" { associations.merge(Self.associations(child.content)) { $0 + $1 } }
                }
            default: break
            }
        }
        let own = (associations[primary] ?? []).compactMap { properties.indices.contains($0) ? properties[$0] : nil }
        var facts: PictureFacts?
        var (turns, mirror) = (0, Bool?.none)
        for property in own {
            switch property {
            case .size(let width, let height): facts = PictureFacts(format: format, width: width, height: height)
            case .rotation(let count): turns = count
            case .mirror(let isHorizontal): mirror = isHorizontal
            case .other: break
            }
        }
        switch (turns, mirror) {
        case (1, _): facts?.orientation = 8
        case (2, _): facts?.orientation = 3
        case (3, _): facts?.orientation = 6
        case (_, true?): facts?.orientation = 2
        case (_, false?): facts?.orientation = 4
        case (_, nil): break
        }
        return facts
    }

    private static func property(_ box: Box) -> Property {
        var fields = ByteCursor(box.content)
        switch box.type {
        case "ispe":
            fields.skip(4)
            guard let width = fields.number(bytes: 4), let height = fields.number(bytes: 4) else { return .other }
            return .size(width: Int(width), height: Int(height))
        case "irot": return fields.number(bytes: 1).map { .rotation(Int($0 & 3)) } ?? .other
        case "imir": return fields.number(bytes: 1).map { .mirror(isHorizontal: $0 & 1 == 1) } ?? .other
        default: return .other
        }
    }

    /// Returns the indexes of the properties of each picture, from 0.
    private static func associations(_ content: [UInt8]) -> [Int: [Int]] {
        var fields = ByteCursor(content)
        guard let header = fields.number(bytes: 4), let count = fields.number(bytes: 4) else { return [:] }
        let (isLong, isWide) = (header >> 24 > 0, header & 1 == 1)
        var result: [Int: [Int]] = [:]
        for _ in 0..<min(count, 4096) {
            guard let item = fields.number(bytes: isLong ? 4 : 2), let number = fields.number(bytes: 1) else { break }
            var indexes: [Int] = []
            for _ in 0..<number {
                guard let value = fields.number(bytes: isWide ? 2 : 1) else { break }
                // The highest bit says whether the property is essential. Index 0 means none.
                let index = Int(value & (isWide ? 0x7FFF : 0x7F))
                if index > 0 { indexes.append(index - 1) }
            }
            result[Int(clamping: item), default: []] += indexes
        }
        return result
    }

    /// Returns the boxes in the content of a box, up to the first one that is not complete.
    private static func boxes(in content: ArraySlice<UInt8>) -> [Box] {
        var rest = content
        var boxes: [Box] = []
        while rest.count >= 8, boxes.count < 1024 {
            let bytes = Array(rest.prefix(8))
            let length = bytes.bigEndian(4, at: 0)
            guard length >= 8, length <= rest.count else { break }
            let type = String(decoding: bytes[4..<8], as: UTF8.self)
            boxes.append(Box(type: type, content: Array(rest.dropFirst(8).prefix(length - 8))))
            rest = rest.dropFirst(length)
        }
        return boxes
    }
}
