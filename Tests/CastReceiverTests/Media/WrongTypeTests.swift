// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastReceiver

/// Sets every key of every request to every kind of value. The values are rejected, ignored or used, and never trap.
@Suite("Wrong types in every field")
struct WrongTypeTests {
    private static let values: [JSONValue] = [
        .null, true, 0, -1, 9_007_199_254_740_993, 1.5, -1e308, 1e308, "", "x", "1e999", [], [nil], [[:]], [:],
        ["level": ["muted": []]], .string(String(repeating: "é", count: 300)),
    ]

    private static let mediaTypes: [String] = [
        "GET_STATUS", "LOAD", "PLAY", "PAUSE", "STOP", "SEEK", "SET_VOLUME", "SET_PLAYBACK_RATE", "EDIT_TRACKS_INFO",
        "EDIT_AUDIO_TRACKS", "QUEUE_LOAD", "QUEUE_INSERT", "QUEUE_UPDATE", "QUEUE_REMOVE", "QUEUE_REORDER",
        "QUEUE_NEXT", "QUEUE_PREV", "QUEUE_SHUFFLE", "QUEUE_GET_ITEM_IDS", "QUEUE_GET_ITEMS", "QUEUE_GET_ITEM_RANGE",
        "SKIP_AD", "PLAY_AGAIN", "STORE_SESSION", "RESUME_SESSION", "USER_ACTION", "PRECACHE", "SET_CREDENTIALS",
        "LOAD_BY_ENTITY",
    ]

    private static let mediaKeys: [String] = [
        "media", "autoplay", "currentTime", "playbackRate", "activeTrackIds", "queueData", "credentials",
        "loadOptions", "sessionId", "mediaSessionId", "requestId", "customData", "volume", "relativeTime",
        "resumeState", "relativePlaybackRate", "textTrackStyle", "language", "enableTextTracks", "items",
        "startIndex", "repeatMode", "options", "type", "itemIds", "insertBefore", "currentItemId", "currentItemIndex",
        "jump", "shuffle", "nextCount", "prevCount", "itemId", "sessionState", "userAction", "clear", "entity",
    ]

    @Test("media requests with wrong types do not affect later requests", arguments: mediaTypes)
    func media(type: String) {
        for key in Self.mediaKeys {
            for value in Self.values {
                var trace = MediaTrace.playing()
                var request: JSONObject = [
                    "type": .string(type), "requestId": 5, "mediaSessionId": 1, "media": .object(MediaTrace.film),
                ]
                request[key] = value
                _ = trace.send(request)
                // The receiver still answers.
                #expect(trace.send(["type": "GET_STATUS", "requestId": 6]).replies.count == 1)
            }
        }
    }

    private static let mediaInformationKeys: [String] = [
        "contentId", "contentUrl", "contentType", "streamType", "duration", "metadata", "mediaCategory", "tracks",
        "textTrackStyle", "breaks", "breakClips", "startAbsoluteTime", "entity", "customData", "userActionStates",
    ]

    @Test("a load whose media has wrong types does not affect later requests", arguments: mediaInformationKeys)
    func mediaInformation(key: String) {
        for value in Self.values {
            var trace = MediaTrace()
            var media = MediaTrace.film
            media[key] = value
            _ = trace.load(["media": .object(media)])
            _ = trace.player(.metadataLoaded(duration: 10, width: 1, height: 1))
            _ = trace.player(.playing(position: 0))
            #expect(trace.send(["type": "GET_STATUS", "requestId": 6]).replies.count == 1)
        }
    }

    @Test(
        "metadata with wrong types is returned unchanged",
        arguments: ["metadataType", "title", "subtitle", "images", "artist", "seriesTitle", "songName"]
    )
    func metadata(key: String) {
        for value in Self.values + [[["url": 5]], [["url": "u", "width": "wide"]]] {
            var trace = MediaTrace()
            var media = MediaTrace.film
            media["metadata"] = [key: value]
            _ = trace.load(["media": .object(media)])
            _ = trace.player(.metadataLoaded(duration: 10, width: 1, height: 1))
            #expect(trace.currentStatus()?["media"]?["metadata"]?[key] == value)
        }
    }

    private static let platformRequests: [(CastNamespace, String, [String])] = [
        (.receiver, "GET_STATUS", []), (.receiver, "LAUNCH", ["appId", "language", "supportedAppTypes", "appParams"]),
        (.receiver, "STOP", ["sessionId"]), (.receiver, "SET_VOLUME", ["volume"]),
        (.receiver, "GET_APP_AVAILABILITY", ["appId"]),
        (.connection, "CONNECT", ["connType", "userAgent", "senderInfo", "protocolVersion", "protocolVersionList"]),
        (.connection, "CLOSE", ["reasonCode"]), (.heartbeat, "PING", []), (.discovery, "GET_DEVICE_INFO", []),
        (.setup, "eureka_info", ["request_id", "data"]), (.multizone, "GET_STATUS", []),
        (.multizone, "SET_DEVICE_VOLUME", ["deviceId", "volume"]),
    ]

    @Test("platform requests with wrong types do not affect later requests", arguments: platformRequests.indices)
    func platform(index: Int) {
        let (namespace, type, keys) = Self.platformRequests[index]
        for key in keys + ["type", "requestId"] {
            for value in Self.values {
                var trace = PlatformTrace.casting()
                var request: JSONObject = ["type": .string(type), "requestId": 5]
                request[key] = value
                _ = trace.send(request, in: namespace)
                _ = trace.connect()
                #expect(trace.send(["type": "GET_STATUS", "requestId": 6]).types == ["RECEIVER_STATUS"])
            }
        }
    }

    @Test(
        "texts that are not JSON objects do not affect later requests, in every namespace",
        arguments: ["", "null", "[]", "5", "{", "\u{0}", "{\"a\":1}{", "{\"type\":5}", "{}"]
    )
    func noObject(text: String) {
        for namespace in [CastNamespace.receiver, .connection, .heartbeat, .discovery, .setup, .multizone, .media] {
            var trace = PlatformTrace.casting()
            _ = trace.send(text: text, in: namespace)
            _ = trace.send(text: text, in: namespace, to: "session-1")
            #expect(trace.send(["type": "GET_STATUS", "requestId": 6]).types == ["RECEIVER_STATUS"])
        }
    }

    @Test("JSON bombs are counted and processed in limited time")
    func bombs() {
        var trace = PlatformTrace.connected()
        let deep = String(repeating: "[", count: 30_000)
        let wide = "{\"type\":[" + String(repeating: "[],", count: 20_000) + "[]]}"
        let keys = "{" + (0..<3000).map { "\"k\($0)\":0" }.joined(separator: ",") + "}"
        #expect(trace.send(text: deep) == [])
        #expect(trace.send(text: wide) == [])
        #expect(trace.platform.drops[.invalidJSON] == 2)
        // An object with many keys is valid, but has no request id.
        #expect(trace.send(text: keys) == [])
        #expect(trace.platform.drops[.missingRequestID] == 1)
    }
}
