// SPDX-License-Identifier: Apache-2.0

import CastWire
public import Foundation

/// An ad clip. Created with a ``GCKAdBreakClipInfoBuilder``.
#if canImport(ObjectiveC)
@objc(GCKAdBreakClipInfo)
@objcMembers
#endif
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

    /// The ID of the clip, unique within the media.
    open var adBreakClipID: String { content.adBreakClipID }

    /// The duration in seconds. Default 0.
    open var duration: TimeInterval { content.duration }

    /// The title to display.
    open var title: String? { content.title }

    /// The URL to open when the user clicks the ad.
    open var clickThroughURL: URL? { content.clickThroughURL }

    /// The URL of the clip.
    open var contentURL: URL? { content.contentURL }

    /// The MIME type of the clip.
    open var mimeType: String? { content.mimeType }

    /// The content ID of the clip, or its URL.
    open var contentID: String? { content.contentID }

    /// The URL of an image to show while the clip plays.
    open var posterURL: URL? { content.posterURL }

    /// The position in the clip, in seconds, from which it can be skipped. ``kAdBreakClipNotSkippable``, the default,
    /// means never.
    open var whenSkippable: TimeInterval { content.whenSkippable }

    /// The container format of the clip's HLS segments.
    open var hlsSegmentFormat: GCKHLSSegmentFormat { content.hlsSegmentFormat }

    /// The VAST request that provides the clip. If set, all other properties except the ID are ignored.
    open var vastAdsRequest: GCKVASTAdsRequest? { content.vastAdsRequest }

    /// Application-specific data. Must be representable as JSON.
    open var customData: Any? { content.customData }

    /// Creates an object without content. The original class inherits this initializer from `NSObject`.
    public convenience override init() { self.init(content: Content()) }

    init(content: Content) {
        self.content = content
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
}

/// The value of `whenSkippable` for a clip that can't be skipped.
public let kAdBreakClipNotSkippable: Int32 = -1

/// Creates a ``GCKAdBreakClipInfo``.
#if canImport(ObjectiveC)
@objc(GCKAdBreakClipInfoBuilder)
@objcMembers
#endif
open class GCKAdBreakClipInfoBuilder: NSObject {
    private var content: GCKAdBreakClipInfo.Content

    /// The ID of the clip, unique within the media.
    open var adBreakClipID: String {
        get { content.adBreakClipID }
        set { content.adBreakClipID = newValue }
    }

    /// The duration in seconds. Default 0.
    open var duration: TimeInterval {
        get { content.duration }
        set { content.duration = newValue }
    }

    /// The title to display.
    open var title: String? {
        get { content.title }
        set { content.title = newValue }
    }

    /// The URL to open when the user clicks the ad.
    open var clickThroughURL: URL? {
        get { content.clickThroughURL }
        set { content.clickThroughURL = newValue }
    }

    /// The URL of the clip.
    open var contentURL: URL? {
        get { content.contentURL }
        set { content.contentURL = newValue }
    }

    /// The MIME type of the clip.
    open var mimeType: String? {
        get { content.mimeType }
        set { content.mimeType = newValue }
    }

    /// The content ID of the clip, or its URL.
    open var contentID: String? {
        get { content.contentID }
        set { content.contentID = newValue }
    }

    /// The URL of an image to show while the clip plays.
    open var posterURL: URL? {
        get { content.posterURL }
        set { content.posterURL = newValue }
    }

    /// The position in the clip, in seconds, from which it can be skipped. ``kAdBreakClipNotSkippable``, the default,
    /// means never.
    open var whenSkippable: TimeInterval {
        get { content.whenSkippable }
        set { content.whenSkippable = newValue }
    }

    /// The container format of the clip's HLS segments.
    open var hlsSegmentFormat: GCKHLSSegmentFormat {
        get { content.hlsSegmentFormat }
        set { content.hlsSegmentFormat = newValue }
    }

    /// The VAST request that provides the clip. If set, all other properties except the ID are ignored.
    open var vastAdsRequest: GCKVASTAdsRequest? {
        get { content.vastAdsRequest }
        set { content.vastAdsRequest = newValue }
    }

    /// Application-specific data. Must be representable as JSON.
    open var customData: Any? {
        get { content.customData }
        set { content.customData = newValue }
    }

    /// Creates an object without content. The original class inherits this initializer from `NSObject`.
    public convenience override init() { self.init(adBreakClipID: "") }

