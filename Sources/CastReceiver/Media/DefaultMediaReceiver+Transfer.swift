// SPDX-License-Identifier: Apache-2.0

import CastWire

/// Stream transfer: stores a session that continues on another device (CASTV2, stream transfer).
extension DefaultMediaReceiver {
    /// Handles STORE_SESSION: answers with the state that another device needs to continue, in the form of a LOAD.
    ///
    /// The state must fit into one message. If the queue is too large, it has the current item and its nearest
    /// neighbors.
    func store(for requester: MediaRequester, at now: ContinuousClock.Instant) -> [MediaAction] {
        guard let session, let plan = lastPlan else { return [] }
        var load = LoadRequest(
            media: session.media,
            autoplay: session.playWhenReady,
            currentTime: session.storedPosition(at: now),
            playbackRate: session.rate,
            activeTrackIDs: session.activeTrackIDs
        )
        load.fields.merge(plan.senderData)
        if session.queue.count > 1 || session.queueData != nil {
            // The queue item has the media already.
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

    /// Removes properties that do not fit into a message, and those that depend on them.
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
        // The load request has the start position.
        data.startTime = nil
        data.items = nil
        let availableBytes = max(statusByteLimit - size - data.json.jsonBytes.count, 0)
        let items = session.queue.items(at: 0..<session.queue.count).map { item in
            var item = item.fitted(availableBytes)
            // The other receiver assigns new ids.
            item.itemID = nil
            item.orderID = nil
            return item
        }
        let current = session.queue.currentIndex
        let range = fitting(items.map { $0.json.jsonBytes.count + 1 }, around: current, limit: availableBytes)
        data.items = Array(items[range])
        data.startIndex = current - range.lowerBound
        data.repeatMode = session.queue.repeatMode
        return data
    }
}

extension MediaSession {
    /// Returns the position at which another device continues, in seconds; nil for the live edge.
    fileprivate func storedPosition(at now: ContinuousClock.Instant) -> Double? {
        guard media.streamType != .live || live != nil else { return nil }
        return DefaultMediaReceiver.milliseconds(position(at: now))
    }
}
