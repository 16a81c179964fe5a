// SPDX-License-Identifier: Apache-2.0

import CastWire

/// Constructed messages with all keys that the package supports. Recorded messages lack many of them.
enum OwnMessages {
    static let all: [(namespace: String, text: String)] = [
        (CastNamespace.media.rawValue, mediaStatus),
        (CastNamespace.media.rawValue, load),
        (CastNamespace.media.rawValue, mediaError),
        (CastNamespace.receiver.rawValue, receiverStatus),
        (CastNamespace.receiver.rawValue, launchError),
        (CastNamespace.receiver.rawValue, availability),
        (CastNamespace.multizone.rawValue, multizoneStatus),
        (CastNamespace.connection.rawValue, connect),
        ("http", eurekaInfo),
    ]

    private static let image = #"{"url":"http://192.0.2.7/p.jpg","width":480,"height":270}"#

    private static let metadata = #"""
        {"metadataType":3,"title":"T","subtitle":"S","images":[\#(image)],"posterUrl":"p","artist":"A","albumName":"B",\#
        "albumArtist":"C","composer":"D","trackNumber":1,"discNumber":2,"releaseDate":"2014-02-10","studio":"E",\#
        "seriesTitle":"F","season":3,"episode":4,"originalAirdate":"1994-11","contentRating":"G","bookTitle":"H",\#
        "chapterTitle":"I","chapterNumber":5,"location":"J","latitude":47.5,"longitude":-8.25,"width":6,"height":7,\#
        "creationDateTime":"K","secondaryImage":\#(image),"queueItemId":8,"sectionDuration":9.5,\#
        "sectionStartAbsoluteTime":1700000000,"sectionStartTimeInContainer":10.0,"sectionStartTimeInMedia":11,\#
        "releaseYear":1994,"episodeTitle":"L","songName":"M","artistName":"N","ownKey":{"deep":[null]}}
        """#

    private static let media = #"""
        {"contentId":"id","contentUrl":"http://192.0.2.7/a.m3u8","streamType":"LIVE","contentType":"video/mp4",\#
        "metadata":\#(metadata),"duration":-1,"mediaCategory":"VIDEO","tracks":[{"trackId":1,"type":"AUDIO",\#
        "subtype":"CAPTIONS","name":"n","language":"de","trackContentId":"c","trackContentType":"text/vtt",\#
        "isInband":true,"roles":["main"],"audioTrackInfo":{"audioCodec":"mp4a","numAudioChannels":6,\#
        "spatialAudio":false},"customData":1}],"textTrackStyle":{"foregroundColor":"#FFFFFFFF",\#
        "backgroundColor":"#00000000","edgeType":"OUTLINE","edgeColor":"#000","windowType":"NORMAL",\#
        "windowColor":"#111","windowRoundedCornerRadius":4,"fontFamily":"f","fontGenericFamily":"SERIF",\#
        "fontScale":1.5,"fontStyle":"BOLD","customData":{}},"customData":[1,"x"],"entity":"e","atvEntity":"a",\#
        "hlsSegmentFormat":"ts_aac","hlsVideoSegmentFormat":"fmp4","breaks":[{"id":"b","breakClipIds":["c"],\#
        "position":0,"duration":30,"isWatched":false,"isEmbedded":false,"expanded":true}],"breakClips":[{"id":"c",\#
        "title":"t","contentId":"i","contentUrl":"u","contentType":"video/mp4","duration":30.5,"posterUrl":"p",\#
        "clickThroughUrl":"k","hlsSegmentFormat":"aac","vastAdsRequest":{"adTagUrl":"v","adsResponse":"r"},\#
        "whenSkippable":5,"customData":0}],"vmapAdsRequest":{"adTagUrl":"v"},"startAbsoluteTime":1.7e9,\#
        "userActionStates":[{"userAction":"LIKE","customData":{}}]}
        """#

    private static let queue = #"""
        {"id":"q","name":"n","description":"d","entity":"e","queueType":"ALBUM","repeatMode":"REPEAT_ALL",\#
        "shuffle":true,"startIndex":1,"startTime":2.5,"items":[{"itemId":1,"media":\#(media),"autoplay":"true",\#
        "startTime":0,"playbackDuration":-3,"preloadTime":20,"activeTrackIds":[1],"orderId":0,"customData":{}}],\#
        "containerMetadata":{"containerType":1,"title":"t","containerDuration":3600,"containerImages":[\#(image)],\#
        "sections":[{"metadataType":5}],"authors":["a"],"narrators":["b"],"publisher":"c","releaseDate":"2001"},\#
        "customData":7}
        """#

    static let mediaStatus = #"""
        {"type":"MEDIA_STATUS","requestId":5,"status":[{"mediaSessionId":2,"playerState":"PLAYING",\#
        "idleReason":"FINISHED","currentTime":12.25,"playbackRate":1,"supportedMediaCommands":274447,\#
        "volume":{"level":0.5,"muted":false},"media":\#(media),"activeTrackIds":[1],"currentItemId":1,\#
        "loadingItemId":2,"preloadedItemId":3,"items":[{"itemId":1}],"queueData":\#(queue),"repeatMode":"REPEAT_OFF",\#
        "extendedStatus":{"playerState":"LOADING","media":{"contentId":"x","duration":20},"mediaSessionId":3},\#
        "liveSeekableRange":{"start":0,"end":7185,"isMovingWindow":true,"isLiveDone":false},\#
        "breakStatus":{"breakId":"b","breakClipId":"c","currentBreakTime":1,"currentBreakClipTime":1,\#
        "whenSkippable":5},"videoInfo":{"width":1,"height":2,"hdrType":"dv"},"customData":{"k":1}}]}
        """#

    static let load = #"""
        {"type":"LOAD","requestId":6,"media":{"contentId":"x"},"autoplay":true,"currentTime":1.5,"playbackRate":2,\#
        "activeTrackIds":[],"queueData":{"items":[]},"credentials":"c","credentialsType":"web","atvCredentials":"a",\#
        "atvCredentialsType":"b","loadOptions":{"contentFilteringMode":"FILTER_EXPLICIT"},"sessionId":"s",\#
        "mediaSessionId":1,"customData":{}}
        """#

    static let mediaError = #"""
        {"type":"ERROR","requestId":7,"detailedErrorCode":311404,"reason":"APP_ERROR","itemId":2,"customData":[]}
        """#

    static let receiverStatus = #"""
        {"type":"RECEIVER_STATUS","requestId":0,"status":{"applications":[{"appId":"A","appType":"WEB",\#
        "displayName":"d","iconUrl":"i","isIdleScreen":false,"launchedFromCloud":false,"namespaces":[{"name":"n"},"m"],\#
        "senderConnected":true,"sessionId":"s","statusText":"t","transportId":"u","universalAppId":"v"}],\#
        "volume":{"level":0.5,"muted":false,"controlType":"master","stepInterval":0.05},"isActiveInput":true,\#
        "isStandBy":false,"userEq":{},"displayName":"x"}}
        """#

    static let launchError = #"""
        {"type":"LAUNCH_ERROR","requestId":8,"reason":"NOT_ALLOWED","extendedError":"USER_NOT_ALLOWED"}
        """#

    static let availability = #"""
        {"responseType":"GET_APP_AVAILABILITY","requestId":9,"availability":{"A":"APP_AVAILABLE","B":"MAYBE"}}
        """#

    static let multizoneStatus = #"""
        {"type":"MULTIZONE_STATUS","requestId":0,"status":{"devices":[{"deviceId":"A-B","name":"n","capabilities":5,\#
        "volume":{"level":1}}],"isMultichannel":true,"playbackSession":{"appAllowsGrouping":true,"isVideoContent":true,\#
        "streamTransferSupported":true,"immutableDevices":[{"deviceId":"c"}]}}}
        """#

    static let connect = #"""
        {"type":"CONNECT","origin":{},"userAgent":"u","connType":1,"senderInfo":{"skdType":2,"version":"v",\#
        "browserVersion":"b","platform":6,"systemVersion":"s","connectionType":1},"protocolVersion":3,\#
        "protocolVersionList":[0,3],"package":"p"}
        """#

    static let eurekaInfo = #"""
        {"name":"n","version":12,"device_info":{"ssdp_udn":"d","manufacturer":"m","model_name":"o","product_name":"p",\#
        "mac_address":"a","uptime":1.5,"capabilities":{"display_supported":true,"multizone_supported":false}},\#
        "build_info":{"cast_build_revision":"1.56","system_build_number":"2","release_track":"t"},\#
        "net":{"ip_address":"192.0.2.7"},"setup":{"setup_state":60},"settings":{"locale":"de","timezone":"z"},\#
        "multizone":{"groups":[{"name":"g","uuid":"u","elected_leader":"self","cast_port":42000,\#
        "multichannel_group":true}],"dynamic_groups":[{"name":"h"}]}}
        """#
}
