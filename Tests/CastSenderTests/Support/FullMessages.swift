// SPDX-License-Identifier: Apache-2.0

import CastWire

/// Messages of a device with every member of their type.
enum FullMessages {
    /// Returns a message as the reply to a request; the peer adds the request id.
    static func answer(_ message: JSONObject) -> JSONObject {
        var answer = message
        answer["requestId"] = nil
        return answer
    }

    private static let media: JSONValue = [
        "contentId": "http://10.0.0.2/film.mp4", "contentUrl": "http://10.0.0.2/film.mp4", "contentType": "video/mp4",
        "streamType": "LIVE", "duration": 60.5, "startAbsoluteTime": 1_700_000_000.5,
        "metadata": [
            "metadataType": 1, "title": "A film", "trackNumber": 1, "season": 2, "queueItemId": 2,
            "images": [["url": "http://10.0.0.2/a.jpg", "width": 640, "height": 360]],
        ],
        "tracks": [["trackId": 1, "type": "TEXT", "language": "en", "name": "English"]],
        "textTrackStyle": ["fontScale": 1.5, "windowRoundedCornerRadius": 2],
        "breaks": [["id": "b1", "breakClipIds": ["c1", "c2"], "position": 0, "duration": 30.5]],
        "breakClips": [["id": "c1", "title": "An advertisement", "duration": 15.5, "whenSkippable": 5]],
        "userActionStates": [["userAction": "LIKE"]], "customData": ["a": 1],
    ]

    /// Media playing in a queue, within a break of a live stream.
    static let mediaStatus: JSONObject = [
        "type": "MEDIA_STATUS", "requestId": 0,
        "status": [
            [
                "mediaSessionId": 1, "playerState": "PLAYING", "currentTime": 12.5, "playbackRate": 1.5,
                "supportedMediaCommands": 274_447, "volume": ["level": 0.5, "muted": false], "activeTrackIds": [1],
                "currentItemId": 2, "loadingItemId": 3, "preloadedItemId": 3, "repeatMode": "REPEAT_ALL",
                "liveSeekableRange": ["start": 2.5, "end": 50.5, "isMovingWindow": true, "isLiveDone": false],
                "breakStatus": [
                    "breakId": "b1", "breakClipId": "c1", "currentBreakTime": 3.5, "currentBreakClipTime": 2.5,
                    "whenSkippable": 5,
                ],
                "videoInfo": ["width": 1920, "height": 1080, "hdrType": "sdr"],
                "queueData": [
                    "id": "q", "name": "A queue", "repeatMode": "REPEAT_ALL", "shuffle": false, "startIndex": 0,
                    "startTime": 1.5,
                    "containerMetadata": [
                        "containerType": 0, "containerDuration": 3600.5,
                        "sections": [
                            ["title": "One", "sectionStartTimeInMedia": 1.5, "sectionDuration": 5.5],
                            ["title": "Two", "sectionStartAbsoluteTime": 1_700_000_007.5],
                        ],
                    ],
                ],
                "items": [
                    ["itemId": 1, "orderId": 0], ["itemId": 2, "orderId": 1, "media": ["contentId": "b"]],
                    ["itemId": 3, "startTime": 1.5, "playbackDuration": 9.5, "preloadTime": 20, "activeTrackIds": [1]],
                ],
                "media": media, "customData": ["b": [1, 2.5]],
            ]
        ],
    ]

    /// A status while the next media loads.
    static let loadingStatus: JSONObject = [
        "type": "MEDIA_STATUS", "requestId": 0,
        "status": [
            [
                "mediaSessionId": 1, "playerState": "IDLE", "idleReason": "INTERRUPTED", "currentTime": 0,
                "loadingItemId": 3,
                "extendedStatus": [
                    "playerState": "LOADING", "mediaSessionId": 2, "media": ["contentId": "next", "duration": 5],
                ],
            ]
        ],
    ]

    /// Messages of an application about its queue.
    static let queueMessages: [JSONObject] = [
        change("INSERT", ["itemIds": [9, 10], "insertBefore": 2]), change("REMOVE", ["itemIds": [1, 5]]),
        change("ITEMS_CHANGE", ["itemIds": [2, 3]]),
        change("UPDATE", ["itemIds": [3, 2, 1], "reorderItemIds": [3], "insertBefore": 1]), change("NO_CHANGE", [:]),
        change("OTHER", ["itemIds": [1]]),
        ["type": "QUEUE_ITEM_IDS", "requestId": 0, "itemIds": [1, 2, 3, 4], "sequenceNumber": 6],
        [
            "type": "QUEUE_ITEMS", "requestId": 0, "sequenceNumber": 6,
            "items": [["itemId": 2, "media": media, "orderId": 1]],
        ],
    ]

