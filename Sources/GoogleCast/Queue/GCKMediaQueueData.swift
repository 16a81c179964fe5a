// SPDX-License-Identifier: Apache-2.0

import CastWire
public import Foundation

/// The data of a queue. Created with a ``GCKMediaQueueDataBuilder``.
#if canImport(ObjectiveC)
@objc(GCKMediaQueueData)
@objcMembers
#endif
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

    /// The type of the queue.
    open var queueType: GCKMediaQueueType { content.queueType }

    /// The ID that the application gave the queue.
    open var queueID: String? { content.queueID }

    /// The name to display.
    open var name: String? { content.name }

    /// A deep link, which the receiver application resolves if there are no items.
    open var entity: String? { content.entity }

    /// The repeat mode.
    open var repeatMode: GCKMediaRepeatMode { content.repeatMode }

    /// The metadata of the queue's container.
    open var containerMetadata: GCKMediaQueueContainerMetadata? { content.containerMetadata }

    /// The index of the item to start with.
    open var startIndex: UInt { content.startIndex }

    /// The start position in that item, in seconds. ``kGCKInvalidTimeInterval`` uses the item's start time.
    open var startTime: TimeInterval { content.startTime }

    /// The items of the queue.
    open var items: [GCKMediaQueueItem]? { content.items }

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

/// Creates a ``GCKMediaQueueData``.
#if canImport(ObjectiveC)
@objc(GCKMediaQueueDataBuilder)
@objcMembers
#endif
open class GCKMediaQueueDataBuilder: NSObject {
    private var content: GCKMediaQueueData.Content

    /// The type of the queue.
    open var queueType: GCKMediaQueueType {
        get { content.queueType }
        set { content.queueType = newValue }
    }

    /// The ID that the application gave the queue.
    open var queueID: String? {
        get { content.queueID }
        set { content.queueID = newValue }
    }

    /// The name to display.
    open var name: String? {
        get { content.name }
        set { content.name = newValue }
    }

    /// A deep link, which the receiver application resolves if there are no items.
    open var entity: String? {
        get { content.entity }
        set { content.entity = newValue }
    }

    /// The repeat mode.
    open var repeatMode: GCKMediaRepeatMode {
        get { content.repeatMode }
        set { content.repeatMode = newValue }
    }

    /// The metadata of the queue's container.
    open var containerMetadata: GCKMediaQueueContainerMetadata? {
        get { content.containerMetadata }
        set { content.containerMetadata = newValue }
    }

    /// The index of the item to start with.
    open var startIndex: UInt {
        get { content.startIndex }
        set { content.startIndex = newValue }
    }

    /// The start position in that item, in seconds. ``kGCKInvalidTimeInterval`` uses the item's start time.
    open var startTime: TimeInterval {
        get { content.startTime }
        set { content.startTime = newValue }
    }

    /// The items of the queue.
    open var items: [GCKMediaQueueItem]? {
        get { content.items }
        set { content.items = newValue }
    }

    /// Creates an object without content. The original class inherits this initializer from `NSObject`.
    public convenience override init() { self.init(queueType: .generic) }

    /// Creates a builder with default values.
    public init(queueType: GCKMediaQueueType) {
        content = GCKMediaQueueData.Content(queueType: queueType)
        super.init()
    }

    /// Creates a builder with the properties of an existing queue.
    public init(queueData: GCKMediaQueueData) {
        content = queueData.content
        super.init()
    }

    /// Creates an object with the current values. Later changes of the builder don't affect it.
    open func build() -> GCKMediaQueueData { GCKMediaQueueData(content: content) }
}

/// The type of a queue.
#if canImport(ObjectiveC)
@objc(GCKMediaQueueType)
#endif
public enum GCKMediaQueueType: Int, CaseIterable, Sendable {
    case generic = 0
    case album = 1
    case playlist = 2
    case audioBook = 3
    case radioStation = 4
    case podcastSeries = 5
    #if canImport(ObjectiveC)
    @objc(GCKMediaQueueTypeTVSeries)
    #endif
    case tvSeries = 6
    case videoPlayList = 7
    case liveTV = 8
    case movie = 9
}

/// The repeat mode of a queue.
#if canImport(ObjectiveC)
@objc(GCKMediaRepeatMode)
#endif
public enum GCKMediaRepeatMode: Int, CaseIterable, Sendable {
    /// Keeps the current mode.
    case unchanged = 0
    /// The queue doesn't repeat.
    case off = 1
    /// The current item repeats.
    case single = 2
    /// The queue repeats.
    case all = 3
    /// The queue repeats and is shuffled after each pass.
    case allAndShuffle = 4
}

extension GCKMediaQueueData.Content: WireContent {
    init?(_ wire: QueueData) {
        let fields = wire.fields
        self.init(
            queueType: GCKMediaQueueType(fields.word("queueType")),
            queueID: fields.text("id"),
            name: fields.text("name"),
            entity: fields.text("entity"),
            repeatMode: GCKMediaRepeatMode(fields.word("repeatMode")),
            containerMetadata: fields.model("containerMetadata", as: GCKMediaQueueContainerMetadata.Content.self),
            startIndex: UInt(max(0, fields.integer("startIndex") ?? 0)),
            startTime: fields.real("startTime") ?? kGCKInvalidTimeInterval,
            items: fields.models("items", as: GCKMediaQueueItem.Content.self)
        )
    }

    /// Removes the item IDs, because receivers reject a load request whose items have IDs.
    func wire() throws(GCKError) -> QueueData {
        var data = QueueData()
        data.queueType = queueType.word
        data.id = queueID
        data.name = name
        data.entity = entity
        data.repeatMode = repeatMode.word
        data.containerMetadata = try containerMetadata?.wire()
        data.startIndex = Int(clamping: startIndex)
        data.startTime = startTime.finite
        data.items = try items?.wires()?.map(\.withoutID)
        return data
    }
}

extension QueueItem {
    /// The item without its ID, as a new item for a receiver.
    var withoutID: QueueItem {
        var item = self
        item.itemID = nil
        return item
    }
}

extension GCKMediaRepeatMode: WireStringMapped {
    static let words: [GCKMediaRepeatMode: RepeatMode] = [
        .off: .off, .single: .single, .all: .all, .allAndShuffle: .allAndShuffle,
    ]
    static let defaultCase = GCKMediaRepeatMode.unchanged
}

extension GCKMediaQueueType: WireStringMapped {
    static let words: [GCKMediaQueueType: QueueType] = [
        .album: .album, .playlist: .playlist, .audioBook: .audiobook, .radioStation: .radioStation,
        .podcastSeries: .podcastSeries, .tvSeries: .tvSeries, .videoPlayList: .videoPlaylist, .liveTV: .liveTV,
        .movie: .movie,
    ]
    static let defaultCase = GCKMediaQueueType.generic
}
