// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@Suite("Objects and messages that are created with all members")
struct ObjectTests {
    private static let image = MediaImage(url: "p", width: 4, height: 3)
    private static let written: [(any WireObject, String)] = [
        (
            Break(
                id: "b",
                breakClipIDs: ["c"],
                position: 1.5,
                duration: 30,
                isWatched: true,
                isEmbedded: false,
                expanded: true
            ),
            #"{"id":"b","breakClipIds":["c"],"position":1.5,"duration":30.0,"isWatched":true,"isEmbedded":false,"expanded":true}"#
        ),
        (
            BreakClip(
                id: "c",
                title: "t",
                contentID: "i",
                contentURL: "u",
                contentType: "m",
                duration: 15.5,
                posterURL: "p",
                clickThroughURL: "k",
                hlsSegmentFormat: .ts,
                vastAdsRequest: VASTAdsRequest(adTagURL: "v", adsResponse: "r"),
                whenSkippable: 5.5,
                customData: 1
            ),
            #"{"id":"c","title":"t","contentId":"i","contentUrl":"u","contentType":"m","duration":15.5,"posterUrl":"p","clickThroughUrl":"k","hlsSegmentFormat":"ts","vastAdsRequest":{"adTagUrl":"v","adsResponse":"r"},"whenSkippable":5.5,"customData":1}"#
        ),
        (
            BreakStatus(
                breakID: "b",
                breakClipID: "c",
                currentBreakTime: 1.5,
                currentBreakClipTime: 2.5,
                whenSkippable: 3.5
            ),
            #"{"breakId":"b","breakClipId":"c","currentBreakTime":1.5,"currentBreakClipTime":2.5,"whenSkippable":3.5}"#
        ),
        (
            MediaTrack(
                trackID: 1,
                type: .text,
                subtype: .subtitles,
                name: "n",
                language: "de",
                trackContentID: "u",
                trackContentType: "text/vtt",
                isInband: false,
                roles: ["main"],
                audioTrackInfo: AudioTrackInfo(audioCodec: "mp4a", numAudioChannels: 6, spatialAudio: true),
                customData: 1
            ),
            #"{"trackId":1,"type":"TEXT","subtype":"SUBTITLES","name":"n","language":"de","trackContentId":"u","trackContentType":"text/vtt","isInband":false,"roles":["main"],"audioTrackInfo":{"audioCodec":"mp4a","numAudioChannels":6,"spatialAudio":true},"customData":1}"#
        ),
        (
            TextTrackStyle(
                foregroundColor: "#1",
                backgroundColor: "#2",
                edgeType: .outline,
                edgeColor: "#3",
                windowType: .normal,
                windowColor: "#4",
                windowRoundedCornerRadius: 4.5,
                fontFamily: "f",
                fontGenericFamily: .serif,
                fontScale: 1.5,
                fontStyle: .bold,
                customData: 1
            ),
            ##"{"foregroundColor":"#1","backgroundColor":"#2","edgeType":"OUTLINE","edgeColor":"#3","windowType":"NORMAL","windowColor":"#4","windowRoundedCornerRadius":4.5,"fontFamily":"f","fontGenericFamily":"SERIF","fontScale":1.5,"fontStyle":"BOLD","customData":1}"##
        ),
        (
            QueueData(
                items: [QueueItem(itemID: 1)],
                startIndex: 2,
                startTime: 3.5,
                repeatMode: .all,
                shuffle: true,
                queueType: .album,
                name: "n",
                id: "q"
            ),
            #"{"items":[{"itemId":1}],"startIndex":2,"startTime":3.5,"repeatMode":"REPEAT_ALL","shuffle":true,"queueType":"ALBUM","name":"n","id":"q"}"#
        ),
        (
            ContainerMetadata(
                containerType: 1,
                title: "t",
                containerDuration: 2.5,
                containerImages: [image],
                sections: [MediaMetadata(metadataType: .movie)],
                authors: ["a"],
                narrators: ["b"],
                publisher: "c",
                releaseDate: "2001"
            ),
            #"{"containerType":1,"title":"t","containerDuration":2.5,"containerImages":[{"url":"p","width":4,"height":3}],"sections":[{"metadataType":1}],"authors":["a"],"narrators":["b"],"publisher":"c","releaseDate":"2001"}"#
        ),
        (
            QueueItemsMessage(items: [QueueItem(itemID: 1)], sequenceNumber: 2, requestID: 3),
            #"{"type":"QUEUE_ITEMS","items":[{"itemId":1}],"sequenceNumber":2,"requestId":3}"#
        ),
        (
            ExtendedStatus(playerState: .loading, media: MediaInformation(contentID: "i"), mediaSessionID: 3),
            #"{"playerState":"LOADING","media":{"contentId":"i"},"mediaSessionId":3}"#
        ),
        (
            LiveSeekableRange(start: 1.5, end: 2.5, isMovingWindow: true, isLiveDone: false),
            #"{"start":1.5,"end":2.5,"isMovingWindow":true,"isLiveDone":false}"#
        ),
        (VideoInfo(width: 16, height: 9, hdrType: .standard), #"{"width":16,"height":9,"hdrType":"sdr"}"#),
        (LoadOptions(contentFilteringMode: "f"), #"{"contentFilteringMode":"f"}"#),
        (
            UserActionState(userAction: .like, customData: 1),
            #"{"userAction":"LIKE","customData":1}"#
        ),
        (
            SessionStateMessage(sessionState: SessionState(fields: ["key": 1]), requestID: 4),
            #"{"type":"SESSION_STATE","sessionState":{"key":1},"requestId":4}"#
        ),
        (
            MultizoneStatusMessage(
                status: MultizoneStatus(
                    devices: [
                        MultizoneDevice(
                            deviceID: "d",
                            name: "n",
                            capabilities: DeviceCapabilities(rawValue: 4),
                            volume: CastVolume(level: 0.5)
                        )
                    ],
                    isMultichannel: true
                ),
                requestID: 4
            ),
            #"{"type":"MULTIZONE_STATUS","status":{"devices":[{"deviceId":"d","name":"n","capabilities":4,"volume":{"level":0.5}}],"isMultichannel":true},"requestId":4}"#
        ),
        (
            DeviceAddedMessage(device: MultizoneDevice(deviceID: "d"), requestID: 4),
            #"{"type":"DEVICE_ADDED","device":{"deviceId":"d"},"requestId":4}"#
        ),
        (
            DeviceUpdatedMessage(device: MultizoneDevice(deviceID: "d"), requestID: 4),
            #"{"type":"DEVICE_UPDATED","device":{"deviceId":"d"},"requestId":4}"#
        ),
        (
            DeviceRemovedMessage(deviceID: "d", requestID: 4),
            #"{"type":"DEVICE_REMOVED","deviceId":"d","requestId":4}"#
        ),
        (
            PlaybackSessionUpdatedMessage(
                playbackSession: PlaybackSession(
                    appAllowsGrouping: true,
                    isVideoContent: false,
                    streamTransferSupported: true,
                    immutableDevices: [MultizoneDevice(deviceID: "d")]
                ),
                requestID: 4
            ),
            #"{"type":"PLAYBACK_SESSION_UPDATED","playbackSession":{"appAllowsGrouping":true,"isVideoContent":false,"streamTransferSupported":true,"immutableDevices":[{"deviceId":"d"}]},"requestId":4}"#
        ),
        (
            EurekaGroup(name: "n", uuid: "u", electedLeader: "l", castPort: 32_000, isMultichannel: true),
            #"{"name":"n","uuid":"u","elected_leader":"l","cast_port":32000,"multichannel_group":true}"#
        ),
    ]

    @Test("Each member is written under its key", arguments: written.indices)
    func members(_ index: Int) throws {
        let (object, text) = Self.written[index]
        #expect(object.json.jsonString == text)
    }

    @Test("A changed playback session is distinguished from an ended one and from none")
    func playbackSession() {
        typealias Message = PlaybackSessionUpdatedMessage
        let session = PlaybackSession(isVideoContent: true)
        #expect(Message(playbackSession: session).change?.session == session)
        let ended = Message(playbackSession: nil).change
        #expect(ended != nil && ended?.session == nil)
        #expect(Message(fields: ["status": ["playbackSession": .object(session.fields)]]).change?.session == session)
        #expect(Message(fields: ["playbackSession": 1]).change == nil)
        #expect(Message(fields: [:]).change == nil)
    }

    @Test("Messages about groups are told apart by their type")
    func multizoneTypes() {
        typealias Message = MultizoneMessage
        let updated: JSONObject = ["type": "PLAYBACK_SESSION_UPDATED", "playbackSession": nil]
        #expect(Message(updated) == .playbackSessionUpdated(PlaybackSessionUpdatedMessage(playbackSession: nil)))
        #expect(
            Message(["type": "CASTING_GROUPS"])
                == .castingGroups(CastingGroupsMessage(fields: ["type": "CASTING_GROUPS"]))
        )
        #expect(Message(["type": "OTHER"]) == .unknown(type: "OTHER"))
        #expect(Message([:]) == .unknown(type: nil))
    }

    @Test("Requests about groups are told apart by their type")
    func multizoneRequests() {
        typealias Request = MultizoneRequest
        #expect(Request(GetMultizoneStatusRequest().fields) == .getStatus(GetMultizoneStatusRequest()))
        #expect(Request(GetCastingGroupsRequest().fields) == .getCastingGroups(GetCastingGroupsRequest()))
        let volume = SetDeviceVolumeRequest(fields: ["type": "SET_DEVICE_VOLUME", "deviceId": "d"])
        #expect(Request(volume.fields) == .setDeviceVolume(volume))
        #expect(Request(["type": "OTHER"]) == .unknown(type: "OTHER"))
    }

    @Test("The bits of commands and capabilities are those of the protocol")
    func bits() {
        let commands: [MediaCommands] = [
            .pause, .seek, .streamVolume, .streamMute, .skipForward, .skipBackward, .queueNext, .queuePrev,
            .queueShuffle,
            .skipAd, .queueRepeatAll, .queueRepeatOne, .editTracks, .playbackRate, .like, .dislike, .follow, .unfollow,
            .streamTransfer, .lyrics,
        ]
        for (bit, command) in commands.enumerated() { #expect(command.rawValue == 1 << bit) }
        #expect(MediaCommands.basic.rawValue == 12_303)
        #expect(MediaCommands(json: "15") == [.pause, .seek, .streamVolume, .streamMute])
        #expect(MediaCommands(json: "x") == nil)
        let capabilities: [DeviceCapabilities] = [
            .videoOut, .videoIn, .audioOut, .audioIn, .developerMode, .multizoneGroup,
        ]
        for (bit, capability) in capabilities.enumerated() { #expect(capability.rawValue == 1 << bit) }
        #expect(DeviceCapabilities.masterOrFixedVolume.rawValue == 2048)
        #expect(DeviceCapabilities.attenuationOrFixedVolume.rawValue == 4096)
        #expect(MediaStatusOptions(json: 3) == [.noMetadata, .noQueueItems])
        #expect(MediaStatusOptions(json: "x") == nil)
    }

    @Test("Namespaces of applications have the prefix, a name, and at most 128 bytes")
    func namespaces() {
        #expect(CastNamespace("urn:x-cast:a").isWellFormed)
        #expect(!CastNamespace("urn:x-cast:").isWellFormed)
        #expect(!CastNamespace("com.example").isWellFormed)
        let longest = CastNamespace.prefix + String(repeating: "a", count: 128 - CastNamespace.prefix.utf8.count)
        #expect(CastNamespace(longest).isWellFormed)
        #expect(!CastNamespace(longest + "a").isWellFormed)
        #expect(CastNamespace.media.isReserved)
        #expect(!CastNamespace("urn:x-cast:com.google.cast.sample.helloworld").isReserved)
        #expect(!CastNamespace("urn:x-cast:com.example").isReserved)
    }

    @Test("The properties of a TXT record read and write their keys")
    func recordKeys() {
        func check(_ property: WritableKeyPath<DeviceRecord, String?>, _ key: String) {
            var record = DeviceRecord(strings: ["other=1"])
            record[keyPath: property] = "value"
            #expect(record.strings == ["other=1", "\(key)=value"])
            #expect(record[keyPath: property] == "value")
            record[keyPath: property] = nil
            #expect(record.strings == ["other=1"])
        }
        check(\.id, "id")
        check(\.friendlyName, "fn")
        check(\.modelName, "md")
        check(\.statusText, "rs")
        check(\.iconPath, "ic")
        check(\.cloudDeviceID, "cd")
        check(\.receiverMetricsID, "rm")
        check(\.wifiProximityID, "bs")
        var record = DeviceRecord(strings: [])
        record.capabilities = DeviceCapabilities(rawValue: 4101)
        record.isBusy = true
        record.protocolVersion = 5
        record.controlNotifications = 2
        #expect(record.strings == ["ca=4101", "st=1", "ve=05", "nf=2"])
        record.isBusy = false
        record.protocolVersion = 10
        #expect(record.strings == ["ca=4101", "st=0", "ve=10", "nf=2"])
        #expect(record.isBusy == false)
        #expect(record.protocolVersion == 10)
    }

    @Test("The length of a message is known without encoding it", arguments: [0, 1, 127, 128, 16_383, 16_384, 60_000])
    func bodyLength(_ payload: Int) throws {
        let text = String(repeating: "x", count: payload)
        for content in [CastMessage.Payload.text(text), .binary(Array(text.utf8))] {
            let message = CastMessage(from: "sender-0", to: "receiver-0", namespace: .media, payload: content)
            let frame = try CastFrame.encode(message)
            #expect(CastFrame.bodyLength(of: message) == frame.count - CastFrame.headerLength)
        }
    }
}
