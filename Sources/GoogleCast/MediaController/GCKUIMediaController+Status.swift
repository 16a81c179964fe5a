import CastUI
import Foundation

// What the delegate is told, once the controls show it.

/// What was told of the last status.
struct ToldMedia {
    var playerState = GCKMediaPlayerState.unknown
    var preloadedItemID = kGCKMediaQueueInvalidItemID

    init() {}

    init(_ status: GCKMediaStatus?) {
        playerState = status?.playerState ?? .unknown
        preloadedItemID = status?.preloadedItemID ?? kGCKMediaQueueInvalidItemID
    }
}

extension GCKUIMediaController {
    /// A status came, or what was known is gone.
    func took(_ status: GCKMediaStatus?) {
        update()
        let former = told
        told = ToldMedia(status)
        // With the connection goes what was known; the player has not changed by that.
        guard let widgets, widgets.isClientConnected else { return }
        if status == nil { told.playerState = .idle }
        if told.playerState != former.playerState, status != nil || former.playerState != .unknown {
            let position = widgets.panel.position ?? kGCKInvalidTimeInterval
            delegate?.mediaController(self, didUpdate: told.playerState, lastStreamPosition: position)
        }
        if told.preloadedItemID != former.preloadedItemID {
            delegate?.mediaController(self, didBeginPreloadForItemID: told.preloadedItemID)
        }
        if let status { delegate?.mediaController(self, didUpdate: status) }
    }
}
