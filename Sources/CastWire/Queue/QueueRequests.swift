// SPDX-License-Identifier: Apache-2.0

/// QUEUE_GET_ITEM_IDS: requests a ``QueueItemIDsMessage``.
public struct QueueGetItemIDsRequest: MediaSessionRequest {
    public static let type = "QUEUE_GET_ITEM_IDS"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the message.
    public init(mediaSessionID: Int) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
    }
}

/// QUEUE_GET_ITEMS: requests a ``QueueItemsMessage``.
public struct QueueGetItemsRequest: MediaSessionRequest {
    public static let type = "QUEUE_GET_ITEMS"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the message.
    public init(mediaSessionID: Int, itemIDs: [Int]) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
        self.itemIDs = itemIDs
    }

    /// The IDs of the requested items.
    public var itemIDs: [Int] {
        get { self["itemIds"] ?? [] }
        set { self["itemIds"] = newValue }
    }
}

/// QUEUE_GET_ITEM_RANGE: requests a ``QueueItemsMessage`` with an item and its neighbors.
public struct QueueGetItemRangeRequest: MediaSessionRequest {
    public static let type = "QUEUE_GET_ITEM_RANGE"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(mediaSessionID: Int, itemID: Int, nextCount: Int? = nil, prevCount: Int? = nil) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
        self.itemID = itemID
        self.nextCount = nextCount
        self.prevCount = prevCount
    }

    /// The ID of the item, which is included in the answer.
    public var itemID: Int? {
        get { self["itemId"] }
        set { self["itemId"] = newValue }
    }

    /// The number of items after it.
    public var nextCount: Int? {
        get { self["nextCount"] }
        set { self["nextCount"] = newValue }
    }

    /// The number of items before it.
    public var prevCount: Int? {
        get { self["prevCount"] }
        set { self["prevCount"] = newValue }
    }
}

/// QUEUE_NEXT: plays the next item. More applications support QUEUE_UPDATE with a ``QueueUpdateRequest/jump`` of 1.
public struct QueueNextRequest: MediaSessionRequest {
    public static let type = "QUEUE_NEXT"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the message.
    public init(mediaSessionID: Int) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
    }
}

/// QUEUE_PREV: plays the previous item. More applications support QUEUE_UPDATE with a ``QueueUpdateRequest/jump`` of
/// -1.
public struct QueuePrevRequest: MediaSessionRequest {
    public static let type = "QUEUE_PREV"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the message.
    public init(mediaSessionID: Int) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
    }
}

/// QUEUE_SHUFFLE: shuffles the queue once. More applications support ``QueueUpdateRequest/shuffle``.
public struct QueueShuffleRequest: MediaSessionRequest {
    public static let type = "QUEUE_SHUFFLE"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the message.
    public init(mediaSessionID: Int) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
    }
}
