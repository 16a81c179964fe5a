// SPDX-License-Identifier: Apache-2.0

/// The statements about senders, by number.
enum SenderRule: String, CaseIterable, Sendable {
    // Virtual connections.
    case connectsToPlatform = "SC01"
    case connectsToApplication = "SC02"
    case nothingAfterClose = "SC03"
    case nothingToClosedApplication = "SC04"
    case validSource = "SC05"
    case oneSource = "SC06"
    case knownDestination = "SC07"
    case connectionType = "SC08"
    case closesBeforeEnd = "SC09"
    case listedNamespace = "SC10"

    // Frames, text and JSON.
    case validFrames = "SF01"
    case jsonObject = "SF02"
    case messageType = "SF03"
    case validNamespace = "SF04"
    case notContinued = "SF05"
    case knownType = "SF06"

    // Device authentication.
    case validChallenge = "SA01"
    case challengesOnce = "SA02"
    case longNonce = "SA03"
    case challengesFirst = "SA04"
    case strongHash = "SA05"

    // Heartbeat.
    case answersPing = "SH01"
    case answersThePinger = "SH02"
    case pings = "SH03"
    case pingRate = "SH04"
    case pingDestination = "SH05"
    case pongOnlyAfterPing = "SH06"

    // Requests.
    case integerRequestID = "SR01"
    case positiveRequestID = "SR02"
    case pendingIDNotReused = "SR03"
    case uniqueRequestID = "SR04"
    case statusRate = "SR05"
    case pendingRequests = "SR06"

    // The platform.
    case launchAppID = "SL01"
    case launchNotRepeated = "SL02"
    case launchErrorAccepted = "SL03"
    case statusBeforeLaunch = "SL04"
    case joinsRunningApp = "SL05"
    case stopsKnownSession = "SL06"
    case deviceVolumeRange = "SL07"
    case deviceVolumeOneValue = "SL08"
    case deviceVolumePending = "SL09"
    case deviceVolumeRate = "SL10"
    case availabilityList = "SL11"
    case fixedVolume = "SL12"

    // Media.
    case loadHasMedia = "SM01"
    case sessionID = "SM02"
    case knownSession = "SM03"
    case sessionRuns = "SM04"
    case seekPosition = "SM05"
    case seekRange = "SM06"
    case streamVolumeRange = "SM07"
    case playbackRate = "SM08"
    case trackIDs = "SM09"
    case knownTracks = "SM10"
    case supportedCommand = "SM11"
    case loadNotRepeated = "SM12"
    case loadTypes = "SM13"
    case streamType = "SM14"
    case resumeState = "SM15"
    case startInRange = "SM16"

    // Queues.
    case queueItems = "SQ01"
    case newItemsWithoutID = "SQ02"
    case itemIDs = "SQ03"
    case knownItems = "SQ04"
    case startIndex = "SQ05"
    case repeatMode = "SQ06"
    case jump = "SQ07"

    // Unusual answers.
    case unknownMessage = "SO01"
    case unknownMember = "SO02"
    case textRequestID = "SO03"
    case repeatedReply = "SO04"
    case lateReply = "SO05"
    case unsolicitedStatus = "SO06"
    case failedMediaNotReloaded = "SO07"
    case replacedSession = "SO08"
    case pingBurst = "SO09"
    case silence = "SO10"
    case applicationEnds = "SO11"
    case noRelaunch = "SO12"
    case reconnectRate = "SO13"
    case reconnects = "SO14"
    case refusalNotRepeated = "SO15"
}

