// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A media item to prefetch. No API of this version accepts one.
#if canImport(ObjectiveC)
@objc(GCKMediaRequestItem)
@objcMembers
#endif
open class GCKMediaRequestItem: NSObject, NSCopying, NSSecureCoding, ContentModel {
    struct Content: ModelContent {
        var mediaURL: URL
        @Numbered var protocolType: GCKStreamingProtocolType = .unknown
        @Real var initialTime: TimeInterval = 0
        @Numbered var hlsSegmentFormat: GCKHLSSegmentFormat = .undefined

        var model: GCKMediaRequestItem { GCKMediaRequestItem(content: self) }
    }

    var content: Content

    /// The URL of the media.
    open var mediaURL: URL {
        get { content.mediaURL }
        set { content.mediaURL = newValue }
    }

    /// The streaming protocol.
    open var protocolType: GCKStreamingProtocolType {
        get { content.protocolType }
        set { content.protocolType = newValue }
    }

    /// The start position in seconds. Default 0.
    open var initialTime: TimeInterval {
        get { content.initialTime }
        set { content.initialTime = newValue }
    }

    /// The container format of the segments, which HLS requires.
    open var hlsSegmentFormat: GCKHLSSegmentFormat {
        get { content.hlsSegmentFormat }
        set { content.hlsSegmentFormat = newValue }
    }

    /// Creates an object without content. The original class inherits this initializer from `NSObject`.
    public convenience override init() { self.init(content: Content(mediaURL: .empty)) }

    init(content: Content) {
        self.content = content
        super.init()
    }

    /// Creates an item with all properties.
    #if canImport(ObjectiveC)
    @objc(initWithURL:protocolType:initialTime:hlsSegmentFormat:)
    #endif
    public init(
        url: URL,
        protocolType: GCKStreamingProtocolType,
        initialTime: TimeInterval,
        hlsSegmentFormat: GCKHLSSegmentFormat
    ) {
        content = Content(
            mediaURL: url,
            protocolType: protocolType,
            initialTime: initialTime,
            hlsSegmentFormat: hlsSegmentFormat
        )
        super.init()
    }

    /// Creates an item that starts at 0 and doesn't use HLS.
    #if canImport(ObjectiveC)
    @objc(initWithURL:protocolType:)
    #endif
    public init(url: URL, protocolType: GCKStreamingProtocolType) {
        content = Content(mediaURL: url, protocolType: protocolType)
        super.init()
    }

    // MARK: Equality, copying, coding

    open override func isEqual(_ object: Any?) -> Bool { hasContent(of: object) }

    open override var hash: Int { content.hashValue }

    /// Returns an independent copy.
    open func copy(with zone: NSZone? = nil) -> Any { GCKMediaRequestItem(content: content) }

    public class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { content.encode(with: coder) }

    public required init?(coder: NSCoder) {
        guard let content = Content(coder: coder) else { return nil }
        self.content = content
        super.init()
    }

    /// Returns the protocol string of a format, or an empty string for ``GCKHLSSegmentFormat/undefined``.
    @available(*, deprecated, message: "Use GCKHLSSegment.")
    open class func mapHLSSegmentFormat(toString hlsSegmentFormat: GCKHLSSegmentFormat) -> String {
        GCKHLSSegment.mapHLSSegmentFormat(toString: hlsSegmentFormat) ?? ""
    }

    /// Returns the format for a protocol string.
    @available(*, deprecated, message: "Use GCKHLSSegment.")
    open class func mapHLSSegmentFormatString(toEnum hlsSegmentFormatString: String) -> GCKHLSSegmentFormat {
        GCKHLSSegment.mapHLSSegmentFormatString(toEnum: hlsSegmentFormatString)
    }
}
