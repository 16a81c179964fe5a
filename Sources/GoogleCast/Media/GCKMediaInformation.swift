public import Foundation

/// What is to be played, or is. Made by a ``GCKMediaInformationBuilder``.
open class GCKMediaInformation: NSObject, NSCopying, NSSecureCoding, ContentModel {
    struct Content: ModelContent {
        var contentID: String?
        var contentURL: URL?
        @Numbered var streamType: GCKMediaStreamType = .buffered
        var contentType: String = ""
        @Nested var metadata: GCKMediaMetadata? = nil
        @NestedList var adBreaks: [GCKAdBreakInfo]? = nil
        @NestedList var adBreakClips: [GCKAdBreakClipInfo]? = nil
        @Real var streamDuration: TimeInterval = 0
        @NestedList var mediaTracks: [GCKMediaTrack]? = nil
        @Nested var textTrackStyle: GCKMediaTextTrackStyle? = nil
        var entity: String?
        @Nested var vmap: GCKVASTAdsRequest? = nil
        @Real var startAbsoluteTime: TimeInterval = .nan
        @Numbered var hlsSegmentFormat: GCKHLSSegmentFormat = .undefined
        @Numbered var hlsVideoSegmentFormat: GCKHLSVideoSegmentFormat = .undefined
        @CustomData var customData: Any? = nil

        var model: GCKMediaInformation { GCKMediaInformation(content: self) }
    }

    let content: Content

    /// An id in the application's own form, or the address where there is no ``contentURL``.
    open var contentID: String? { content.contentID }

    /// Where the media is.
    open var contentURL: URL? { content.contentURL }

    /// How it arrives. Default ``GCKMediaStreamType/buffered``.
    open var streamType: GCKMediaStreamType { content.streamType }

    /// MIME type; empty where unknown.
    open var contentType: String { content.contentType }

    /// What it is, for people. The same object that was set.
    open var metadata: GCKMediaMetadata? { content.metadata }

    /// Interruptions for advertisements.
    open var adBreaks: [GCKAdBreakInfo]? { content.adBreaks }

    /// What is shown in them.
    open var adBreakClips: [GCKAdBreakClipInfo]? { content.adBreakClips }

    /// Seconds; infinity for a live stream. Default 0: not known.
    open var streamDuration: TimeInterval { content.streamDuration }

    /// Its tracks, as far as they are known.
    open var mediaTracks: [GCKMediaTrack]? { content.mediaTracks }

    /// How captions look.
    open var textTrackStyle: GCKMediaTextTrackStyle? { content.textTrackStyle }

    /// A deep link that the receiver's application resolves.
    open var entity: String? { content.entity }

    /// Where advertisements come from; it makes breaks and clips meaningless.
    open var vmap: GCKVASTAdsRequest? { content.vmap }

    /// When a live stream began, in seconds since 1970; ``kGCKInvalidTimeInterval`` where unknown.
    open var startAbsoluteTime: TimeInterval { content.startAbsoluteTime }

    /// The container of its HLS audio segments.
    open var hlsSegmentFormat: GCKHLSSegmentFormat { content.hlsSegmentFormat }

    /// The container of its HLS video segments.
    open var hlsVideoSegmentFormat: GCKHLSVideoSegmentFormat { content.hlsVideoSegmentFormat }

    /// Anything for the receiver's application that can be written as JSON.
    open var customData: Any? { content.customData }

    init(content: Content) {
        self.content = content
        super.init()
    }

    /// Media with breaks for advertisements.
    @available(*, deprecated, message: "Use GCKMediaInformationBuilder.")
    public init(
        contentID: String,
        streamType: GCKMediaStreamType,
        contentType: String,
        metadata: GCKMediaMetadata?,
        adBreaks: [GCKAdBreakInfo]?,
        adBreakClips: [GCKAdBreakClipInfo]?,
        streamDuration: TimeInterval,
        mediaTracks: [GCKMediaTrack]?,
        textTrackStyle: GCKMediaTextTrackStyle?,
        customData: Any?
    ) {
        content = Content(
            contentID: contentID,
            streamType: streamType,
            contentType: contentType,
            metadata: metadata,
            adBreaks: adBreaks,
            adBreakClips: adBreakClips,
            streamDuration: streamDuration,
            mediaTracks: mediaTracks,
            textTrackStyle: textTrackStyle?.copy() as? GCKMediaTextTrackStyle,
            customData: customData
        )
        super.init()
    }

    /// Media without breaks for advertisements.
    @available(*, deprecated, message: "Use GCKMediaInformationBuilder.")
    public init(
        contentID: String,
        streamType: GCKMediaStreamType,
        contentType: String,
        metadata: GCKMediaMetadata?,
        streamDuration: TimeInterval,
        mediaTracks: [GCKMediaTrack]?,
        textTrackStyle: GCKMediaTextTrackStyle?,
        customData: Any?
    ) {
        content = Content(
            contentID: contentID,
            streamType: streamType,
            contentType: contentType,
            metadata: metadata,
            streamDuration: streamDuration,
            mediaTracks: mediaTracks,
            textTrackStyle: textTrackStyle?.copy() as? GCKMediaTextTrackStyle,
            customData: customData
        )
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

    /// The first track with this identifier.
    open func mediaTrack(withID trackID: Int) -> GCKMediaTrack? {
        mediaTracks?.first { $0.identifier == trackID }
    }

}
