// SPDX-License-Identifier: Apache-2.0

import CastConcurrency
import CastSender
import CastWire
public import Foundation

/// Controls the media of a session's receiver application and reports its status.
///
/// A session whose receiver application supports media has one client from its start to its end, including suspensions.
/// Requests never complete before the next turn of the main thread, so that a delegate can be set first. Requests that
/// need a media session fail with ``GCKErrorCode/noMediaSession`` while no media is loaded. All requests fail with
/// ``GCKErrorCode/channelNotConnected`` without a connection.
///
/// A newer request supersedes a pending one of the same kind, which is aborted with ``GCKRequestAbortReason/replaced``.
/// The kinds are: load, seek, playback (play, pause and stop), volume, tracks, text track style, playback rate,
/// skipping an ad, and fetching. Edits of the queue are never superseded.
@preconcurrency @MainActor
#if canImport(ObjectiveC)
@objc(GCKRemoteMediaClient)@objcMembers
#endif
open class GCKRemoteMediaClient: NSObject {
    // Members that subclasses may override must be in this file, because Swift can't override members of extensions.

    var feed: MediaFeed?
    var feedTask: Task<Void, Never>?
    var isConnected = false
    private var listeners = WeakList<any GCKRemoteMediaClientListener>()
    var queues: [Int: WeakQueue] = [:]
    private var defaultQueue: GCKMediaQueue?
    private var lastNumber = 0
    /// The pending requests, by the number of the engine's operation.
    var requests: [Int: GCKRequest] = [:] {
        didSet { if requests.isEmpty != oldValue.isEmpty { onRequests?(!requests.isEmpty) } }
    }
    /// Called when media controls were received, before the status that they contain.
    var onControls: ((MediaControls) -> Void)?
    /// Called when a status was received, before listeners are notified of any part of it.
    var onStatus: ((GCKMediaStatus?) -> Void)?
    /// Called with true when the first pending request is made, and with false when the last one has ended.
    var onRequests: ((Bool) -> Void)?
    var status: GCKMediaStatus?
    /// The snapshot from which the status was created.
    var snapshot: MediaSnapshot?
    var lastSessionID: Int?
    let changeStreams = Broadcast<Void>(bufferingNewest: 1)

    /// Extracts ad information from the statuses of receivers that report it in their own format.
    weak open var adInfoParserDelegate: (any GCKRemoteMediaClientAdInfoParserDelegate)? {
        get { parser }
        set { parser = newValue }
    }
    weak var parser: (any GCKRemoteMediaClientAdInfoParserDelegate)?

    struct WeakQueue {
        weak var queue: GCKMediaQueue?
    }

    // MARK: State

    /// Whether the client is connected, so that requests can be made.
    open var connected: Bool {
        requireMainThread(of: GCKRemoteMediaClient.self)
        return isConnected
    }

    /// The media status. Nil if no media is loaded or its status isn't known.
    open var mediaStatus: GCKMediaStatus? {
        requireMainThread(of: GCKRemoteMediaClient.self)
        return status
    }

    /// The queue of the receiver. Caches up to 20 items.
    open var mediaQueue: GCKMediaQueue {
        requireMainThread(of: GCKRemoteMediaClient.self)
        if let defaultQueue { return defaultQueue }
        let queue = GCKMediaQueue(remoteMediaClient: self)
        defaultQueue = queue
        return queue
    }

    /// The time since the last media status, in seconds. NaN if there is none.
    open var timeSinceLastMediaStatusUpdate: TimeInterval {
        requireMainThread(of: GCKRemoteMediaClient.self)
        guard let snapshot, let feed else { return kGCKInvalidTimeInterval }
        return snapshot.receivedAt.seconds(to: feed.now)
    }

    /// Whether a live stream is loaded and hasn't ended.
    open var isPlayingLiveStream: Bool {
        requireMainThread(of: GCKRemoteMediaClient.self)
        guard let status, status.mediaInformation?.streamType == .live else { return false }
        return status.playerState != .idle && status.playerState != .unknown
    }

