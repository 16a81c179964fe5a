// SPDX-License-Identifier: Apache-2.0

import CastWire

/// Messages of peers, with members that code under test reads, among them numbers and types that it does not expect.
enum Messages {
    /// A message of the device in the receiver namespace.
    static func receiver(_ input: inout FuzzInput, ids: [Int], transports: [String]) -> JSONObject {
        var message = input.object(
            [
                ("status", [receiverStatus(&input, transports: transports)]), ("reason", reasons),
                ("launchRequestId", []),
            ],
            ids: ids
        )
        message["type"] = input.element(of: [
            "RECEIVER_STATUS", "LAUNCH_ERROR", "LAUNCH_STATUS", "INVALID_REQUEST", "GET_APP_AVAILABILITY", "?",
        ])
        if message["status"] == nil {
            message["status"] = input.element(of: [
                receiverStatus(&input, transports: transports), "USER_ALLOWED", "USER_NOT_ALLOWED",
                "USER_PENDING_AUTHORIZATION",
            ])
        }
        message["requestId"] = input.value(ids: ids)
        return message
    }

    private static let reasons: [JSONValue] = ["NOT_FOUND", "INVALID_COMMAND", "CAST_INIT_TIMEOUT", "CANCELLED"]

    private static func receiverStatus(_ input: inout FuzzInput, transports: [String]) -> JSONValue {
        let applications: [JSONValue] = (0..<input.below(3)).map { _ in
            let transport = input.element(of: transports)
            var application: JSONObject = [
                "appId": input.element(of: ["CC1AD845", "E8C28D3C", 7]), "sessionId": .string(transport),
                "transportId": .string(transport), "displayName": "App", "statusText": .string(input.text()),
                "namespaces": [["name": "urn:x-cast:com.google.cast.media"]],
            ]
            if input.chance(of: 4) { application["isIdleScreen"] = .bool(input.bool()) }
            if input.chance(of: 4) { application["namespaces"] = input.value() }
            return .object(application)
        }
        var status: JSONObject = ["applications": .array(applications)]
        if input.bool() { status["volume"] = ["level": input.value(), "muted": .bool(input.bool())] }
        return .object(status)
    }

    /// A status in the media namespace.
    static func mediaStatus(_ input: inout FuzzInput, sessions: [Int], items: [Int]) -> JSONObject {
        let statuses: [JSONValue] = (0..<input.below(3)).map { _ in
            var status = input.object(
                [
                    ("playerState", ["PLAYING", "PAUSED", "BUFFERING", "IDLE", "LOADING"]),
                    ("idleReason", ["FINISHED", "CANCELLED", "INTERRUPTED", "ERROR"]), ("currentTime", [0, 10, 1e9]),
                    ("playbackRate", [1, 0, 2, -1]), ("supportedMediaCommands", [15, 274447]),
                    ("volume", [["level": 0.5, "muted": false]]), ("currentItemId", []), ("loadingItemId", []),
                    ("preloadedItemId", []), ("repeatMode", ["REPEAT_OFF", "REPEAT_ALL"]),
                    ("activeTrackIds", [[1, 2]]),
                    ("media", [media(&input)]), ("items", [queueItems(&input, items)]),
                    (
                        "liveSeekableRange",
                        [["start": input.value(), "end": input.value(), "isMovingWindow": true, "isLiveDone": false]]
                    ),
                    (
                        "breakStatus",
                        [["breakId": "b", "breakClipId": "c", "currentBreakTime": input.value(), "whenSkippable": 5]]
                    ),
                    ("extendedStatus", [["playerState": "LOADING", "mediaSessionId": input.value(ids: sessions)]]),
                    ("videoInfo", [["width": input.value(), "height": 1080]]), ("customData", []),
                ],
                ids: items
            )
            if !input.chance(of: 6) { status["mediaSessionId"] = input.value(ids: sessions) }
            if !input.chance(of: 3) {
                status["playerState"] = input.element(of: ["PLAYING", "PAUSED", "BUFFERING", "IDLE"])
            }
            return .object(status)
        }
        return ["type": "MEDIA_STATUS", "requestId": input.value(), "status": .array(statuses)]
    }

