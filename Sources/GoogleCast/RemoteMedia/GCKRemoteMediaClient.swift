import CastSender
import CastWire
public import Foundation

/// Plays media on the receiver of a session and tells what it plays.
///
/// A session has one from its start to its end, its suspensions included, where the receiver's application plays media
/// at all. Every request is answered on a later turn of the main thread, so that its delegate can be set first. One
/// that needs a media session fails with ``GCKErrorCode/noMediaSession`` while nothing is loaded, and every one with
/// ``GCKErrorCode/channelNotConnected`` while there is no connection.
///
/// A newer request to load, to seek, to play, pause or stop, to set volume, tracks, style or speed, to skip an
/// advertisement or to fetch takes the place of an older one of its kind, which is aborted as
/// ``GCKRequestAbortReason/replaced``. Changes of the queue count one by one.
@preconcurrency @MainActor
open class GCKRemoteMediaClient: NSObject {
    // Whatever a subclass may override stands in this file: Swift allows that of nothing that an extension declares.

    var feed: MediaFeed?
    var pump: Task<Void, Never>?
    var isConnected = false
    private var listeners = WeakList<any GCKRemoteMediaClientListener>()
    var queues: [Int: WeakQueue] = [:]
    private var ownQueue: GCKMediaQueue?
    private var lastNumber = 0
    /// Requests without an answer, by the number of their order.
    var requests: [Int: GCKRequest] = [:] {
        didSet { if requests.isEmpty != oldValue.isEmpty { onRequests?(!requests.isEmpty) } }
    }
    /// Called when a status has been taken, before listeners are told of any of it.
    var onStatus: ((GCKMediaStatus?) -> Void)?
    /// Called when the first request without an answer is made, and when the last one is answered.
    var onRequests: ((Bool) -> Void)?
    var status: GCKMediaStatus?
    /// What the status was made of.
    var snapshot: MediaSnapshot?
    var lastSessionID: Int?
    let watchers = ChangeWatchers()

    /// Reads advertisements from statuses of receivers that tell of them in a way of their own.
    weak open var adInfoParserDelegate: (any GCKRemoteMediaClientAdInfoParserDelegate)? {
        get { parser }
        set { parser = newValue }
    }
    weak var parser: (any GCKRemoteMediaClientAdInfoParserDelegate)?

    struct WeakQueue {
        weak var queue: GCKMediaQueue?
    }

    // MARK: State

    /// Whether requests can be made.
    open var connected: Bool {
        requireMainThread(of: GCKRemoteMediaClient.self)
        return isConnected
    }

    /// What is loaded; nil when nothing is, or it is not known.
    open var mediaStatus: GCKMediaStatus? {
        requireMainThread(of: GCKRemoteMediaClient.self)
        return status
    }

    /// The whole queue; 20 of its items are kept in full.
    open var mediaQueue: GCKMediaQueue {
        requireMainThread(of: GCKRemoteMediaClient.self)
        if let ownQueue { return ownQueue }
        let queue = GCKMediaQueue(remoteMediaClient: self)
        ownQueue = queue
        return queue
    }

    /// How many seconds ago the last status came; NaN when there is none.
    open var timeSinceLastMediaStatusUpdate: TimeInterval {
        requireMainThread(of: GCKRemoteMediaClient.self)
        guard let snapshot, let feed else { return kGCKInvalidTimeInterval }
        return snapshot.receivedAt.seconds(until: feed.now)
    }

    /// Whether a live stream is loaded and not at its end.
    open var isPlayingLiveStream: Bool {
        requireMainThread(of: GCKRemoteMediaClient.self)
        guard let status, status.mediaInformation?.streamType == .live else { return false }
        return status.playerState != .idle && status.playerState != .unknown
    }

    /// Itself, for a method that begins with it: off the main thread the program stops with that method's name.
    func onMain(_ method: StaticString = #function) -> Self {
        requireMainThread(method, of: GCKRemoteMediaClient.self)
        return self
    }

