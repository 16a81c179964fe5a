// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Options for loading media.
#if canImport(ObjectiveC)
@objc(GCKMediaLoadOptions)
@objcMembers
#endif
open class GCKMediaLoadOptions: NSObject, NSCopying, NSSecureCoding, ContentModel {
    struct Content: ModelContent {
        var autoplay: Bool = true
        @Real var playPosition: TimeInterval = .nan
        @Real var playbackRate: Float = 1
        var activeTrackIDs: [Int]?
        @CustomData var customData: Any? = nil
        var credentials: String?
        var credentialsType: String?

        var model: GCKMediaLoadOptions { GCKMediaLoadOptions(content: self) }
    }

    var content: Content

    /// Whether playback starts as soon as possible. Default true.
    open var autoplay: Bool {
        get { content.autoplay }
        set { content.autoplay = newValue }
    }

    /// The start position in seconds. ``kGCKInvalidTimeInterval``, the default, means the start of the media or the
    /// live edge.
    open var playPosition: TimeInterval {
        get { content.playPosition }
        set { content.playPosition = newValue }
    }

    /// The playback rate. Default 1.
    open var playbackRate: Float {
        get { content.playbackRate }
        set { content.playbackRate = newValue }
    }

    /// The IDs of the active tracks. If nil, the receiver chooses.
    open var activeTrackIDs: [NSNumber]? {
        get { content.activeTrackIDs?.map { NSNumber(value: $0) } }
        set { content.activeTrackIDs = newValue?.map(\.intValue) }
    }

    /// Application-specific data. Must be representable as JSON.
    open var customData: Any? {
        get { content.customData }
        set { content.customData = newValue }
    }

    /// The credentials of the user, in an application-specific form.
    open var credentials: String? {
        get { content.credentials }
        set { content.credentials = newValue }
    }

    /// The type of the credentials.
    open var credentialsType: String? {
        get { content.credentialsType }
        set { content.credentialsType = newValue }
    }

    init(content: Content) {
        self.content = content
        super.init()
    }

    /// Creates options with default values.
    public override init() {
        content = Content()
        super.init()
    }

    // MARK: Equality, copying, coding

    open override func isEqual(_ object: Any?) -> Bool { hasContent(of: object) }

    open override var hash: Int { content.hashValue }

    /// Returns an independent copy.
    open func copy(with zone: NSZone? = nil) -> Any { GCKMediaLoadOptions(content: content) }

    public class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { content.encode(with: coder) }

    public required init?(coder: NSCoder) {
        guard let content = Content(coder: coder) else { return nil }
        self.content = content
        super.init()
    }
}
