// SPDX-License-Identifier: Apache-2.0

import CastWire

/// Messages of a device with every numeric member that the protocol defines.
enum DeviceMessages {
    private static let metadata: JSONValue = [
        "metadataType": 1, "title": "A film", "subtitle": "A subtitle", "trackNumber": 1, "discNumber": 1,
        "season": 1, "episode": 2, "chapterNumber": 3, "latitude": 1.5, "longitude": 2.5, "width": 640, "height": 480,
        "queueItemId": 1, "sectionDuration": 10, "sectionStartAbsoluteTime": 1, "sectionStartTimeInContainer": 1,
        "sectionStartTimeInMedia": 1, "releaseYear": 1999,
        "images": [["url": "http://192.0.2.1/a.jpg", "width": 480, "height": 360]],
    ]

    private static let media: JSONValue = [
        "contentId": "http://192.0.2.1/film.mp4", "contentType": "video/mp4", "streamType": "BUFFERED", "duration": 600,
        "startAbsoluteTime": 1_600_000_000, "metadata": metadata,
        "tracks": [
            ["trackId": 1, "type": "TEXT", "subtype": "SUBTITLES", "name": "English", "language": "en"],
            ["trackId": 2, "type": "TEXT", "subtype": "CAPTIONS"], ["trackId": 3, "type": "AUDIO", "language": "de"],
        ],
        "textTrackStyle": ["fontScale": 1, "windowRoundedCornerRadius": 4],
        "breaks": [["id": "b", "position": 300, "duration": 30, "breakClipIds": ["c", "d"], "isWatched": false]],
        "breakClips": [
            ["id": "c", "title": "Soap", "duration": 20, "whenSkippable": 5], ["id": "d", "duration": 10],
        ],
        "customData": ["number": 1],
    ]

    private static let item: JSONValue = [
        "itemId": 2, "autoplay": true, "startTime": 5, "playbackDuration": 100, "preloadTime": 20,
        "activeTrackIds": [1], "orderId": 1,
        "media": [
            "contentId": "http://192.0.2.1/next.mp4", "duration": 90,
            "metadata": ["metadataType": 3, "trackNumber": 7],
        ],
    ]

    private static let items: JSONValue = [["itemId": 1, "orderId": 0], item, ["itemId": 3]]

    /// A film is playing, as an item of a queue.
    static let film: JSONObject = status(["media": media])

    /// The film of `film` with an advertisement in progress.
    static let advertisement: JSONObject = status([
        "media": media,
        "breakStatus": [
            "breakId": "b", "breakClipId": "c", "currentBreakTime": 1, "currentBreakClipTime": 1, "whenSkippable": 5,
        ],
    ])

    /// A live stream with a seekable range.
    static let live: JSONObject = status([
        "media": [
            "contentId": "live", "contentType": "application/x-mpegurl", "streamType": "LIVE",
            "startAbsoluteTime": 46_800, "duration": -1, "metadata": ["metadataType": 0, "title": "News"],
        ],
        "liveSeekableRange": ["start": 10, "end": 90, "isMovingWindow": true, "isLiveDone": false],
    ])

    /// A load in progress, before any media plays.
    static let loading: JSONObject = status([
        "playerState": "IDLE",
        "extendedStatus": ["playerState": "LOADING", "mediaSessionId": 2, "media": media],
        "loadingItemId": 2,
    ])

    private static func status(_ more: JSONObject) -> JSONObject {
        var status: JSONObject = [
            "mediaSessionId": 1, "playerState": "PLAYING", "currentTime": 10.5, "playbackRate": 1,
            "supportedMediaCommands": 274_447, "volume": ["level": 1, "muted": false, "stepInterval": 0.05],
            "currentItemId": 1, "preloadedItemId": 2, "activeTrackIds": [1, 3], "repeatMode": "REPEAT_OFF",
            "videoInfo": ["width": 1920, "height": 1080, "hdrType": "hdr"], "items": items,
            "queueData": [
                "id": "q", "startIndex": 0, "startTime": 5,
                "containerMetadata": ["containerType": 0, "containerDuration": 1000, "sections": [metadata]],
            ],
            "customData": ["number": 1],
        ]
        status.merge(more)
        return ["type": "MEDIA_STATUS", "requestId": 0, "status": [.object(status)]]
    }

    static let queueItemIDs: JSONObject = [
        "type": "QUEUE_ITEM_IDS", "requestId": 0, "itemIds": [1, 2, 3], "sequenceNumber": 3,
    ]

    static let queueItems: JSONObject = ["type": "QUEUE_ITEMS", "requestId": 0, "items": items, "sequenceNumber": 3]

    static let queueChanges: [JSONObject] = ["INSERT", "REMOVE", "ITEMS_CHANGE", "UPDATE", "NO_CHANGE"].map {
        [
            "type": "QUEUE_CHANGE", "requestId": 0, "changeType": .string($0), "itemIds": [2, 4], "insertBefore": 3,
            "sequenceNumber": 4, "reorderItemIds": [2],
        ]
    }

    static let mediaErrors: [JSONObject] = [
        ["type": "ERROR", "requestId": 0, "detailedErrorCode": 104, "itemId": 2, "reason": "x"],
        ["type": "LOAD_FAILED", "requestId": 0, "detailedErrorCode": 104, "itemId": 2, "reason": "x"],
        ["type": "LOAD_CANCELLED", "requestId": 0, "itemId": 2],
        ["type": "INVALID_REQUEST", "requestId": 1, "reason": "INVALID_PARAMS"],
        ["type": "INVALID_PLAYER_STATE", "requestId": 1],
        ["type": "SESSION_STATE", "requestId": 0, "sessionState": ["number": 1]],
    ]

    static let receiverStatus: JSONObject = [
        "type": "RECEIVER_STATUS", "requestId": 0,
        "status": [
            "applications": [
                [
                    "appId": "CC1AD845", "displayName": "Default Media Receiver", "isIdleScreen": false,
                    "launchedFromCloud": false, "namespaces": [["name": "urn:x-cast:com.google.cast.media"]],
                    "sessionId": "session-1", "statusText": "Ready To Cast", "transportId": "web-1",
                ]
            ],
            "volume": ["controlType": "attenuation", "level": 0.5, "muted": false, "stepInterval": 0.05],
            "userEq": ["high_shelf": ["frequency": 4500, "gain_db": 0, "quality": 0.7]],
        ],
    ]

    static let launchMessages: [JSONObject] = [
        ["type": "LAUNCH_STATUS", "launchRequestId": 1, "requestId": 1, "status": "USER_ALLOWED"],
        ["type": "LAUNCH_ERROR", "requestId": 1, "extendedError": ["code": 1], "reason": "NOT_FOUND"],
    ]

    private static let member: JSONValue = [
        "deviceId": "aa", "name": "Kitchen", "capabilities": 4, "volume": ["level": 0.4, "muted": false],
    ]

    static let multizoneMessages: [JSONObject] = [
        [
            "type": "MULTIZONE_STATUS", "requestId": 0,
            "status": [
                "devices": [
                    member,
                    ["deviceId": "bb", "name": "Bath", "capabilities": 4, "volume": ["level": 0.7, "muted": false]],
                ],
                "isMultichannel": false, "playbackSession": ["streamTransferSupported": true, "appId": "CC1AD845"],
            ],
        ],
        ["type": "DEVICE_ADDED", "requestId": 0, "device": member],
        ["type": "DEVICE_UPDATED", "requestId": 0, "device": member],
    ]
}
