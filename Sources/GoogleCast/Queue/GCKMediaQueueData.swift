public import Foundation

/// A queue, or what is known of one. Made by a ``GCKMediaQueueDataBuilder``.
open class GCKMediaQueueData: NSObject, NSCopying, NSSecureCoding, ContentModel {
    struct Content: ModelContent {
        @Numbered var queueType: GCKMediaQueueType = .generic
        var queueID: String?
        var name: String?
        var entity: String?
        @Numbered var repeatMode: GCKMediaRepeatMode = .unchanged
        @Nested var containerMetadata: GCKMediaQueueContainerMetadata? = nil
        var startIndex: UInt = 0
        @Real var startTime: TimeInterval = .nan
        @NestedList var items: [GCKMediaQueueItem]? = nil

        var model: GCKMediaQueueData { GCKMediaQueueData(content: self) }
    }

    let content: Content

    /// What it is.
    open var queueType: GCKMediaQueueType { content.queueType }

    /// The application's id.
    open var queueID: String? { content.queueID }

    /// For people.
    open var name: String? { content.name }

    /// A deep link; without items, the receiver's application resolves it.
    open var entity: String? { content.entity }

    /// What happens at its end.
    open var repeatMode: GCKMediaRepeatMode { content.repeatMode }

    /// What it is, for people.
    open var containerMetadata: GCKMediaQueueContainerMetadata? { content.containerMetadata }

    /// The item to begin with, from 0.
    open var startIndex: UInt { content.startIndex }

    /// Where in that item, in seconds; ``kGCKInvalidTimeInterval`` leaves it to the item.
    open var startTime: TimeInterval { content.startTime }

    /// The items.
    open var items: [GCKMediaQueueItem]? { content.items }

    init(content: Content) {
        self.content = content
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

}