    private static func change(_ type: String, _ members: JSONObject) -> JSONObject {
        var change: JSONObject = [
            "type": "QUEUE_CHANGE", "changeType": .string(type), "sequenceNumber": 6, "mediaSessionId": 1,
            "requestId": 0,
        ]
        change.merge(members)
        return change
    }

    /// Error messages of an application.
    static let mediaErrors: [JSONObject] = [
        [
            "type": "ERROR", "requestId": 0, "detailedErrorCode": 301, "itemId": 2, "reason": "APP_ERROR",
            "customData": [:],
        ],
        ["type": "LOAD_FAILED", "requestId": 0, "detailedErrorCode": 104, "itemId": 2, "reason": "x"],
        ["type": "LOAD_CANCELLED", "requestId": 0, "itemId": 2, "reason": "x"],
        ["type": "INVALID_PLAYER_STATE", "requestId": 0],
        ["type": "INVALID_REQUEST", "requestId": 0, "reason": "INVALID_COMMAND"],
        ["type": "SESSION_STATE", "requestId": 0, "sessionState": ["loadRequestData": ["currentTime": 1.5]]],
    ]

    /// Messages of the platform about itself, without applications.
    static let platform: [JSONObject] = [
        [
            "type": "RECEIVER_STATUS", "requestId": 0,
            "status": [
                "volume": ["level": 0.5, "muted": false, "controlType": "attenuation", "stepInterval": 0.05],
                "isActiveInput": true, "isStandBy": false, "userEq": ["low": 1.5],
            ],
        ],
        ["type": "LAUNCH_STATUS", "launchRequestId": 101, "status": "USER_PENDING_AUTHORIZATION"],
        ["type": "LAUNCH_ERROR", "requestId": 101, "reason": "CANCELLED", "extendedError": "x"],
        ["responseType": "GET_APP_AVAILABILITY", "requestId": 101, "availability": ["CC1AD845": "APP_AVAILABLE"]],
        ["type": "INVALID_REQUEST", "requestId": 101, "reason": "INVALID_COMMAND"],
    ]

    /// A status with running applications.
    static let applications: JSONObject = [
        "type": "RECEIVER_STATUS", "requestId": 0,
        "status": [
            "applications": [
                [
                    "appId": "CC1AD845", "displayName": "Default Media Receiver", "isIdleScreen": false,
                    "launchedFromCloud": false, "namespaces": [["name": "urn:x-cast:com.google.cast.media"]],
                    "senderConnected": true, "sessionId": "session-1", "statusText": "Ready", "transportId": "web-1",
                    "universalAppId": "CC1AD845", "iconUrl": "http://10.0.0.2/a.png",
                ]
            ],
            "volume": ["level": 0.5, "muted": false],
        ],
    ]

    private static let member: JSONValue = [
        "deviceId": "a-b", "name": "Kitchen", "capabilities": 4, "volume": ["level": 0.5, "muted": false],
    ]

    /// Messages of a group about its members.
    static let multizone: [JSONObject] = [
        [
            "type": "MULTIZONE_STATUS", "requestId": 0,
            "status": [
                "devices": [member], "isMultichannel": false,
                "playbackSession": ["appAllowsGrouping": true, "isVideoContent": false, "immutableDevices": [member]],
            ],
        ],
        ["type": "DEVICE_ADDED", "requestId": 0, "device": member],
        ["type": "DEVICE_UPDATED", "requestId": 0, "device": member],
        ["type": "DEVICE_REMOVED", "requestId": 0, "deviceId": "a-b"],
        ["type": "PLAYBACK_SESSION_UPDATED", "requestId": 0, "playbackSession": ["streamTransferSupported": true]],
        ["type": "CASTING_GROUPS", "requestId": 0, "status": ["groups": []]],
    ]

    /// Messages about the connection itself.
    static let connection: [(CastNamespace, JSONObject)] = [
        (.heartbeat, ["type": "PING", "requestId": 0]), (.heartbeat, ["type": "PONG", "requestId": 0]),
        (.connection, ["type": "CONNECTED", "protocolVersion": 3]),
        (.discovery, ["type": "DEVICE_INFO", "requestId": 0, "deviceCapabilities": 4101, "controlNotifications": 2]),
        (.setup, ["type": "eureka_info", "request_id": 0, "response_code": 200, "data": ["version": 12]]),
    ]
}
