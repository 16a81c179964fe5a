// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@Suite("Tolerance for real devices and senders")
struct ToleranceTests {
    @Test(
        "A media status without a list",
        arguments: [
            ([:], 0), (["status": nil], 0), (["status": "IDLE"], 0), (["status": ["mediaSessionId": 1]], 0),
            (["status": []], 0), (["status": [1, nil]], 0), (["status": [["mediaSessionId": 1], 5, [:]]], 2),
            (["playerState": "PLAYING", "currentTime": 3], 1), (["mediaSessionId": 1], 1),
        ] as [(JSONObject, Int)]
    )
    func mediaStatus(_ object: JSONObject, _ count: Int) {
        var object = object
        object["type"] = "MEDIA_STATUS"
        #expect(MediaStatusMessage(fields: object).statuses.count == count)
    }

    @Test("Status keys at the top level of a message are accepted")
    func topLevelStatus() {
        let message = MediaStatusMessage(fields: ["type": "MEDIA_STATUS", "playerState": "PAUSED", "currentTime": 7])
        #expect(message.statuses.first?.playerState == .paused)
        #expect(message.statuses.first?.currentTime == 7)
    }

    @Test(
        "Stream types in lower case, and as numbers as SharpCaster sends them",
        arguments: [
            ("BUFFERED", .buffered), ("live", .live), (0, StreamType.none), (1, .live), (2, .buffered),
            ("2", .buffered),
            (1.0, .live), (7, nil), (true, nil), ("SIDEWAYS", StreamType(rawValue: "SIDEWAYS")),
        ] as [(JSONValue, StreamType?)]
    )
    func streamTypes(_ json: JSONValue, _ type: StreamType?) {
        #expect(MediaInformation(fields: ["streamType": json]).streamType == type)
    }

    @Test(
        "Only a positive, finite duration is known",
        arguments: [
            (nil, nil), (-1, nil), (0, nil), (0.0, nil), ("12.5", 12.5), (90, 90), (.number(.infinity), nil),
            (.number(.nan), nil),
        ] as [(JSONValue, Double?)]
    )
    func durations(_ json: JSONValue, _ duration: Double?) {
        #expect(MediaInformation(fields: ["duration": json]).knownDuration == duration)
    }

    @Test("Booleans as strings and images as URLs, as VLC sends them, are accepted")
    func vlc() throws {
        let load = LoadRequest(fields: [
            "type": "LOAD", "autoplay": "false", "mediaSessionId": "3",
            "media": ["metadata": ["metadataType": 0, "images": ["http://192.0.2.1/a.jpg", 5, ["url": "b"]]]],
        ])
        #expect(load.autoplay == false)
        #expect(load.mediaSessionID == 3)
        #expect(load.media?.metadata?.images?.map(\.url) == ["http://192.0.2.1/a.jpg", "b"])
    }

    @Test("Old names of season, episode, metadata type and volume step are accepted")
    func oldNames() {
        let metadata = MediaMetadata(fields: ["type": 2, "seasonNumber": 3, "episodeNumber": "4"])
        #expect(metadata.metadataType == .tvShow)
        #expect(metadata.season == 3)
        #expect(metadata.episode == 4)
        #expect(CastVolume(fields: ["increment": 0.1]).stepInterval == 0.1)
        #expect(SenderInfo(fields: ["skdType": 2]).sdkType == 2)
    }

    @Test("Unknown values are preserved")
    func unknownWords() throws {
        let status = MediaStatus(fields: ["playerState": "Dreaming", "repeatMode": "repeat_all"])
        #expect(status.playerState == PlayerState(rawValue: "DREAMING"))
        #expect(status.playerState?.description == "DREAMING")
        #expect(status.repeatMode == .all)
        #expect(status.fields["playerState"] == "Dreaming")
        #expect(CastVolume(fields: ["controlType": "FIXED"]).controlType == .fixed)
    }

    @Test("Unknown bits are preserved")
    func unknownBits() {
        var status = MediaStatus(fields: ["supportedMediaCommands": .integer(1 << 40 | 1)])
        #expect(status.supportedMediaCommands?.contains(.pause) == true)
        status.supportedMediaCommands?.insert(.seek)
        #expect(status.fields["supportedMediaCommands"] == .integer(1 << 40 | 3))
        #expect(MediaCommands.basic.rawValue == 12303)
        #expect(MediaCommands(json: -1)?.contains(.lyrics) == true)
    }

