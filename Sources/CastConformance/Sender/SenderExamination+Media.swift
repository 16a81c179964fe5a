// SPDX-License-Identifier: Apache-2.0

import CastWire

// Requests in the media namespace.

extension SenderExamination {
    /// Requests that name a media session.
    private static let sessionTypes: Set<String> = playbackTypes.union([
        "EDIT_TRACKS_INFO", "EDIT_AUDIO_TRACKS", "QUEUE_INSERT", "QUEUE_UPDATE", "QUEUE_REMOVE", "QUEUE_REORDER",
        "QUEUE_NEXT", "QUEUE_PREV", "QUEUE_SHUFFLE", "QUEUE_GET_ITEM_IDS", "QUEUE_GET_ITEMS", "QUEUE_GET_ITEM_RANGE",
        "SKIP_AD", "PLAY_AGAIN", "USER_ACTION", "STORE_SESSION",
    ])
    /// Commands to media that plays.
    private static let playbackTypes: Set<String> = [
        "PLAY", "PAUSE", "STOP", "SEEK", "SET_VOLUME", "SET_PLAYBACK_RATE",
    ]
    private static let otherTypes: Set<String> = [
        "GET_STATUS", "LOAD", "QUEUE_LOAD", "RESUME_SESSION", "PRECACHE", "PRELOAD", "LOAD_BY_ENTITY",
        "SET_CREDENTIALS", "DISPLAY_STATUS", "FOCUS_STATE", "CUSTOM_COMMAND",
    ]

    mutating func mediaRequest(
        _ message: ExaminedSenderMessage,
        _ request: PendingSenderRequest,
        _ connection: SenderConnection,
        at now: ContinuousClock.Instant
    ) {
        let type = message.type
        judge(.knownType, Self.sessionTypes.contains(type) || Self.otherTypes.contains(type), message.summary)
        let media = Self.sessionTypes.contains(type) ? judgeSession(message, at: now) : nil
        switch type {
        case "LOAD": load(message, request, connection, at: now)
        case "SEEK": seek(message, media)
        case "SET_VOLUME": judgeVolume(message["volume"], .streamVolumeRange)
        case "SET_PLAYBACK_RATE": judgeRate(message["playbackRate"])
        case "EDIT_TRACKS_INFO": judgeTracks(message["activeTrackIds"], media?.tracks)
        default: break
        }
        if let media, let commands = media.commands, let bit = Self.command(message) {
            judge(.supportedCommand, commands & bit.rawValue != 0, "\(type), which the status does not list")
        }
        queueRequest(message)
    }

    // MARK: - Sessions

    /// Returns what is known of the media session of a request.
    private mutating func judgeSession(
        _ message: ExaminedSenderMessage,
        at now: ContinuousClock.Instant
    ) -> AnnouncedState.Media? {
        let value = message["mediaSessionId"] ?? .null
        guard case .integer(let number) = value, let id = Int(exactly: number) else {
            judge(.sessionID, false, "\(message.type) with mediaSessionId \(value.jsonString.prefix(40))")
            return nil
        }
        judge(.sessionID, true, "")
        let media = device.media[AnnouncedState.MediaKey(transport: message.message.destinationID, id: id)]
        judge(.knownSession, media != nil, "\(message.type) of a media session that no status has had")
        guard let media, Self.playbackTypes.contains(message.type) else { return media }
        let isStale = media.endedAt.map { now - $0 > Self.grace } ?? false
        judge(.sessionRuns, !isStale, "\(message.type) of a media session that has ended")
        if let replacedAt = media.replacedAt {
            judge(.replacedSession, now - replacedAt <= Self.grace, "\(message.type) of a replaced media session")
        }
        return media
    }

    /// The command of a request, as a bit of `supportedMediaCommands`.
    private static func command(_ message: ExaminedSenderMessage) -> MediaCommands? {
        switch message.type {
        case "PAUSE": .pause
        case "SEEK": .seek
        case "SET_PLAYBACK_RATE": .playbackRate
        case "EDIT_TRACKS_INFO": .editTracks
        case "SET_VOLUME":
            if message["volume"]?["level"]?.numberValue != nil { .streamVolume } else { .streamMute }
        default: nil
        }
    }

    // MARK: - LOAD

    private mutating func load(
        _ message: ExaminedSenderMessage,
        _ request: PendingSenderRequest,
        _ connection: SenderConnection,
        at now: ContinuousClock.Instant
    ) {
        let media = message["media"]
        let names = ["contentId", "contentUrl", "entity"].compactMap { media?[$0]?.stringValue }
        let items = message["queueData"]?["items"]?.arrayValue ?? []
        judge(.loadHasMedia, !names.isEmpty || !items.isEmpty, "LOAD without media and without items")
        // The request itself is already among the pending ones.
        let pending = connection.pending.count {
            $0.type == "LOAD" && $0.content == request.content && now - $0.sentAt < .seconds(10)
        }
        judge(.loadNotRepeated, pending <= 1, "LOAD while the same LOAD is pending")
        if let autoplay = message["autoplay"] {
            judge(.loadTypes, autoplay.boolValue != nil, "autoplay \(autoplay.jsonString.prefix(40))")
        }
        if let time = message["currentTime"] {
            judge(.loadTypes, time.numberValue != nil, "currentTime \(time.jsonString.prefix(40))")
            if let duration = media?["duration"]?.numberValue, duration > 0, let start = time.numberValue {
                judge(.startInRange, start <= duration, "currentTime \(start) of \(duration)")
            }
        }
        if let type = media?["streamType"], !type.isNull {
            let isKnown = ["BUFFERED", "LIVE", "NONE"].contains(type.stringValue ?? "")
            judge(.streamType, isKnown, "streamType \(type.jsonString.prefix(40))")
        }
        judgeRate(message["playbackRate"])
        if let tracks = media?["tracks"]?.arrayValue {
            judgeTracks(message["activeTrackIds"], Set(tracks.compactMap { $0["trackId"].flatMap(Int.init(json:)) }))
        } else {
            judgeTracks(message["activeTrackIds"], nil)
        }
        if var failure = failedMedia[request.subject] {
            failure.loads += 1
            failedMedia[request.subject] = now - failure.at > .seconds(10) ? nil : failure
            if now - failure.at <= .seconds(10) {
                judge(.failedMediaNotReloaded, failure.loads <= 2, "\(failure.loads) LOAD of media that failed")
            }
        }
    }

