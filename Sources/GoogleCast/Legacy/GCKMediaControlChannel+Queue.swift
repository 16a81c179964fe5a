public import Foundation

@available(*, deprecated, message: "use the remoteMediaClient of GCKCastSession")
extension GCKMediaControlChannel {
    // MARK: Loading

    /// Loads a queue, which ends whatever played.
    @discardableResult
    public func queueLoad(
        _ queueItems: [GCKMediaQueueItem],
        start startIndex: UInt,
        repeatMode: GCKMediaRepeatMode
    ) -> Int {
        queueLoad(queueItems, start: startIndex, repeatMode: repeatMode, customData: nil)
    }

    @discardableResult
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

    /// Loads a queue.
    ///
    /// - Parameters:
    ///   - queueItems: At least one.
    ///   - startIndex: Where in them to begin.
    ///   - playPosition: Where in the first one to begin, in seconds; not a number leaves that to the item.
    ///   - repeatMode: What follows the last one.
    ///   - customData: An app's own data, as JSON.
    @discardableResult
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

    // MARK: Changing

    /// Inserts items before another one; ``kGCKMediaQueueInvalidItemID`` appends them.
    @discardableResult
    public func queueInsert(_ queueItems: [GCKMediaQueueItem], beforeItemWithID beforeItemID: UInt) -> Int {
        queueInsert(queueItems, beforeItemWithID: beforeItemID, customData: nil)
    }

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

    @discardableResult
    public func queueInsert(_ item: GCKMediaQueueItem, beforeItemWithID beforeItemID: UInt) -> Int {
        queueInsert([item], beforeItemWithID: beforeItemID)
    }

    /// Inserts an item and plays it.
    @discardableResult
    public func queueInsertAndPlay(_ item: GCKMediaQueueItem, beforeItemWithID beforeItemID: UInt) -> Int {
        queueInsertAndPlay(
            item,
            beforeItemWithID: beforeItemID,
            playPosition: kGCKInvalidTimeInterval,
            customData: nil
        )
    }

    @discardableResult
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

    @discardableResult
    public func queueUpdate(_ queueItems: [GCKMediaQueueItem]) -> Int { queueUpdate(queueItems, customData: nil) }

    @discardableResult
    public func queueUpdate(_ queueItems: [GCKMediaQueueItem], customData: Any?) -> Int {
        requireMainThread(of: GCKMediaControlChannel.self)
        return send(isValid: !queueItems.isEmpty && isSendable(customData)) {
            $0.queueUpdate(queueItems, customData: customData)
        }
    }

    /// Removes items. A queue without items ends the media session.
    @discardableResult
    public func queueRemoveItems(withIDs itemIDs: [NSNumber]) -> Int {
        queueRemoveItems(withIDs: itemIDs, customData: nil)
    }

    @discardableResult
    public func queueRemoveItems(withIDs itemIDs: [NSNumber], customData: Any?) -> Int {
        requireMainThread(of: GCKMediaControlChannel.self)
        return send(isValid: !itemIDs.isEmpty && isSendable(customData)) {
            $0.queueRemoveItems(withIDs: itemIDs, customData: customData)
        }
    }

    @discardableResult
    public func queueRemoveItem(withID itemID: UInt) -> Int {
        queueRemoveItems(withIDs: [NSNumber(value: itemID)])
    }

    /// Moves items before another one; an id that is none of the queue's moves them to the end.
    @discardableResult
    public func queueReorderItems(withIDs queueItemIDs: [NSNumber], insertBeforeItemWithID beforeItemID: UInt) -> Int {
        queueReorderItems(withIDs: queueItemIDs, insertBeforeItemWithID: beforeItemID, customData: nil)
    }

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

    @discardableResult
    public func queueMoveItem(withID itemID: UInt, beforeItemWithID beforeItemID: UInt) -> Int {
        queueReorderItems(withIDs: [NSNumber(value: itemID)], insertBeforeItemWithID: beforeItemID)
    }

    // MARK: Jumping

    @discardableResult
    public func queueJumpToItem(withID itemID: UInt) -> Int { queueJumpToItem(withID: itemID, customData: nil) }

    @discardableResult
    public func queueJumpToItem(withID itemID: UInt, customData: Any?) -> Int {
        queueJumpToItem(withID: itemID, playPosition: kGCKInvalidTimeInterval, customData: customData)
    }

    @discardableResult
    public func queueJumpToItem(withID itemID: UInt, playPosition: TimeInterval, customData: Any?) -> Int {
        requireMainThread(of: GCKMediaControlChannel.self)
        return send(isValid: isSendable(customData)) {
            $0.queueJumpToItem(withID: itemID, playPosition: playPosition, customData: customData)
        }
    }

    @discardableResult
    public func queueNextItem() -> Int {
        requireMainThread(of: GCKMediaControlChannel.self)
        return send { $0.queueNextItem() }
    }

    @discardableResult
    public func queuePreviousItem() -> Int {
        requireMainThread(of: GCKMediaControlChannel.self)
        return send { $0.queuePreviousItem() }
    }

    @discardableResult
    public func queueSetRepeatMode(_ repeatMode: GCKMediaRepeatMode) -> Int {
        requireMainThread(of: GCKMediaControlChannel.self)
        return send { $0.queueSetRepeatMode(repeatMode) }
    }

    // MARK: Names that the oldest headers give

    @available(*, deprecated, renamed: "queueLoad(_:start:repeatMode:)")
    @discardableResult
    public func queueLoadItems(
        _ queueItems: [GCKMediaQueueItem],
        start startIndex: UInt,
        repeatMode: GCKMediaRepeatMode
    ) -> Int { queueLoad(queueItems, start: startIndex, repeatMode: repeatMode) }

    @available(*, deprecated, renamed: "queueLoad(_:start:repeatMode:customData:)")
    @discardableResult
    public func queueLoadItems(
        _ queueItems: [GCKMediaQueueItem],
        start startIndex: UInt,
        repeatMode: GCKMediaRepeatMode,
        customData: Any?
    ) -> Int { queueLoad(queueItems, start: startIndex, repeatMode: repeatMode, customData: customData) }

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

    @available(*, deprecated, renamed: "queueInsert(_:beforeItemWithID:)")
    @discardableResult
    public func queueInsertItems(_ queueItems: [GCKMediaQueueItem], beforeItemWithID beforeItemID: UInt) -> Int {
        queueInsert(queueItems, beforeItemWithID: beforeItemID)
    }

    @available(*, deprecated, renamed: "queueInsert(_:beforeItemWithID:customData:)")
    @discardableResult
    public func queueInsertItems(
        _ queueItems: [GCKMediaQueueItem],
        beforeItemWithID beforeItemID: UInt,
        customData: Any?
    ) -> Int { queueInsert(queueItems, beforeItemWithID: beforeItemID, customData: customData) }

    @available(*, deprecated, renamed: "queueUpdate(_:)")
    @discardableResult
    public func queueUpdateItems(_ queueItems: [GCKMediaQueueItem]) -> Int { queueUpdate(queueItems) }

    @available(*, deprecated, renamed: "queueUpdate(_:customData:)")
    @discardableResult
    public func queueUpdateItems(_ queueItems: [GCKMediaQueueItem], customData: Any?) -> Int {
        queueUpdate(queueItems, customData: customData)
    }
}
