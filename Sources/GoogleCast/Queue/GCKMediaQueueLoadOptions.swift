public import Foundation

/// How a queue is loaded.
open class GCKMediaQueueLoadOptions: NSObject, NSCopying, NSSecureCoding, ContentModel {
    struct Content: ModelContent {
        var startIndex: UInt = 0
        @Real var playPosition: TimeInterval = .nan
        @Numbered var repeatMode: GCKMediaRepeatMode = .unchanged
        @CustomData var customData: Any? = nil

        var model: GCKMediaQueueLoadOptions { GCKMediaQueueLoadOptions(content: self) }
    }

    var content: Content

    /// The item to begin with, from 0.
    open var startIndex: UInt {
        get { content.startIndex }
        set { content.startIndex = newValue }
    }

    /// Where in that item, in seconds; ``kGCKInvalidTimeInterval``, the default, leaves it to the item.
    open var playPosition: TimeInterval {
        get { content.playPosition }
        set { content.playPosition = newValue }
    }

    /// What happens at the queue's end.
    open var repeatMode: GCKMediaRepeatMode {
        get { content.repeatMode }
        set { content.repeatMode = newValue }
    }

    /// Anything for the receiver's application that can be written as JSON.
    open var customData: Any? {
        get { content.customData }
        set { content.customData = newValue }
    }

    init(content: Content) {
        self.content = content
        super.init()
    }

    /// Options with their defaults.
    public override init() {
        content = Content()
        super.init()
    }
    // MARK: Equality, copying, coding

    open override func isEqual(_ object: Any?) -> Bool { hasContent(of: object) }

    open override var hash: Int { content.hashValue }

    /// An independent object.
    open func copy(with zone: NSZone? = nil) -> Any { GCKMediaQueueLoadOptions(content: content) }

    public class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { content.encode(with: coder) }

    public required init?(coder: NSCoder) {
        guard let content = Content(coder: coder) else { return nil }
        self.content = content
        super.init()
    }

}
