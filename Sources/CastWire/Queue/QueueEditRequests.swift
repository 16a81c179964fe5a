// SPDX-License-Identifier: Apache-2.0

/// QUEUE_LOAD: starts a new media session with a queue. ``LoadRequest`` with queue data is the newer form.
public struct QueueLoadRequest: MediaSessionRequest {
    public static let type = "QUEUE_LOAD"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(
        items: [QueueItem],
        startIndex: Int? = nil,
        repeatMode: RepeatMode? = nil,
        currentTime: Double? = nil,
        queueType: QueueType? = nil
    ) {
        fields = JSONObject(type: Self.type)
        self.items = items
        self.startIndex = startIndex
        self.repeatMode = repeatMode
        self.currentTime = currentTime
        self.queueType = queueType
    }

    /// The items, which must not have item IDs.
    public var items: [QueueItem] {
        get { self["items"] ?? [] }
        set { self["items"] = newValue }
    }

    /// The index of the first item to play, from 0. Default 0.
    public var startIndex: Int? {
        get { self["startIndex"] }
        set { self["startIndex"] = newValue }
    }

    /// The repeat mode.
    public var repeatMode: RepeatMode? {
        get { self["repeatMode"] }
        set { self["repeatMode"] = newValue }
    }

    /// The start position in the first item, in seconds.
    public var currentTime: Double? {
        get { self["currentTime"] }
        set { self["currentTime"] = newValue }
    }

    /// The type of the queue.
    public var queueType: QueueType? {
        get { self["queueType"] }
        set { self["queueType"] = newValue }
    }
}

/// QUEUE_INSERT: inserts items. If a current item is specified, playback continues with that item.
public struct QueueInsertRequest: MediaSessionRequest {
    public static let type = "QUEUE_INSERT"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(
        mediaSessionID: Int,
        items: [QueueItem],
        insertBefore: Int? = nil,
        currentItemID: Int? = nil,
        currentItemIndex: Int? = nil,
        currentTime: Double? = nil
    ) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
        self.items = items
        self.insertBefore = insertBefore
        self.currentItemID = currentItemID
        self.currentItemIndex = currentItemIndex
        self.currentTime = currentTime
    }

    /// The items, which must not have item IDs.
    public var items: [QueueItem] {
        get { self["items"] ?? [] }
        set { self["items"] = newValue }
    }

    /// The ID of the item to insert before; nil appends at the end.
    public var insertBefore: Int? {
        get { self["insertBefore"] }
        set { self["insertBefore"] = newValue }
    }

    /// The ID of the item to play now.
    public var currentItemID: Int? {
        get { self["currentItemId"] }
        set { self["currentItemId"] = newValue }
    }

    /// The index in ``items`` of the item to play now. Mutually exclusive with ``currentItemID``.
    public var currentItemIndex: Int? {
        get { self["currentItemIndex"] }
        set { self["currentItemIndex"] = newValue }
    }

    /// The position in that item, in seconds.
    public var currentTime: Double? {
        get { self["currentTime"] }
        set { self["currentTime"] = newValue }
    }
}

/// QUEUE_UPDATE: changes items, the repeat mode or the current item, in any combination.
public struct QueueUpdateRequest: MediaSessionRequest {
    public static let type = "QUEUE_UPDATE"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(
        mediaSessionID: Int,
        items: [QueueItem]? = nil,
        currentItemID: Int? = nil,
        currentTime: Double? = nil,
        jump: Int? = nil,
        repeatMode: RepeatMode? = nil,
        shuffle: Bool? = nil
    ) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
        self.items = items
        self.currentItemID = currentItemID
        self.currentTime = currentTime
        self.jump = jump
        self.repeatMode = repeatMode
        self.shuffle = shuffle
    }

    /// The items to change, which must have item IDs.
    public var items: [QueueItem]? {
        get { self["items"] }
        set { self["items"] = newValue }
    }

    /// The ID of the item to play now.
    public var currentItemID: Int? {
        get { self["currentItemId"] }
        set { self["currentItemId"] = newValue }
    }

    /// The position in that item, in seconds.
    public var currentTime: Double? {
        get { self["currentTime"] }
        set { self["currentTime"] = newValue }
    }

    /// The number of items to skip forward; backward if negative.
    public var jump: Int? {
        get { self["jump"] }
        set { self["jump"] = newValue }
    }

    /// The new repeat mode.
    public var repeatMode: RepeatMode? {
        get { self["repeatMode"] }
        set { self["repeatMode"] = newValue }
    }

    /// True shuffles the queue once.
    public var shuffle: Bool? {
        get { self["shuffle"] }
        set { self["shuffle"] = newValue }
    }
}

/// QUEUE_REMOVE: removes items. If the current item is removed, the next one plays.
public struct QueueRemoveRequest: MediaSessionRequest {
    public static let type = "QUEUE_REMOVE"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(mediaSessionID: Int, itemIDs: [Int], currentItemID: Int? = nil, currentTime: Double? = nil) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
        self.itemIDs = itemIDs
        self.currentItemID = currentItemID
        self.currentTime = currentTime
    }

    /// The IDs of the items to remove.
    public var itemIDs: [Int] {
        get { self["itemIds"] ?? [] }
        set { self["itemIds"] = newValue }
    }

    /// The ID of the item to play now.
    public var currentItemID: Int? {
        get { self["currentItemId"] }
        set { self["currentItemId"] = newValue }
    }

    /// The position in that item, in seconds.
    public var currentTime: Double? {
        get { self["currentTime"] }
        set { self["currentTime"] = newValue }
    }
}

/// QUEUE_REORDER: moves items. The items are placed in the given order.
public struct QueueReorderRequest: MediaSessionRequest {
    public static let type = "QUEUE_REORDER"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(
        mediaSessionID: Int,
        itemIDs: [Int],
        insertBefore: Int? = nil,
        currentItemID: Int? = nil,
        currentTime: Double? = nil
    ) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
        self.itemIDs = itemIDs
        self.insertBefore = insertBefore
        self.currentItemID = currentItemID
        self.currentTime = currentTime
    }

    /// The IDs of the items to move, in their new order.
    public var itemIDs: [Int] {
        get { self["itemIds"] ?? [] }
        set { self["itemIds"] = newValue }
    }

    /// The ID of the item to insert before; nil appends at the end.
    public var insertBefore: Int? {
        get { self["insertBefore"] }
        set { self["insertBefore"] = newValue }
    }

    /// The ID of the item to play now.
    public var currentItemID: Int? {
        get { self["currentItemId"] }
        set { self["currentItemId"] = newValue }
    }

    /// The position in that item, in seconds.
    public var currentTime: Double? {
        get { self["currentTime"] }
        set { self["currentTime"] = newValue }
    }
}
