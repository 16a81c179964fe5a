// SPDX-License-Identifier: Apache-2.0

public import Foundation

@available(*, deprecated, message: "Use the remoteMediaClient of GCKCastSession.")
extension GCKMediaControlChannel {
    // MARK: Loading

    /// Loads a queue, replacing the current media.
    @discardableResult
    #if canImport(ObjectiveC)
    @objc(queueLoadItems:startIndex:repeatMode:)
    #endif
    public func queueLoad(
        _ queueItems: [GCKMediaQueueItem],
        start startIndex: UInt,
        repeatMode: GCKMediaRepeatMode
    ) -> Int {
        queueLoad(queueItems, start: startIndex, repeatMode: repeatMode, customData: nil)
    }

    /// Loads a queue, with custom data for the receiver application.
    @discardableResult
    #if canImport(ObjectiveC)
    @objc(queueLoadItems:startIndex:repeatMode:customData:)
    #endif
    public func queueLoad(
        _ queueItems: [GCKMediaQueueItem],
        start startIndex: UInt,
        repeatMode: GCKMediaRepeatMode,
        customData: Any?
    ) -> Int {
        queueLoad(
            queueItems,
            start: startIndex,
            playPosition: kGCKInvalidTimeInterval,
            repeatMode: repeatMode,
            customData: customData
        )
    }

    /// Loads a queue that starts at a position.
    ///
    /// - Parameters:
    ///   - queueItems: The items. At least one is required.
    ///   - startIndex: The index of the item to start with.
    ///   - playPosition: The start position in the first item, in seconds. NaN uses the item's own start time.
    ///   - repeatMode: How the queue repeats.
    ///   - customData: Custom data for the receiver application. Must be representable as JSON.
    @discardableResult
    #if canImport(ObjectiveC)
    @objc(queueLoadItems:startIndex:playPosition:repeatMode:customData:)
    #endif
    public func queueLoad(
        _ queueItems: [GCKMediaQueueItem],
        start startIndex: UInt,
        playPosition: TimeInterval,
        repeatMode: GCKMediaRepeatMode,
        customData: Any?
    ) -> Int {
        requireMainThread(of: GCKMediaControlChannel.self)
        let isValid = startIndex < UInt(queueItems.count) && isSendable(customData)
        return send(.nothing, isValid: isValid, isLoad: true) {
            $0.load(
                queueItems,
                start: startIndex,
                playPosition: playPosition,
                repeatMode: repeatMode,
                customData: customData
            )
        }
    }

    // MARK: Editing

    /// Inserts items before another item. ``kGCKMediaQueueInvalidItemID`` appends them.
    @discardableResult
    public func queueInsert(_ queueItems: [GCKMediaQueueItem], beforeItemWithID beforeItemID: UInt) -> Int {
        queueInsert(queueItems, beforeItemWithID: beforeItemID, customData: nil)
    }

    /// Inserts items, with custom data for the receiver application.
    @discardableResult
    public func queueInsert(
        _ queueItems: [GCKMediaQueueItem],
        beforeItemWithID beforeItemID: UInt,
        customData: Any?
    ) -> Int {
        requireMainThread(of: GCKMediaControlChannel.self)
        return send(isValid: !queueItems.isEmpty && isSendable(customData)) {
            $0.queueInsert(queueItems, beforeItemWithID: beforeItemID, customData: customData)
        }
    }

    /// Inserts one item before another item.
    @discardableResult
    #if canImport(ObjectiveC)
    @objc(queueInsertItem:beforeItemWithID:)
    #endif
    public func queueInsert(_ item: GCKMediaQueueItem, beforeItemWithID beforeItemID: UInt) -> Int {
        queueInsert([item], beforeItemWithID: beforeItemID)
    }

    /// Inserts an item and plays it.
    @discardableResult
    #if canImport(ObjectiveC)
    @objc(queueInsertAndPlayItem:beforeItemWithID:)
    #endif
    public func queueInsertAndPlay(_ item: GCKMediaQueueItem, beforeItemWithID beforeItemID: UInt) -> Int {
        queueInsertAndPlay(
            item,
            beforeItemWithID: beforeItemID,
            playPosition: kGCKInvalidTimeInterval,
            customData: nil
        )
    }

