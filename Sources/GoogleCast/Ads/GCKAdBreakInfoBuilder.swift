public import Foundation

/// Makes a ``GCKAdBreakInfo``.
open class GCKAdBreakInfoBuilder: NSObject {
    private var content: GCKAdBreakInfo.Content

    /// Unique within the media.
    open var adBreakID: String {
        get { content.adBreakID }
        set { content.adBreakID = newValue }
    }

    /// Where in the content, in seconds; 0 before it, -1 after it.
    open var playbackPosition: TimeInterval {
        get { content.playbackPosition }
        set { content.playbackPosition = newValue }
    }

    /// The clips, in order.
    open var adBreakClipIDs: [String]? {
        get { content.adBreakClipIDs }
        set { content.adBreakClipIDs = newValue }
    }

    /// Whether it has begun once.
    open var watched: Bool {
        get { content.watched }
        set { content.watched = newValue }
    }

    /// Whether it is part of the content's own stream.
    open var embedded: Bool {
        get { content.embedded }
        set { content.embedded = newValue }
    }

    /// Whether it takes time of the content's duration.
    open var expanded: Bool {
        get { content.expanded }
        set { content.expanded = newValue }
    }

    /// Begins with a break's properties.
    public convenience init(adBreakInfo: GCKAdBreakInfo) {
        self.init(adBreakID: adBreakInfo.adBreakID, adBreakClipIds: nil)
        content = adBreakInfo.content
    }

    /// Begins with defaults.
    public init(adBreakID: String, adBreakClipIds adBreakClipIDs: [String]?) {
        content = GCKAdBreakInfo.Content(adBreakID: adBreakID, adBreakClipIDs: adBreakClipIDs)
        super.init()
    }

    /// An object of what was set; later changes of the builder do not show in it.
    open func build() -> GCKAdBreakInfo { GCKAdBreakInfo(content: content) }
}
