import CastWire

extension DefaultMediaReceiver {
    /// A status may have so many bytes; the rest of a frame is for what is around it.
    static let statusByteLimit = 60_000

    /// GET_STATUS: the only status that goes to one sender, with everything about the media.
    mutating func answerStatus(
        _ request: GetMediaStatusRequest,
        for requester: MediaRequester,
        at now: ContinuousClock.Instant
    ) -> MediaAction {
        var statuses: [MediaStatus] = []
        if let session, request.mediaSessionID ?? session.id == session.id {
            let options = request.options ?? []
            var status = status(of: session, withMedia: true, at: now)
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

    /// Tells every sender how the session is. `requestID` is that of whoever caused it, 0 for nobody.
    mutating func broadcastStatus(
        _ requestID: Int,
        withMedia: Bool = false,
        at now: ContinuousClock.Instant
    ) -> [MediaAction] {
        guard let session else { return [] }
        announced = session.clock
        return [broadcast([status(of: session, withMedia: withMedia, at: now)], requestID)]
    }

    func broadcast(_ statuses: [MediaStatus], _ requestID: Int = 0) -> MediaAction {
        .broadcast(message(statuses, requestID).fields)
    }

    private func message(_ statuses: [MediaStatus], _ requestID: Int) -> MediaStatusMessage {
        MediaStatusMessage(statuses: statuses.map(Self.fitted), requestID: requestID)
    }

    /// One session as MEDIA_STATUS describes it.
    func status(
        of session: MediaSession,
        withMedia: Bool = false,
        at now: ContinuousClock.Instant
    ) -> MediaStatus {
        var status = MediaStatus(
            mediaSessionID: session.id,
            playerState: session.playerState,
            currentTime: (session.position(at: now) * 1000).rounded() / 1000,
            playbackRate: session.rate,
            supportedMediaCommands: session.supportedMediaCommands,
            volume: Volume(level: session.volumeLevel, muted: session.isMuted),
            activeTrackIDs: session.activeTrackIDs,
            currentItemID: session.queue.current.itemID,
            repeatMode: session.queue.repeatMode
        )
        status.videoInfo = session.videoInfo
        status.liveSeekableRange = session.seekableRange
        if session.phase == .loading {
            status.loadingItemID = session.queue.current.itemID
            status.extendedStatus = ExtendedStatus(
                playerState: .loading,
                media: session.media.summary,
                mediaSessionID: session.id
            )
        }
        if withMedia {
            status.media = session.media
            status.items = session.queue.window
            status.queueData = session.queueData
        }
        return status
    }

    /// The status without what can be asked for again, as far as needed for a frame to hold it.
    private static func fitted(_ status: MediaStatus) -> MediaStatus {
        func fits(_ status: MediaStatus) -> Bool { status.json.jsonBytes.count <= statusByteLimit }
        guard status.media != nil || status.extendedStatus != nil, !fits(status) else { return status }
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

extension MediaInformation {
    /// Only what tells which media it is.
    fileprivate var reference: MediaInformation {
        var reference = MediaInformation(fields: JSONObject())
        for key in ["contentId", "contentUrl", "contentType", "streamType", "duration"] {
            reference.fields[key] = fields[key]
        }
        return reference
    }
}
