// SPDX-License-Identifier: Apache-2.0

import CastWire

/// Made-up messages of the kind that devices send.
enum Samples {
    static let receiverStatus = message(
        in: .receiver,
        """
        {"requestId":889570261,"status":{"applications":[{"appId":"CC1AD845","appType":"WEB",\
        "displayName":"Default Media Receiver","iconUrl":"","isIdleScreen":false,"launchedFromCloud":false,\
        "namespaces":[{"name":"urn:x-cast:com.google.cast.cac"},{"name":"urn:x-cast:com.google.cast.media"}],\
        "sessionId":"7b3c2a51-0d0f-4f6e-9a68-2d8e7a0c11aa","statusText":"Casting: A film",\
        "transportId":"7b3c2a51-0d0f-4f6e-9a68-2d8e7a0c11aa","universalAppId":"CC1AD845"}],"isActiveInput":true,\
        "isStandBy":false,"userEq":{},"volume":{"controlType":"attenuation","level":0.53,"muted":false,\
        "stepInterval":0.05}},"type":"RECEIVER_STATUS"}
        """
    )

    static let mediaStatus = message(
        in: .media,
        """
        {"type":"MEDIA_STATUS","requestId":42,"status":[{"mediaSessionId":1,"playbackRate":1,"playerState":"PLAYING",\
        "currentTime":123.456,"supportedMediaCommands":12303,"volume":{"level":1,"muted":false},\
        "activeTrackIds":[1,3],"currentItemId":2,"repeatMode":"REPEAT_OFF","videoInfo":{"width":1920,"height":1080,\
        "hdrType":"sdr"},"media":{"contentId":"http://192.0.2.10:41234/f/8Zs2k/film.mp4","contentType":"video/mp4",\
        "streamType":"BUFFERED","duration":5400.25,"metadata":{"metadataType":1,"title":"A film",\
        "subtitle":"of some length","studio":"Nobody","releaseDate":"2020-05-17","images":[{"url":\
        "http://192.0.2.10:41234/f/8Zs2k/cover.jpg","width":600,"height":900}]},"tracks":[{"trackId":1,\
        "type":"AUDIO","language":"en","name":"English"},{"trackId":2,"type":"AUDIO","language":"de","name":\
        "Deutsch"},{"trackId":3,"type":"TEXT","subtype":"SUBTITLES","language":"en","name":"English",\
        "trackContentId":"http://192.0.2.10:41234/f/8Zs2k/en.vtt","trackContentType":"text/vtt"}],\
        "textTrackStyle":{"backgroundColor":"#00000080","foregroundColor":"#FFFFFFFF","edgeType":"OUTLINE",\
        "edgeColor":"#000000FF","fontScale":1.1,"fontGenericFamily":"SANS_SERIF"},"customData":{"key":"value",\
        "list":[1,2,3]}},"items":[{"itemId":1,"autoplay":true,"startTime":0,"preloadTime":20},{"itemId":2,\
        "autoplay":true,"startTime":0,"preloadTime":20},{"itemId":3,"autoplay":true,"startTime":0,\
        "preloadTime":20}]}]}
        """
    )

    /// A message whose frame body has nearly the maximum size that Cast allows.
    static let largest = message(
        in: "urn:x-cast:example",
        #"{"data":""# + String(repeating: "x", count: 65_400) + #""}"#
    )

    private static func message(in namespace: CastNamespace, _ text: String) -> CastMessage {
        CastMessage(from: "receiver-0", to: "sender-0", namespace: namespace, payload: .text(text))
    }
}