    /// Returns the client for use in the calling method. Off the main thread, stops the program with that method's
    /// name.
    func onMain(_ method: StaticString = #function) -> Self {
        requireMainThread(method, of: GCKRemoteMediaClient.self)
        return self
    }

    // MARK: Listeners

    /// Adds a listener, which is held weakly.
    #if canImport(ObjectiveC)
    @objc(addListener:)
    #endif
    open func add(_ listener: any GCKRemoteMediaClientListener) {
        requireMainThread(of: GCKRemoteMediaClient.self)
        listeners.add(listener)
    }

    /// Removes a listener.
    #if canImport(ObjectiveC)
    @objc(removeListener:)
    #endif
    open func remove(_ listener: any GCKRemoteMediaClientListener) {
        requireMainThread(of: GCKRemoteMediaClient.self)
        listeners.remove(listener)
    }

    /// Calls all listeners, in the order of their registration.
    func notify(_ call: (GCKRemoteMediaClientListenerMethods) -> Void) {
        for listener in listeners.all where listeners.contains(listener) { call(listener.implemented) }
    }

    /// Returns a number for an operation or a queue.
    func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    // MARK: Loading

    /// Loads media or a queue, replacing the current media.
    @discardableResult
    #if canImport(ObjectiveC)
    @objc(loadMediaWithLoadRequestData:)
    #endif
    open func loadMedia(with requestData: GCKMediaLoadRequestData) -> GCKRequest {
        onMain().load { () throws(GCKError) in try requestData.wire() }
    }

    /// Loads media and plays it from the start.
    @discardableResult
    open func loadMedia(_ mediaInfo: GCKMediaInformation) -> GCKRequest {
        onMain().loadMedia(mediaInfo, with: GCKMediaLoadOptions())
    }

    /// Loads media with options.
    @discardableResult
    #if canImport(ObjectiveC)
    @objc(loadMedia:withOptions:)
    #endif
    open func loadMedia(_ mediaInfo: GCKMediaInformation, with options: GCKMediaLoadOptions) -> GCKRequest {
        onMain().loadMedia(with: options.requestData(for: mediaInfo))
    }

    // MARK: Playback

    /// Sets the playback rate.
    ///
    /// - Parameter playbackRate: The rate, from 0.5 to 2.
    @discardableResult
    open func setPlaybackRate(_ playbackRate: Float) -> GCKRequest {
        onMain().setPlaybackRate(playbackRate, customData: nil)
    }

    /// Sets the playback rate, with custom data for the receiver application.
    @discardableResult
    open func setPlaybackRate(_ playbackRate: Float, customData: Any?) -> GCKRequest {
        requireMainThread(of: GCKRemoteMediaClient.self)
        return submit(.setPlaybackRate(playbackRate.wireNumber ?? .nan), customData)
    }

    /// Sets the active tracks. Nil and an empty array deactivate all tracks.
    @discardableResult
    open func setActiveTrackIDs(_ activeTrackIDs: [NSNumber]?) -> GCKRequest {
        requireMainThread(of: GCKRemoteMediaClient.self)
        return submit(.editTracks(active: (activeTrackIDs ?? []).map(\.intValue)))
    }

    /// Sets the style of text tracks. Nil changes nothing.
    @discardableResult
    open func setTextTrackStyle(_ textTrackStyle: GCKMediaTextTrackStyle?) -> GCKRequest {
        requireMainThread(of: GCKRemoteMediaClient.self)
        do throws(GCKError) {
            guard let style = try textTrackStyle?.wire() else {
                return submit { media, _ async throws(CastError) in
                    try media.requireMediaSession(for: EditTracksInfoRequest.type)
                }
            }
            return submit(.editTracks(style: style))
        } catch {
            return refuse(error, of: EditTracksInfoRequest.type)
        }
    }

    /// Pauses playback.
    @discardableResult
    open func pause() -> GCKRequest {
        onMain().pause(withCustomData: nil)
    }

    /// Pauses playback, with custom data for the receiver application.
    @discardableResult
    open func pause(withCustomData customData: Any?) -> GCKRequest {
        onMain().submit(.pause, customData)
    }