    @Test(
        "The category of a detailed error code is its first three digits",
        arguments: [
            (311_404, 311), (104, 104), (99, 99), (-5, -5), (Int.max, 922), (1000, 100),
        ]
    )
    func errorFamilies(_ code: Int, _ family: Int) {
        #expect(DetailedErrorCode(rawValue: code).family == DetailedErrorCode(rawValue: family))
    }

    @Test(
        "Only known connection types are valid",
        arguments: [
            (nil, nil, false), (0, .strong, false), (1, .weak, false), ("2", .invisible, false), (3, nil, true),
            ("x", nil, true),
        ] as [(JSONValue, VirtualConnectionType?, Bool)]
    )
    func connectionTypes(_ json: JSONValue, _ type: VirtualConnectionType?, _ isInvalid: Bool) {
        let request = ConnectRequest(fields: ["type": "CONNECT", "connType": json])
        #expect(request.connectionType == type)
        #expect(request.hasInvalidConnectionType == isInvalid)
    }

    @Test(
        "Reasons for closing a virtual connection",
        arguments: [
            (nil, .closedByPeer), (5, .closedBySelf), (99, .unknown), ("4", .inactiveTooLong), (0, .unknown),
        ] as [(JSONValue, VirtualCloseReason)]
    )
    func closeReasons(_ json: JSONValue, _ reason: VirtualCloseReason) {
        #expect(CloseMessage(fields: ["type": "CLOSE", "reasonCode": json]).reason == reason)
    }

    @Test("Replies with responseType are recognized; messages without a type are unknown")
    func types() {
        #expect(
            MediaMessage(["responseType": "MEDIA_STATUS", "status": []])
                == .status(MediaStatusMessage(fields: ["responseType": "MEDIA_STATUS", "status": []]))
        )
        #expect(ReceiverMessage(["requestId": 1]) == .unknown(type: nil))
        #expect(ReceiverMessage(["type": "NEWS"]) == .unknown(type: "NEWS"))
        #expect(ConnectionMessage(["type": "OPEN"]) == .unknown(type: "OPEN"))
        #expect(MultizoneMessage(["type": "ROOM_PAINTED"]) == .unknown(type: "ROOM_PAINTED"))
        #expect(HeartbeatMessage(fields: ["type": "PING"]).isPing)
        #expect(!HeartbeatMessage(fields: ["type": "PANG"]).isPing)
    }

    @Test("Old names of queue replies are accepted")
    func oldQueueAnswers() {
        guard case .queueItemIDs(let ids) = MediaMessage(["type": "QUEUE_IDS", "ids": [3, 1]]),
            case .queueItems(let items) = MediaMessage(["type": "ITEMS_INFO", "items": [["itemId": 3]]])
        else {
            Issue.record("QUEUE_IDS and ITEMS_INFO are answers about the queue")
            return
        }
        #expect(ids.itemIDs == [3, 1])
        #expect(items.items.map(\.itemID) == [3])
    }

    @Test("The played URL is the content URL or, without one, the content ID")
    func playedURL() {
        #expect(MediaInformation(contentID: "id", contentURL: "http://192.0.2.1/a").playedURL == "http://192.0.2.1/a")
        #expect(MediaInformation(contentID: "http://192.0.2.1/b").playedURL == "http://192.0.2.1/b")
    }

    @Test("The groups of a device, from its HTTP response")
    func eurekaGroups() {
        let info = EurekaInfo(fields: [
            "device_info": ["ssdp_udn": "x"], "detail": ["model_name": "m", "manufacturer": "g"],
            "multizone": ["groups": [["name": "Up", "uuid": "u", "elected_leader": "self", "cast_port": 42_539]]],
        ])
        #expect(info.deviceID == "x")
        #expect(info.modelName == "m")
        #expect(info.manufacturer == "g")
        #expect(info.groups.first?.electedLeader == "self")
        #expect(info.groups.first?.castPort == 42_539)
        #expect(info.dynamicGroups.isEmpty)
    }
}
