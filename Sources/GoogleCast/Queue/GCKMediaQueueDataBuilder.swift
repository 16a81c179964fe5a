public import Foundation

/// Makes a ``GCKMediaQueueData``.
open class GCKMediaQueueDataBuilder: NSObject {
    private var content: GCKMediaQueueData.Content

    /// What it is.
    open var queueType: GCKMediaQueueType {
        get { content.queueType }
        set { content.queueType = newValue }
    }

    /// The application's id.
    open var queueID: String? {
        get { content.queueID }
        set { content.queueID = newValue }
    }

    /// For people.
    open var name: String? {
        get { content.name }
        set { content.name = newValue }
    }

    /// A deep link; without items, the receiver's application resolves it.
    open var entity: String? {
        get { content.entity }
        set { content.entity = newValue }
    }

    /// What happens at its end.
    open var repeatMode: GCKMediaRepeatMode {
        get { content.repeatMode }
        set { content.repeatMode = newValue }
    }

    /// What it is, for people.
    open var containerMetadata: GCKMediaQueueContainerMetadata? {
        get { content.containerMetadata }
        set { content.containerMetadata = newValue }
    }

    /// The item to begin with, from 0.
    open var startIndex: UInt {
        get { content.startIndex }
        set { content.startIndex = newValue }
    }

    /// Where in that item, in seconds; ``kGCKInvalidTimeInterval`` leaves it to the item.
    open var startTime: TimeInterval {
        get { content.startTime }
        set { content.startTime = newValue }
    }

    /// The items.
    open var items: [GCKMediaQueueItem]? {
        get { content.items }
        set { content.items = newValue }
    }

    /// Begins with defaults.
    public init(queueType: GCKMediaQueueType) {
        content = GCKMediaQueueData.Content(queueType: queueType)
        super.init()
    }

    /// Begins with a queue's properties.
    public init(queueData: GCKMediaQueueData) {
        content = queueData.content
        super.init()
    }

    /// An object of what was set; later changes of the builder do not show in it.
    open func build() -> GCKMediaQueueData { GCKMediaQueueData(content: content) }
}
