public import Foundation

/// Makes a ``GCKAdBreakClipInfo``.
open class GCKAdBreakClipInfoBuilder: NSObject {
    private var content: GCKAdBreakClipInfo.Content

    /// Unique within the media.
    open var adBreakClipID: String {
        get { content.adBreakClipID }
        set { content.adBreakClipID = newValue }
    }

    /// Seconds. Default 0.
    open var duration: TimeInterval {
        get { content.duration }
        set { content.duration = newValue }
    }

    /// For people.
    open var title: String? {
        get { content.title }
        set { content.title = newValue }
    }

    /// Where a click leads.
    open var clickThroughURL: URL? {
        get { content.clickThroughURL }
        set { content.clickThroughURL = newValue }
    }

    /// Where the clip is.
    open var contentURL: URL? {
        get { content.contentURL }
        set { content.contentURL = newValue }
    }

    /// The clip's MIME type.
    open var mimeType: String? {
        get { content.mimeType }
        set { content.mimeType = newValue }
    }

    /// The clip's id, or its address.
    open var contentID: String? {
        get { content.contentID }
        set { content.contentID = newValue }
    }

    /// A picture to show meanwhile.
    open var posterURL: URL? {
        get { content.posterURL }
        set { content.posterURL = newValue }
    }

    /// After how many seconds it may be skipped; ``kAdBreakClipNotSkippable`` for never, which is the default.
    open var whenSkippable: TimeInterval {
        get { content.whenSkippable }
        set { content.whenSkippable = newValue }
    }

    /// The container of its HLS segments.
    open var hlsSegmentFormat: GCKHLSSegmentFormat {
        get { content.hlsSegmentFormat }
        set { content.hlsSegmentFormat = newValue }
    }

    /// Where the clip comes from; it makes all but the id meaningless.
    open var vastAdsRequest: GCKVASTAdsRequest? {
        get { content.vastAdsRequest }
        set { content.vastAdsRequest = newValue }
    }

    /// Anything for the receiver's application that can be written as JSON.
    open var customData: Any? {
        get { content.customData }
        set { content.customData = newValue }
    }

    /// Begins with a clip's properties.
    public convenience init(adBreakClipInfo: GCKAdBreakClipInfo) {
        self.init(adBreakClipID: adBreakClipInfo.adBreakClipID)
        content = adBreakClipInfo.content
    }

    /// Begins with defaults.
    public init(adBreakClipID: String) {
        content = GCKAdBreakClipInfo.Content(adBreakClipID: adBreakClipID)
        super.init()
    }

    /// An object of what was set; later changes of the builder do not show in it.
    open func build() -> GCKAdBreakClipInfo { GCKAdBreakClipInfo(content: content) }
}