    /// Inserts an item and plays it from a position in seconds.
    @discardableResult
    #if canImport(ObjectiveC)
    @objc(queueInsertAndPlayItem:beforeItemWithID:playPosition:customData:)
    #endif
    public func queueInsertAndPlay(
        _ item: GCKMediaQueueItem,
        beforeItemWithID beforeItemID: UInt,
        playPosition: TimeInterval,
        customData: Any?
    ) -> Int {
        requireMainThread(of: GCKMediaControlChannel.self)
        return send(isValid: isSendable(customData)) {
            $0.queueInsertAndPlay(
                item,
                beforeItemWithID: beforeItemID,
                playPosition: playPosition,
                customData: customData
            )
        }
    }

    /// Updates items of the queue.
    @discardableResult
    public func queueUpdate(_ queueItems: [GCKMediaQueueItem]) -> Int { queueUpdate(queueItems, customData: nil) }

    /// Updates items of the queue, with custom data for the receiver application.
    @discardableResult
    public func queueUpdate(_ queueItems: [GCKMediaQueueItem], customData: Any?) -> Int {
        requireMainThread(of: GCKMediaControlChannel.self)
        return send(isValid: !queueItems.isEmpty && isSendable(customData)) {
            $0.queueUpdate(queueItems, customData: customData)
        }
    }

    /// Removes items. Removing all items ends the media session.
    @discardableResult
    public func queueRemoveItems(withIDs itemIDs: [NSNumber]) -> Int {
        queueRemoveItems(withIDs: itemIDs, customData: nil)
    }

    /// Removes items, with custom data for the receiver application.
    @discardableResult
    public func queueRemoveItems(withIDs itemIDs: [NSNumber], customData: Any?) -> Int {
        requireMainThread(of: GCKMediaControlChannel.self)
        return send(isValid: !itemIDs.isEmpty && isSendable(customData)) {
            $0.queueRemoveItems(withIDs: itemIDs, customData: customData)
        }
    }

    /// Removes one item.
    @discardableResult
    public func queueRemoveItem(withID itemID: UInt) -> Int {
        queueRemoveItems(withIDs: [NSNumber(value: itemID)])
    }

    /// Moves items before another item. ``kGCKMediaQueueInvalidItemID`` moves them to the end.
    @discardableResult
    public func queueReorderItems(withIDs queueItemIDs: [NSNumber], insertBeforeItemWithID beforeItemID: UInt) -> Int {
        queueReorderItems(withIDs: queueItemIDs, insertBeforeItemWithID: beforeItemID, customData: nil)
    }

    /// Moves items, with custom data for the receiver application.
    @discardableResult
    public func queueReorderItems(
        withIDs queueItemIDs: [NSNumber],
        insertBeforeItemWithID beforeItemID: UInt,
        customData: Any?
    ) -> Int {
        requireMainThread(of: GCKMediaControlChannel.self)
        return send(isValid: !queueItemIDs.isEmpty && isSendable(customData)) {
            $0.queueReorderItems(
                withIDs: queueItemIDs,
                insertBeforeItemWithID: beforeItemID,
                customData: customData
            )
        }
    }

    /// Moves one item before another item.
    @discardableResult
    public func queueMoveItem(withID itemID: UInt, beforeItemWithID beforeItemID: UInt) -> Int {
        queueReorderItems(withIDs: [NSNumber(value: itemID)], insertBeforeItemWithID: beforeItemID)
    }

    // MARK: Jumping

    /// Jumps to an item.
    @discardableResult
    public func queueJumpToItem(withID itemID: UInt) -> Int { queueJumpToItem(withID: itemID, customData: nil) }

    /// Jumps to an item, with custom data for the receiver application.
    @discardableResult
    public func queueJumpToItem(withID itemID: UInt, customData: Any?) -> Int {
        queueJumpToItem(withID: itemID, playPosition: kGCKInvalidTimeInterval, customData: customData)
    }

