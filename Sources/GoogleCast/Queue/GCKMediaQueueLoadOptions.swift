// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Options for loading a queue.
#if canImport(ObjectiveC)
@objc(GCKMediaQueueLoadOptions)
@objcMembers
#endif
open class GCKMediaQueueLoadOptions: NSObject, NSCopying, NSSecureCoding, ContentModel {
    struct Content: ModelContent {
        var startIndex: UInt = 0
        @Real var playPosition: TimeInterval = .nan
        @Numbered var repeatMode: GCKMediaRepeatMode = .unchanged
        @CustomData var customData: Any? = nil

        var model: GCKMediaQueueLoadOptions { GCKMediaQueueLoadOptions(content: self) }
    }

    var content: Content

    /// The index of the item to start with. Default 0.
    open var startIndex: UInt {
        get { content.startIndex }
        set { content.startIndex = newValue }
    }

    /// The start position in that item, in seconds. ``kGCKInvalidTimeInterval``, the default, uses the item's start
    /// time.
    open var playPosition: TimeInterval {
        get { content.playPosition }
        set { content.playPosition = newValue }
    }

    /// The repeat mode. Default ``GCKMediaRepeatMode/unchanged``, which means off for a new queue.
    open var repeatMode: GCKMediaRepeatMode {
        get { content.repeatMode }
        set { content.repeatMode = newValue }
    }

    /// Application-specific data. Must be representable as JSON.
    open var customData: Any? {
        get { content.customData }
        set { content.customData = newValue }
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
    open func copy(with zone: NSZone? = nil) -> Any { GCKMediaQueueLoadOptions(content: content) }

    public class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { content.encode(with: coder) }

    public required init?(coder: NSCoder) {
        guard let content = Content(coder: coder) else { return nil }
        self.content = content
        super.init()
    }
}