    /// Stops playback and ends the media session. The receiver application continues to run.
    @discardableResult
    open func stop() -> GCKRequest {
        onMain().stop(withCustomData: nil)
    }

    /// Stops playback and ends the media session, with custom data for the receiver application.
    @discardableResult
    open func stop(withCustomData customData: Any?) -> GCKRequest {
        onMain().submit(.stop, customData)
    }

    /// Starts or resumes playback.
    @discardableResult
    open func play() -> GCKRequest {
        onMain().play(withCustomData: nil)
    }

    /// Starts or resumes playback, with custom data for the receiver application.
    @discardableResult
    open func play(withCustomData customData: Any?) -> GCKRequest {
        onMain().submit(.play, customData)
    }

    /// Skips the current ad. The request fails if the ad can't be skipped yet.
    @discardableResult
    open func skipAd() -> GCKRequest {
        onMain().submit(.skipAd)
    }

    /// Seeks to a position, by an interval, or to the live edge of a live stream.
    @discardableResult
    #if canImport(ObjectiveC)
    @objc(seekWithOptions:)
    #endif
    open func seek(with options: GCKMediaSeekOptions) -> GCKRequest {
        requireMainThread(of: GCKRemoteMediaClient.self)
        let resume = options.resumeState.word
        let command: MediaSessionCommand =
            if options.seekToInfinite {
                .seekToLive(resume: resume)
            } else if options.relative {
                .seek(by: options.interval, resume: resume)
            } else {
                .seek(to: options.interval, resume: resume)
            }
        return submit(command, options.customData)
    }

    /// Sets the stream volume, which is applied in addition to the device volume.
    ///
    /// - Parameter volume: The volume, from 0 to 1. Values outside this range are clamped.
    @discardableResult
    open func setStreamVolume(_ volume: Float) -> GCKRequest {
        onMain().setStreamVolume(volume, customData: nil)
    }

    /// Sets the stream volume, with custom data for the receiver application.
    @discardableResult
    open func setStreamVolume(_ volume: Float, customData: Any?) -> GCKRequest {
        requireMainThread(of: GCKRemoteMediaClient.self)
        return submit(.setStreamVolume(volume.wireNumber ?? .nan), customData)
    }

    /// Mutes or unmutes the stream.
    @discardableResult
    open func setStreamMuted(_ muted: Bool) -> GCKRequest {
        onMain().setStreamMuted(muted, customData: nil)
    }

    /// Mutes or unmutes the stream, with custom data for the receiver application.
    @discardableResult
    open func setStreamMuted(_ muted: Bool, customData: Any?) -> GCKRequest {
        onMain().submit(.setStreamMuted(muted), customData)
    }

    /// Requests the media status from the receiver.
    @discardableResult
    open func requestStatus() -> GCKRequest {
        onMain().submit { media, id async throws(CastError) in try await media.refreshStatus(requestID: id) }
    }

    // MARK: Queue

    /// Fetches the IDs of all items. They are delivered to the listeners.
    @discardableResult
    open func queueFetchItemIDs() -> GCKRequest {
        onMain().submit { media, id async throws(CastError) in try await media.fetchItemIDs(requestID: id) }
    }

    /// Fetches complete items. They are delivered to the listeners.
    @discardableResult
    open func queueFetchItems(forIDs queueItemIDs: [NSNumber]) -> GCKRequest {
        requireMainThread(of: GCKRemoteMediaClient.self)
        let ids = queueItemIDs.map(\.intValue)
        return submit { media, id async throws(CastError) in try await media.fetchItems(ids, requestID: id) }
    }

    /// Loads a queue, replacing the current media.
    @discardableResult
    #if canImport(ObjectiveC)
    @objc(queueLoadItems:withOptions:)
    #endif
    open func queueLoad(_ queueItems: [GCKMediaQueueItem], with options: GCKMediaQueueLoadOptions) -> GCKRequest {
        onMain().loadMedia(with: options.requestData(for: queueItems))
    }