    // MARK: Listeners

    /// Adds a listener. It is not kept alive.
    open func add(_ listener: any GCKRemoteMediaClientListener) {
        requireMainThread(of: GCKRemoteMediaClient.self)
        listeners.add(listener)
    }

    /// Removes a listener.
    open func remove(_ listener: any GCKRemoteMediaClientListener) {
        requireMainThread(of: GCKRemoteMediaClient.self)
        listeners.remove(listener)
    }

    /// Calls every listener, in the order of their registration.
    func tell(_ call: (any GCKRemoteMediaClientListener) -> Void) {
        for listener in listeners.all where listeners.contains(listener) { call(listener) }
    }

    /// A number for an order or a queue.
    func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    // MARK: Loading

    /// Loads media or a queue, which ends whatever played.
    @discardableResult
    open func loadMedia(with requestData: GCKMediaLoadRequestData) -> GCKRequest {
        onMain().load { () throws(GCKError) in try requestData.wire() }
    }

    /// Loads media and plays it from its beginning.
    @discardableResult
    open func loadMedia(_ mediaInfo: GCKMediaInformation) -> GCKRequest {
        onMain().loadMedia(mediaInfo, with: GCKMediaLoadOptions())
    }

    /// Loads media.
    @discardableResult
    open func loadMedia(_ mediaInfo: GCKMediaInformation, with options: GCKMediaLoadOptions) -> GCKRequest {
        onMain().loadMedia(with: options.requestData(for: mediaInfo))
    }

    // MARK: Playing

    /// Sets the speed.
    ///
    /// - Parameter playbackRate: 0.5…2.
    @discardableResult
    open func setPlaybackRate(_ playbackRate: Float) -> GCKRequest {
        onMain().setPlaybackRate(playbackRate, customData: nil)
    }

    /// Sets the speed.
    @discardableResult
    open func setPlaybackRate(_ playbackRate: Float, customData: Any?) -> GCKRequest {
        requireMainThread(of: GCKRemoteMediaClient.self)
        let rate = playbackRate.wireNumber ?? .nan
        return order(SetPlaybackRateRequest.type, customData) { media, customData async throws(CastError) in
            _ = try await media.setPlaybackRate(rate, customData: customData)
        }
    }

    /// Chooses tracks; nil and an empty list show none.
    @discardableResult
    open func setActiveTrackIDs(_ activeTrackIDs: [NSNumber]?) -> GCKRequest {
        requireMainThread(of: GCKRemoteMediaClient.self)
        let ids = (activeTrackIDs ?? []).map(\.intValue)
        return order { media async throws(CastError) in _ = try await media.setActiveTracks(ids) }
    }

    /// Sets how text looks; nil changes nothing.
    @discardableResult
    open func setTextTrackStyle(_ textTrackStyle: GCKMediaTextTrackStyle?) -> GCKRequest {
        requireMainThread(of: GCKRemoteMediaClient.self)
        do throws(GCKError) {
            let style = try textTrackStyle?.wire()
            return order { media async throws(CastError) in _ = try await media.editTracks(style: style) }
        } catch {
            return refuse(error, of: EditTracksInfoRequest.type)
        }
    }

    /// Pauses.
    @discardableResult
    open func pause() -> GCKRequest {
        onMain().pause(withCustomData: nil)
    }

    /// Pauses.
    @discardableResult
    open func pause(withCustomData customData: Any?) -> GCKRequest {
        onMain().order(PauseRequest.type, customData) { media, customData async throws(CastError) in
            _ = try await media.pause(customData: customData)
        }
    }

    /// Ends the media session; the receiver's application stays.
    @discardableResult
    open func stop() -> GCKRequest {
        onMain().stop(withCustomData: nil)
    }

    /// Ends the media session; the receiver's application stays.
    @discardableResult
    open func stop(withCustomData customData: Any?) -> GCKRequest {
        onMain().order(StopMediaRequest.type, customData) { media, customData async throws(CastError) in
            _ = try await media.stop(customData: customData)
        }
    }

