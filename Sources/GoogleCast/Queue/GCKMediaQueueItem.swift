// SPDX-License-Identifier: Apache-2.0

import CastWire
public import Foundation

/// An item of a queue. Created with a ``GCKMediaQueueItemBuilder``.
#if canImport(ObjectiveC)
@objc(GCKMediaQueueItem)
@objcMembers
#endif
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

    /// The media of the item.
    open var mediaInformation: GCKMediaInformation {
        content.mediaInformation ?? GCKMediaInformation(content: GCKMediaInformation.Content())
    }

    /// The ID that the receiver assigned. ``kGCKMediaQueueInvalidItemID`` for an item that isn't in a queue yet.
    open var itemID: UInt { content.itemID }

    /// Whether playback starts when the item becomes the current item. Default true.
    open var autoplay: Bool { content.autoplay }

    /// The start position in seconds. ``kGCKInvalidTimeInterval`` leaves it to the receiver.
    open var startTime: TimeInterval { content.startTime }

    /// The duration to play in seconds. Infinity means until the end, a negative value this many seconds before the
    /// end.
    open var playbackDuration: TimeInterval { content.playbackDuration }

    /// How long before the end of the previous item this item is preloaded, in seconds. ``kGCKInvalidTimeInterval``
    /// leaves it to the receiver.
    open var preloadTime: TimeInterval { content.preloadTime }

    /// The IDs of the active tracks. If empty, the receiver chooses.
    open var activeTrackIDs: [NSNumber] { (content.activeTrackIDs ?? []).map { NSNumber(value: $0) } }

    /// Application-specific data, which must be representable as JSON. `NSNull` if there is none.
    open var customData: Any { content.customData ?? NSNull() }

    /// Creates an object without content. The original class inherits this initializer from `NSObject`.
    public convenience override init() { self.init(content: Content()) }

    init(content: Content) {
        self.content = content
        super.init()
    }

    /// Creates an item that plays to its end.
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

    /// Creates an item with all properties.
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

    /// Returns an independent copy. Clearing the ID of one object doesn't affect the other.
    open func copy(with zone: NSZone? = nil) -> Any { GCKMediaQueueItem(content: content) }

    /// Clears the item's ID, so that the item can be added to another queue.
    open func clearItemID() { content.itemID = kGCKMediaQueueInvalidItemID }

    /// Returns a copy that a block has modified. The copy keeps the item's ID.
    #if canImport(ObjectiveC)
    @objc(mediaQueueItemModifiedWithBlock:)
    #endif
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

/// Creates a ``GCKMediaQueueItem``.
#if canImport(ObjectiveC)
@objc(GCKMediaQueueItemBuilder)
@objcMembers
#endif
open class GCKMediaQueueItemBuilder: NSObject {
    private var content: GCKMediaQueueItem.Content

    /// The media of the item.
    open var mediaInformation: GCKMediaInformation? {
        get { content.mediaInformation }
        set { content.mediaInformation = newValue }
    }

    /// Whether playback starts when the item becomes the current item. Default true.
    open var autoplay: Bool {
        get { content.autoplay }
        set { content.autoplay = newValue }
    }

    /// The start position in seconds. ``kGCKInvalidTimeInterval`` leaves it to the receiver.
    open var startTime: TimeInterval {
        get { content.startTime }
        set { content.startTime = newValue }
    }

    /// The duration to play in seconds. Infinity means until the end, a negative value this many seconds before the
    /// end.
    open var playbackDuration: TimeInterval {
        get { content.playbackDuration }
        set { content.playbackDuration = newValue }
    }

    /// How long before the end of the previous item this item is preloaded, in seconds. ``kGCKInvalidTimeInterval``
    /// leaves it to the receiver.
    open var preloadTime: TimeInterval {
        get { content.preloadTime }
        set { content.preloadTime = newValue }
    }

    /// The IDs of the active tracks. If nil or empty, the receiver chooses.
    open var activeTrackIDs: [NSNumber]? {
        get { content.activeTrackIDs?.map { NSNumber(value: $0) } }
        set { content.activeTrackIDs = newValue?.map(\.intValue) }
    }

    /// Application-specific data. Must be representable as JSON.
    open var customData: Any? {
        get { content.customData }
        set { content.customData = newValue }
    }

    /// Creates a builder with default values.
    public override convenience init() {
        self.init(mediaQueueItem: nil)
    }

    /// Creates a builder with the properties of an item, including its ID, or with default values if the item is nil.
    public init(mediaQueueItem item: GCKMediaQueueItem?) {
        content = item?.content ?? GCKMediaQueueItem.Content()
        super.init()
    }

    /// Creates an object with the current values. Later changes of the builder don't affect it.
    open func build() -> GCKMediaQueueItem { GCKMediaQueueItem(content: content) }
}

extension GCKMediaQueueItem.Content: WireContent {
    /// Receivers report an item by its ID alone until its media is known.
    init?(_ wire: QueueItem) {
        let fields = wire.fields
        self.init(
            mediaInformation: fields.model("media", as: GCKMediaInformation.Content.self),
            itemID: UInt(max(0, fields.integer("itemId") ?? 0)),
            autoplay: fields.flag("autoplay") ?? true,
            startTime: fields.real("startTime") ?? kGCKInvalidTimeInterval,
            playbackDuration: fields.real("playbackDuration") ?? .infinity,
            preloadTime: fields.real("preloadTime") ?? kGCKInvalidTimeInterval,
            activeTrackIDs: fields.integers("activeTrackIds"),
            customData: fields.anything("customData")
        )
    }

    /// Includes the item's ID if it has one. Requests that add new items remove it.
    func wire() throws(GCKError) -> QueueItem {
        var item = QueueItem()
        item.itemID = itemID == kGCKMediaQueueInvalidItemID ? nil : Int(exactly: itemID)
        item.media = try mediaInformation?.wire()
        item.autoplay = autoplay
        item.startTime = startTime.finite
        item.playbackDuration = playbackDuration.finite
        item.preloadTime = preloadTime.finite
        item.activeTrackIDs = activeTrackIDs
        item.customData = try $customData.wire()
        return item
    }
}

/// The ID that a receiver assigns to an item of its queue.
public typealias GCKMediaQueueItemID = UInt

/// The ID of an item that isn't in a queue yet.
public let kGCKMediaQueueInvalidItemID: UInt = 0
