/// Which item of the command's list each item of the device's queue is.
///
/// The device assigns the ids of queue items, so items are recognized by their content when they are first reported, and
/// by their id from then on. The same content may occur several times in a list.
struct QueuePlaces: Hashable, Sendable {
    /// What each item of the list was sent as; nil for an item that was not sent.
    private let contentIDs: [String?]
    private var indexes: [Int: Int] = [:]

    init(contentIDs: [String?] = []) { self.contentIDs = contentIDs }

    /// The index in the list of the device's current item; nil for an item that is not in the list.
    ///
    /// - Parameter current: The index of the item before; of several candidates the nearest one after it is taken.
    mutating func index(of report: QueueReport, near current: Int) -> Int? {
        if let itemID = report.currentItemID, let index = indexes[itemID] { return index }
        guard let contentID = report.contentID else { return nil }
        let taken = Set(indexes.values)
        let candidates = contentIDs.indices.filter { contentIDs[$0] == contentID && !taken.contains($0) }
        let following = candidates.first { $0 >= current } ?? candidates.last
        if let itemID = report.currentItemID, let following { indexes[itemID] = following }
        return following
    }

    /// Whether this item was sent to the device.
    func contains(_ index: Int) -> Bool { contentIDs.indices.contains(index) && contentIDs[index] != nil }
}

/// What a media status tells about the device's queue.
struct QueueReport: Hashable, Sendable {
    var currentItemID: Int?
    var contentID: String?
    /// How many items the device has reported.
    var count = 0
}
