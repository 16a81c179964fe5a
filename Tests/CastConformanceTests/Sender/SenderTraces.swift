// SPDX-License-Identifier: Apache-2.0

import CastTransport
import CastWire
import Testing

@testable import CastConformance

/// Events after which a statement about senders is passed, and others after which it is not.
struct SenderTraces: Sendable, CustomTestStringConvertible {
    var rule: SenderRule
    var good: [SenderEvent]
    var bad: [SenderEvent]

    init(_ rule: SenderRule, _ before: [SenderEvent], good: [SenderEvent], bad: [SenderEvent]) {
        self.rule = rule
        self.good = before + good
        self.bad = before + bad
    }

    var testDescription: String { rule.rawValue }

    static let all = connection + framing + authentication + heartbeat + requests + launch + media + queue + tolerance
}

extension SenderTraces {
    private static let close: SenderEvent = .sender(.connection, ["type": "CLOSE"])
    private static let deviceClose: SenderEvent = .device(.connection, ["type": "CLOSE"], from: "app")

    private static func text(
        _ text: String,
        in namespace: CastNamespace = .receiver,
        continues: Bool = false
    ) -> SenderEvent {
        .raw(
            CastMessage(
                from: "sender-1",
                to: "receiver-0",
                namespace: namespace,
                payload: .text(text),
                isContinued: continues
            )
        )
    }

    private static let getStatus = SenderEvent.platform("GET_STATUS", 5)

    static let connection: [SenderTraces] = [
        SenderTraces(
            .connectsToPlatform,
            [.opened],
            good: [.sender(.connection, ["type": "CONNECT"]), getStatus],
            bad: [getStatus]
        ),
        SenderTraces(
            .connectsToApplication,
            Beginning.connected + [.status(0)],
            good: [.sender(.connection, ["type": "CONNECT"], to: "app"), .media("GET_STATUS", 5)],
            bad: [.media("GET_STATUS", 5)]
        ),
        SenderTraces(
            .nothingAfterClose,
            Beginning.connected + [close],
            good: [.sender(.connection, ["type": "CONNECT"]), getStatus],
            bad: [getStatus]
        ),
        SenderTraces(
            .nothingToClosedApplication,
            Beginning.joined + [deviceClose, .wait(3)],
            good: [getStatus],
            bad: [.media("GET_STATUS", 5)]
        ),
        SenderTraces(
            .validSource,
            [.opened],
            good: [.sender(.connection, ["type": "CONNECT"])],
            bad: [.sender(.connection, ["type": "CONNECT"], from: "*")]
        ),
        SenderTraces(
            .oneSource,
            Beginning.connected,
            good: [getStatus],
            bad: [.sender(.connection, ["type": "CONNECT"], from: "sender-2")]
        ),
        SenderTraces(
            .knownDestination,
            Beginning.connected + [.status(0)],
            good: [.sender(.connection, ["type": "CONNECT"], to: "app")],
            bad: [.sender(.connection, ["type": "CONNECT"], to: "web-9")]
        ),
        SenderTraces(
            .connectionType,
            [.opened],
            good: [.sender(.connection, ["type": "CONNECT", "connType": 2])],
            bad: [.sender(.connection, ["type": "CONNECT", "connType": 3])]
        ),
        SenderTraces(.closesBeforeEnd, Beginning.connected, good: [close, .closed(.remote)], bad: [.closed(.remote)]),
        SenderTraces(
            .listedNamespace,
            Beginning.joined,
            good: [.media("GET_STATUS", 5)],
            bad: [.sender("urn:x-cast:org.example.chat", ["text": "hello"], to: "app")]
        ),
    ]

