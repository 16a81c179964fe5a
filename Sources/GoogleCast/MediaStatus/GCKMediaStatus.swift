// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire
public import Foundation

/// The media status of a receiver at the time of its last message. Each message creates another object.
#if canImport(ObjectiveC)
@objc(GCKMediaStatus)
@objcMembers
#endif
open class GCKMediaStatus: NSObject, NSCopying {
    /// The ID of the media session, which changes with each load. 0 if there is no media session.
    open internal(set) var mediaSessionID: Int
    /// The state of the player.
    open internal(set) var playerState: GCKMediaPlayerState = .unknown
    /// Whether an ad is playing.
    open internal(set) var playingAd: Bool = false
    /// The reason why the player is idle.
    open internal(set) var idleReason: GCKMediaPlayerIdleReason = .none
    /// The playback rate, where 1 is normal speed. 0 if unknown.
    open internal(set) var playbackRate: Float = 0
    /// The media that is playing or loading.
    open internal(set) var mediaInformation: GCKMediaInformation?
    /// The position in seconds as reported by the receiver. See ``GCKRemoteMediaClient/approximateStreamPosition()``.
    open internal(set) var streamPosition: TimeInterval = 0
    /// The stream volume, from 0 to 1, which is applied in addition to the device volume.
    open internal(set) var volume: Float = 1
    /// Whether the stream is muted.
    open internal(set) var isMuted: Bool = false
    /// The repeat mode of the queue. ``GCKMediaRepeatMode/unchanged`` if the receiver doesn't report it.
    open internal(set) var queueRepeatMode: GCKMediaRepeatMode = .unchanged
    /// The ID of the current item, or 0.
    open internal(set) var currentItemID: UInt = 0
    /// The ID of the preloaded item, or 0.
    open internal(set) var preloadedItemID: UInt = 0
    /// The ID of the item that is loading, or 0.
    open internal(set) var loadingItemID: UInt = 0
    /// The IDs of the active tracks.
    open internal(set) var activeTrackIDs: [NSNumber]?
    /// The format of the displayed video.
    open internal(set) var videoInfo: GCKVideoInfo?
    /// Custom data from the receiver application.
    open internal(set) var customData: Any?
    /// The status of the current ad break.
    open internal(set) var adBreakStatus: GCKAdBreakStatus?
    /// The seekable range of a live stream.
    open internal(set) var liveSeekableRange: GCKMediaLiveSeekableRange?
    /// The properties of the queue, without its items.
    open internal(set) var queueData: GCKMediaQueueData?
    private var items: [GCKMediaQueueItem] = []
    private var commands = 0

    /// Creates an object without content. The original class inherits this initializer from `NSObject`.
    public convenience override init() { self.init(sessionID: 0, mediaInformation: nil) }

    /// Creates a status with a media session and its media. All other properties have default values.
    public init(sessionID mediaSessionID: Int, mediaInformation: GCKMediaInformation?) {
        self.mediaSessionID = mediaSessionID
        self.mediaInformation = mediaInformation
        super.init()
    }

    /// Returns whether all of these commands are supported, given as a sum of constants such as
    /// ``kGCKMediaCommandPause``.
    open func isMediaCommandSupported(_ command: Int) -> Bool { commands & command == command }

    // MARK: Queue

    /// Whether the queue has a current item.
    open var queueHasCurrentItem: Bool { currentItemID != kGCKMediaQueueInvalidItemID }

    /// The current item, if the receiver reported it.
    weak open var currentQueueItem: GCKMediaQueueItem? { currentIndex.map { items[$0] } }

    /// Whether the receiver reported an item after the current one.
    open var queueHasNextItem: Bool { nextQueueItem != nil }

    /// The item after the current one, if the receiver reported it.
    weak open var nextQueueItem: GCKMediaQueueItem? {
        currentIndex.flatMap { items.indices.contains($0 + 1) ? items[$0 + 1] : nil }
    }

    /// Whether the receiver reported an item before the current one.
    open var queueHasPreviousItem: Bool { currentIndex.map { $0 > 0 } ?? false }

    /// Whether an item is loading.
    open var queueHasLoadingItem: Bool { loadingItemID != kGCKMediaQueueInvalidItemID }

    /// The number of items that the receiver reported, usually the previous, the current and the next one.
    /// ``GCKMediaQueue`` provides all items.
    open var queueItemCount: UInt { UInt(items.count) }

    /// Returns one of the reported items, or nil if the index is out of range.
    #if canImport(ObjectiveC)
    @objc(queueItemAtIndex:)
    #endif
    open func queueItem(at index: UInt) -> GCKMediaQueueItem? {
        index < UInt(items.count) ? items[Int(index)] : nil
    }

    /// Returns the reported item with an ID.
    open func queueItem(withItemID itemID: UInt) -> GCKMediaQueueItem? { items.first { $0.itemID == itemID } }

    /// Returns the index of an item among the reported ones, or -1 if it wasn't reported.
    open func queueIndex(forItemID itemID: UInt) -> Int { items.firstIndex { $0.itemID == itemID } ?? -1 }

    private var currentIndex: Int? {
        queueHasCurrentItem ? items.firstIndex { $0.itemID == currentItemID } : nil
    }

