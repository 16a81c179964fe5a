public import Foundation

/// Makes a ``GCKMediaInformation``.
open class GCKMediaInformationBuilder: NSObject {
    private var content: GCKMediaInformation.Content

    /// An id in the application's own form, or the address where there is no ``contentURL``.
    open var contentID: String? {
        get { content.contentID }
        set { content.contentID = newValue }
    }

    /// Where the media is.
    open var contentURL: URL? {
        get { content.contentURL }
        set { content.contentURL = newValue }
    }

    /// How it arrives. Default ``GCKMediaStreamType/buffered``.
    open var streamType: GCKMediaStreamType {
        get { content.streamType }
        set { content.streamType = newValue }
    }

    /// MIME type; empty where unknown.
    open var contentType: String? {
        get { content.contentType }
        set { content.contentType = newValue ?? "" }
    }

    /// What it is, for people. The same object that was set.
    open var metadata: GCKMediaMetadata? {
        get { content.metadata }
        set { content.metadata = newValue }
    }

    /// Interruptions for advertisements.
    open var adBreaks: [GCKAdBreakInfo]? {
        get { content.adBreaks }
        set { content.adBreaks = newValue }
    }

    /// What is shown in them.
    open var adBreakClips: [GCKAdBreakClipInfo]? {
        get { content.adBreakClips }
        set { content.adBreakClips = newValue }
    }

    /// Seconds; infinity for a live stream. Default 0: not known.
    open var streamDuration: TimeInterval {
        get { content.streamDuration }
        set { content.streamDuration = newValue }
    }

    /// Its tracks, as far as they are known.
    open var mediaTracks: [GCKMediaTrack]? {
        get { content.mediaTracks }
        set { content.mediaTracks = newValue }
    }

    /// How captions look.
    open var textTrackStyle: GCKMediaTextTrackStyle? {
        get { content.textTrackStyle }
        set { content.textTrackStyle = newValue?.copy() as? GCKMediaTextTrackStyle }
    }

    /// A deep link that the receiver's application resolves.
    open var entity: String? {
        get { content.entity }
        set { content.entity = newValue }
    }

    /// Where advertisements come from; it makes breaks and clips meaningless.
    open var vmap: GCKVASTAdsRequest? {
        get { content.vmap }
        set { content.vmap = newValue }
    }

    /// When a live stream began, in seconds since 1970; ``kGCKInvalidTimeInterval`` where unknown.
    open var startAbsoluteTime: TimeInterval {
        get { content.startAbsoluteTime }
        set { content.startAbsoluteTime = newValue }
    }

    /// The container of its HLS audio segments.
    open var hlsSegmentFormat: GCKHLSSegmentFormat {
        get { content.hlsSegmentFormat }
        set { content.hlsSegmentFormat = newValue }
    }

    /// The container of its HLS video segments.
    open var hlsVideoSegmentFormat: GCKHLSVideoSegmentFormat {
        get { content.hlsVideoSegmentFormat }
        set { content.hlsVideoSegmentFormat = newValue }
    }

    /// Anything for the receiver's application that can be written as JSON.
    open var customData: Any? {
        get { content.customData }
        set { content.customData = newValue }
    }

    /// Begins with nothing; an address, an id or an entity is to be set.
    public override init() {
        content = GCKMediaInformation.Content()
        super.init()
    }

    /// Begins with an address.
    public init(contentURL: URL) {
        content = GCKMediaInformation.Content(contentURL: contentURL)
        super.init()
    }

    /// Begins with a deep link.
    public init(entity: String) {
        content = GCKMediaInformation.Content(entity: entity)
        super.init()
    }

    /// Begins with the properties of media.
    public init(mediaInformation mediaInfo: GCKMediaInformation) {
        content = mediaInfo.content
        super.init()
    }

    /// Begins with an id or an address as text.
    @available(*, deprecated, message: "Use init(contentURL:).")
    public init(contentID: String) {
        content = GCKMediaInformation.Content(contentID: contentID)
        super.init()
    }

    /// Begins with an id or an address as text, and a deep link.
    @available(*, deprecated, message: "Use init(entity:) and set contentID.")
    public init(contentID: String, entity: String) {
        content = GCKMediaInformation.Content(contentID: contentID, entity: entity)
        super.init()
    }

    /// An object of what was set; later changes of the builder do not show in it.
    open func build() -> GCKMediaInformation { GCKMediaInformation(content: content) }
}