    /// Plays, or goes on after a pause.
    @discardableResult
    open func play() -> GCKRequest {
        onMain().play(withCustomData: nil)
    }

    /// Plays, or goes on after a pause.
    @discardableResult
    open func play(withCustomData customData: Any?) -> GCKRequest {
        onMain().order(PlayRequest.type, customData) { media, customData async throws(CastError) in
            _ = try await media.play(customData: customData)
        }
    }

    /// Skips the advertisement that is shown. Too early, the receiver refuses.
    @discardableResult
    open func skipAd() -> GCKRequest {
        onMain().order { media async throws(CastError) in _ = try await media.skipAd() }
    }

    /// Goes to a position, or by a distance, or to what a live stream broadcasts now.
    @discardableResult
    open func seek(with options: GCKMediaSeekOptions) -> GCKRequest {
        requireMainThread(of: GCKRemoteMediaClient.self)
        let resume = options.resumeState.word
        let interval = options.interval
        let isRelative = options.relative
        let isToLive = options.seekToInfinite
        return order(SeekRequest.type, options.customData) { media, customData async throws(CastError) in
            if isToLive {
                _ = try await media.seekToLive(resume: resume, customData: customData)
            } else if isRelative {
                _ = try await media.seek(by: interval, resume: resume, customData: customData)
            } else {
                _ = try await media.seek(to: interval, resume: resume, customData: customData)
            }
        }
    }

    /// Sets the volume of the stream, on top of the device's own.
    ///
    /// - Parameter volume: 0…1; what lies outside is clamped.
    @discardableResult
    open func setStreamVolume(_ volume: Float) -> GCKRequest {
        onMain().setStreamVolume(volume, customData: nil)
    }

    /// Sets the volume of the stream, on top of the device's own.
    @discardableResult
    open func setStreamVolume(_ volume: Float, customData: Any?) -> GCKRequest {
        requireMainThread(of: GCKRemoteMediaClient.self)
        let level = volume.wireNumber ?? .nan
        return order(SetStreamVolumeRequest.type, customData) { media, customData async throws(CastError) in
            _ = try await media.setStreamVolume(level, customData: customData)
        }
    }

    /// Mutes the stream or ends that.
    @discardableResult
    open func setStreamMuted(_ muted: Bool) -> GCKRequest {
        onMain().setStreamMuted(muted, customData: nil)
    }

    /// Mutes the stream or ends that.
    @discardableResult
    open func setStreamMuted(_ muted: Bool, customData: Any?) -> GCKRequest {
        onMain().order(SetStreamVolumeRequest.type, customData) { media, customData async throws(CastError) in
            _ = try await media.setStreamMuted(muted, customData: customData)
        }
    }

    /// Asks the receiver what it plays.
    @discardableResult
    open func requestStatus() -> GCKRequest {
        onMain().order { media async throws(CastError) in _ = try await media.refreshStatus() }
    }

    // MARK: The queue

    /// Asks for the ids of all items; listeners get them.
    @discardableResult
    open func queueFetchItemIDs() -> GCKRequest {
        onMain().order { media async throws(CastError) in _ = try await media.fetchItemIDs() }
    }

    /// Asks for items in full; listeners get them.
    @discardableResult
    open func queueFetchItems(forIDs queueItemIDs: [NSNumber]) -> GCKRequest {
        requireMainThread(of: GCKRemoteMediaClient.self)
        let ids = queueItemIDs.map(\.intValue)
        return order { media async throws(CastError) in _ = try await media.fetchItems(ids) }
    }

    /// Loads a queue, which ends whatever played.
    @discardableResult
    open func queueLoad(_ queueItems: [GCKMediaQueueItem], with options: GCKMediaQueueLoadOptions) -> GCKRequest {
        onMain().loadMedia(with: options.requestData(for: queueItems))
    }