    static let framing: [SenderTraces] = [
        SenderTraces(
            .validFrames,
            Beginning.connected,
            good: [.closed(.remote)],
            bad: [.closed(.protocolViolation(CastFrameError(.tooLong, length: 70_000)))]
        ),
        SenderTraces(.jsonObject, Beginning.connected, good: [getStatus], bad: [text("[1]")]),
        SenderTraces(.messageType, Beginning.connected, good: [getStatus], bad: [text(#"{"requestId":5}"#)]),
        SenderTraces(.validNamespace, Beginning.connected, good: [getStatus], bad: [text("{}", in: "urn:example")]),
        SenderTraces(
            .notContinued,
            Beginning.connected,
            good: [getStatus],
            bad: [text(#"{"type":"GET_STATUS"#, continues: true)]
        ),
        SenderTraces(.knownType, Beginning.connected, good: [getStatus], bad: [.platform("SELF_TEST", 5)]),
    ]

    private static func challenge(_ challenge: AuthChallenge) -> SenderEvent {
        Self.challenge(bytes: DeviceAuthMessage.challenge(challenge).serializedBytes)
    }

    private static func challenge(bytes: [UInt8]) -> SenderEvent {
        .raw(CastMessage(from: "sender-0", to: "receiver-0", namespace: .deviceAuth, payload: .binary(bytes)))
    }

    private static let strong = challenge(
        AuthChallenge(senderNonce: [UInt8](repeating: 5, count: 16), hashAlgorithm: .sha256)
    )
    private static let weak = challenge(AuthChallenge())

    static let authentication: [SenderTraces] = [
        SenderTraces(.validChallenge, [.opened], good: [strong], bad: [challenge(bytes: [0xFF, 0xFF])]),
        SenderTraces(.challengesOnce, [.opened], good: [strong], bad: [strong, strong]),
        SenderTraces(.longNonce, [.opened], good: [strong], bad: [weak]),
        SenderTraces(.challengesFirst, [], good: [.opened, strong], bad: Beginning.connected + [strong]),
        SenderTraces(.strongHash, [.opened], good: [strong], bad: [weak]),
    ]

    private static let ping: SenderEvent = .sender(.heartbeat, ["type": "PING"])

    static let heartbeat: [SenderTraces] = [
        SenderTraces(.answersPing, Beginning.connected + [.ping()], good: [.wait(4), .pong], bad: [.wait(11)]),
        SenderTraces(
            .answersThePinger,
            Beginning.joined + [.ping()],
            good: [.pong],
            bad: [.sender(.heartbeat, ["type": "PONG"], to: "app")]
        ),
        SenderTraces(.pings, Beginning.connected, good: [.wait(31), ping], bad: [.wait(31)]),
        SenderTraces(
            .pingRate,
            Beginning.connected,
            good: [ping, .wait(5), ping],
            bad: [SenderEvent](repeating: ping, count: 11)
        ),
        SenderTraces(
            .pingDestination,
            Beginning.joined,
            good: [ping, .sender(.heartbeat, ["type": "PING"], to: "app")],
            bad: [.sender(.heartbeat, ["type": "PING"], to: "web-9")]
        ),
        SenderTraces(.pongOnlyAfterPing, Beginning.connected, good: [.ping(), .pong], bad: [.ping(), .pong, .pong]),
    ]

    static let requests: [SenderTraces] = [
        SenderTraces(.integerRequestID, Beginning.connected, good: [getStatus], bad: [.platform("GET_STATUS", "5")]),
        SenderTraces(.positiveRequestID, Beginning.connected, good: [getStatus], bad: [.platform("GET_STATUS", 0)]),
        SenderTraces(
            .pendingIDNotReused,
            Beginning.connected + [getStatus],
            good: [.status(5), getStatus],
            bad: [.platform("GET_APP_AVAILABILITY", 5, ["appId": ["A"]])]
        ),
        SenderTraces(
            .uniqueRequestID,
            Beginning.connected + [getStatus, .status(5)],
            good: [.platform("GET_STATUS", 6)],
            bad: [getStatus]
        ),
        SenderTraces(
            .statusRate,
            Beginning.connected,
            good: (1...15).map { .platform("GET_STATUS", .integer($0)) },
            bad: (1...21).map { .platform("GET_STATUS", .integer($0)) }
        ),
        SenderTraces(
            .pendingRequests,
            Beginning.connected,
            good: [getStatus],
            bad: (1...65).map { .platform("STOP", .integer($0)) }
        ),
    ]

    private static func launchApp(_ id: JSONValue) -> SenderEvent { .platform("LAUNCH", id, ["appId": "CC1AD845"]) }
    private static func volume(_ id: JSONValue, _ volume: JSONValue = ["level": 0.5]) -> SenderEvent {
        .platform("SET_VOLUME", id, ["volume": volume])
    }

    private static let launchError: SenderEvent = .device(
        .receiver,
        ["type": "LAUNCH_ERROR", "requestId": 5, "reason": "NOT_FOUND"]
    )

    static let launch: [SenderTraces] = [
        SenderTraces(.launchAppID, Beginning.idle, good: [launchApp(5)], bad: [.platform("LAUNCH", 5, ["appId": 7])]),
        SenderTraces(
            .launchNotRepeated,
            Beginning.idle + [launchApp(5)],
            good: [.status(5), launchApp(6)],
            bad: [launchApp(6)]
        ),
        SenderTraces(
            .launchErrorAccepted,
            Beginning.idle + [launchApp(5), launchError, .wait(1), launchApp(6)],
            good: [],
            bad: [launchApp(7)]
        ),
        SenderTraces(
            .statusBeforeLaunch,
            [],
            good: Beginning.idle + [launchApp(5)],
            bad: Beginning.connected + [launchApp(5)]
        ),
        SenderTraces(
            .joinsRunningApp,
            [],
            good: Beginning.idle + [launchApp(5)],
            bad: Beginning.joined + [launchApp(5)]
        ),
        SenderTraces(
            .stopsKnownSession,
            Beginning.joined,
            good: [.platform("STOP", 5, ["sessionId": "session"])],
            bad: [.platform("STOP", 5, ["sessionId": "other"])]
        ),
        SenderTraces(
            .deviceVolumeRange,
            Beginning.idle,
            good: [volume(5), volume(6, ["muted": true]), volume(7, ["level": 1, "muted": nil])],
            bad: [volume(5, ["level": 50])]
        ),
        SenderTraces(
            .deviceVolumeOneValue,
            Beginning.idle,
            good: [volume(5)],
            bad: [volume(5, ["level": 0.5, "muted": false])]
        ),
        SenderTraces(
            .deviceVolumePending,
            Beginning.idle,
            good: [volume(5), .status(5), volume(6), .status(6), volume(7), volume(8), volume(9)],
            bad: [volume(5), volume(6), volume(7), volume(8)]
        ),
        SenderTraces(
            .deviceVolumeRate,
            Beginning.idle,
            good: (5...20).flatMap { [volume(.integer($0)), .wait(0.2)] },
            bad: (5...15).map { volume(.integer($0)) }
        ),
        SenderTraces(
            .availabilityList,
            Beginning.idle,
            good: [.platform("GET_APP_AVAILABILITY", 5, ["appId": ["CC1AD845"]])],
            bad: [.platform("GET_APP_AVAILABILITY", 5, ["appId": "CC1AD845"])]
        ),
        SenderTraces(
            .fixedVolume,
            Beginning.connected + [.status(0, ["volume": ["level": 1, "controlType": "fixed"]])],
            good: [getStatus],
            bad: [volume(5)]
        ),
    ]

    private static let ended: SenderEvent = .mediaStatus(
        0,
        ["mediaSessionId": 7, "playerState": "IDLE", "idleReason": "FINISHED"]
    )

    static let media: [SenderTraces] = [
        SenderTraces(
            .loadHasMedia,
            Beginning.joined,
            good: [.media("LOAD", 5, ["media": .object(Beginning.film)])],
            bad: [.media("LOAD", 5, ["autoplay": true])]
        ),
        SenderTraces(.sessionID, Beginning.playing, good: [.command("PAUSE")], bad: [.media("PAUSE", 5)]),
        SenderTraces(
            .knownSession,
            Beginning.playing,
            good: [.command("PAUSE")],
            bad: [.command("PAUSE", ["mediaSessionId": 8])]
        ),
        SenderTraces(
            .sessionRuns,
            Beginning.playing,
            good: [ended, .wait(1), .command("PAUSE")],
            bad: [ended, .wait(3), .command("PAUSE")]
        ),
        SenderTraces(
            .seekPosition,
            Beginning.playing,
            good: [.command("SEEK", ["currentTime": 5]), .command("SEEK", ["relativeTime": -5], id: 10)],
            bad: [.command("SEEK", ["currentTime": "5"])]
        ),
        SenderTraces(
            .seekRange,
            Beginning.playing,
            good: [.command("SEEK", ["currentTime": 60])],
            bad: [.command("SEEK", ["currentTime": 90])]
        ),
        SenderTraces(
            .streamVolumeRange,
            Beginning.playing,
            good: [.command("SET_VOLUME", ["volume": ["level": 0]])],
            bad: [.command("SET_VOLUME", ["volume": ["level": -0.1]])]
        ),
        SenderTraces(
            .playbackRate,
            Beginning.playing,
            good: [.command("SET_PLAYBACK_RATE", ["playbackRate": 2])],
            bad: [.command("SET_PLAYBACK_RATE", ["playbackRate": 4])]
        ),
        SenderTraces(
            .trackIDs,
            Beginning.playing,
            good: [.command("EDIT_TRACKS_INFO", ["activeTrackIds": []])],
            bad: [.command("EDIT_TRACKS_INFO", ["activeTrackIds": ["1"]])]
        ),
        SenderTraces(
            .knownTracks,
            Beginning.playing,
            good: [.command("EDIT_TRACKS_INFO", ["activeTrackIds": [2]])],
            bad: [.command("EDIT_TRACKS_INFO", ["activeTrackIds": [3]])]
        ),
        SenderTraces(
            .supportedCommand,
            Beginning.playing + [
                .mediaStatus(0, ["mediaSessionId": 7, "playerState": "PLAYING", "supportedMediaCommands": 1])
            ],
            good: [.command("PAUSE")],
            bad: [.command("SEEK", ["currentTime": 5])]
        ),
        SenderTraces(
            .loadNotRepeated,
            Beginning.playing,
            good: [.media("LOAD", 5, ["media": .object(Beginning.film)])],
            bad: [5, 6].map { .media("LOAD", $0, ["media": .object(Beginning.film)]) }
        ),
        SenderTraces(
            .loadTypes,
            Beginning.joined,
            good: [.media("LOAD", 5, ["media": .object(Beginning.film), "autoplay": true])],
            bad: [.media("LOAD", 5, ["media": .object(Beginning.film), "autoplay": "false"])]
        ),
        SenderTraces(
            .streamType,
            Beginning.joined,
            good: [.media("LOAD", 5, ["media": .object(Beginning.film)])],
            bad: [.media("LOAD", 5, ["media": ["contentId": "a", "streamType": "OTHER"]])]
        ),
        SenderTraces(
            .resumeState,
            Beginning.playing,
            good: [.command("SEEK", ["currentTime": 5, "resumeState": "PLAYBACK_START"])],
            bad: [.command("SEEK", ["currentTime": 5, "resumeState": "PLAY"])]
        ),
        SenderTraces(
            .startInRange,
            Beginning.joined,
            good: [.media("LOAD", 5, ["media": .object(Beginning.film), "currentTime": 10])],
            bad: [.media("LOAD", 5, ["media": .object(Beginning.film), "currentTime": 100])]
        ),
    ]

    private static func insert(_ item: JSONValue) -> SenderEvent { .command("QUEUE_INSERT", ["items": [item]]) }
    private static func loadQueue(_ data: JSONObject) -> SenderEvent {
        .media("LOAD", 5, ["media": .object(Beginning.film), "queueData": .object(data)])
    }

    private static let items: JSONValue = [["media": ["contentId": "a"]]]

    static let queue: [SenderTraces] = [
        SenderTraces(.queueItems, Beginning.playing, good: [insert(["media": ["contentId": "a"]])], bad: [insert([:])]),
        SenderTraces(
            .newItemsWithoutID,
            Beginning.playing,
            good: [insert(["media": ["contentId": "a"], "itemId": nil])],
            bad: [insert(["media": ["contentId": "a"], "itemId": 3])]
        ),
        SenderTraces(
            .itemIDs,
            Beginning.playing,
            good: [.command("QUEUE_REMOVE", ["itemIds": [2]])],
            bad: [.command("QUEUE_REMOVE", ["itemIds": ["2"]])]
        ),
        SenderTraces(
            .knownItems,
            Beginning.playing,
            good: [.command("QUEUE_REMOVE", ["itemIds": [2]])],
            bad: [.command("QUEUE_REMOVE", ["itemIds": [5]])]
        ),
        SenderTraces(
            .startIndex,
            Beginning.joined,
            good: [loadQueue(["items": items, "startIndex": 0])],
            bad: [loadQueue(["items": items, "startIndex": 1])]
        ),
        SenderTraces(
            .repeatMode,
            Beginning.playing,
            good: [.command("QUEUE_UPDATE", ["repeatMode": "REPEAT_ALL"])],
            bad: [.command("QUEUE_UPDATE", ["repeatMode": "ALL"])]
        ),
        SenderTraces(
            .jump,
            Beginning.playing,
            good: [.command("QUEUE_UPDATE", ["jump": 1])],
            bad: [.command("QUEUE_UPDATE", ["jump": "1"])]
        ),
    ]

    /// An answer that the connection survives, and one during which it ends while a request is pending.
    private static func survives(_ rule: SenderRule, _ before: [SenderEvent], _ answer: [SenderEvent]) -> SenderTraces {
        SenderTraces(
            rule,
            before,
            good: answer + [.wait(1), .platform("GET_STATUS", 90)],
            bad: [.platform("GET_STATUS", 90)] + answer + [.wait(0.2), .closed(.remote)]
        )
    }

    private static let otherSession: SenderEvent = .mediaStatus(
        0,
        ["mediaSessionId": 8, "playerState": "PLAYING", "supportedMediaCommands": 1]
    )
    private static let failed: SenderEvent = .mediaStatus(
        0,
        ["mediaSessionId": 7, "playerState": "IDLE", "idleReason": "ERROR"]
    )

    private static func load(_ id: JSONValue) -> SenderEvent {
        .media("LOAD", id, ["media": .object(Beginning.film)])
    }

    static let tolerance: [SenderTraces] = [
        survives(.unknownMessage, Beginning.connected, [.device(.receiver, ["type": "PROBE", "requestId": 0])]),
        survives(.unknownMember, Beginning.connected, [.status(1, ["probe": 1])]),
        survives(.textRequestID, Beginning.connected + [getStatus], [.status("5")]),
        survives(.repeatedReply, Beginning.connected + [getStatus], [.status(5), .status(5)]),
        survives(.lateReply, Beginning.connected + [getStatus, .wait(6)], [.status(5)]),
        survives(.unsolicitedStatus, Beginning.connected, [.status(0)]),
        survives(.pingBurst, Beginning.connected, [SenderEvent](repeating: .ping(), count: 5) + [.pong]),
        survives(.applicationEnds, Beginning.joined, [deviceClose]),
        SenderTraces(
            .failedMediaNotReloaded,
            Beginning.playing + [failed],
            good: [load(11), .wait(11), load(12), load(13)],
            bad: [load(11), load(12), load(13)]
        ),
        SenderTraces(
            .replacedSession,
            Beginning.playing + [otherSession],
            good: [.wait(1), .command("PAUSE")],
            bad: [.wait(3), .command("PAUSE")]
        ),
        SenderTraces(
            .silence,
            Beginning.connected + [.ping(), .pong],
            good: [.wait(10), ping, .wait(6)],
            bad: [.wait(16)]
        ),
        SenderTraces(
            .noRelaunch,
            Beginning.joined + [deviceClose],
            good: [.wait(4), launchApp(5)],
            bad: [.wait(1), launchApp(5)]
        ),
        SenderTraces(
            .reconnectRate,
            Beginning.connected + [.closed(.local)],
            good: [.open(2)],
            bad: (2...12).flatMap { [.open($0), .closed(.remote, $0)] }
        ),
        SenderTraces(
            .reconnects,
            Beginning.connected + [.closed(.local)],
            good: [.wait(5), .open(2)],
            bad: [.wait(61)]
        ),
        SenderTraces(
            .refusalNotRepeated,
            Beginning.playing + [
                .command("PAUSE"), .device(.media, ["type": "INVALID_PLAYER_STATE", "requestId": 9], from: "app"),
            ],
            good: [.command("PAUSE", id: 10)],
            bad: [.command("PAUSE", id: 10), .command("PAUSE", id: 11), .command("PAUSE", id: 12)]
        ),
    ]
}
