/// A picture as it came, looked at only as far as to know what it is.
public struct Artwork: Sendable, Hashable {
    public var format: ArtworkFormat
    /// In pixels, as its header says.
    public var width: Int
    /// In pixels, as its header says.
    public var height: Int
    public var bytes: [UInt8]

    public init(format: ArtworkFormat, width: Int, height: Int, bytes: [UInt8]) {
        self.format = format
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    /// Recognises a whole picture by its bytes, whatever it was called.
    ///
    /// - Throws: ``ArtworkError/notAnImage``, ``ArtworkError/truncated``, ``ArtworkError/tooManyPixels(width:height:)``.
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
