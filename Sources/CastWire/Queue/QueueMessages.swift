// SPDX-License-Identifier: Apache-2.0

/// QUEUE_CHANGE: the queue changed.
public struct QueueChangeMessage: CastPayload {
    public static let type = "QUEUE_CHANGE"
    public static let namespace = CastNamespace.media

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(
        changeType: QueueChangeType,
        itemIDs: [Int]? = nil,
        insertBefore: Int? = nil,
        reorderItemIDs: [Int]? = nil,
        sequenceNumber: Int? = nil,
        mediaSessionID: Int? = nil,
        requestID: Int? = nil
    ) {
        fields = JSONObject(type: Self.type)
        self.changeType = changeType
        self.itemIDs = itemIDs
        self.insertBefore = insertBefore
        self.reorderItemIDs = reorderItemIDs
        self.sequenceNumber = sequenceNumber
        self.mediaSessionID = mediaSessionID
        self.requestID = requestID
    }

    /// The type of the change.
    public var changeType: QueueChangeType? {
        get { self["changeType"] }
        set { self["changeType"] = newValue }
    }

    /// The IDs of the items concerned.
    public var itemIDs: [Int]? {
        get { self["itemIds"] }
        set { self["itemIds"] = newValue }
    }

    /// The ID of the item before which items were inserted. Absent if they were appended.
    public var insertBefore: Int? {
        get { self["insertBefore"] }
        set { self["insertBefore"] = newValue }
    }

    /// The IDs of the items that were moved.
    public var reorderItemIDs: [Int]? {
        get { self["reorderItemIds"] }
        set { self["reorderItemIds"] = newValue }
    }

    /// A number that increases with each change. After a gap, the IDs must be fetched again.
    public var sequenceNumber: Int? {
        get { self["sequenceNumber"] }
        set { self["sequenceNumber"] = newValue }
    }

    /// The ID of the media session.
    public var mediaSessionID: Int? {
        get { self["mediaSessionId"] }
        set { self["mediaSessionId"] = newValue }
    }
}

/// The type of a queue change.
public struct QueueChangeType: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Items were inserted before ``QueueChangeMessage/insertBefore``, or at the end.
    public static let insert = QueueChangeType(rawValue: "INSERT")

    /// Items were removed.
    public static let remove = QueueChangeType(rawValue: "REMOVE")

    /// The order changed.
    public static let update = QueueChangeType(rawValue: "UPDATE")

    /// The content of items changed; they must be fetched again.
    public static let itemsChange = QueueChangeType(rawValue: "ITEMS_CHANGE")

    /// The request had no effect.
    public static let noChange = QueueChangeType(rawValue: "NO_CHANGE")
}

/// QUEUE_ITEM_IDS: the IDs of all items, in order.
public struct QueueItemIDsMessage: CastPayload {
    public static let type = "QUEUE_ITEM_IDS"
    public static let namespace = CastNamespace.media

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(itemIDs: [Int], sequenceNumber: Int? = nil, requestID: Int? = nil) {
        fields = JSONObject(type: Self.type)
        self.itemIDs = itemIDs
        self.sequenceNumber = sequenceNumber
        self.requestID = requestID
    }

    /// The IDs. Old receivers use the key `ids`.
    public var itemIDs: [Int] {
        get { self["itemIds"] ?? self["ids"] ?? [] }
        set { self["itemIds"] = newValue }
    }

    /// The sequence number of the last queue change that is included.
    public var sequenceNumber: Int? {
        get { self["sequenceNumber"] }
        set { self["sequenceNumber"] = newValue }
    }
}

/// QUEUE_ITEMS: the complete items.
public struct QueueItemsMessage: CastPayload {
    public static let type = "QUEUE_ITEMS"
    public static let namespace = CastNamespace.media

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(items: [QueueItem], sequenceNumber: Int? = nil, requestID: Int? = nil) {
        fields = JSONObject(type: Self.type)
        self.items = items
        self.sequenceNumber = sequenceNumber
        self.requestID = requestID
    }

    /// The items.
    public var items: [QueueItem] {
        get { self["items"] ?? [] }
        set { self["items"] = newValue }
    }

    /// The sequence number of the last queue change that is included.
    public var sequenceNumber: Int? {
        get { self["sequenceNumber"] }
        set { self["sequenceNumber"] = newValue }
    }
}