extension SenderRule {
    /// The level and the text of the statement.
    var definition: (ConformanceCase.Level, String) {
        switch self {
        case .connectsToPlatform: (.must, "CONNECT to receiver-0 precedes other messages to it")
        case .connectsToApplication: (.must, "CONNECT to an app's transport ID precedes other messages to it")
        case .nothingAfterClose:
            (.must, "After its CLOSE, the sender sends nothing to that destination without CONNECT")
        case .nothingToClosedApplication:
            (.should, "2 seconds after CLOSE of the device, the sender sends nothing more on that virtual connection")
        case .validSource: (.must, "The source ID is neither empty nor * nor receiver-0")
        case .oneSource: (.may, "All messages of a connection have the same source ID")
        case .knownDestination:
            (.should, "The destination ID is receiver-0 or a transport ID that a status has listed")
        case .connectionType: (.must, "connType of CONNECT is absent, 0, 1 or 2")
        case .closesBeforeEnd: (.may, "CLOSE precedes the end of the connection")
        case .listedNamespace: (.should, "Messages to an app are in a namespace that its status lists")

        case .validFrames: (.must, "Every frame can be read, and has at most 65,536 bytes")
        case .jsonObject: (.must, "Messages in the namespaces of the protocol are text with a JSON object")
        case .messageType: (.must, "Messages in the namespaces of the protocol have a type, which is a string")
        case .validNamespace: (.must, "Namespaces begin with urn:x-cast: and have at most 128 bytes")
        case .notContinued: (.should, "Messages are not divided into several frames")
        case .knownType: (.may, "Types of messages to the platform and to media sessions are those of the protocol")

        case .validChallenge: (.must, "The challenge of device authentication is a binary DeviceAuthMessage")
        case .challengesOnce: (.should, "There is one challenge on a connection")
        case .longNonce: (.should, "The challenge has a nonce of at least 16 bytes")
        case .challengesFirst: (.may, "The challenge is the first message of a connection")
        case .strongHash: (.may, "The challenge asks for SHA-256")

        case .answersPing: (.must, "PING is answered with PONG within 10 seconds")
        case .answersThePinger: (.must, "PONG is sent to the source of PING")
        case .pings: (.may, "The sender sends PING by itself within 30 seconds")
        case .pingRate: (.should, "The sender sends at most 10 PINGs in 10 seconds")
        case .pingDestination: (.should, "PING is sent to receiver-0 or to an app with a virtual connection")
        case .pongOnlyAfterPing: (.should, "PONG is sent only after PING")

        case .integerRequestID: (.must, "Requests have a requestId, which is an integer")
        case .positiveRequestID: (.must, "requestId is greater than 0")
        case .pendingIDNotReused: (.must, "requestId is not that of a pending request to the same destination")
        case .uniqueRequestID: (.should, "requestId is unique on a connection")
        case .statusRate: (.should, "A status is requested at most 20 times in 10 seconds")
        case .pendingRequests: (.should, "At most 64 requests are pending on a connection")

        case .launchAppID: (.must, "LAUNCH has an appId, which is a string")
        case .launchNotRepeated: (.must, "LAUNCH is not repeated while a LAUNCH of the same app is pending")
        case .launchErrorAccepted: (.should, "After LAUNCH_ERROR, the app is launched at most once more in 10 seconds")
        case .statusBeforeLaunch: (.should, "GET_STATUS precedes the first LAUNCH of a connection")
        case .joinsRunningApp: (.may, "An app that runs is joined without LAUNCH")
        case .stopsKnownSession: (.should, "STOP names no session or one that a status has listed")
        case .deviceVolumeRange: (.must, "The level of SET_VOLUME is a number between 0 and 1, muted is a boolean")
        case .deviceVolumeOneValue: (.should, "SET_VOLUME has either level or muted")
        case .deviceVolumePending: (.should, "At most 3 SET_VOLUME are pending")
        case .deviceVolumeRate: (.may, "SET_VOLUME is sent at most 10 times in a second")
        case .availabilityList: (.must, "appId of GET_APP_AVAILABILITY is a list of strings")
        case .fixedVolume: (.should, "SET_VOLUME is not sent to a device with a fixed volume")

        case .loadHasMedia: (.must, "LOAD has media with contentId, contentUrl or entity, or a queue with items")
        case .sessionID: (.must, "Requests about a media session have a mediaSessionId, which is an integer")
        case .knownSession: (.must, "mediaSessionId is one that a status of the app has had")
        case .sessionRuns: (.should, "2 seconds after the end of a media session, no playback command names it")
        case .seekPosition: (.must, "SEEK has a number of seconds: currentTime, at least 0, or relativeTime")
        case .seekRange: (.should, "SEEK is within the duration of the media")
        case .streamVolumeRange:
            (.must, "The level of SET_VOLUME of the stream is a number between 0 and 1, muted is a boolean")
        case .playbackRate: (.should, "playbackRate is between 0.5 and 2")
        case .trackIDs: (.must, "activeTrackIds is a list of integers")
        case .knownTracks: (.should, "Active tracks are tracks of the media")
        case .supportedCommand: (.should, "A playback command is one of supportedMediaCommands")
        case .loadNotRepeated: (.should, "LOAD is not repeated while a LOAD of the same media is pending")
        case .loadTypes: (.should, "autoplay is a boolean, and currentTime a number, if LOAD has them")
        case .streamType: (.should, "streamType is BUFFERED, LIVE or NONE, if the media has one")
        case .resumeState: (.should, "resumeState of SEEK is PLAYBACK_START or PLAYBACK_PAUSE, if there is one")
        case .startInRange: (.should, "currentTime of LOAD is at most the duration that LOAD states")

        case .queueItems: (.must, "A queue is loaded or extended with a list of items that have media")
        case .newItemsWithoutID: (.must, "Items that are loaded or inserted have no itemId")
        case .itemIDs: (.must, "Items are named by integers")
        case .knownItems: (.should, "Items are named by IDs that the device has sent")
        case .startIndex: (.must, "startIndex is the index of an item")
        case .repeatMode: (.must, "repeatMode is one of the protocol's modes")
        case .jump: (.must, "jump of QUEUE_UPDATE is an integer")

        case .unknownMessage: (.must, "A message with an unknown type does not end the connection")
        case .unknownMember: (.must, "A status with an unknown member does not end the connection")
        case .textRequestID: (.should, "A reply with a requestId that is text does not end the connection")
        case .repeatedReply: (.must, "A reply that arrives twice does not end the connection")
        case .lateReply: (.must, "A reply that arrives after more than 5 seconds does not end the connection")
        case .unsolicitedStatus: (.must, "A status that answers no request does not end the connection")
        case .failedMediaNotReloaded: (.should, "Media that failed is loaded at most twice more in 10 seconds")
        case .replacedSession: (.must, "2 seconds after a media session was replaced, no playback command names it")
        case .pingBurst: (.must, "Several PINGs at once do not end the connection")
        case .silence: (.should, "A device that is silent for 15 seconds is asked with PING, or left")
        case .applicationEnds: (.must, "The end of an app by the device does not end the connection in disorder")
        case .noRelaunch: (.should, "An app that the device ended is not launched again within 3 seconds")
        case .reconnectRate: (.should, "After the device ended a connection, at most 10 are opened in 10 seconds")
        case .reconnects: (.may, "After the device ended a connection, the sender returns within a minute")
        case .refusalNotRepeated: (.should, "A request that was refused is sent at most twice more in 5 seconds")
        }
    }
}
