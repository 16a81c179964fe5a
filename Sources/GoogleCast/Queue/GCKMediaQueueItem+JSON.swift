import CastWire
import Foundation

extension GCKMediaQueueItem.Content: WireContent {
    /// Receivers list items by their number alone until they know what these play.
    init?(_ wire: QueueItem) {
        let fields = wire.fields
        self.init(
            mediaInformation: fields.model("media", as: GCKMediaInformation.Content.self),
            itemID: UInt(max(0, fields.integer("itemId") ?? 0)),
            autoplay: fields.flag("autoplay") ?? true,
            startTime: fields.real("startTime") ?? kGCKInvalidTimeInterval,
            playbackDuration: fields.real("playbackDuration") ?? .infinity,
            preloadTime: fields.real("preloadTime") ?? kGCKInvalidTimeInterval,
            activeTrackIDs: fields.integers("activeTrackIds"),
            customData: fields.anything("customData")
        )
    }

    /// With the item's number where it has one; whoever brings new items takes it away.
    func wire() throws(GCKError) -> QueueItem {
        var item = QueueItem()
        item.itemID = itemID == kGCKMediaQueueInvalidItemID ? nil : Int(exactly: itemID)
        item.media = try mediaInformation?.wire()
        item.autoplay = autoplay
        item.startTime = startTime.finite
        item.playbackDuration = playbackDuration.finite
        item.preloadTime = preloadTime.finite
        item.activeTrackIDs = activeTrackIDs
        item.customData = try $customData.wire()
        return item
    }
}
