// SPDX-License-Identifier: Apache-2.0

import CastMediaProbe

/// Limits on the images that are loaded.
public struct ArtworkLimits: Sendable, Hashable {
    /// The maximum size of an image in bytes. Default 10 MB.
    public var bytes: Int
    /// The time limit from the request to the last byte, redirects included. Default 15 seconds.
    public var time: Duration
    /// The maximum number of redirects. Default 5.
    public var redirects: Int
    /// The maximum number of pixels. Default 40 million. A decoder needs four bytes for each.
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
