// SPDX-License-Identifier: Apache-2.0

import CastWire
public import Foundation

/// Information about a media item. Created with a ``GCKMediaInformationBuilder``.
#if canImport(ObjectiveC)
@objc(GCKMediaInformation)
@objcMembers
#endif
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

    /// The content ID, in an application-specific form. Contains the URL if there is no ``contentURL``.
    open var contentID: String? { content.contentID }

    /// The URL of the media.
    open var contentURL: URL? { content.contentURL }

    /// The stream type. Default ``GCKMediaStreamType/buffered``.
    open var streamType: GCKMediaStreamType { content.streamType }

    /// The MIME type. Empty if unknown.
    open var contentType: String { content.contentType }

    /// The metadata. The same object that was set.
    open var metadata: GCKMediaMetadata? { content.metadata }

    /// The ad breaks.
    open var adBreaks: [GCKAdBreakInfo]? { content.adBreaks }

    /// The clips of the ad breaks.
    open var adBreakClips: [GCKAdBreakClipInfo]? { content.adBreakClips }

    /// The duration in seconds. Infinity for a live stream. Default 0, which means unknown.
    open var streamDuration: TimeInterval { content.streamDuration }

    /// The known tracks.
    open var mediaTracks: [GCKMediaTrack]? { content.mediaTracks }

    /// The style of text tracks.
    open var textTrackStyle: GCKMediaTextTrackStyle? { content.textTrackStyle }

    /// A deep link that the receiver application resolves.
    open var entity: String? { content.entity }

    /// The VMAP request that provides ads. If set, ``adBreaks`` and ``adBreakClips`` are ignored.
    #if canImport(ObjectiveC)
    @objc(VMAP)
    #endif
    open var vmap: GCKVASTAdsRequest? { content.vmap }

    /// The start time of a live stream, in seconds since 1970. ``kGCKInvalidTimeInterval`` if unknown.
    open var startAbsoluteTime: TimeInterval { content.startAbsoluteTime }

    /// The container format of HLS audio segments.
    open var hlsSegmentFormat: GCKHLSSegmentFormat { content.hlsSegmentFormat }

    /// The container format of HLS video segments.
    open var hlsVideoSegmentFormat: GCKHLSVideoSegmentFormat { content.hlsVideoSegmentFormat }

    /// Application-specific data. Must be representable as JSON.
    open var customData: Any? { content.customData }

    /// Creates an object without content. The original class inherits this initializer from `NSObject`.
    public convenience override init() { self.init(content: Content()) }

    init(content: Content) {
        self.content = content
        super.init()
    }

    /// Creates media information with ad breaks.
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

    /// Creates media information without ad breaks.
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

    /// Returns the object itself, because it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    public class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { content.encode(with: coder) }

    public required init?(coder: NSCoder) {
        guard let content = Content(coder: coder) else { return nil }
        self.content = content
        super.init()
    }

    /// Returns the first track with this ID.
    open func mediaTrack(withID trackID: Int) -> GCKMediaTrack? {
        mediaTracks?.first { $0.identifier == trackID }
    }
}

/// The type of a stream.
#if canImport(ObjectiveC)
@objc(GCKMediaStreamType)
#endif
public enum GCKMediaStreamType: Int, CaseIterable, Sendable {
    /// The receiver determines the type.
    case none = 0
    /// Stored media with a known duration.
    case buffered = 1
    /// A live stream.
    case live = 2
    /// The type is missing or unknown.
    case unknown = 99
}

extension GCKMediaStreamType: WireStringMapped {
    static let words: [GCKMediaStreamType: StreamType] = [.none: .none, .buffered: .buffered, .live: .live]
    static let defaultCase = GCKMediaStreamType.unknown
}

/// The protocol of a media stream.
// swift-format-ignore: AlwaysUseLowerCamelCase
#if canImport(ObjectiveC)
@objc(GCKStreamingProtocolType)
#endif
public enum GCKStreamingProtocolType: Int, CaseIterable, Sendable {
    case unknown = 0
    case MPEGDASH = 1
    case HLS = 2
    case smoothStreaming = 3
}

extension GCKMediaInformation.Content: WireContent {
    init?(_ wire: MediaInformation) {
        let fields = wire.fields
        let streamType = GCKMediaStreamType(fields.word("streamType"))
        self.init(
            contentID: fields.text("contentId"),
            contentURL: fields.address("contentUrl"),
            streamType: streamType,
            contentType: fields.text("contentType") ?? "",
            metadata: fields.model("metadata", as: GCKMediaMetadata.Content.self),
            adBreaks: fields.models("breaks", as: GCKAdBreakInfo.Content.self),
            adBreakClips: fields.models("breakClips", as: GCKAdBreakClipInfo.Content.self),
            streamDuration: Self.duration(fields.real("duration"), of: streamType),
            mediaTracks: fields.models("tracks", as: GCKMediaTrack.Content.self),
            textTrackStyle: fields.model("textTrackStyle", as: GCKMediaTextTrackStyle.Content.self),
            entity: fields.text("entity"),
            vmap: fields.model("vmapAdsRequest", as: GCKVASTAdsRequest.Content.self),
            startAbsoluteTime: fields.real("startAbsoluteTime") ?? kGCKInvalidTimeInterval,
            hlsSegmentFormat: GCKHLSSegmentFormat(spelled: fields.text("hlsSegmentFormat")),
            hlsVideoSegmentFormat: GCKHLSVideoSegmentFormat(spelled: fields.text("hlsVideoSegmentFormat")),
            customData: fields.anything("customData")
        )
    }

    /// Receivers report -1 for a live stream, or omit the duration.
    private static func duration(_ seconds: Double?, of streamType: GCKMediaStreamType) -> TimeInterval {
        guard let seconds else { return streamType == .live ? .infinity : 0 }
        return seconds < 0 ? .infinity : seconds
    }

    func wire() throws(GCKError) -> MediaInformation {
        var media = MediaInformation(fields: JSONObject())
        // Early receivers use the content ID only, so a URL is sent as both.
        media.contentID = contentID ?? contentURL?.absoluteString
        media.contentURL = contentURL?.absoluteString
        media.streamType = streamType.word
        media.contentType = contentType.nonEmpty
        media.metadata = try metadata?.wire()
        if let vmap {
            media.vmapAdsRequest = try vmap.wire()
        } else {
            media.breaks = try adBreaks?.wires()
            media.breakClips = try adBreakClips?.wires()
        }
        media.fields["duration"] = streamDuration.isFinite ? .number(streamDuration) : .null
        media.tracks = try mediaTracks?.wires()
        media.textTrackStyle = try textTrackStyle?.wire()
        media.entity = entity
        media.startAbsoluteTime = startAbsoluteTime.finite
        media.hlsSegmentFormat = hlsSegmentFormat.word
        media.hlsVideoSegmentFormat = hlsVideoSegmentFormat.word
        media.customData = try $customData.wire()
        return media
    }
}

extension GCKMediaInformation {
    /// Creates media information without tracks and without a text track style.
    @available(*, deprecated, message: "Use GCKMediaInformationBuilder.")
    public convenience init(
        contentID: String,
        streamType: GCKMediaStreamType,
        contentType: String,
        metadata: GCKMediaMetadata?,
        streamDuration: TimeInterval,
        customData: Any?
    ) {
        self.init(
            contentID: contentID,
            streamType: streamType,
            contentType: contentType,
            metadata: metadata,
            streamDuration: streamDuration,
            mediaTracks: nil,
            textTrackStyle: nil,
            customData: customData
        )
    }
}