    /// Inserts items before another one; ``kGCKMediaQueueInvalidItemID`` stands for the end.
    @discardableResult
    open func queueInsert(_ queueItems: [GCKMediaQueueItem], beforeItemWithID beforeItemID: UInt) -> GCKRequest {
        onMain().queueInsert(queueItems, beforeItemWithID: beforeItemID, customData: nil)
    }

    /// Inserts items before another one; ``kGCKMediaQueueInvalidItemID`` stands for the end.
    @discardableResult
    open func queueInsert(
        _ queueItems: [GCKMediaQueueItem],
        beforeItemWithID beforeItemID: UInt,
        customData: Any?
    ) -> GCKRequest {
        requireMainThread(of: GCKRemoteMediaClient.self)
        let next = Int(itemID: beforeItemID)
        return order(QueueInsertRequest.type, queueItems, customData) { media, items, data async throws(CastError) in
            _ = try await media.insert(items, before: next, customData: data)
        }
    }

    /// Inserts an item before another one; ``kGCKMediaQueueInvalidItemID`` stands for the end.
    @discardableResult
    open func queueInsert(_ item: GCKMediaQueueItem, beforeItemWithID beforeItemID: UInt) -> GCKRequest {
        onMain().queueInsert([item], beforeItemWithID: beforeItemID, customData: nil)
    }

    /// Inserts an item before another one and plays it.
    @discardableResult
    open func queueInsertAndPlay(_ item: GCKMediaQueueItem, beforeItemWithID beforeItemID: UInt) -> GCKRequest {
        onMain().queueInsertAndPlay(
            item,
            beforeItemWithID: beforeItemID,
            playPosition: kGCKInvalidTimeInterval,
            customData: nil
        )
    }

    /// Inserts an item before another one and plays it.
    ///
    /// - Parameter playPosition: Where in it, in seconds, this time; ``kGCKInvalidTimeInterval`` for its own start.
    @discardableResult
    open func queueInsertAndPlay(
        _ item: GCKMediaQueueItem,
        beforeItemWithID beforeItemID: UInt,
        playPosition: TimeInterval,
        customData: Any?
    ) -> GCKRequest {
        requireMainThread(of: GCKRemoteMediaClient.self)
        let next = Int(itemID: beforeItemID)
        let position = playPosition.isNaN ? nil : playPosition
        return order(QueueInsertRequest.type, [item], customData) { media, items, data async throws(CastError) in
            _ = try await media.insertAndPlay(items, before: next, at: position, customData: data)
        }
    }

    /// Changes items, which have their ids.
    @discardableResult
    open func queueUpdate(_ queueItems: [GCKMediaQueueItem]) -> GCKRequest {
        onMain().queueUpdate(queueItems, customData: nil)
    }

    /// Changes items, which have their ids.
    @discardableResult
    open func queueUpdate(_ queueItems: [GCKMediaQueueItem], customData: Any?) -> GCKRequest {
        onMain().order(QueueUpdateRequest.type, queueItems, customData) { media, items, data async throws(CastError) in
            _ = try await media.updateItems(items, customData: data)
        }
    }

    /// Takes items out of the queue.
    @discardableResult
    open func queueRemoveItems(withIDs itemIDs: [NSNumber]) -> GCKRequest {
        onMain().queueRemoveItems(withIDs: itemIDs, customData: nil)
    }

    /// Takes items out of the queue.
    @discardableResult
    open func queueRemoveItems(withIDs itemIDs: [NSNumber], customData: Any?) -> GCKRequest {
        requireMainThread(of: GCKRemoteMediaClient.self)
        let ids = itemIDs.map(\.intValue)
        return order(QueueRemoveRequest.type, customData) { media, customData async throws(CastError) in
            _ = try await media.removeItems(ids, customData: customData)
        }
    }

    /// Takes an item out of the queue.
    @discardableResult
    open func queueRemoveItem(withID itemID: UInt) -> GCKRequest {
        onMain().queueRemoveItems(withIDs: [NSNumber(value: itemID)])
    }

