// SPDX-License-Identifier: Apache-2.0

public import CastMediaProbe

/// An encoded image with the format and size from its header. Pixels are not decoded.
public struct Artwork: Sendable, Hashable {
    /// The format of the image.
    public var format: ImageFormat
    /// The width in pixels, from the header.
    public var width: Int
    /// The height in pixels, from the header.
    public var height: Int
    /// The encoded image.
    public var bytes: [UInt8]

    /// The media type, as in a `Content-Type` field.
    public var mediaType: String { format.mediaType }

    public init(format: ImageFormat, width: Int, height: Int, bytes: [UInt8]) {
        self.format = format
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    /// Creates artwork from the bytes of a complete image. The format is detected.
    ///
    /// - Throws: ``ArtworkError/tooLarge(limit:)``, ``ArtworkError/notAnImage``, ``ArtworkError/truncated`` or
    ///   ``ArtworkError/tooManyPixels(width:height:)``.
    public init(bytes: [UInt8], limits: ArtworkLimits = ArtworkLimits()) throws(ArtworkError) {
        guard bytes.count <= limits.bytes else { throw .tooLarge(limit: limits.bytes) }
        switch ImageHeader.read(bytes) {
        case .noImage:
            throw .notAnImage
        case .incomplete:
            throw .truncated
        case .found(let header):
            try limits.check(header)
            guard header.format.isComplete(bytes) else { throw .truncated }
            self.init(format: header.format, width: header.width, height: header.height, bytes: bytes)
        }
    }
}

extension ImageFormat {
    /// Returns whether the bytes contain the end of the image.
    func isComplete(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .png: Self.containsEndOfPNG(bytes)
        case .jpeg: Self.containsEndOfJPEG(bytes)
        // Some encoders append zeros.
        case .gif: bytes.last { $0 != 0 } == 0x3B
        case .webP: bytes.count >= 12 && bytes.count >= 8 + bytes.littleEndian(4, at: 4)
        case .bmp: bytes.count >= 26 && bytes.count >= bytes.littleEndian(4, at: 2)
        }
    }

    private static func containsEndOfPNG(_ bytes: [UInt8]) -> Bool {
        var offset = 8
        while offset + 12 <= bytes.count {
            let length = bytes.bigEndian(4, at: offset)
            if bytes[(offset + 4)..<(offset + 8)].elementsEqual("IEND".utf8) { return length == 0 }
            offset += 12 + length
        }
        return false
    }

    /// Searches for the end marker backward, because cameras append data after it.
    private static func containsEndOfJPEG(_ bytes: [UInt8]) -> Bool {
        guard let scan = ImageHeader.startOfScan(bytes) else { return false }
        var offset = bytes.count - 2
        while offset > scan {
            if bytes[offset] == 0xFF, bytes[offset + 1] == 0xD9 { return true }
            offset -= 1
        }
        return false
    }
}
