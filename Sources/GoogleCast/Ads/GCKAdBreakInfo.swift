// SPDX-License-Identifier: Apache-2.0

import CastWire
public import Foundation

/// An ad break. Created with a ``GCKAdBreakInfoBuilder``.
#if canImport(ObjectiveC)
@objc(GCKAdBreakInfo)
@objcMembers
#endif
open class GCKAdBreakInfo: NSObject, NSCopying, NSSecureCoding, ContentModel, @unchecked Sendable {
    // Unchecked because the class isn't final. Its only stored property is a `Sendable` constant.

    struct Content: ModelContent, Sendable {
        var adBreakID: String = ""
        @Real var playbackPosition: TimeInterval = 0
        var adBreakClipIDs: [String]?
        var watched: Bool = false
        var embedded: Bool = false
        var expanded: Bool = false

        var model: GCKAdBreakInfo { GCKAdBreakInfo(content: self) }
    }

    let content: Content

    /// The ID of the ad break, unique within the media.
    open var adBreakID: String { content.adBreakID }

    /// The position in the content, in seconds. 0 is before the content (preroll), -1 after it (postroll).
    open var playbackPosition: TimeInterval { content.playbackPosition }

    /// The IDs of the break's clips, in playback order.
    open var adBreakClipIDs: [String]? { content.adBreakClipIDs }

    /// Whether the receiver has started this break before.
    open var watched: Bool { content.watched }

    /// Whether the break is embedded in the content's stream.
    open var embedded: Bool { content.embedded }

    /// Whether the break adds to the duration of the content.
    open var expanded: Bool { content.expanded }

    /// Creates an object without content. The original class inherits this initializer from `NSObject`.
    public convenience override init() { self.init(content: Content()) }

    init(content: Content) {
        self.content = content
        super.init()
    }

    /// Always returns nil, because an ad break requires an ID.
    @available(*, deprecated, message: "Use GCKAdBreakInfoBuilder.")
    public init!(playbackPosition: TimeInterval) { return nil }

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

/// Creates a ``GCKAdBreakInfo``.
#if canImport(ObjectiveC)
@objc(GCKAdBreakInfoBuilder)
@objcMembers
#endif
open class GCKAdBreakInfoBuilder: NSObject {
    private var content: GCKAdBreakInfo.Content

    /// The ID of the ad break, unique within the media.
    open var adBreakID: String {
        get { content.adBreakID }
        set { content.adBreakID = newValue }
    }

    /// The position in the content, in seconds. 0 is before the content (preroll), -1 after it (postroll).
    open var playbackPosition: TimeInterval {
        get { content.playbackPosition }
        set { content.playbackPosition = newValue }
    }

    /// The IDs of the break's clips, in playback order.
    open var adBreakClipIDs: [String]? {
        get { content.adBreakClipIDs }
        set { content.adBreakClipIDs = newValue }
    }

    /// Whether the receiver has started this break before.
    open var watched: Bool {
        get { content.watched }
        set { content.watched = newValue }
    }

    /// Whether the break is embedded in the content's stream.
    open var embedded: Bool {
        get { content.embedded }
        set { content.embedded = newValue }
    }

    /// Whether the break adds to the duration of the content.
    open var expanded: Bool {
        get { content.expanded }
        set { content.expanded = newValue }
    }

    /// Creates an object without content. The original class inherits this initializer from `NSObject`.
    public convenience override init() { self.init(adBreakID: "", adBreakClipIds: nil) }

    /// Creates a builder with the properties of an existing ad break.
    public convenience init(adBreakInfo: GCKAdBreakInfo) {
        self.init(adBreakID: adBreakInfo.adBreakID, adBreakClipIds: nil)
        content = adBreakInfo.content
    }

    /// Creates a builder with default values.
    public init(adBreakID: String, adBreakClipIds adBreakClipIDs: [String]?) {
        content = GCKAdBreakInfo.Content(adBreakID: adBreakID, adBreakClipIDs: adBreakClipIDs)
        super.init()
    }

    /// Creates an object with the current values. Later changes of the builder don't affect it.
    open func build() -> GCKAdBreakInfo { GCKAdBreakInfo(content: content) }
}

extension GCKAdBreakInfo.Content: WireContent {
    /// Returns nil if the break has no ID. An empty ID is accepted.
    init?(_ wire: Break) {
        let fields = wire.fields
        guard let id = fields.text("id") else { return nil }
        self.init(
            adBreakID: id,
            playbackPosition: fields.real("position") ?? 0,
            adBreakClipIDs: fields.texts("breakClipIds"),
            watched: fields.flag("isWatched") ?? false,
            embedded: fields.flag("isEmbedded") ?? false,
            expanded: fields.flag("expanded") ?? false
        )
    }

    func wire() throws(GCKError) -> Break {
        Break(
            id: adBreakID,
            breakClipIDs: adBreakClipIDs ?? [],
            position: playbackPosition.finite,
            isWatched: watched,
            isEmbedded: embedded,
            expanded: expanded
        )
    }
}