    /// Inserts items before another item. ``kGCKMediaQueueInvalidItemID`` appends them.
    @discardableResult
    #if canImport(ObjectiveC)
    @objc(queueInsertItems:beforeItemWithID:)
    #endif
    open func queueInsert(_ queueItems: [GCKMediaQueueItem], beforeItemWithID beforeItemID: UInt) -> GCKRequest {
        onMain().queueInsert(queueItems, beforeItemWithID: beforeItemID, customData: nil)
    }

    /// Inserts items before another item, with custom data for the receiver application.
    /// ``kGCKMediaQueueInvalidItemID`` appends them.
    @discardableResult
    #if canImport(ObjectiveC)
    @objc(queueInsertItems:beforeItemWithID:customData:)
    #endif
    open func queueInsert(
        _ queueItems: [GCKMediaQueueItem],
        beforeItemWithID beforeItemID: UInt,
        customData: Any?
    ) -> GCKRequest {
        onMain().insert(queueItems, before: beforeItemID, customData)
    }

    /// Inserts an item before another item. ``kGCKMediaQueueInvalidItemID`` appends it.
    @discardableResult
    #if canImport(ObjectiveC)
    @objc(queueInsertItem:beforeItemWithID:)
    #endif
    open func queueInsert(_ item: GCKMediaQueueItem, beforeItemWithID beforeItemID: UInt) -> GCKRequest {
        onMain().queueInsert([item], beforeItemWithID: beforeItemID, customData: nil)
    }

    /// Inserts an item before another item and plays it.
    @discardableResult
    #if canImport(ObjectiveC)
    @objc(queueInsertAndPlayItem:beforeItemWithID:)
    #endif
    open func queueInsertAndPlay(_ item: GCKMediaQueueItem, beforeItemWithID beforeItemID: UInt) -> GCKRequest {
        onMain().queueInsertAndPlay(
            item,
            beforeItemWithID: beforeItemID,
            playPosition: kGCKInvalidTimeInterval,
            customData: nil
        )
    }

    /// Inserts an item before another item and plays it from a position.
    ///
    /// - Parameters:
    ///   - item: The item to insert.
    ///   - beforeItemID: The ID of the item before which to insert it. ``kGCKMediaQueueInvalidItemID`` appends it.
    ///   - playPosition: The start position in seconds, for this time only. ``kGCKInvalidTimeInterval`` uses the item's
    ///     start time.
    ///   - customData: Custom data for the receiver application.
    @discardableResult
    #if canImport(ObjectiveC)
    @objc(queueInsertAndPlayItem:beforeItemWithID:playPosition:customData:)
    #endif
    open func queueInsertAndPlay(
        _ item: GCKMediaQueueItem,
        beforeItemWithID beforeItemID: UInt,
        playPosition: TimeInterval,
        customData: Any?
    ) -> GCKRequest {
        requireMainThread(of: GCKRemoteMediaClient.self)
        let position = playPosition.isNaN ? nil : playPosition
        return insert([item], before: beforeItemID, playing: true, at: position, customData)
    }

    /// Updates items. They must have their IDs.
    @discardableResult
    #if canImport(ObjectiveC)
    @objc(queueUpdateItems:)
    #endif
    open func queueUpdate(_ queueItems: [GCKMediaQueueItem]) -> GCKRequest {
        onMain().queueUpdate(queueItems, customData: nil)
    }

    /// Updates items, with custom data for the receiver application. They must have their IDs.
    @discardableResult
    #if canImport(ObjectiveC)
    @objc(queueUpdateItems:customData:)
    #endif
    open func queueUpdate(_ queueItems: [GCKMediaQueueItem], customData: Any?) -> GCKRequest {
        requireMainThread(of: GCKRemoteMediaClient.self)
        do throws(GCKError) {
            return submit(.updateItems(try queueItems.wires() ?? []), customData)
        } catch {
            return refuse(error, of: QueueUpdateRequest.type)
        }
    }

    /// Removes items from the queue.
    @discardableResult
    open func queueRemoveItems(withIDs itemIDs: [NSNumber]) -> GCKRequest {
        onMain().queueRemoveItems(withIDs: itemIDs, customData: nil)
    }