    /// Jumps to an item and plays it from a position in seconds.
    @discardableResult
    public func queueJumpToItem(withID itemID: UInt, playPosition: TimeInterval, customData: Any?) -> Int {
        requireMainThread(of: GCKMediaControlChannel.self)
        return send(isValid: isSendable(customData)) {
            $0.queueJumpToItem(withID: itemID, playPosition: playPosition, customData: customData)
        }
    }

    /// Jumps to the next item.
    @discardableResult
    public func queueNextItem() -> Int {
        requireMainThread(of: GCKMediaControlChannel.self)
        return send { $0.queueNextItem() }
    }

    /// Jumps to the previous item.
    @discardableResult
    public func queuePreviousItem() -> Int {
        requireMainThread(of: GCKMediaControlChannel.self)
        return send { $0.queuePreviousItem() }
    }

    /// Sets the repeat mode.
    @discardableResult
    public func queueSetRepeatMode(_ repeatMode: GCKMediaRepeatMode) -> Int {
        requireMainThread(of: GCKMediaControlChannel.self)
        return send { $0.queueSetRepeatMode(repeatMode) }
    }

    // MARK: Deprecated names

    /// Loads a queue.
    @available(*, deprecated, renamed: "queueLoad(_:start:repeatMode:)")
    @discardableResult
    public func queueLoadItems(
        _ queueItems: [GCKMediaQueueItem],
        start startIndex: UInt,
        repeatMode: GCKMediaRepeatMode
    ) -> Int { queueLoad(queueItems, start: startIndex, repeatMode: repeatMode) }

    /// Loads a queue, with custom data for the receiver application.
    @available(*, deprecated, renamed: "queueLoad(_:start:repeatMode:customData:)")
    @discardableResult
    public func queueLoadItems(
        _ queueItems: [GCKMediaQueueItem],
        start startIndex: UInt,
        repeatMode: GCKMediaRepeatMode,
        customData: Any?
    ) -> Int { queueLoad(queueItems, start: startIndex, repeatMode: repeatMode, customData: customData) }

    /// Loads a queue that starts at a position in seconds.
    @available(*, deprecated, renamed: "queueLoad(_:start:playPosition:repeatMode:customData:)")
    @discardableResult
    public func queueLoadItems(
        _ queueItems: [GCKMediaQueueItem],
        start startIndex: UInt,
        playPosition: TimeInterval,
        repeatMode: GCKMediaRepeatMode,
        customData: Any?
    ) -> Int {
        queueLoad(
            queueItems,
            start: startIndex,
            playPosition: playPosition,
            repeatMode: repeatMode,
            customData: customData
        )
    }

    /// Inserts items before another item.
    @available(*, deprecated, renamed: "queueInsert(_:beforeItemWithID:)")
    @discardableResult
    public func queueInsertItems(_ queueItems: [GCKMediaQueueItem], beforeItemWithID beforeItemID: UInt) -> Int {
        queueInsert(queueItems, beforeItemWithID: beforeItemID)
    }

    /// Inserts items, with custom data for the receiver application.
    @available(*, deprecated, renamed: "queueInsert(_:beforeItemWithID:customData:)")
    @discardableResult
    public func queueInsertItems(
        _ queueItems: [GCKMediaQueueItem],
        beforeItemWithID beforeItemID: UInt,
        customData: Any?
    ) -> Int { queueInsert(queueItems, beforeItemWithID: beforeItemID, customData: customData) }

    /// Updates items of the queue.
    @available(*, deprecated, renamed: "queueUpdate(_:)")
    @discardableResult
    public func queueUpdateItems(_ queueItems: [GCKMediaQueueItem]) -> Int { queueUpdate(queueItems) }

    /// Updates items of the queue, with custom data for the receiver application.
    @available(*, deprecated, renamed: "queueUpdate(_:customData:)")
    @discardableResult
    public func queueUpdateItems(_ queueItems: [GCKMediaQueueItem], customData: Any?) -> Int {
        queueUpdate(queueItems, customData: customData)
    }
}