    /// Moves items, which keep the given order, before another one; ``kGCKMediaQueueInvalidItemID`` stands for the end.
    @discardableResult
    open func queueReorderItems(
        withIDs queueItemIDs: [NSNumber],
        insertBeforeItemWithID beforeItemID: UInt
    ) -> GCKRequest {
        onMain().queueReorderItems(withIDs: queueItemIDs, insertBeforeItemWithID: beforeItemID, customData: nil)
    }

    /// Moves items, which keep the given order, before another one; ``kGCKMediaQueueInvalidItemID`` stands for the end.
    @discardableResult
    open func queueReorderItems(
        withIDs queueItemIDs: [NSNumber],
        insertBeforeItemWithID beforeItemID: UInt,
        customData: Any?
    ) -> GCKRequest {
        requireMainThread(of: GCKRemoteMediaClient.self)
        let ids = queueItemIDs.map(\.intValue)
        let next = Int(itemID: beforeItemID)
        return order(QueueReorderRequest.type, customData) { media, customData async throws(CastError) in
            _ = try await media.reorderItems(ids, before: next, customData: customData)
        }
    }

    /// Moves an item before another one; ``kGCKMediaQueueInvalidItemID`` stands for the end.
    @discardableResult
    open func queueMoveItem(withID itemID: UInt, beforeItemWithID beforeItemID: UInt) -> GCKRequest {
        onMain().queueReorderItems(withIDs: [NSNumber(value: itemID)], insertBeforeItemWithID: beforeItemID)
    }

    /// Plays another item.
    @discardableResult
    open func queueJumpToItem(withID itemID: UInt) -> GCKRequest {
        onMain().queueJumpToItem(withID: itemID, customData: nil)
    }

    /// Plays another item.
    @discardableResult
    open func queueJumpToItem(withID itemID: UInt, customData: Any?) -> GCKRequest {
        onMain().queueJumpToItem(withID: itemID, playPosition: kGCKInvalidTimeInterval, customData: customData)
    }

    /// Plays another item. One jump is under way at a time; of those that wait for it, the last is made.
    ///
    /// - Parameter playPosition: Where in it, in seconds, this time; ``kGCKInvalidTimeInterval`` for its own start.
    @discardableResult
    open func queueJumpToItem(withID itemID: UInt, playPosition: TimeInterval, customData: Any?) -> GCKRequest {
        requireMainThread(of: GCKRemoteMediaClient.self)
        let id = Int(itemID: itemID)
        let position = playPosition.isNaN ? nil : playPosition
        return order(QueueUpdateRequest.type, customData) { media, customData async throws(CastError) in
            guard let id else {
                return try media.refuse("There is no item \(itemID)", of: QueueUpdateRequest.type)
            }
            _ = try await media.jump(to: id, at: position, customData: customData)
        }
    }

    /// Plays the next item.
    @discardableResult
    open func queueNextItem() -> GCKRequest {
        onMain().order { media async throws(CastError) in _ = try await media.next() }
    }

    /// Plays the previous item.
    @discardableResult
    open func queuePreviousItem() -> GCKRequest {
        onMain().order { media async throws(CastError) in _ = try await media.previous() }
    }

    /// Sets what happens at the end of the queue; ``GCKMediaRepeatMode/unchanged`` is refused.
    @discardableResult
    open func queueSetRepeatMode(_ repeatMode: GCKMediaRepeatMode) -> GCKRequest {
        requireMainThread(of: GCKRemoteMediaClient.self)
        let mode = repeatMode.word
        return order { media async throws(CastError) in
            guard let mode else {
                return try media.refuse("No repeat mode was given", of: QueueUpdateRequest.type)
            }
            _ = try await media.setRepeatMode(mode)
        }
    }

    // MARK: Positions

    /// The position in seconds, carried forward to now; 0 without media.
    open func approximateStreamPosition() -> TimeInterval {
        requireMainThread(of: GCKRemoteMediaClient.self)
        guard let (snapshot, now) = playing else { return 0 }
        return snapshot.position(at: now)
    }

