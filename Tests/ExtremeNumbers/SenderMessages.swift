// SPDX-License-Identifier: Apache-2.0

import CastWire

/// Requests of a sender with every numeric member that the protocol defines.
enum SenderMessages {
    private static let media: JSONValue = [
        "contentId": "http://192.0.2.9/film.mp4", "contentType": "video/mp4", "streamType": "BUFFERED", "duration": 600,
        "startAbsoluteTime": 1_600_000_000,
        "metadata": [
            "metadataType": 2, "title": "A film", "season": 1, "episode": 2, "seriesTitle": "Series",
            "releaseYear": 1999,
            "images": [["url": "http://192.0.2.9/a.jpg", "width": 480, "height": 360]],
        ],
        "tracks": [
            ["trackId": 1, "type": "TEXT", "subtype": "SUBTITLES", "trackContentId": "http://192.0.2.9/a.vtt"],
            ["trackId": 2, "type": "AUDIO", "language": "en"],
        ],
        "textTrackStyle": ["fontScale": 1, "windowRoundedCornerRadius": 4],
        "breaks": [
            ["id": "own", "position": 0.5, "duration": 30, "breakClipIds": ["c", "d"]],
            ["id": "embedded", "position": 100, "duration": 30, "breakClipIds": ["c", "d"], "isEmbedded": true],
        ],
        "breakClips": [
            ["id": "c", "contentId": "http://192.0.2.9/c.mp4", "duration": 20, "whenSkippable": 5],
            ["id": "d", "contentId": "http://192.0.2.9/d.mp4", "duration": 10],
        ],
        "customData": ["number": 1],
    ]

    private static func item(_ name: String) -> JSONValue {
        [
            "media": [
                "contentId": .string("http://192.0.2.9/\(name).mp4"), "contentType": "video/mp4", "duration": 90,
            ],
            "autoplay": true, "startTime": 5, "playbackDuration": 100, "preloadTime": 20, "activeTrackIds": [],
            "orderId": 1,
        ]
    }

    /// A load after which, with its numbers unchanged, every other request can be executed.
    static let load: JSONObject = [
        "type": "LOAD", "requestId": 9, "autoplay": true, "currentTime": 10, "playbackRate": 1, "media": media,
        "activeTrackIds": [1, 2], "customData": ["number": 1],
    ]

    static let queueLoad: JSONObject = [
        "type": "QUEUE_LOAD", "requestId": 9, "startIndex": 1, "currentTime": 10, "repeatMode": "REPEAT_ALL",
        "items": [item("a"), item("b"), item("c")],
    ]

    /// Requests that contain the media to load.
    static let loads: [JSONObject] = [
        load, queueLoad,
        [
            "type": "LOAD", "requestId": 9, "media": media, "currentTime": 3,
            "queueData": [
                "startIndex": 1, "startTime": 5, "repeatMode": "REPEAT_OFF", "items": [item("a"), item("b")],
                "containerMetadata": ["containerType": 0, "containerDuration": 100],
            ],
        ],
        [
            "type": "RESUME_SESSION", "requestId": 9,
            "sessionState": ["loadRequestData": ["media": media, "currentTime": 5, "playbackRate": 1]],
        ],
        ["type": "PRECACHE", "requestId": 9, "precacheData": "x"],
    ]

    /// Requests to a media session whose queue has the items 1 to 3.
    static func requests(to session: Int) -> [JSONObject] {
        let requests: [JSONObject] = [
            ["type": "GET_STATUS", "options": 3], ["type": "PLAY"], ["type": "PAUSE"],
            ["type": "SEEK", "currentTime": 20], ["type": "SEEK", "relativeTime": 20],
            ["type": "SEEK", "currentTime": 20, "resumeState": "PLAYBACK_PAUSE"],
            ["type": "SET_VOLUME", "volume": ["level": 0.5, "muted": false]],
            ["type": "SET_PLAYBACK_RATE", "playbackRate": 1.5],
            ["type": "SET_PLAYBACK_RATE", "relativePlaybackRate": 1.5],
            [
                "type": "EDIT_TRACKS_INFO", "activeTrackIds": [1],
                "textTrackStyle": ["fontScale": 1, "windowRoundedCornerRadius": 4],
            ],
            ["type": "EDIT_AUDIO_TRACKS", "language": "en", "trackId": 2],
            ["type": "QUEUE_GET_ITEM_IDS"], ["type": "QUEUE_GET_ITEMS", "itemIds": [1, 2]],
            ["type": "QUEUE_GET_ITEM_RANGE", "itemId": 2, "nextCount": 1, "prevCount": 1],
            [
                "type": "QUEUE_INSERT", "items": [item("d")], "insertBefore": 2, "currentItemIndex": 0,
                "currentTime": 5,
            ],
            ["type": "QUEUE_INSERT", "items": [item("d")], "insertBefore": 2, "currentItemId": 2, "currentTime": 5],
            [
                "type": "QUEUE_UPDATE", "currentItemId": 2, "currentTime": 5, "jump": 1,
                "items": [["itemId": 2, "startTime": 5, "playbackDuration": 100, "preloadTime": 20]],
            ],
            ["type": "QUEUE_UPDATE", "currentItemId": 2, "currentTime": 5], ["type": "QUEUE_UPDATE", "jump": -1],
            ["type": "QUEUE_REMOVE", "itemIds": [3], "currentItemId": 2, "currentTime": 5],
            ["type": "QUEUE_REORDER", "itemIds": [3, 1], "insertBefore": 2, "currentItemId": 2, "currentTime": 5],
            ["type": "QUEUE_NEXT"], ["type": "QUEUE_PREV"], ["type": "QUEUE_SHUFFLE"], ["type": "SKIP_AD"],
            ["type": "STORE_SESSION"], ["type": "USER_ACTION", "userAction": "LIKE", "customData": ["number": 1]],
            ["type": "STOP"],
        ]
        return requests.map { request in
            var request = request
            request["requestId"] = 9
            request["mediaSessionId"] = .integer(Int64(session))
            return request
        }
    }

    static let receiver: [JSONObject] = [
        ["type": "GET_STATUS", "requestId": 9],
        ["type": "GET_APP_AVAILABILITY", "requestId": 9, "appId": ["CC1AD845"]],
        ["type": "SET_VOLUME", "requestId": 9, "volume": ["level": 0.5, "muted": false, "stepInterval": 0.1]],
        ["type": "LAUNCH", "requestId": 9, "appId": "CC1AD845", "number": 1],
        ["type": "STOP", "requestId": 9, "sessionId": "none", "number": 1],
    ]

    static let multizone: [JSONObject] = [
        ["type": "GET_STATUS", "requestId": 9], ["type": "GET_CASTING_GROUPS", "requestId": 9],
        ["type": "SET_DEVICE_VOLUME", "requestId": 9, "deviceId": "x", "volume": ["level": 0.5, "muted": false]],
    ]

    static let connection: [JSONObject] = [
        [
            "type": "CONNECT", "connType": 0, "connectionType": 0, "origin": [:], "userAgent": "x",
            "senderInfo": ["sdkType": 2, "version": "15", "platform": 4, "connectionType": 1],
        ]
    ]

    static let setup: [JSONObject] = [
        ["type": "eureka_info", "request_id": 9, "data": ["params": ["name", "version"]]],
        ["type": "GET_DEVICE_INFO", "requestId": 9],
    ]
}
