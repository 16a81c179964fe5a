public import Foundation

/// Makes a ``GCKMediaQueueItem``.
open class GCKMediaQueueItemBuilder: NSObject {
    private var content: GCKMediaQueueItem.Content

    /// What is played.
    open var mediaInformation: GCKMediaInformation? {
        get { content.mediaInformation }
        set { content.mediaInformation = newValue }
    }

    /// Whether it plays at once when its turn comes. Default true.
    open var autoplay: Bool {
        get { content.autoplay }
        set { content.autoplay = newValue }
    }

    /// Where it begins, in seconds; ``kGCKInvalidTimeInterval`` leaves it to the receiver.
    open var startTime: TimeInterval {
        get { content.startTime }
        set { content.startTime = newValue }
    }

    /// How much of it is played, in seconds; infinity for all, negative to this much before its end.
    open var playbackDuration: TimeInterval {
        get { content.playbackDuration }
        set { content.playbackDuration = newValue }
    }

    /// How long before the previous item's end it is fetched, in seconds; ``kGCKInvalidTimeInterval`` leaves it to the
    /// receiver.
    open var preloadTime: TimeInterval {
        get { content.preloadTime }
        set { content.preloadTime = newValue }
    }

    /// The tracks to use; empty where the receiver chooses.
    open var activeTrackIDs: [NSNumber]? {
        get { content.activeTrackIDs?.map { NSNumber(value: $0) } }
        set { content.activeTrackIDs = newValue?.map(\.intValue) }
    }

    /// Anything for the receiver's application that can be written as JSON; `NSNull` where there is nothing.
    open var customData: Any? {
        get { content.customData }
        set { content.customData = newValue }
    }

    /// Begins with defaults.
    public override convenience init() {
        self.init(mediaQueueItem: nil)
    }

    /// Begins with an item's properties, its number included; with defaults for nil.
    public init(mediaQueueItem item: GCKMediaQueueItem?) {
        content = item?.content ?? GCKMediaQueueItem.Content()
        super.init()
    }

    /// An object of what was set; later changes of the builder do not show in it.
    open func build() -> GCKMediaQueueItem { GCKMediaQueueItem(content: content) }
}
