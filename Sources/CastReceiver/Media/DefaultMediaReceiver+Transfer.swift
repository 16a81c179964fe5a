import CastWire

/// Stream transfer: what plays here goes on elsewhere (CASTV2, stream transfer).
extension DefaultMediaReceiver {
    /// STORE_SESSION: everything that another device needs to go on, as the LOAD that leads there.
    ///
    /// One message holds it: of a queue too large for that, the current item with its nearest neighbours.
    func store(for requester: MediaRequester, at now: ContinuousClock.Instant) -> [MediaAction] {
        guard let session, let plan = lastPlan else { return [] }
        var load = LoadRequest(
            media: session.media,
            autoplay: session.wantsToPlay,
            currentTime: session.storedPosition(at: now),
            playbackRate: session.rate,
            activeTrackIDs: session.activeTrackIDs
        )
        load.fields.merge(plan.senderData)
        if session.queue.count > 1 || session.queueData != nil {
            // The item says it already.
            load.media = nil
            load.queueData = Self.queueData(of: session, besides: load.fields.json.jsonBytes.count)
        }
        Self.fit(&load)
        let message = SessionStateMessage(
            sessionState: SessionState(loadRequestData: load),
            requestID: requester.requestID
        )
        return [.reply(message.fields, to: requester.sender)]
    }

    /// Lets go of what a message does not hold, and of what makes no sense without it.
    private static func fit(_ load: inout LoadRequest) {
        func fits(_ load: LoadRequest) -> Bool { load.json.jsonBytes.count <= statusByteLimit }
        if !fits(load) { load.fields["customData"] = nil }
        if !fits(load) { load.media = load.media?.summary }
        if !fits(load) { load.media = load.media?.reference }
        let current = load.queueData.flatMap { data in data.items?[data.startIndex ?? 0].media } ?? load.media
        if current?.tracks == nil { load.activeTrackIDs = nil }
    }

    private static func queueData(of session: MediaSession, besides size: Int) -> QueueData {
        var data = session.queueData ?? QueueData()
        // Where to begin is said by the load's own time.
        data.startTime = nil
        data.items = nil
        let room = max(statusByteLimit - size - data.json.jsonBytes.count, 0)
        let items = session.queue.items(at: 0..<session.queue.count).map { item in
            var item = item.fitted(room)
            // Ids are the next receiver's to give.
            item.itemID = nil
            item.orderID = nil
            return item
        }
        let current = session.queue.currentIndex
        let range = fitting(items.map { $0.json.jsonBytes.count + 1 }, around: current, limit: room)
        data.items = Array(items[range])
        data.startIndex = current - range.lowerBound
        data.repeatMode = session.queue.repeatMode
        return data
    }
}

extension MediaSession {
    /// Where another device is to go on, in seconds; nil = the live edge.
    fileprivate func storedPosition(at now: ContinuousClock.Instant) -> Double? {
        guard media.streamType != .live || live != nil else { return nil }
        return DefaultMediaReceiver.milliseconds(position(at: now))
    }
}
