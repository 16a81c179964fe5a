/// How much of the world's pictures is taken in.
public struct ArtworkLimits: Sendable, Hashable {
    /// Of one picture, default 10 MB.
    public var bytes: Int
    /// From the request to the last byte, all redirects included; default 15 seconds.
    public var time: Duration
    /// How often a server may send on to another address, default 5.
    public var redirects: Int
    /// Width times height, default 40 million: what a decoder would have to hold, four bytes each.
    public var pixels: Int

    public init(bytes: Int = 10_000_000, time: Duration = .seconds(15), redirects: Int = 5, pixels: Int = 40_000_000) {
        self.bytes = bytes
        self.time = time
        self.redirects = redirects
        self.pixels = pixels
    }

    func check(_ header: ImageHeader) throws(ArtworkError) {
        let (area, isTooLarge) = header.width.multipliedReportingOverflow(by: header.height)
        guard !isTooLarge, area <= pixels else {
            throw .tooManyPixels(width: header.width, height: header.height)
        }
    }
}
