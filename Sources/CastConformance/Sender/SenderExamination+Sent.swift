// SPDX-License-Identifier: Apache-2.0

import CastWire

// Messages of the device: what the sender learned from them, and which of them are unusual.

extension SenderExamination {
    private static let receiverTypes: Set<String> = [
        "RECEIVER_STATUS", "LAUNCH_STATUS", "LAUNCH_ERROR", "INVALID_REQUEST", "GET_APP_AVAILABILITY",
    ]
    private static let mediaTypes: Set<String> = [
        "MEDIA_STATUS", "LOAD_FAILED", "LOAD_CANCELLED", "INVALID_PLAYER_STATE", "INVALID_REQUEST", "ERROR",
        "QUEUE_CHANGE", "QUEUE_ITEM_IDS", "QUEUE_ITEMS", "SESSION_STATE", "CLOUD_STATUS",
    ]
    private static let refusals: Set<String> = [
        "INVALID_REQUEST", "INVALID_PLAYER_STATE", "LOAD_FAILED", "LAUNCH_ERROR", "ERROR",
    ]
    private static let receiverStatusKeys: Set<String> = [
        "applications", "volume", "userEq", "isActiveInput", "isStandBy", "displayName",
    ]
    private static let mediaStatusKeys: Set<String> = [
        "mediaSessionId", "playerState", "idleReason", "currentTime", "playbackRate", "supportedMediaCommands",
        "volume",
        "media", "activeTrackIds", "currentItemId", "loadingItemId", "preloadedItemId", "items", "queueData",
        "repeatMode", "extendedStatus", "liveSeekableRange", "breakStatus", "videoInfo", "customData", "sessionId",
        "customCanClipChange", "audioTracks", "videoTracks",
    ]

    mutating func sent(
        _ message: ExaminedSenderMessage,
        _ connection: inout SenderConnection,
        at now: ContinuousClock.Instant
    ) {
        connection.lastSent = now
        connection.isSilenceJudged = false
        switch message.message.namespace {
        case .heartbeat where message.type == "PING": pinged(message, &connection, at: now)
        case .connection where message.type == "CLOSE": deviceClosed(message, &connection, at: now)
        case .receiver, .media, .multizone, .discovery:
            replied(message, &connection, at: now)
            noteOddities(message, &connection, at: now)
            learn(message, at: now)
        default: break
        }
    }

    // MARK: - Heartbeat and CLOSE

    private mutating func pinged(
        _ message: ExaminedSenderMessage,
        _ connection: inout SenderConnection,
        at now: ContinuousClock.Instant
    ) {
        connection.pings += 1
        connection.pingSources.insert(message.message.sourceID)
        if connection.openPings.count < SenderConnection.capacity { connection.openPings.append(now) }
        if connection.devicePingTimes.add(now, within: .seconds(1)) == 4 { connection.watch(.pingBurst, at: now) }
    }

    private mutating func deviceClosed(
        _ message: ExaminedSenderMessage,
        _ connection: inout SenderConnection,
        at now: ContinuousClock.Instant
    ) {
        let source = message.message.sourceID
        let closed = connection.closeLinks(from: source, to: message.message.destinationID, at: now)
        connection.pending.removeAll { $0.route.destination == source }
        guard closed else { return }
        judge(.nothingToClosedApplication, true, "")
        guard source != CastMessage.receiverID, lastEndRequest.map({ now - $0 > .seconds(5) }) ?? true else { return }
        connection.watch(.applicationEnds, at: now)
        guard let app = device.applications[source]?.appID, endedApps.count < 64 else { return }
        endedApps[app] = now
        judge(.noRelaunch, true, "")
    }

    // MARK: - Replies

    private mutating func replied(
        _ message: ExaminedSenderMessage,
        _ connection: inout SenderConnection,
        at now: ContinuousClock.Instant
    ) {
        guard let id = message.object?.requestID, id != 0 else {
            if message.type.hasSuffix("_STATUS"), message["launchRequestId"] == nil {
                connection.watch(.unsolicitedStatus, at: now)
            }
            return
        }
        if message["requestId"]?.stringValue != nil { connection.watch(.textRequestID, at: now) }
        if !connection.replies.insert([id, message.message.hashValue]) { connection.watch(.repeatedReply, at: now) }
        let index = connection.pending.firstIndex {
            $0.id == id && $0.namespace == message.message.namespace
                && $0.route.destination == message.message.sourceID
        }
        guard let index else { return }
        let request = connection.pending.remove(at: index)
        // A launch takes as long as the app needs.
        if now - request.sentAt > Self.lateReply, request.type != "LAUNCH" { connection.watch(.lateReply, at: now) }
        if Self.refusals.contains(message.type) { refused(request, &connection, at: now) }
    }

    private mutating func refused(
        _ request: PendingSenderRequest,
        _ connection: inout SenderConnection,
        at now: ContinuousClock.Instant
    ) {
        judge(.refusalNotRepeated, true, "")
        if connection.refused.count >= 64 { connection.refused.removeFirst() }
        if !connection.refused.contains(where: { $0.content == request.content }) {
            connection.refused.append(RefusedSenderRequest(content: request.content, refusedAt: now))
        }
        switch request.type {
        case "LAUNCH" where failedLaunches.count < 64:
            judge(.launchErrorAccepted, true, "")
            if failedLaunches[request.subject].map({ now - $0.at > .seconds(10) }) ?? true {
                failedLaunches[request.subject] = (now, 0)
            }
        case "LOAD": mediaFailed(request.subject, at: now)
        default: break
        }
    }

