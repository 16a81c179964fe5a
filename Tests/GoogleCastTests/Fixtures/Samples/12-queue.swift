import GoogleCast

/// Loads a repeating queue. Each item is preloaded 20 s before its start.
@MainActor
func playAll(_ media: [GCKMediaInformation], on client: GCKRemoteMediaClient) -> GCKRequest {
    let queue = GCKMediaQueueDataBuilder(queueType: .videoPlayList)
    queue.repeatMode = .all
    queue.items = media.map { information in
        let item = GCKMediaQueueItemBuilder()
        item.mediaInformation = information
        item.autoplay = true
        item.preloadTime = 20
        return item.build()
    }
    let request = GCKMediaLoadRequestDataBuilder()
    request.queueData = queue.build()
    return client.loadMedia(with: request.build())
}

/// Observes the queue of a session.
class QueueView: NSObject, GCKMediaQueueDelegate {
    let queue: GCKMediaQueue

    init(_ client: GCKRemoteMediaClient) {
        queue = GCKMediaQueue(remoteMediaClient: client)
        super.init()
        queue.add(self)
    }

    func mediaQueueWillChange(_ queue: GCKMediaQueue) { print("will change") }

    func mediaQueueDidChange(_ queue: GCKMediaQueue) { print("\(queue.itemCount) items") }
}
