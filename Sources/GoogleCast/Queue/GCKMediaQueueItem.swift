public import Foundation

/// One item of a queue. Made by a ``GCKMediaQueueItemBuilder``.
open class GCKMediaQueueItem: NSObject, NSCopying, ContentModel {
    struct Content: ModelContent {
        @Nested var mediaInformation: GCKMediaInformation? = nil
        var itemID: UInt = kGCKMediaQueueInvalidItemID
        var autoplay: Bool = true
        @Real var startTime: TimeInterval = .nan
        @Real var playbackDuration: TimeInterval = .infinity
        @Real var preloadTime: TimeInterval = .nan
        var activeTrackIDs: [Int]?
        @CustomData var customData: Any? = nil

        var model: GCKMediaQueueItem { GCKMediaQueueItem(content: self) }
    }

    private(set) var content: Content

    /// What is played.
    open var mediaInformation: GCKMediaInformation {
        content.mediaInformation ?? GCKMediaInformation(content: GCKMediaInformation.Content())
    }

    /// Its number, from the receiver; ``kGCKMediaQueueInvalidItemID`` before it has one.
    open var itemID: UInt { content.itemID }

    /// Whether it plays at once when its turn comes. Default true.
    open var autoplay: Bool { content.autoplay }

    /// Where it begins, in seconds; ``kGCKInvalidTimeInterval`` leaves it to the receiver.
    open var startTime: TimeInterval { content.startTime }

    /// How much of it is played, in seconds; infinity for all, negative to this much before its end.
    open var playbackDuration: TimeInterval { content.playbackDuration }

    /// How long before the previous item's end it is fetched, in seconds; ``kGCKInvalidTimeInterval`` leaves it to the
    /// receiver.
    open var preloadTime: TimeInterval { content.preloadTime }

    /// The tracks to use; empty where the receiver chooses.
    open var activeTrackIDs: [NSNumber] { (content.activeTrackIDs ?? []).map { NSNumber(value: $0) } }

    /// Anything for the receiver's application that can be written as JSON; `NSNull` where there is nothing.
    open var customData: Any { content.customData ?? NSNull() }

    init(content: Content) {
        self.content = content
        super.init()
    }

    /// An item that is played to its end.
    public init(
        mediaInformation: GCKMediaInformation,
        autoplay: Bool,
        startTime: TimeInterval,
        preloadTime: TimeInterval,
        activeTrackIDs: [NSNumber]?,
        customData: Any?
    ) {
        content = Content(
            mediaInformation: mediaInformation,
            autoplay: autoplay,
            startTime: startTime,
            preloadTime: preloadTime,
            activeTrackIDs: activeTrackIDs?.map(\.intValue),
            customData: customData
        )
        super.init()
    }

    /// An item with all its properties.
    public required init(
        mediaInformation: GCKMediaInformation,
        autoplay: Bool,
        startTime: TimeInterval,
        playbackDuration: TimeInterval,
        preloadTime: TimeInterval,
        activeTrackIDs: [NSNumber]?,
        customData: Any?
    ) {
        content = Content(
            mediaInformation: mediaInformation,
            autoplay: autoplay,
            startTime: startTime,
            playbackDuration: playbackDuration,
            preloadTime: preloadTime,
            activeTrackIDs: activeTrackIDs?.map(\.intValue),
            customData: customData
        )
        super.init()
    }
    // MARK: Equality, copying, coding

    open override func isEqual(_ object: Any?) -> Bool { hasContent(of: object) }

    open override var hash: Int { content.hashValue }

    /// An independent object, which may forget its number by itself.
    open func copy(with zone: NSZone? = nil) -> Any { GCKMediaQueueItem(content: content) }

    /// Forgets the item's number, so that it can be used in another queue.
    open func clearItemID() { content.itemID = kGCKMediaQueueInvalidItemID }

    /// A copy that a block has changed; it keeps the item's number.
    open func mediaQueueItemModified(_ block: @escaping (GCKMediaQueueItemBuilder) -> Void) -> Self {
        let builder = GCKMediaQueueItemBuilder(mediaQueueItem: self)
        block(builder)
        let built = builder.build()
        let item = Self(
            mediaInformation: built.mediaInformation,
            autoplay: built.autoplay,
            startTime: built.startTime,
            playbackDuration: built.playbackDuration,
            preloadTime: built.preloadTime,
            activeTrackIDs: nil,
            customData: nil
        )
        item.content = built.content
        return item
    }

}