    /// Removes items from the queue, with custom data for the receiver application.
    @discardableResult
    open func queueRemoveItems(withIDs itemIDs: [NSNumber], customData: Any?) -> GCKRequest {
        requireMainThread(of: GCKRemoteMediaClient.self)
        return submit(.removeItems(itemIDs.map(\.intValue)), customData)
    }

    /// Removes an item from the queue.
    @discardableResult
    open func queueRemoveItem(withID itemID: UInt) -> GCKRequest {
        onMain().queueRemoveItems(withIDs: [NSNumber(value: itemID)])
    }

    /// Moves items, in the given order, before another item. ``kGCKMediaQueueInvalidItemID`` moves them to the end.
    @discardableResult
    open func queueReorderItems(
        withIDs queueItemIDs: [NSNumber],
        insertBeforeItemWithID beforeItemID: UInt
    ) -> GCKRequest {
        onMain().queueReorderItems(withIDs: queueItemIDs, insertBeforeItemWithID: beforeItemID, customData: nil)
    }

    /// Moves items, in the given order, before another item, with custom data for the receiver application.
    /// ``kGCKMediaQueueInvalidItemID`` moves them to the end.
    @discardableResult
    open func queueReorderItems(
        withIDs queueItemIDs: [NSNumber],
        insertBeforeItemWithID beforeItemID: UInt,
        customData: Any?
    ) -> GCKRequest {
        requireMainThread(of: GCKRemoteMediaClient.self)
        let ids = queueItemIDs.map(\.intValue)
        return submit(.reorderItems(ids, before: Int(itemID: beforeItemID)), customData)
    }

    /// Moves an item before another item. ``kGCKMediaQueueInvalidItemID`` moves it to the end.
    @discardableResult
    open func queueMoveItem(withID itemID: UInt, beforeItemWithID beforeItemID: UInt) -> GCKRequest {
        onMain().queueReorderItems(withIDs: [NSNumber(value: itemID)], insertBeforeItemWithID: beforeItemID)
    }

    /// Jumps to an item.
    @discardableResult
    open func queueJumpToItem(withID itemID: UInt) -> GCKRequest {
        onMain().queueJumpToItem(withID: itemID, customData: nil)
    }

    /// Jumps to an item, with custom data for the receiver application.
    @discardableResult
    open func queueJumpToItem(withID itemID: UInt, customData: Any?) -> GCKRequest {
        onMain().queueJumpToItem(withID: itemID, playPosition: kGCKInvalidTimeInterval, customData: customData)
    }

    /// Jumps to an item and plays it from a position. Only one jump is in progress at a time. Of the jumps requested
    /// meanwhile, only the last one is performed.
    ///
    /// - Parameters:
    ///   - itemID: The ID of the item.
    ///   - playPosition: The start position in seconds, for this time only. ``kGCKInvalidTimeInterval`` uses the item's
    ///     start time.
    ///   - customData: Custom data for the receiver application.
    @discardableResult
    open func queueJumpToItem(withID itemID: UInt, playPosition: TimeInterval, customData: Any?) -> GCKRequest {
        requireMainThread(of: GCKRemoteMediaClient.self)
        let knownID = Int(itemID: itemID)
        let position = playPosition.isNaN ? nil : playPosition
        return submit(QueueUpdateRequest.type, customData) { media, customData, id async throws(CastError) in
            guard let knownID else {
                return try media.refuse("Item \(itemID) doesn't exist", of: QueueUpdateRequest.type)
            }
            try await media.jump(to: knownID, at: position, customData: customData, requestID: id)
        }
    }

    /// Jumps to the next item.
    @discardableResult
    open func queueNextItem() -> GCKRequest {
        onMain().submit { media, id async throws(CastError) in try await media.skipItems(1, requestID: id) }
    }

    /// Jumps to the previous item.
    @discardableResult
    open func queuePreviousItem() -> GCKRequest {
        onMain().submit { media, id async throws(CastError) in try await media.skipItems(-1, requestID: id) }
    }

