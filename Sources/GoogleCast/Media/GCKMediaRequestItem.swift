public import Foundation

/// Media to fetch ahead of time. Nothing of this version takes one.
open class GCKMediaRequestItem: NSObject, NSCopying, NSSecureCoding, ContentModel {
    struct Content: ModelContent {
        var mediaURL: URL
        @Numbered var protocolType: GCKStreamingProtocolType = .unknown
        @Real var initialTime: TimeInterval = 0
        @Numbered var hlsSegmentFormat: GCKHLSSegmentFormat = .undefined

        var model: GCKMediaRequestItem { GCKMediaRequestItem(content: self) }
    }

    var content: Content

    /// Where it is.
    open var mediaURL: URL {
        get { content.mediaURL }
        set { content.mediaURL = newValue }
    }

    /// How it is fetched.
    open var protocolType: GCKStreamingProtocolType {
        get { content.protocolType }
        set { content.protocolType = newValue }
    }

    /// Where to begin, in seconds. Default 0.
    open var initialTime: TimeInterval {
        get { content.initialTime }
        set { content.initialTime = newValue }
    }

    /// The container of its segments, which HLS needs.
    open var hlsSegmentFormat: GCKHLSSegmentFormat {
        get { content.hlsSegmentFormat }
        set { content.hlsSegmentFormat = newValue }
    }

    init(content: Content) {
        self.content = content
        super.init()
    }

    /// An item with all its properties.
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

    /// An item that begins at 0 and is no HLS.
    public init(url: URL, protocolType: GCKStreamingProtocolType) {
        content = Content(mediaURL: url, protocolType: protocolType)
        super.init()
    }
    // MARK: Equality, copying, coding

    open override func isEqual(_ object: Any?) -> Bool { hasContent(of: object) }

    open override var hash: Int { content.hashValue }

    /// An independent object.
    open func copy(with zone: NSZone? = nil) -> Any { GCKMediaRequestItem(content: content) }

    public class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { content.encode(with: coder) }

    public required init?(coder: NSCoder) {
        guard let content = Content(coder: coder) else { return nil }
        self.content = content
        super.init()
    }

    /// The protocol's word for a format; empty for ``GCKHLSSegmentFormat/undefined``.
    @available(*, deprecated, message: "Use GCKHLSSegment.")
    open class func mapHLSSegmentFormat(toString hlsSegmentFormat: GCKHLSSegmentFormat) -> String {
        GCKHLSSegment.mapHLSSegmentFormat(toString: hlsSegmentFormat) ?? ""
    }

    /// The format that a word of the protocol means.
    @available(*, deprecated, message: "Use GCKHLSSegment.")
    open class func mapHLSSegmentFormatString(toEnum hlsSegmentFormatString: String) -> GCKHLSSegmentFormat {
        GCKHLSSegment.mapHLSSegmentFormatString(toEnum: hlsSegmentFormatString)
    }

}
