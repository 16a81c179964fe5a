// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Creates a ``GCKMediaInformation``.
#if canImport(ObjectiveC)
@objc(GCKMediaInformationBuilder)
@objcMembers
#endif
open class GCKMediaInformationBuilder: NSObject {
    private var content: GCKMediaInformation.Content

    /// The content ID, in an application-specific form. Contains the URL if there is no ``contentURL``.
    open var contentID: String? {
        get { content.contentID }
        set { content.contentID = newValue }
    }

    /// The URL of the media.
    open var contentURL: URL? {
        get { content.contentURL }
        set { content.contentURL = newValue }
    }

    /// The stream type. Default ``GCKMediaStreamType/buffered``.
    open var streamType: GCKMediaStreamType {
        get { content.streamType }
        set { content.streamType = newValue }
    }

    /// The MIME type. Empty if unknown.
    open var contentType: String? {
        get { content.contentType }
        set { content.contentType = newValue ?? "" }
    }

    /// The metadata. The same object that was set.
    open var metadata: GCKMediaMetadata? {
        get { content.metadata }
        set { content.metadata = newValue }
    }

    /// The ad breaks.
    open var adBreaks: [GCKAdBreakInfo]? {
        get { content.adBreaks }
        set { content.adBreaks = newValue }
    }

    /// The clips of the ad breaks.
    open var adBreakClips: [GCKAdBreakClipInfo]? {
        get { content.adBreakClips }
        set { content.adBreakClips = newValue }
    }

    /// The duration in seconds. Infinity for a live stream. Default 0, which means unknown.
    open var streamDuration: TimeInterval {
        get { content.streamDuration }
        set { content.streamDuration = newValue }
    }

    /// The known tracks.
    open var mediaTracks: [GCKMediaTrack]? {
        get { content.mediaTracks }
        set { content.mediaTracks = newValue }
    }

    /// The style of text tracks.
    open var textTrackStyle: GCKMediaTextTrackStyle? {
        get { content.textTrackStyle }
        set { content.textTrackStyle = newValue?.copy() as? GCKMediaTextTrackStyle }
    }

    /// A deep link that the receiver application resolves.
    open var entity: String? {
        get { content.entity }
        set { content.entity = newValue }
    }

    /// The VMAP request that provides ads. If set, ``adBreaks`` and ``adBreakClips`` are ignored.
    #if canImport(ObjectiveC)
    @objc(VMAP)
    #endif
    open var vmap: GCKVASTAdsRequest? {
        get { content.vmap }
        set { content.vmap = newValue }
    }

    /// The start time of a live stream, in seconds since 1970. ``kGCKInvalidTimeInterval`` if unknown.
    open var startAbsoluteTime: TimeInterval {
        get { content.startAbsoluteTime }
        set { content.startAbsoluteTime = newValue }
    }

    /// The container format of HLS audio segments.
    open var hlsSegmentFormat: GCKHLSSegmentFormat {
        get { content.hlsSegmentFormat }
        set { content.hlsSegmentFormat = newValue }
    }

    /// The container format of HLS video segments.
    open var hlsVideoSegmentFormat: GCKHLSVideoSegmentFormat {
        get { content.hlsVideoSegmentFormat }
        set { content.hlsVideoSegmentFormat = newValue }
    }

    /// Application-specific data. Must be representable as JSON.
    open var customData: Any? {
        get { content.customData }
        set { content.customData = newValue }
    }

    /// Creates an empty builder. A URL, a content ID or an entity must be set.
    public override init() {
        content = GCKMediaInformation.Content()
        super.init()
    }

    /// Creates a builder with a URL.
    public init(contentURL: URL) {
        content = GCKMediaInformation.Content(contentURL: contentURL)
        super.init()
    }

    /// Creates a builder with a deep link.
    public init(entity: String) {
        content = GCKMediaInformation.Content(entity: entity)
        super.init()
    }

    /// Creates a builder with the properties of existing media information.
    public init(mediaInformation mediaInfo: GCKMediaInformation) {
        content = mediaInfo.content
        super.init()
    }

    /// Creates a builder with a content ID or a URL string.
    @available(*, deprecated, message: "Use init(contentURL:).")
    public init(contentID: String) {
        content = GCKMediaInformation.Content(contentID: contentID)
        super.init()
    }

    /// Creates a builder with a content ID or a URL string, and a deep link.
    @available(*, deprecated, message: "Use init(entity:) and set contentID.")
    public init(contentID: String, entity: String) {
        content = GCKMediaInformation.Content(contentID: contentID, entity: entity)
        super.init()
    }

    /// Creates an object with the current values. Later changes of the builder don't affect it.
    open func build() -> GCKMediaInformation { GCKMediaInformation(content: content) }
}
