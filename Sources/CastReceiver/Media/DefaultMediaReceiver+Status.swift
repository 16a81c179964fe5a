// SPDX-License-Identifier: Apache-2.0

import CastWire

extension DefaultMediaReceiver {
    /// The maximum size of a status in bytes. The rest of the frame is left for its envelope.
    static let statusByteLimit = 60_000

    /// Answers GET_STATUS with all properties of the media. This is the only status that goes to one sender.
    mutating func answerStatus(
        _ request: GetMediaStatusRequest,
        for requester: MediaRequester,
        at now: ContinuousClock.Instant
    ) -> MediaAction {
        var statuses: [MediaStatus] = []
        if let session, request.mediaSessionID ?? session.id == session.id {
            let options = request.options ?? []
            var status = status(of: session, with: .all, at: now)
            if options.contains(.noMetadata) {
                status.media?.metadata = nil
                status.items = status.items?.map { item in
                    var item = item
                    item.media?.metadata = nil
                    return item
                }
            }
            if options.contains(.noQueueItems) { status.items = nil }
            statuses = [status]
        }
        return .reply(message(statuses, requester.requestID).fields, to: requester.sender)
    }

    /// Sends the status of the session to all senders. `requestID` is the id of the request that caused it; 0 for none.
    mutating func broadcastStatus(
        _ requestID: Int,
        with content: StatusContent = [],
        at now: ContinuousClock.Instant
    ) -> [MediaAction] {
        guard let session else { return [] }
        announced = session.clock
        return [broadcast([status(of: session, with: content, at: now)], requestID)]
    }

    func broadcast(_ statuses: [MediaStatus], _ requestID: Int = 0) -> MediaAction {
        .broadcast(message(statuses, requestID).fields)
    }

    private func message(_ statuses: [MediaStatus], _ requestID: Int) -> MediaStatusMessage {
        MediaStatusMessage(statuses: statuses.map(Self.fitted), requestID: requestID)
    }

    /// Returns the status of a session in MEDIA_STATUS.
    func status(
        of session: MediaSession,
        with content: StatusContent = [],
        at now: ContinuousClock.Instant
    ) -> MediaStatus {
        var status = MediaStatus(
            mediaSessionID: session.id,
            playerState: session.playerState,
            currentTime: Self.milliseconds(session.position(at: now)),
            playbackRate: session.rate,
            supportedMediaCommands: session.supportedMediaCommands,
            volume: CastVolume(level: session.volumeLevel, muted: session.isMuted),
            activeTrackIDs: session.activeTrackIDs,
            currentItemID: session.currentItemID,
            repeatMode: session.queue.repeatMode
        )
        status.videoInfo = session.videoInfo
        status.liveSeekableRange = session.live.map { live in
            let window = live.window(at: now)
            return LiveSeekableRange(
                start: Self.milliseconds(window.start),
                end: Self.milliseconds(window.end),
                isMovingWindow: window.isMoving,
                isLiveDone: window.isDone
            )
        }
        if session.phase == .loading {
            status.loadingItemID = session.queue.currentID
            status.extendedStatus = ExtendedStatus(
                playerState: .loading,
                media: session.media.summary,
                mediaSessionID: session.id
            )
        }
        status.breakStatus = session.breakStatus(at: now)
        if session.isSkippable(at: now) { status.supportedMediaCommands?.insert(.skipAd) }
        status.preloadedItemID = session.preloadedItemID
        if content.contains(.media) { status.media = session.media }
        if content.contains(.queue) {
            status.items = session.queue.window
            status.queueData = session.queueData
            status.queueData?.repeatMode = session.queue.repeatMode
            if session.queue.isShuffled { status.queueData?.shuffle = true }
        }
        return status
    }

    /// Rounds a time in seconds to milliseconds, the resolution of positions.
    static func milliseconds(_ seconds: Double) -> Double { (seconds * 1000).rounded() / 1000 }

    /// Removes properties that senders can request again, as far as needed to fit the status into a frame.
    private static func fitted(_ status: MediaStatus) -> MediaStatus {
        func fits(_ status: MediaStatus) -> Bool { status.json.jsonBytes.count <= statusByteLimit }
        let canShrink = status.media != nil || status.extendedStatus != nil || status.items != nil
        guard canShrink, !fits(status) else { return status }
        var smaller = status
        smaller.items = status.items?.map { item in
            var item = item
            item.media = nil
            return item
        }
        if fits(smaller) { return smaller }
        smaller.items = nil
        smaller.extendedStatus?.media = status.extendedStatus?.media?.reference
        if fits(smaller) { return smaller }
        smaller.media = status.media?.summary
        if fits(smaller) { return smaller }
        smaller.media = status.media?.reference
        smaller.queueData = nil
        return smaller
    }
}

/// The optional parts of a status.
struct StatusContent: OptionSet, Sendable {
    let rawValue: Int

    /// The media of the current item.
    static let media = StatusContent(rawValue: 1)
    /// The window of items, and the properties of the queue.
    static let queue = StatusContent(rawValue: 2)
    static let all: StatusContent = [.media, .queue]
}

extension MediaInformation {
    /// The properties that identify the media.
    var reference: MediaInformation {
        var reference = MediaInformation(fields: JSONObject())
        for key in ["contentId", "contentUrl", "contentType", "streamType", "duration"] {
            reference.fields[key] = fields[key]
        }
        return reference
    }
}
