public import Foundation

/// One advertisement. Made by a ``GCKAdBreakClipInfoBuilder``.
open class GCKAdBreakClipInfo: NSObject, NSCopying, NSSecureCoding, ContentModel {
    struct Content: ModelContent {
        var adBreakClipID: String = ""
        @Real var duration: TimeInterval = 0
        var title: String?
        var clickThroughURL: URL?
        var contentURL: URL?
        var mimeType: String?
        var contentID: String?
        var posterURL: URL?
        @Real var whenSkippable: TimeInterval = TimeInterval(kAdBreakClipNotSkippable)
        @Numbered var hlsSegmentFormat: GCKHLSSegmentFormat = .undefined
        @Nested var vastAdsRequest: GCKVASTAdsRequest? = nil
        @CustomData var customData: Any? = nil

        var model: GCKAdBreakClipInfo { GCKAdBreakClipInfo(content: self) }
    }

    let content: Content

    /// Unique within the media.
    open var adBreakClipID: String { content.adBreakClipID }

    /// Seconds. Default 0.
    open var duration: TimeInterval { content.duration }

    /// For people.
    open var title: String? { content.title }

    /// Where a click leads.
    open var clickThroughURL: URL? { content.clickThroughURL }

    /// Where the clip is.
    open var contentURL: URL? { content.contentURL }

    /// The clip's MIME type.
    open var mimeType: String? { content.mimeType }

    /// The clip's id, or its address.
    open var contentID: String? { content.contentID }

    /// A picture to show meanwhile.
    open var posterURL: URL? { content.posterURL }

    /// After how many seconds it may be skipped; ``kAdBreakClipNotSkippable`` for never, which is the default.
    open var whenSkippable: TimeInterval { content.whenSkippable }

    /// The container of its HLS segments.
    open var hlsSegmentFormat: GCKHLSSegmentFormat { content.hlsSegmentFormat }

    /// Where the clip comes from; it makes all but the id meaningless.
    open var vastAdsRequest: GCKVASTAdsRequest? { content.vastAdsRequest }

    /// Anything for the receiver's application that can be written as JSON.
    open var customData: Any? { content.customData }

    init(content: Content) {
        self.content = content
        super.init()
    }
    // MARK: Equality, copying, coding

    open override func isEqual(_ object: Any?) -> Bool { hasContent(of: object) }

    open override var hash: Int { content.hashValue }

    /// The object itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    public class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { content.encode(with: coder) }

    public required init?(coder: NSCoder) {
        guard let content = Content(coder: coder) else { return nil }
        self.content = content
        super.init()
    }

}

/// What stands for a clip that cannot be skipped.
public let kAdBreakClipNotSkippable: Int32 = -1
