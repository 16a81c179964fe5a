import CastSender
import CastWire
public import Foundation

/// What a receiver plays, at the moment of its last message. Another object comes with each message.
open class GCKMediaStatus: NSObject, NSCopying {
    /// The media session; another one with each load. 0 when there is none.
    open internal(set) var mediaSessionID: Int
    /// What the player does.
    open internal(set) var playerState: GCKMediaPlayerState = .unknown
    /// Whether an advertisement is shown instead of the content, or within it.
    open internal(set) var playingAd: Bool = false
    /// Why nothing plays.
    open internal(set) var idleReason: GCKMediaPlayerIdleReason = .none
    /// 1 is the ordinary speed; 0 while none is known.
    open internal(set) var playbackRate: Float = 0
    /// What plays, or is about to.
    open internal(set) var mediaInformation: GCKMediaInformation?
    /// The position in seconds as the receiver told it; see ``GCKRemoteMediaClient/approximateStreamPosition()``.
    open internal(set) var streamPosition: TimeInterval = 0
    /// The volume of the stream, 0…1, on top of the device's own.
    open internal(set) var volume: Float = 1
    /// Whether the stream is muted.
    open internal(set) var isMuted: Bool = false
    /// What happens at the end of the queue; ``GCKMediaRepeatMode/unchanged`` where the receiver does not say.
    open internal(set) var queueRepeatMode: GCKMediaRepeatMode = .unchanged
    /// The item that plays; 0 for none.
    open internal(set) var currentItemID: UInt = 0
    /// The item that was fetched in advance; 0 for none.
    open internal(set) var preloadedItemID: UInt = 0
    /// The item that is being loaded; 0 for none.
    open internal(set) var loadingItemID: UInt = 0
    /// The ids of the tracks in use.
    open internal(set) var activeTrackIDs: [NSNumber]?
    /// The picture that is really shown.
    open internal(set) var videoInfo: GCKVideoInfo?
    /// What the receiver's application added.
    open internal(set) var customData: Any?
    /// The break that is shown.
    open internal(set) var adBreakStatus: GCKAdBreakStatus?
    /// The part of a live stream that can be sought to.
    open internal(set) var liveSeekableRange: GCKMediaLiveSeekableRange?
    /// The queue without its items.
    open internal(set) var queueData: GCKMediaQueueData?
    private var items: [GCKMediaQueueItem] = []
    private var commands = 0

    /// A status of which nothing but the session and its media is known.
    public init(sessionID mediaSessionID: Int, mediaInformation: GCKMediaInformation?) {
        self.mediaSessionID = mediaSessionID
        self.mediaInformation = mediaInformation
        super.init()
    }

    /// Whether all of these ``kGCKMediaCommandPause`` and so on, added up, are possible now.
    open func isMediaCommandSupported(_ command: Int) -> Bool { commands & command == command }

    // MARK: Queue

    /// Whether there is a current item.
    open var queueHasCurrentItem: Bool { currentItemID != kGCKMediaQueueInvalidItemID }

    /// The item that plays, as far as statuses told of it.
    weak open var currentQueueItem: GCKMediaQueueItem? { currentIndex.map { items[$0] } }

    /// Whether an item is known to follow the current one.
    open var queueHasNextItem: Bool { nextQueueItem != nil }

    /// The item after the current one, as far as statuses told of it.
    weak open var nextQueueItem: GCKMediaQueueItem? {
        currentIndex.flatMap { items.indices.contains($0 + 1) ? items[$0 + 1] : nil }
    }

    /// Whether an item is known to stand before the current one.
    open var queueHasPreviousItem: Bool { currentIndex.map { $0 > 0 } ?? false }

    /// Whether an item is being loaded.
    open var queueHasLoadingItem: Bool { loadingItemID != kGCKMediaQueueInvalidItemID }

    /// How many items the receiver has told of, usually the previous, the current and the next one;
    /// ``GCKMediaQueue`` knows them all.
    open var queueItemCount: UInt { UInt(items.count) }

    /// One of the items that the receiver has told of; nil outside.
    open func queueItem(at index: UInt) -> GCKMediaQueueItem? {
        index < UInt(items.count) ? items[Int(index)] : nil
    }

    /// The item with an id among those that the receiver has told of.
    open func queueItem(withItemID itemID: UInt) -> GCKMediaQueueItem? { items.first { $0.itemID == itemID } }

    /// Where an item stands among those that the receiver has told of; -1 for one that it has not.
    open func queueIndex(forItemID itemID: UInt) -> Int { items.firstIndex { $0.itemID == itemID } ?? -1 }

    private var currentIndex: Int? {
        queueHasCurrentItem ? items.firstIndex { $0.itemID == currentItemID } : nil
    }

    // MARK: Making

    /// The status that a snapshot stands for.
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
        items = snapshot.toldItems.compactMap { GCKMediaQueueItem.received($0) }
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

extension MediaSnapshot {
    /// What plays: told by itself, by the current item of the queue, or as what is being loaded.
    var knownMedia: MediaInformation? { media ?? currentItem?.media ?? status.extendedStatus?.media }

    /// The window of the queue in the newest status that had one. Receivers name items by their ids alone until their
    /// media is known.
    var toldItems: [QueueItem] {
        toldItemIDs.compactMap { id in
            var item = queueWindow.first { $0.itemID == id }
            if item?.media == nil, id == currentItemID { item?.media = media }
            return item
        }
    }
}

extension UInt {
    /// An item's id as this API has it.
    init(itemID: Int?) { self = itemID.flatMap { UInt(exactly: $0) } ?? kGCKMediaQueueInvalidItemID }
}

extension Int {
    /// An item's id as the engine has it; nil for none.
    init?(itemID: UInt) {
        guard itemID != kGCKMediaQueueInvalidItemID else { return nil }
        self.init(exactly: itemID)
    }
}
