#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension MediaInformation {
    /// Creates the description of the media at a URL. Other properties can be set afterward.
    ///
    /// - Parameters:
    ///   - url: The URL, which the device must be able to reach. It becomes the ``contentID``.
    ///   - contentType: The media type, such as `video/mp4`.
    ///   - metadata: The title and others. Default nil.
    public init(url: URL, contentType: String, metadata: MediaMetadata? = nil) {
        self.init(contentID: url.absoluteString, contentType: contentType, metadata: metadata)
    }
}

extension MediaImage {
    /// Creates the description of the image at a URL.
    ///
    /// - Parameters:
    ///   - url: The URL, which the device must be able to reach.
    ///   - width: The width in pixels. Nil, the default, if unknown.
    ///   - height: The height in pixels. Nil, the default, if unknown.
    public init(url: URL, width: Int? = nil, height: Int? = nil) {
        self.init(url: url.absoluteString, width: width, height: height)
    }
}