    // MARK: Creating

    /// Creates a status from a snapshot of the engine.
    convenience init(_ snapshot: MediaSnapshot) {
        let status = snapshot.status
        self.init(
            sessionID: snapshot.mediaSessionID,
            mediaInformation: GCKMediaInformation.received(snapshot.knownMedia)
        )
        playerState = snapshot.isLoading ? .loading : GCKMediaPlayerState(status.playerState)
        idleReason = GCKMediaPlayerIdleReason(snapshot.idleReason)
        playbackRate = Float(status.playbackRate ?? 0)
        streamPosition = status.currentTime ?? 0
        volume = Float(snapshot.streamVolume)
        isMuted = snapshot.isStreamMuted
        queueRepeatMode = GCKMediaRepeatMode(status.repeatMode)
        currentItemID = UInt(itemID: status.currentItemID)
        preloadedItemID = UInt(itemID: status.preloadedItemID)
        loadingItemID = UInt(itemID: status.loadingItemID)
        activeTrackIDs = status.activeTrackIDs?.map { NSNumber(value: $0) }
        videoInfo = status.videoInfo.map { GCKVideoInfo.Content($0).model }
        customData = status.customData?.foundationObject
        adBreakStatus = status.breakStatus.map { GCKAdBreakStatus.Content($0).model }
        playingAd = adBreakStatus != nil
        liveSeekableRange = status.liveSeekableRange.map { GCKMediaLiveSeekableRange.Content($0).model }
        queueData = GCKMediaQueueData.received(status.queueData)
        items = snapshot.reportedItems.compactMap { GCKMediaQueueItem.received($0) }
        commands = status.supportedMediaCommands?.rawValue ?? 0
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = GCKMediaStatus(sessionID: mediaSessionID, mediaInformation: mediaInformation)
        copy.playerState = playerState
        copy.playingAd = playingAd
        copy.idleReason = idleReason
        copy.playbackRate = playbackRate
        copy.streamPosition = streamPosition
        copy.volume = volume
        copy.isMuted = isMuted
        copy.queueRepeatMode = queueRepeatMode
        copy.currentItemID = currentItemID
        copy.preloadedItemID = preloadedItemID
        copy.loadingItemID = loadingItemID
        copy.activeTrackIDs = activeTrackIDs
        copy.videoInfo = videoInfo
        copy.customData = customData
        copy.adBreakStatus = adBreakStatus
        copy.liveSeekableRange = liveSeekableRange
        copy.queueData = queueData
        copy.items = items
        copy.commands = commands
        return copy
    }
}

/// The seekable range of a live stream.
#if canImport(ObjectiveC)
@objc(GCKMediaLiveSeekableRange)
@objcMembers
#endif
open class GCKMediaLiveSeekableRange: NSObject, NSCopying, NSSecureCoding, ContentModel, @unchecked Sendable {
    // Unchecked because the class isn't final. Its only stored property is a `Sendable` constant.

    struct Content: ModelContent, Sendable {
        @Real var startTime: TimeInterval = 0
        @Real var endTime: TimeInterval = 0
        var isMovingWindow: Bool = false
        var isLiveDone: Bool = false

        var model: GCKMediaLiveSeekableRange { GCKMediaLiveSeekableRange(content: self) }
    }

    let content: Content

    /// The start of the range, in seconds of media time.
    open var startTime: TimeInterval { content.startTime }

    /// The end of the range, in seconds of media time. The live edge while the stream continues.
    open var endTime: TimeInterval { content.endTime }

    /// Whether the start of the range advances with the stream.
    open var isMovingWindow: Bool { content.isMovingWindow }

    /// Whether the live stream has ended, so that the range no longer changes.
    open var isLiveDone: Bool { content.isLiveDone }

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

extension GCKMediaLiveSeekableRange.Content {
    init(_ wire: LiveSeekableRange) {
        let fields = wire.fields
        self.init(
            startTime: fields.real("start") ?? 0,
            endTime: fields.real("end") ?? 0,
            isMovingWindow: fields.flag("isMovingWindow") ?? false,
            isLiveDone: fields.flag("isLiveDone") ?? false
        )
    }
}

extension MediaSnapshot {
    /// The current media: as reported itself, as part of the current item, or as the media that is loading.
    var knownMedia: MediaInformation? { media ?? currentItem?.media ?? status.extendedStatus?.media }

    /// The items in the last status that contained any. Receivers report an item by its ID alone until its media is
    /// known.
    var reportedItems: [QueueItem] {
        reportedItemIDs.compactMap { id in
            var item = queueWindow.first { $0.itemID == id }
            if item?.media == nil, id == currentItemID { item?.media = media }
            return item
        }
    }
}

extension UInt {
    /// Creates an item ID of this API from an item ID of the engine.
    init(itemID: Int?) { self = itemID.flatMap { UInt(exactly: $0) } ?? kGCKMediaQueueInvalidItemID }
}

extension Int {
    /// Creates an item ID of the engine. Returns nil for ``kGCKMediaQueueInvalidItemID``.
    init?(itemID: UInt) {
        guard itemID != kGCKMediaQueueInvalidItemID else { return nil }
        self.init(exactly: itemID)
    }
}