    /// Where the part of a live stream begins that can be sought to, carried forward to now;
    /// ``kGCKInvalidTimeInterval`` where there is none, 0 without media.
    open func approximateLiveSeekableRangeStart() -> TimeInterval {
        requireMainThread(of: GCKRemoteMediaClient.self)
        guard let (snapshot, now) = playing else { return 0 }
        return snapshot.seekableRange(at: now)?.lowerBound ?? kGCKInvalidTimeInterval
    }

    /// Where the part of a live stream ends that can be sought to, carried forward to now;
    /// ``kGCKInvalidTimeInterval`` where there is none, 0 without media.
    open func approximateLiveSeekableRangeEnd() -> TimeInterval {
        requireMainThread(of: GCKRemoteMediaClient.self)
        guard let (snapshot, now) = playing else { return 0 }
        return snapshot.seekableRange(at: now)?.upperBound ?? kGCKInvalidTimeInterval
    }

    // MARK: For subclasses

    /// Tells the listeners that a media session has begun.
    open func notifyDidStartMediaSession() {
        requireMainThread(of: GCKRemoteMediaClient.self)
        let id = mediaStatus?.mediaSessionID ?? 0
        tell { $0.remoteMediaClient(self, didStartMediaSessionWithID: id) }
    }

    /// Tells the listeners the status.
    open func notifyDidUpdateMediaStatus() {
        requireMainThread(of: GCKRemoteMediaClient.self)
        let status = mediaStatus
        tell { $0.remoteMediaClient(self, didUpdate: status) }
    }

    /// Tells the listeners that the queue has changed.
    open func notifyDidUpdateQueue() {
        onMain().tell { $0.remoteMediaClientDidUpdateQueue(self) }
    }

    /// Tells the listeners that another item has been preloaded.
    open func notifyDidUpdatePreloadStatus() {
        onMain().tell { $0.remoteMediaClientDidUpdatePreloadStatus(self) }
    }

    /// Tells the listeners the metadata.
    open func notifyDidUpdateMetadata() {
        requireMainThread(of: GCKRemoteMediaClient.self)
        let metadata = mediaStatus?.mediaInformation?.metadata
        tell { $0.remoteMediaClient(self, didUpdate: metadata) }
    }

    /// Tells the listeners the ids of all items.
    open func notifyDidReceiveQueueItemIDs(_ itemIDs: [NSNumber]) {
        onMain().tell { $0.remoteMediaClient(self, didReceiveQueueItemIDs: itemIDs) }
    }

    /// Tells the listeners that items were inserted.
    open func notifyDidInsertQueueItems(withIDs itemIDs: [NSNumber], beforeItemWithID beforeItemID: UInt) {
        onMain().tell {
            $0.remoteMediaClient(self, didInsertQueueItemsWithIDs: itemIDs, beforeItemWithID: beforeItemID)
        }
    }

    /// Tells the listeners that items have changed.
    open func notifyDidUpdateQueueItems(withIDs itemIDs: [NSNumber]) {
        onMain().tell { $0.remoteMediaClient(self, didUpdateQueueItemsWithIDs: itemIDs) }
    }

    /// Tells the listeners that items were removed.
    open func notifyDidRemoveQueueItems(withIDs itemIDs: [NSNumber]) {
        onMain().tell { $0.remoteMediaClient(self, didRemoveQueueItemsWithIDs: itemIDs) }
    }

    /// Tells the listeners items in full.
    open func notifyDidReceive(_ items: [GCKMediaQueueItem]) {
        onMain().tell { $0.remoteMediaClient(self, didReceive: items) }
    }

    // MARK: Older forms

    @available(*, deprecated, message: "Use loadMedia(_:with:) with GCKMediaLoadOptions.")
    @discardableResult
    open func loadMedia(_ mediaInfo: GCKMediaInformation, autoplay: Bool) -> GCKRequest {
        onMain().load(mediaInfo, autoplay: autoplay)
    }