    static func media(_ input: inout FuzzInput) -> JSONValue {
        .object(
            input.object([
                ("contentId", ["a.mp4", "http://127.0.0.1/film.mp4"]), ("streamType", ["BUFFERED", "LIVE", "NONE"]),
                ("contentType", ["video/mp4", "application/x-mpegurl"]), ("duration", [100, 0, -1]),
                ("startAbsoluteTime", [1.7e9]), ("metadata", [["metadataType": 0, "title": "Sunrise"]]),
                ("tracks", [[["trackId": 1, "type": "TEXT"], ["trackId": 2, "type": "AUDIO"]]]),
                (
                    "breaks",
                    [
                        [
                            ["id": "b", "position": input.value(), "breakClipIds": ["c", "missing"]],
                            ["id": "post", "position": -1, "breakClipIds": ["c"]],
                        ]
                    ]
                ),
                ("breakClips", [[["id": "c", "contentId": "ad.mp4", "duration": input.value(), "whenSkippable": 2]]]),
            ])
        )
    }

    static func queueItems(_ input: inout FuzzInput, _ ids: [Int]) -> JSONValue {
        .array(
            (0..<input.below(5)).map { _ in
                var item = input.object(
                    [
                        ("media", [media(&input), ["contentId": "m"]]), ("autoplay", [true, false]),
                        ("startTime", [0, 3]),
                        ("preloadTime", [10, -1]), ("playbackDuration", [20, 0, -20]), ("orderId", []),
                    ],
                    ids: ids
                )
                if input.bool() { item["itemId"] = input.value(ids: ids) }
                return .object(item)
            }
        )
    }

    /// A request in the media namespace.
    static func mediaRequest(_ input: inout FuzzInput, session: Int, items: [Int]) -> JSONObject {
        let types: [JSONValue] = [
            "LOAD", "LOAD", "QUEUE_LOAD", "QUEUE_INSERT", "QUEUE_INSERT", "QUEUE_REMOVE", "QUEUE_REORDER",
            "QUEUE_UPDATE",
            "QUEUE_UPDATE", "QUEUE_NEXT", "QUEUE_PREV", "QUEUE_SHUFFLE", "QUEUE_GET_ITEM_IDS", "QUEUE_GET_ITEMS",
            "QUEUE_GET_ITEM_RANGE", "PLAY", "PAUSE", "STOP", "SEEK", "SET_VOLUME", "SET_PLAYBACK_RATE",
            "EDIT_TRACKS_INFO", "EDIT_AUDIO_TRACKS", "SKIP_AD", "PLAY_AGAIN", "STORE_SESSION", "RESUME_SESSION",
            "USER_ACTION", "PRECACHE", "SET_CREDENTIALS", "LOAD_BY_ENTITY", "GET_STATUS", "?",
        ]
        let itemIDs: JSONValue = .array((0..<input.below(4)).map { _ in input.value(ids: items) })
        let queueItems = queueItems(&input, items)
        var request = input.object(
            [
                ("items", [queueItems]), ("itemIds", [itemIDs]), ("insertBefore", []), ("currentItemId", []),
                ("currentItemIndex", [0]), ("jump", [1, -1, 3]), ("shuffle", [true, false]), ("startIndex", [0, 2]),
                ("repeatMode", ["REPEAT_OFF", "REPEAT_ALL", "REPEAT_SINGLE", "REPEAT_ALL_AND_SHUFFLE"]),
                ("currentTime", [0, 50, 1e9]), ("relativeTime", [10, -10]), ("playbackRate", [1, 2, 0.5]),
                ("relativePlaybackRate", [1.5]), ("resumeState", ["PLAYBACK_START", "PLAYBACK_PAUSE"]),
                ("volume", [["level": input.value(), "muted": .bool(input.bool())]]), ("activeTrackIds", [[1], []]),
                ("autoplay", [true, false]), ("media", [media(&input)]), ("nextCount", [3]), ("prevCount", [2]),
                (
                    "queueData",
                    [["items": queueItems, "startIndex": input.value(), "repeatMode": "REPEAT_ALL", "shuffle": true]]
                ),
                ("itemId", []), ("userAction", ["LIKE", "SKIP_AD", "FOLLOW"]), ("language", ["en"]), ("options", [1]),
                ("sessionState", [["loadRequestData": ["media": media(&input)]]]), ("customData", []),
            ],
            ids: items
        )
        request["type"] = input.element(of: types)
        if request["type"] == "LOAD", request["media"] == nil { request["media"] = ["contentId": "a.mp4"] }
        if request["items"] == nil { request["items"] = queueItems }
        if request["itemIds"] == nil { request["itemIds"] = itemIDs }
        request["mediaSessionId"] = input.chance(of: 8) ? input.value() : .integer(Int64(session))
        return request
    }
}