    // MARK: - Commands

    private mutating func seek(_ message: ExaminedSenderMessage, _ media: AnnouncedState.Media?) {
        let (position, distance) = (message["currentTime"], message["relativeTime"])
        let isValid =
            position.map { $0.numberValue.map { $0 >= 0 } ?? false } ?? (distance?.numberValue != nil)
        judge(
            .seekPosition,
            isValid,
            "SEEK with currentTime \((position ?? .null).jsonString.prefix(40)), relativeTime "
                + "\((distance ?? .null).jsonString.prefix(40))"
        )
        if let position = position?.numberValue, let duration = media?.duration {
            judge(.seekRange, position <= duration + 1, "SEEK to \(position) in \(duration) s")
        }
        if let state = message["resumeState"] {
            let isKnown = ["PLAYBACK_START", "PLAYBACK_PAUSE"].contains(state.stringValue ?? "")
            judge(.resumeState, isKnown, "resumeState \(state.jsonString.prefix(40))")
        }
    }

    private mutating func judgeRate(_ rate: JSONValue?) {
        guard let rate, !rate.isNull else { return }
        let isValid = rate.numberValue.map { (0.5...2).contains($0) } ?? false
        judge(.playbackRate, isValid, "playbackRate \(rate.jsonString.prefix(40))")
    }

    private mutating func judgeTracks(_ active: JSONValue?, _ known: Set<Int>?) {
        guard let active, !active.isNull else { return }
        let ids = (active.arrayValue ?? []).compactMap { value -> Int? in
            if case .integer(let number) = value { Int(exactly: number) } else { nil }
        }
        let isValid = active.arrayValue.map { $0.count == ids.count } ?? false
        judge(.trackIDs, isValid, "activeTrackIds \(active.jsonString.prefix(80))")
        if let known, isValid, !ids.isEmpty {
            judge(.knownTracks, known.isSuperset(of: ids), "activeTrackIds \(active.jsonString.prefix(80))")
        }
    }

    // MARK: - Queues

    private static let repeatModes: Set<String> = [
        "REPEAT_OFF", "REPEAT_ALL", "REPEAT_SINGLE", "REPEAT_ALL_AND_SHUFFLE",
    ]

    private mutating func queueRequest(_ message: ExaminedSenderMessage) {
        let queue = message.type == "LOAD" ? message["queueData"] : message.object.map { .object($0) }
        guard let queue, message.type == "LOAD" || message.type.hasPrefix("QUEUE_") else { return }
        switch message.type {
        case "LOAD", "QUEUE_LOAD", "QUEUE_INSERT":
            let items = queue["items"]?.arrayValue ?? []
            // A queue of LOAD may have no items of its own: the app gets them from elsewhere.
            if message.type != "LOAD" || queue["items"] != nil {
                let areValid = !items.isEmpty && items.allSatisfy { $0["media"]?.objectValue != nil }
                judge(.queueItems, areValid, "\(message.type) with \(items.count) items, of which some have no media")
                let areNew = items.allSatisfy { $0["itemId"]?.isNull ?? true }
                judge(.newItemsWithoutID, areNew, "\(message.type) with itemId")
            }
            if message.type != "QUEUE_INSERT", let start = queue["startIndex"], !start.isNull, !items.isEmpty {
                let isIndex =
                    if case .integer(let index) = start { (0..<Int64(items.count)).contains(index) } else { false }
                judge(.startIndex, isIndex, "startIndex \(start.jsonString.prefix(40)) of \(items.count) items")
            }
        case "QUEUE_REMOVE", "QUEUE_REORDER", "QUEUE_GET_ITEMS": judgeItems(queue["itemIds"]?.arrayValue ?? [], message)
        case "QUEUE_UPDATE":
            if let items = queue["items"]?.arrayValue { judgeItems(items.map { $0["itemId"] ?? .null }, message) }
            if let jump = queue["jump"], !jump.isNull {
                let isInteger = if case .integer = jump { true } else { false }
                judge(.jump, isInteger, "jump \(jump.jsonString.prefix(40))")
            }
        default: break
        }
        if let item = queue["currentItemId"], !item.isNull { judgeItems([item], message) }
        if let item = queue["insertBefore"], !item.isNull { judgeItems([item], message) }
        if let mode = queue["repeatMode"], !mode.isNull {
            judge(.repeatMode, Self.repeatModes.contains(mode.stringValue ?? ""), "\(mode.jsonString.prefix(40))")
        }
    }

    private mutating func judgeItems(_ items: [JSONValue], _ message: ExaminedSenderMessage) {
        let ids = items.compactMap { item -> Int? in
            if case .integer(let number) = item { Int(exactly: number) } else { nil }
        }
        judge(.itemIDs, !items.isEmpty && ids.count == items.count, "\(message.type) without integers as item IDs")
        guard !ids.isEmpty else { return }
        judge(.knownItems, ids.allSatisfy(device.items.contains), "\(message.type) of items that no message has had")
    }
}
