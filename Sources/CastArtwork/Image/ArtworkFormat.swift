/// The kinds of picture that are taken. SVG is not: it is a program more than a picture.
public enum ArtworkFormat: String, Sendable, Hashable, CaseIterable {
    case png, jpeg, gif
    case webP = "webp"
    case bmp

    /// As in a `Content-Type`.
    public var mediaType: String { "image/\(rawValue)" }

    /// Whether the bytes reach to the picture's end.
    func isComplete(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .png: Self.reachesEndOfPNG(bytes)
        case .jpeg: Self.holdsEndOfJPEG(bytes)
        // Some writers add zeros.
        case .gif: bytes.last { $0 != 0 } == 0x3B
        case .webP: bytes.count >= 12 && bytes.count >= 8 + bytes.littleEndian(4, at: 4)
        case .bmp: bytes.count >= 26 && bytes.count >= bytes.littleEndian(4, at: 2)
        }
    }

    private static func reachesEndOfPNG(_ bytes: [UInt8]) -> Bool {
        var place = 8
        while place + 12 <= bytes.count {
            let length = bytes.bigEndian(4, at: place)
            if bytes[(place + 4)..<(place + 8)].elementsEqual("IEND".utf8) { return length == 0 }
            place += 12 + length
        }
        return false
    }

    /// Cameras write more behind the picture's end, so it is looked for from behind.
    private static func holdsEndOfJPEG(_ bytes: [UInt8]) -> Bool {
        guard let scan = ImageHeader.startOfScan(bytes) else { return false }
        var place = bytes.count - 2
        while place > scan {
            if bytes[place] == 0xFF, bytes[place + 1] == 0xD9 { return true }
            place -= 1
        }
        return false
    }
}

extension [UInt8] {
    /// A number of at most four bytes; the caller knows that they are there.
    func bigEndian(_ count: Int, at place: Int) -> Int {
        self[place..<(place + count)].reduce(0) { $0 << 8 | Int($1) }
    }

    func littleEndian(_ count: Int, at place: Int) -> Int {
        self[place..<(place + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
