// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite("Encoded requests and replies")
struct RequestTests {
    private static let media = MediaInformation(
        contentID: "http://192.0.2.1/film.mp4",
        contentType: "video/mp4",
        streamType: .buffered,
        metadata: MediaMetadata(
            metadataType: .movie,
            title: "Film",
            images: [MediaImage(url: "http://192.0.2.1/p.jpg")]
        )
    )

    private static let written: [(any WireObject, String)] = [
        (HeartbeatMessage.ping, #"{"type":"PING"}"#),
        (HeartbeatMessage.pong, #"{"type":"PONG"}"#),
        (ConnectRequest(), #"{"type":"CONNECT","origin":{}}"#),
        (
            ConnectRequest(
                userAgent: "x",
                connectionType: .invisible,
                senderInfo: SenderInfo(sdkType: 2, platform: .linux)
            ),
            #"{"type":"CONNECT","origin":{},"userAgent":"x","connType":2,"senderInfo":{"sdkType":2,"platform":6}}"#
        ),
        (ConnectedReply(protocolVersion: 3), #"{"type":"CONNECTED","protocolVersion":3}"#),
        (CloseMessage(), #"{"type":"CLOSE"}"#),
        (CloseMessage(reason: .closedBySelf), #"{"type":"CLOSE","reasonCode":5}"#),
        (GetReceiverStatusRequest(), #"{"type":"GET_STATUS"}"#),
        (
            LaunchRequest(appID: "CC1AD845", language: "de", supportedAppTypes: ["WEB"]),
            #"{"type":"LAUNCH","appId":"CC1AD845","language":"de","supportedAppTypes":["WEB"]}"#
        ),
        (StopRequest(sessionID: "s"), #"{"type":"STOP","sessionId":"s"}"#),
        (StopRequest(), #"{"type":"STOP"}"#),
        (SetReceiverVolumeRequest(level: 0.5), #"{"type":"SET_VOLUME","volume":{"level":0.5}}"#),
        (SetReceiverVolumeRequest(muted: true), #"{"type":"SET_VOLUME","volume":{"muted":true}}"#),
        (GetAppAvailabilityRequest(appIDs: ["A", "B"]), #"{"type":"GET_APP_AVAILABILITY","appId":["A","B"]}"#),
        (
            AppAvailabilityReply(availability: ["A": .available], requestID: 4),
            #"{"responseType":"GET_APP_AVAILABILITY","availability":{"A":"APP_AVAILABLE"},"requestId":4}"#
        ),
        (
            LaunchStatusMessage(launchRequestID: 4, status: .userAllowed),
            #"{"type":"LAUNCH_STATUS","launchRequestId":4,"status":"USER_ALLOWED"}"#
        ),
        (
            LaunchErrorMessage(reason: .notFound, requestID: 4),
            #"{"type":"LAUNCH_ERROR","reason":"NOT_FOUND","requestId":4}"#
        ),
        (
            InvalidRequestMessage(reason: .invalidCommand, requestID: 4),
            #"{"type":"INVALID_REQUEST","reason":"INVALID_COMMAND","requestId":4}"#
        ),
        (
            ReceiverStatusMessage(
                status: ReceiverStatus(applications: [ApplicationStatus(appID: "A", namespaces: [.media])]),
                requestID: 0
            ),
            #"{"type":"RECEIVER_STATUS","status":{"applications":[{"appId":"A","namespaces":[{"name":"urn:x-cast:com.google.cast.media"}]}]},"requestId":0}"#
        ),
        (GetMediaStatusRequest(), #"{"type":"GET_STATUS"}"#),
        (
            GetMediaStatusRequest(mediaSessionID: 1, options: [.noMetadata, .noQueueItems]),
            #"{"type":"GET_STATUS","mediaSessionId":1,"options":3}"#
        ),
        (
            LoadRequest(media: media, autoplay: true, currentTime: 12.5),
            #"{"type":"LOAD","media":{"contentId":"http://192.0.2.1/film.mp4","contentType":"video/mp4","streamType":"BUFFERED","metadata":{"metadataType":1,"title":"Film","images":[{"url":"http://192.0.2.1/p.jpg"}]}},"autoplay":true,"currentTime":12.5}"#
        ),
        (PlayRequest(mediaSessionID: 1), #"{"type":"PLAY","mediaSessionId":1}"#),
        (PauseRequest(mediaSessionID: 1), #"{"type":"PAUSE","mediaSessionId":1}"#),
        (StopMediaRequest(mediaSessionID: 1), #"{"type":"STOP","mediaSessionId":1}"#),
        (
            SeekRequest(mediaSessionID: 1, relativeTime: -10, resumeState: .play),
            #"{"type":"SEEK","mediaSessionId":1,"relativeTime":-10.0,"resumeState":"PLAYBACK_START"}"#
        ),
        (
            SetStreamVolumeRequest(mediaSessionID: 1, volume: CastVolume(level: 0.25, muted: false)),
            #"{"type":"SET_VOLUME","mediaSessionId":1,"volume":{"level":0.25,"muted":false}}"#
        ),
        (
            SetPlaybackRateRequest(mediaSessionID: 1, playbackRate: 1.5),
            #"{"type":"SET_PLAYBACK_RATE","mediaSessionId":1,"playbackRate":1.5}"#
        ),
        (
            EditTracksInfoRequest(mediaSessionID: 1, activeTrackIDs: []),
            #"{"type":"EDIT_TRACKS_INFO","mediaSessionId":1,"activeTrackIds":[]}"#
        ),
        (
            EditAudioTracksRequest(mediaSessionID: 1, language: "fr"),
            #"{"type":"EDIT_AUDIO_TRACKS","mediaSessionId":1,"language":"fr"}"#
        ),
        (
            QueueLoadRequest(
                items: [QueueItem(media: MediaInformation(contentID: "a"))],
                startIndex: 0,
                repeatMode: .all
            ),
            #"{"type":"QUEUE_LOAD","items":[{"media":{"contentId":"a"}}],"startIndex":0,"repeatMode":"REPEAT_ALL"}"#
        ),
        (
            QueueInsertRequest(mediaSessionID: 1, items: [], insertBefore: 3),
            #"{"type":"QUEUE_INSERT","mediaSessionId":1,"items":[],"insertBefore":3}"#
        ),
        (QueueUpdateRequest(mediaSessionID: 1, jump: -1), #"{"type":"QUEUE_UPDATE","mediaSessionId":1,"jump":-1}"#),
        (
            QueueRemoveRequest(mediaSessionID: 1, itemIDs: [2, 3]),
            #"{"type":"QUEUE_REMOVE","mediaSessionId":1,"itemIds":[2,3]}"#
        ),
        (
            QueueReorderRequest(mediaSessionID: 1, itemIDs: [3], insertBefore: 1),
            #"{"type":"QUEUE_REORDER","mediaSessionId":1,"itemIds":[3],"insertBefore":1}"#
        ),
        (QueueNextRequest(mediaSessionID: 1), #"{"type":"QUEUE_NEXT","mediaSessionId":1}"#),
        (QueuePrevRequest(mediaSessionID: 1), #"{"type":"QUEUE_PREV","mediaSessionId":1}"#),
        (QueueShuffleRequest(mediaSessionID: 1), #"{"type":"QUEUE_SHUFFLE","mediaSessionId":1}"#),
        (QueueGetItemIDsRequest(mediaSessionID: 1), #"{"type":"QUEUE_GET_ITEM_IDS","mediaSessionId":1}"#),
        (
            QueueGetItemsRequest(mediaSessionID: 1, itemIDs: [1]),
            #"{"type":"QUEUE_GET_ITEMS","mediaSessionId":1,"itemIds":[1]}"#
        ),
        (
            QueueGetItemRangeRequest(mediaSessionID: 1, itemID: 5, nextCount: 2),
            #"{"type":"QUEUE_GET_ITEM_RANGE","mediaSessionId":1,"itemId":5,"nextCount":2}"#
        ),
        (SkipAdRequest(mediaSessionID: 1), #"{"type":"SKIP_AD","mediaSessionId":1}"#),
        (PlayAgainRequest(mediaSessionID: 1), #"{"type":"PLAY_AGAIN","mediaSessionId":1}"#),
        (StoreSessionRequest(mediaSessionID: 1), #"{"type":"STORE_SESSION","mediaSessionId":1}"#),
        (
            ResumeSessionRequest(sessionState: SessionState(loadRequestData: LoadRequest(autoplay: false))),
            #"{"type":"RESUME_SESSION","sessionState":{"loadRequestData":{"type":"LOAD","autoplay":false}}}"#
        ),
        (
            UserActionRequest(mediaSessionID: 1, userAction: .like, userActionContext: .track),
            #"{"type":"USER_ACTION","mediaSessionId":1,"userAction":"LIKE","userActionContext":"TRACK"}"#
        ),
        (PrecacheRequest(precacheData: "d"), #"{"type":"PRECACHE","precacheData":"d"}"#),
        (SetCredentialsRequest(credentials: "c"), #"{"type":"SET_CREDENTIALS","credentials":"c"}"#),
        (LoadByEntityRequest(entity: "e", shuffle: true), #"{"type":"LOAD_BY_ENTITY","entity":"e","shuffle":true}"#),
        (MediaStatusMessage(statuses: [], requestID: 7), #"{"type":"MEDIA_STATUS","status":[],"requestId":7}"#),
        (
            LoadFailedMessage(detailedErrorCode: .hlsNetworkMasterPlaylist, requestID: 7),
            #"{"type":"LOAD_FAILED","detailedErrorCode":311,"requestId":7}"#
        ),
        (LoadCancelledMessage(itemID: 2, requestID: 7), #"{"type":"LOAD_CANCELLED","itemId":2,"requestId":7}"#),
        (InvalidPlayerStateMessage(requestID: 7), #"{"type":"INVALID_PLAYER_STATE","requestId":7}"#),
        (
            MediaErrorMessage(detailedErrorCode: 104, reason: .appError),
            #"{"type":"ERROR","detailedErrorCode":104,"reason":"APP_ERROR"}"#
        ),
        (
            QueueItemIDsMessage(itemIDs: [1, 2], requestID: 7),
            #"{"type":"QUEUE_ITEM_IDS","itemIds":[1,2],"requestId":7}"#
        ),
        (
            QueueChangeMessage(changeType: .insert, itemIDs: [4]),
            #"{"type":"QUEUE_CHANGE","changeType":"INSERT","itemIds":[4]}"#
        ),
        (GetMultizoneStatusRequest(), #"{"type":"GET_STATUS"}"#),
        (
            SetDeviceVolumeRequest(deviceID: "d", volume: CastVolume(muted: true)),
            #"{"type":"SET_DEVICE_VOLUME","deviceId":"d","volume":{"muted":true}}"#
        ),
        (GetDeviceInfoRequest(), #"{"type":"GET_DEVICE_INFO"}"#),
        (
            DeviceInfoMessage(
                deviceID: "d",
                deviceCapabilities: [.videoOut, .audioOut],
                deviceIconURL: "",
                wifiProximityID: "b"
            ),
            #"{"type":"DEVICE_INFO","deviceId":"d","deviceCapabilities":5,"deviceIconUrl":"","wifiProximityId":"b"}"#
        ),
        (EurekaInfoRequest(params: ["name"]), #"{"type":"eureka_info","data":{"params":["name"]}}"#),
        (
            EurekaInfoReply(data: EurekaInfo(fields: ["name": "n"]), requestID: 2),
            #"{"type":"eureka_info","request_id":2,"response_code":200,"response_string":"OK","data":{"name":"n"}}"#
        ),
    ]

    @Test("Each message has the keys of the protocol and no others", arguments: written.indices)
    func json(_ index: Int) {
        let (payload, text) = Self.written[index]
        #expect(payload.fields.jsonString == text)
    }

    @Test("The sender sets the request ID")
    func requestID() {
        var request = PlayRequest(mediaSessionID: 3)
        #expect(request.requestID == nil)
        request.requestID = 9
        #expect(request.fields.jsonString == #"{"type":"PLAY","mediaSessionId":3,"requestId":9}"#)
        var eureka = EurekaInfoRequest(params: [])
        eureka.requestID = 9
        #expect(eureka.fields["request_id"] == 9)
        #expect(eureka.fields.requestID == 9)
    }

    @Test(
        "Request IDs are accepted as integer, fraction and string",
        arguments: [
            (JSONValue.integer(7), 7), (.number(7), 7), (.string("7"), 7), (.integer(0), 0), (.null, nil),
            (.bool(true), nil),
            (.number(7.5), nil), ([], nil),
        ] as [(JSONValue, Int?)]
    )
    func tolerantRequestID(_ json: JSONValue, _ id: Int?) {
        let object: JSONObject = ["requestId": json, "launchRequestId": json]
        #expect(object.requestID == id)
        #expect(object.launchRequestID == id)
        #expect(JSONObject().requestID == nil)
    }

    @Test("Media and images can be given by a URL, which is sent percent-encoded")
    func urls() throws {
        let url = try #require(URL(string: "http://192.0.2.1/a%20film.mp4?x=1"))
        let media = MediaInformation(url: url, contentType: "video/mp4")
        #expect(media == MediaInformation(contentID: "http://192.0.2.1/a%20film.mp4?x=1", contentType: "video/mp4"))
        #expect(MediaImage(url: url, width: 4) == MediaImage(url: "http://192.0.2.1/a%20film.mp4?x=1", width: 4))
    }

    @Test("Requests have the right type and namespace")
    func namespaces() {
        func namespace<Request: CastRequest>(of request: Request) -> CastNamespace { Request.namespace }
        #expect(namespace(of: PlayRequest(mediaSessionID: 1)) == .media)
        #expect(namespace(of: LaunchRequest(appID: "A")) == .receiver)
        #expect(namespace(of: GetMultizoneStatusRequest()) == .multizone)
        #expect(namespace(of: GetDeviceInfoRequest()) == .discovery)
        #expect(namespace(of: EurekaInfoRequest(params: [])) == .setup)
        #expect(namespace(of: ConnectRequest()) == .connection)
        #expect(namespace(of: SetCredentialsRequest(credentials: "")) == .commandAndControl)
    }

    @Test("Every request of the media namespace is recognized by its type, old names included")
    func mediaRequests() {
        let unknown = Self.written.map(\.0.fields).filter { object in
            guard case .unknown = MediaRequest(object) else { return false }
            return true
        }
        let types = Set(unknown.compactMap(\.messageType))
        #expect(
            types.isDisjoint(with: ["PLAY", "LOAD", "QUEUE_PREV", "STORE_SESSION", "SET_CREDENTIALS", "GET_STATUS"])
        )
        #expect(types.contains("LAUNCH"))
        for (old, new) in [
            ("NEXT", "queueNext"), ("PREVIOUS", "queuePrev"), ("FETCH_ITEMS", "queueGetItemRange"),
            ("GET_ITEMS_INFO", "queueGetItems"), ("GET_QUEUE_IDS", "queueGetItemIDs"),
        ] {
            #expect("\(MediaRequest(["type": .string(old)]))".hasPrefix(new))
        }
        #expect(MediaRequest(["type": "DANCE"]) == .unknown(type: "DANCE"))
        #expect(MediaRequest([:]) == .unknown(type: nil))
        #expect(ReceiverRequest(["type": 5]) == .unknown(type: nil))
    }
}
