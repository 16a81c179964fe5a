import CastSender
import CastWire

extension MediaController {
    /// Carries out a command, and returns when the device has answered.
    func carryOut(_ command: MediaCommand) async throws(CastError) {
        switch command {
        case .stop: try await stop()
        case .next: try await next()
        case .previous: try await previous()
        case .seekToLive: try await seekToLive()
        case .skipAd: try await skipAd()
        case .jump(let id): try await jump(to: id)
        case .remove(let ids): try await removeItems(ids)
        case .move(let id, let other): try await moveItem(id, before: other)
        case .setAutoplay(let autoplay, let id):
            var item = QueueItem(fields: JSONObject())
            item.itemID = id
            item.autoplay = autoplay
            try await updateItems([item])
        }
    }
}