    /// Sets the repeat mode. The request fails for ``GCKMediaRepeatMode/unchanged``.
    @discardableResult
    open func queueSetRepeatMode(_ repeatMode: GCKMediaRepeatMode) -> GCKRequest {
        requireMainThread(of: GCKRemoteMediaClient.self)
        guard let mode = repeatMode.word else {
            return submit { media, _ async throws(CastError) in
                try media.refuse("No repeat mode was specified", of: QueueUpdateRequest.type)
            }
        }
        return submit(.setRepeatMode(mode))
    }

    // MARK: Positions

    /// Returns the position in seconds, extrapolated to the current time. 0 without media.
    open func approximateStreamPosition() -> TimeInterval {
        requireMainThread(of: GCKRemoteMediaClient.self)
        guard let (snapshot, now) = currentMedia else { return 0 }
        return snapshot.position(at: now)
    }

    /// Returns the start of a live stream's seekable range in seconds, extrapolated to the current time.
    /// ``kGCKInvalidTimeInterval`` if there is no range, 0 without media.
    open func approximateLiveSeekableRangeStart() -> TimeInterval {
        requireMainThread(of: GCKRemoteMediaClient.self)
        guard let (snapshot, now) = currentMedia else { return 0 }
        return snapshot.seekableRange(at: now)?.lowerBound ?? kGCKInvalidTimeInterval
    }

    /// Returns the end of a live stream's seekable range in seconds, extrapolated to the current time.
    /// ``kGCKInvalidTimeInterval`` if there is no range, 0 without media.
    open func approximateLiveSeekableRangeEnd() -> TimeInterval {
        requireMainThread(of: GCKRemoteMediaClient.self)
        guard let (snapshot, now) = currentMedia else { return 0 }
        return snapshot.seekableRange(at: now)?.upperBound ?? kGCKInvalidTimeInterval
    }

    // MARK: Notifications for subclasses

    /// Notifies the listeners that a media session has started.
    open func notifyDidStartMediaSession() {
        requireMainThread(of: GCKRemoteMediaClient.self)
        let id = mediaStatus?.mediaSessionID ?? 0
        notify { $0.remoteMediaClient(self, didStartMediaSessionWithID: id) }
    }

    /// Notifies the listeners of the media status.
    open func notifyDidUpdateMediaStatus() {
        requireMainThread(of: GCKRemoteMediaClient.self)
        let status = mediaStatus
        notify { $0.remoteMediaClient(self, didUpdate: status) }
    }

    /// Notifies the listeners that the queue changed.
    open func notifyDidUpdateQueue() {
        onMain().notify { $0.remoteMediaClientDidUpdateQueue(self) }
    }

    /// Notifies the listeners that the preloaded item changed.
    open func notifyDidUpdatePreloadStatus() {
        onMain().notify { $0.remoteMediaClientDidUpdatePreloadStatus(self) }
    }

    /// Notifies the listeners of the metadata.
    open func notifyDidUpdateMetadata() {
        requireMainThread(of: GCKRemoteMediaClient.self)
        let metadata = mediaStatus?.mediaInformation?.metadata
        notify { $0.remoteMediaClient(self, didUpdate: metadata) }
    }

    /// Notifies the listeners of the IDs of all items.
    open func notifyDidReceiveQueueItemIDs(_ itemIDs: [NSNumber]) {
        onMain().notify { $0.remoteMediaClient(self, didReceiveQueueItemIDs: itemIDs) }
    }

    /// Notifies the listeners that items were inserted.
    open func notifyDidInsertQueueItems(withIDs itemIDs: [NSNumber], beforeItemWithID beforeItemID: UInt) {
        onMain().notify {
            $0.remoteMediaClient(self, didInsertQueueItemsWithIDs: itemIDs, beforeItemWithID: beforeItemID)
        }
    }

    /// Notifies the listeners that items were updated.
    open func notifyDidUpdateQueueItems(withIDs itemIDs: [NSNumber]) {
        onMain().notify { $0.remoteMediaClient(self, didUpdateQueueItemsWithIDs: itemIDs) }
    }

