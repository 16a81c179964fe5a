// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire

/// Maps the items of the device's queue to those of the command's list.
///
/// The device assigns the IDs of queue items. An item is therefore identified by its content when it is first reported,
/// and by its ID afterward. The same content may occur several times in a list.
struct QueueItemMap: Hashable, Sendable {
    /// The content ID of each item of the list; nil for an item that was not sent.
    private var contentIDs: [String?]
    private var indexes: [Int: Int] = [:]

    init(contentIDs: [String?] = []) { self.contentIDs = contentIDs }

    /// Returns the index of the device's current item in the list; nil for an item that is not in the list.
    ///
    /// - Parameter current: The index of the previous item. Of several candidates, the nearest one after it is chosen.
    mutating func index(of report: QueueReport, near current: Int) -> Int? {
        if let itemID = report.currentItemID, let index = indexes[itemID] { return index }
        guard let contentID = report.contentID else { return nil }
        let assigned = Set(indexes.values)
        let candidates = contentIDs.indices.filter { contentIDs[$0] == contentID && !assigned.contains($0) }
        let match = candidates.first { $0 >= current } ?? candidates.last
        if let itemID = report.currentItemID, let match { indexes[itemID] = match }
        return match
    }

    /// Adds items that were sent to the device later.
    mutating func add(_ more: [Int: String]) {
        for (index, contentID) in more where contentIDs.indices.contains(index) { contentIDs[index] = contentID }
    }

    /// Returns whether an item was sent to the device.
    func contains(_ index: Int) -> Bool { contentIDs.indices.contains(index) && contentIDs[index] != nil }
}

/// The device's queue according to a media status.
struct QueueReport: Hashable, Sendable {
    var currentItemID: Int?
    var contentID: String?
    /// The number of items that the device has reported.
    var count = 0
}

extension QueueReport {
    /// Creates the report from a snapshot.
    init(_ snapshot: MediaSnapshot) {
        self.init(
            currentItemID: snapshot.currentItemID,
            contentID: snapshot.media?.contentID ?? snapshot.currentItem?.media?.contentID,
            count: snapshot.queueWindow.count
        )
    }
}