    @available(*, deprecated, message: "Use loadMedia(_:with:) with GCKMediaLoadOptions.")
    @discardableResult
    open func loadMedia(
        _ mediaInfo: GCKMediaInformation,
        autoplay: Bool,
        playPosition: TimeInterval
    ) -> GCKRequest {
        onMain().load(mediaInfo, autoplay: autoplay, playPosition: playPosition)
    }

    @available(*, deprecated, message: "Use loadMedia(_:with:) with GCKMediaLoadOptions.")
    @discardableResult
    open func loadMedia(
        _ mediaInfo: GCKMediaInformation,
        autoplay: Bool,
        playPosition: TimeInterval,
        customData: Any?
    ) -> GCKRequest {
        onMain().load(mediaInfo, autoplay: autoplay, playPosition: playPosition, customData: customData)
    }

    @available(*, deprecated, message: "Use loadMedia(_:with:) with GCKMediaLoadOptions.")
    @discardableResult
    open func loadMedia(
        _ mediaInfo: GCKMediaInformation,
        autoplay: Bool,
        playPosition: TimeInterval,
        activeTrackIDs: [NSNumber]?
    ) -> GCKRequest {
        onMain().load(mediaInfo, autoplay: autoplay, playPosition: playPosition, activeTrackIDs: activeTrackIDs)
    }

    @available(*, deprecated, message: "Use loadMedia(_:with:) with GCKMediaLoadOptions.")
    @discardableResult
    open func loadMedia(
        _ mediaInfo: GCKMediaInformation,
        autoplay: Bool,
        playPosition: TimeInterval,
        activeTrackIDs: [NSNumber]?,
        customData: Any?
    ) -> GCKRequest {
        onMain().load(
            mediaInfo,
            autoplay: autoplay,
            playPosition: playPosition,
            activeTrackIDs: activeTrackIDs,
            customData: customData
        )
    }

    @available(*, deprecated, message: "Use seek(with:).")
    @discardableResult
    open func seek(toTimeInterval position: TimeInterval) -> GCKRequest {
        onMain().seek(to: position)
    }

    @available(*, deprecated, message: "Use seek(with:).")
    @discardableResult
    open func seek(toTimeInterval position: TimeInterval, resumeState: GCKMediaResumeState) -> GCKRequest {
        onMain().seek(to: position, resumeState: resumeState)
    }

    @available(*, deprecated, message: "Use seek(with:).")
    @discardableResult
    open func seek(
        toTimeInterval position: TimeInterval,
        resumeState: GCKMediaResumeState,
        customData: Any?
    ) -> GCKRequest {
        onMain().seek(to: position, resumeState: resumeState, customData: customData)
    }

    @available(*, deprecated, message: "Use loadMedia(with:) with queue data.")
    @discardableResult
    open func queueLoad(
        _ queueItems: [GCKMediaQueueItem],
        start startIndex: UInt,
        repeatMode: GCKMediaRepeatMode
    ) -> GCKRequest {
        onMain().load(queueItems, start: startIndex, repeatMode: repeatMode)
    }

    @available(*, deprecated, message: "Use loadMedia(with:) with queue data.")
    @discardableResult
    open func queueLoad(
        _ queueItems: [GCKMediaQueueItem],
        start startIndex: UInt,
        repeatMode: GCKMediaRepeatMode,
        customData: Any?
    ) -> GCKRequest {
        onMain().load(queueItems, start: startIndex, repeatMode: repeatMode, customData: customData)
    }

    @available(*, deprecated, message: "Use loadMedia(with:) with queue data.")
    @discardableResult
    open func queueLoad(
        _ queueItems: [GCKMediaQueueItem],
        start startIndex: UInt,
        playPosition: TimeInterval,
        repeatMode: GCKMediaRepeatMode,
        customData: Any?
    ) -> GCKRequest {
        onMain().load(
            queueItems,
            start: startIndex,
            playPosition: playPosition,
            repeatMode: repeatMode,
            customData: customData
        )
    }
}