    private mutating func mediaFailed(_ content: String, at now: ContinuousClock.Instant) {
        guard !content.isEmpty, failedMedia.count < 64 else { return }
        judge(.failedMediaNotReloaded, true, "")
        if failedMedia[content].map({ now - $0.at > .seconds(10) }) ?? true { failedMedia[content] = (now, 0) }
    }

    // MARK: - Unusual answers

    private func noteOddities(
        _ message: ExaminedSenderMessage,
        _ connection: inout SenderConnection,
        at now: ContinuousClock.Instant
    ) {
        let isMedia = message.message.namespace == .media
        guard isMedia || message.message.namespace == .receiver else { return }
        if !(isMedia ? Self.mediaTypes : Self.receiverTypes).contains(message.type) {
            connection.watch(.unknownMessage, at: now)
        }
        let statuses =
            isMedia
            ? (message["status"]?.arrayValue ?? []).compactMap(\.objectValue)
            : message["status"]?.objectValue.map { [$0] } ?? []
        let known = isMedia ? Self.mediaStatusKeys : Self.receiverStatusKeys
        if statuses.contains(where: { !known.isSuperset(of: $0.keys) }) { connection.watch(.unknownMember, at: now) }
    }

    // MARK: - What the sender learned

    private mutating func learn(_ message: ExaminedSenderMessage, at now: ContinuousClock.Instant) {
        switch (message.message.namespace, message.type) {
        case (.receiver, "RECEIVER_STATUS"):
            if let status = message["status"]?.objectValue { learn(receiver: status) }
        case (.media, "MEDIA_STATUS"):
            if let status = message["status"]?.arrayValue {
                learn(media: status, from: message.message.sourceID, at: now)
            }
        case (.media, "QUEUE_ITEM_IDS"), (.media, "QUEUE_CHANGE"): learn(items: message["itemIds"])
        case (.media, "QUEUE_ITEMS"): for item in message["items"]?.arrayValue ?? [] { learn(item: item["itemId"]) }
        default: break
        }
    }

    private mutating func learn(receiver status: JSONObject) {
        let control = status["volume"]?["controlType"]?.stringValue
        device.hasFixedVolume = control == "fixed"
        if device.hasFixedVolume { judge(.fixedVolume, true, "") }
        device.running = []
        for case .object(let application) in status["applications"]?.arrayValue ?? [] {
            guard let app = application["appId"]?.stringValue, let transport = application["transportId"]?.stringValue
            else { continue }
            let session = application["sessionId"]?.stringValue ?? ""
            device.running.insert(app)
            device.sessionIDs.insert(session)
            let namespaces = Set(CaseContext.names(of: application["namespaces"]))
            device.add(AnnouncedState.Application(appID: app, sessionID: session, namespaces: namespaces), transport)
        }
    }

    private mutating func learn(
        media statuses: [JSONValue],
        from transport: String,
        at now: ContinuousClock.Instant
    ) {
        var listed: Set<AnnouncedState.MediaKey> = []
        var hasRunning = false
        for case .object(let status) in statuses {
            guard let id = status["mediaSessionId"].flatMap(Int.init(json:)) else { continue }
            let key = AnnouncedState.MediaKey(transport: transport, id: id)
            listed.insert(key)
            let reason = status["idleReason"]?.stringValue
            let isIdle = status["playerState"]?.stringValue == "IDLE"
            if !isIdle { hasRunning = true }
            device.update(key) { media in
                media.learn(status)
                if !isIdle {
                    (media.endedAt, media.replacedAt) = (nil, nil)
                } else if reason != nil, media.endedAt == nil {
                    media.endedAt = now
                }
            }
            if isIdle, reason == "ERROR", let content = device.media[key]?.content { mediaFailed(content, at: now) }
            if let next = status["extendedStatus"]?["mediaSessionId"].flatMap(Int.init(json:)) {
                device.update(AnnouncedState.MediaKey(transport: transport, id: next)) { _ in }
            }
            for key in ["currentItemId", "loadingItemId", "preloadedItemId"] { learn(item: status[key]) }
            for item in status["items"]?.arrayValue ?? [] { learn(item: item["itemId"]) }
        }
        for key in device.media.keys where key.transport == transport && !listed.contains(key) {
            device.update(key) { media in
                if media.endedAt == nil { media.endedAt = now }
                if hasRunning, media.replacedAt == nil { media.replacedAt = now }
            }
        }
    }

    private mutating func learn(items: JSONValue?) {
        for item in items?.arrayValue ?? [] { learn(item: item) }
    }

    private mutating func learn(item: JSONValue?) {
        if let id = item.flatMap(Int.init(json:)) { device.items.insert(id) }
    }
}

extension AnnouncedState.Media {
    /// Takes over what a status says of the media.
    fileprivate mutating func learn(_ status: JSONObject) {
        if let commands = status["supportedMediaCommands"].flatMap(Int.init(json:)) { self.commands = commands }
        guard let media = status["media"], media.objectValue != nil else { return }
        let duration = media["duration"]?.numberValue ?? 0
        self.duration = duration > 0 && media["streamType"]?.stringValue != "LIVE" ? duration : nil
        content = media["contentUrl"]?.stringValue ?? media["contentId"]?.stringValue ?? ""
        tracks = Set((media["tracks"]?.arrayValue ?? []).compactMap { $0["trackId"].flatMap(Int.init(json:)) })
    }
}