    /// Creates a builder with the properties of an existing clip.
    public convenience init(adBreakClipInfo: GCKAdBreakClipInfo) {
        self.init(adBreakClipID: adBreakClipInfo.adBreakClipID)
        content = adBreakClipInfo.content
    }

    /// Creates a builder with default values.
    public init(adBreakClipID: String) {
        content = GCKAdBreakClipInfo.Content(adBreakClipID: adBreakClipID)
        super.init()
    }

    /// Creates an object with the current values. Later changes of the builder don't affect it.
    open func build() -> GCKAdBreakClipInfo { GCKAdBreakClipInfo(content: content) }
}

/// The name of ``GCKVASTAdsRequest`` in earlier versions of the original framework.
@available(*, deprecated, message: "Use GCKVASTAdsRequest.")
#if canImport(ObjectiveC)
@objc(GCKAdBreakClipVastAdsRequest)@objcMembers
#endif
open class GCKAdBreakClipVastAdsRequest: GCKVASTAdsRequest, @unchecked Sendable {}

/// A source of ads: a VAST or VMAP document, or its URL.
#if canImport(ObjectiveC)
@objc(GCKVASTAdsRequest)
@objcMembers
#endif
open class GCKVASTAdsRequest: NSObject, NSCopying, NSSecureCoding, ContentModel, @unchecked Sendable {
    // Unchecked because the class isn't final. Its only stored property is a `Sendable` constant.

    struct Content: ModelContent, Sendable {
        var adTagUrl: URL?
        var adsResponse: String?

        var model: GCKVASTAdsRequest { GCKVASTAdsRequest(content: self) }
    }

    let content: Content

    /// The URL of the document.
    open var adTagUrl: URL? { content.adTagUrl }

    /// The document itself. Takes precedence over ``adTagUrl``.
    open var adsResponse: String? { content.adsResponse }

    /// Creates an object without content. The original class inherits this initializer from `NSObject`.
    public convenience override init() { self.init(content: Content()) }

    init(content: Content) {
        self.content = content
        super.init()
    }

    /// Creates a request from a document, its URL, or both.
    ///
    /// - Returns: Nil if both arguments are nil.
    public init?(adTagURL: URL?, adsResponse: String?) {
        guard adTagURL != nil || adsResponse != nil else { return nil }
        content = Content(adTagUrl: adTagURL, adsResponse: adsResponse)
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
}

extension GCKAdBreakClipInfo.Content: WireContent {
    /// Returns nil if the clip has no ID.
    init?(_ wire: BreakClip) {
        let fields = wire.fields
        guard let id = fields.text("id") else { return nil }
        self.init(
            adBreakClipID: id,
            duration: fields.real("duration") ?? 0,
            title: fields.text("title"),
            clickThroughURL: fields.address("clickThroughUrl"),
            contentURL: fields.address("contentUrl"),
            mimeType: fields.text("contentType"),
            contentID: fields.text("contentId"),
            posterURL: fields.address("posterUrl"),
            whenSkippable: fields.real("whenSkippable") ?? TimeInterval(kAdBreakClipNotSkippable),
            hlsSegmentFormat: GCKHLSSegmentFormat(spelled: fields.text("hlsSegmentFormat")),
            vastAdsRequest: fields.model("vastAdsRequest", as: GCKVASTAdsRequest.Content.self),
            customData: fields.anything("customData")
        )
    }

    func wire() throws(GCKError) -> BreakClip {
        var clip = BreakClip(id: adBreakClipID)
        clip.duration = duration.finite
        clip.title = title
        clip.clickThroughURL = clickThroughURL?.absoluteString
        clip.contentURL = contentURL?.absoluteString
        clip.contentType = mimeType
        clip.contentID = contentID
        clip.posterURL = posterURL?.absoluteString
        clip.whenSkippable = whenSkippable < 0 ? nil : whenSkippable.finite
        clip.hlsSegmentFormat = hlsSegmentFormat.word
        clip.vastAdsRequest = try vastAdsRequest?.wire()
        clip.customData = try $customData.wire()
        return clip
    }
}

extension GCKVASTAdsRequest.Content: WireContent {
    /// Returns nil if the request has neither a document nor a URL.
    init?(_ wire: VASTAdsRequest) {
        adTagUrl = wire.fields.address("adTagUrl")
        adsResponse = wire.fields.text("adsResponse")
        guard adTagUrl != nil || adsResponse != nil else { return nil }
    }

    func wire() throws(GCKError) -> VASTAdsRequest {
        VASTAdsRequest(adTagURL: adTagUrl?.absoluteString, adsResponse: adsResponse)
    }
}