    /// Notifies the listeners that items were removed.
    open func notifyDidRemoveQueueItems(withIDs itemIDs: [NSNumber]) {
        onMain().notify { $0.remoteMediaClient(self, didRemoveQueueItemsWithIDs: itemIDs) }
    }

    /// Notifies the listeners of complete items.
    #if canImport(ObjectiveC)
    @objc(notifyDidReceiveQueueItems:)
    #endif
    open func notifyDidReceive(_ items: [GCKMediaQueueItem]) {
        onMain().notify { $0.remoteMediaClient(self, didReceive: items) }
    }

    // MARK: Deprecated methods

    /// Loads media from the start.
    @available(*, deprecated, message: "Use loadMedia(_:with:) with GCKMediaLoadOptions.")
    @discardableResult
    open func loadMedia(_ mediaInfo: GCKMediaInformation, autoplay: Bool) -> GCKRequest {
        onMain().load(mediaInfo, autoplay: autoplay)
    }

    /// Loads media from a position in seconds.
    @available(*, deprecated, message: "Use loadMedia(_:with:) with GCKMediaLoadOptions.")
    @discardableResult
    open func loadMedia(
        _ mediaInfo: GCKMediaInformation,
        autoplay: Bool,
        playPosition: TimeInterval
    ) -> GCKRequest {
        onMain().load(mediaInfo, autoplay: autoplay, playPosition: playPosition)
    }

    /// Loads media from a position in seconds, with custom data for the receiver application.
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

    /// Loads media from a position in seconds, with active tracks.
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

    /// Loads media from a position in seconds, with active tracks and custom data for the receiver application.
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

    /// Seeks to a position in seconds.
    @available(*, deprecated, message: "Use seek(with:).")
    @discardableResult
    open func seek(toTimeInterval position: TimeInterval) -> GCKRequest {
        onMain().seek(to: position)
    }

    /// Seeks to a position in seconds and sets the state of playback afterward.
    @available(*, deprecated, message: "Use seek(with:).")
    @discardableResult
    open func seek(toTimeInterval position: TimeInterval, resumeState: GCKMediaResumeState) -> GCKRequest {
        onMain().seek(to: position, resumeState: resumeState)
    }

    /// Seeks to a position in seconds, with custom data for the receiver application.
    @available(*, deprecated, message: "Use seek(with:).")
    @discardableResult
    open func seek(
        toTimeInterval position: TimeInterval,
        resumeState: GCKMediaResumeState,
        customData: Any?
    ) -> GCKRequest {
        onMain().seek(to: position, resumeState: resumeState, customData: customData)
    }

    /// Loads a queue.
    @available(*, deprecated, message: "Use loadMedia(with:) with queue data.")
    @discardableResult
    #if canImport(ObjectiveC)
    @objc(queueLoadItems:startIndex:repeatMode:)
    #endif
    open func queueLoad(
        _ queueItems: [GCKMediaQueueItem],
        start startIndex: UInt,
        repeatMode: GCKMediaRepeatMode
    ) -> GCKRequest {
        onMain().load(queueItems, start: startIndex, repeatMode: repeatMode)
    }

    /// Loads a queue, with custom data for the receiver application.
    @available(*, deprecated, message: "Use loadMedia(with:) with queue data.")
    @discardableResult
    #if canImport(ObjectiveC)
    @objc(queueLoadItems:startIndex:repeatMode:customData:)
    #endif
    open func queueLoad(
        _ queueItems: [GCKMediaQueueItem],
        start startIndex: UInt,
        repeatMode: GCKMediaRepeatMode,
        customData: Any?
    ) -> GCKRequest {
        onMain().load(queueItems, start: startIndex, repeatMode: repeatMode, customData: customData)
    }

    /// Loads a queue that starts at a position in seconds, with custom data for the receiver application.
    @available(*, deprecated, message: "Use loadMedia(with:) with queue data.")
    @discardableResult
    #if canImport(ObjectiveC)
    @objc(queueLoadItems:startIndex:playPosition:repeatMode:customData:)
    #endif
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
