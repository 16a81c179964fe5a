// SPDX-License-Identifier: Apache-2.0

import CastWire

/// The device's end of the socket between a receiver page and its platform (web receiver IPC).
///
/// Responsibilities: the boot sequence; the bridge between senders and the page; requests of the page to the device;
/// pages that disconnect, reconnect or misbehave. It holds no socket and no clock.
///
/// States: no page (the app was launched, or its page has disconnected); a page that has not sent `ready`, which
/// receives nothing and from which only `ready` is accepted; a page that is ready. Once a page was ready, the app stays
/// ready while the page is reloaded, and messages of senders are queued within limits. The page has
/// ``reconnectLimit`` to open its socket and then ``reloadReadyLimit`` to become ready, regardless of further reloads;
/// otherwise the app ends.
///
/// A page can send only in the namespaces that it has named, which are never those of the platform (the platform checks
/// that), and only to connected senders. Messages to the pseudo senders of the receiver libraries never reach the
/// network. All other messages are dropped and counted.
struct WebReceiver: Sendable {
    enum Action: Sendable, Hashable {
        /// Send a frame to the page.
        case page(WebReceiverFrame)
        /// Request an action that every app can request.
        case request(ApplicationAction)
    }

    /// The properties of the app that the page receives.
    struct Facts: Sendable, Hashable {
        var launch: ApplicationLaunch
        var name: String
        var iconURL = ""
        /// The prefix of the sender ids of this launch, a UUID.
        var routingID: String
        var systemVersion = "1.56.500000"
    }

    /// The state of the page.
    enum Page: Sendable, Hashable {
        case none
        case booting
        /// `isModern`: whether the page knows the types that were added after version 2.0 of the library, which throws
        /// at unknown types.
        case ready(isModern: Bool)
    }

    /// How long a page may take to reconnect, for example when it is reloaded: 15 s.
    static let reconnectLimit = Duration.seconds(15)
    /// How long a page that closed its socket itself may take to open another one before it counts as stopped: 3 s.
    /// Google's framework reopens a closed socket after one second. A page in a frame cannot close its window, so
    /// closing the socket is all that its `stop()` does.
    static let reopenLimit = Duration.seconds(3)
    /// How long a page that has reconnected may take to become ready: 60 s, as for the first page.
    static let reloadReadyLimit = Duration.seconds(60)
    static let reconnectTimer = "page"
    /// The maximum number of messages queued for a page that is reloaded, and of their bytes: 256 and 1 MiB.
    static let waitingLimit = 256
    static let waitingByteLimit = 1 << 20
    /// Ids that the receiver libraries use internally. Messages to them are never sent to the network.
    static let pseudoSenders: Set<String> = [
        "__inject__", "__broadcast__", "__cloud__", "__touch_controls__", "local", "system-0",
        WebReceiverFrame.systemSender,
    ]

    let facts: Facts
    private(set) var page = Page.none
    /// Whether a page has been ready.
    private var wasReady = false
    /// Whether a page has reconnected and is not ready yet. Further reconnections do not extend its time.
    private var isReconnecting = false
    /// Whether the page closed its socket itself and has not opened another one.
    private var hasStoppedItself = false
    /// The senders that were announced to the page.
    private var announced: [ApplicationSender] = []
    private var namespaces: [CastNamespace] = []
    /// The state of the device that the page last received.
    private var reportedDevice: ApplicationDevice?
    /// The messages of senders for a page that is being reloaded.
    private var queuedFrames: [WebReceiverFrame] = []
    private var queuedBytes = 0
    private var activity = PlaybackActivity.none

    init(_ facts: Facts) {
        self.facts = facts
    }

    /// Returns the id of a sender for the page.
    func pageID(_ sender: ApplicationSender) -> String {
        "\(facts.routingID).\(sender.connection):\(sender.id)"
    }

    /// Returns the sender of an id from the page; nil if the page cannot have received the id.
    func sender(_ pageID: String) -> SenderAddress? {
        guard let colon = pageID.firstIndex(of: ":") else { return nil }
        let prefix = pageID[..<colon]
        let id = pageID[pageID.index(after: colon)...]
        guard !id.isEmpty, prefix.hasPrefix("\(facts.routingID)."),
            let number = Int(prefix.dropFirst(facts.routingID.count + 1)), number > 0
        else { return nil }
        return SenderAddress(socket: SocketID(number), id: String(id))
    }
}

// MARK: - Page lifecycle

extension WebReceiver {
    /// Handles a page that has opened its socket. `isTaken` is false if another page is connected, which stays.
    ///
    /// - Parameter appliesVolume: Whether the page applies the device's volume to its media.
    mutating func pageConnected(appliesVolume: Bool = false) -> (isTaken: Bool, actions: [Action]) {
        guard page == .none else { return (false, [.request(.drop(.secondPage))]) }
        page = .booting
        reportedDevice = nil
        hasStoppedItself = false
        let volume = Action.request(.appliesDeviceVolume(appliesVolume))
        guard wasReady, !isReconnecting else { return (true, [volume]) }
        isReconnecting = true
        return (true, [volume, .request(.startTimer(Self.reconnectTimer, Self.reloadReadyLimit))])
    }

    /// Handles the end of the page's socket.
    ///
    /// - Parameter isDeliberate: Whether the page's script closed the socket, rather than the browser when it left the
    ///   page.
    mutating func pageDisconnected(isDeliberate: Bool = false) -> [Action] {
        guard page != .none else { return [] }
        page = .none
        announced = []
        var actions: [Action] = []
        // The media that the page played has ended with it.
        if activity != .none {
            activity = .none
            actions.append(.request(.activity(.none)))
        }
        // Before the first `ready`, the limit of the platform applies. While the page is reconnecting, the running
        // timer applies.
        guard wasReady, !isReconnecting else { return actions }
        hasStoppedItself = isDeliberate
        let limit = isDeliberate ? Self.reopenLimit : Self.reconnectLimit
        actions.append(.request(.startTimer(Self.reconnectTimer, limit)))
        return actions
    }

    /// Ends the app if the page has not reconnected or has not become ready again.
    func reconnectLimitReached() -> [Action] {
        if case .ready = page { return [] }
        return [.request(.stop(hasStoppedItself ? .finished : .pageGone))]
    }

    /// Reports to the page that all senders have left, so that a page that stops when its last sender
    /// leaves stops its media.
    mutating func ended() -> [WebReceiverFrame] {
        guard case .ready = page else { return [] }
        defer { announced = [] }
        return announced.map { disconnected($0, .requestedBySender) }
    }

    private mutating func ready(
        _ message: JSONObject,
        _ senders: [ApplicationSender],
        _ device: ApplicationDevice
    ) -> [Action] {
        let names = message["activeNamespaces"]?.arrayValue?.compactMap(\.stringValue) ?? []
        // Used within the libraries, not by senders.
        namespaces = names.map { CastNamespace($0) }
            .filter { $0 != "urn:x-cast:com.google.cast.inject" && $0 != WebReceiverFrame.systemNamespace }
        var actions: [Action] = []
        if let text = message["statusText"]?.stringValue { actions.append(.request(.statusText(text))) }
        guard case .booting = page else {
            // A repeated `ready` changes the namespaces.
            return actions + [.request(.ready(namespaces))]
        }
        let isModern = Self.isModern(message, namespaces)
        page = .ready(isModern: isModern)
        actions = boot(device, isModern: isModern) + actions
        if wasReady {
            isReconnecting = false
            // The page was reloaded and knows no senders.
            actions.append(.request(.stopTimer(Self.reconnectTimer)))
            announced = senders
            actions += senders.map { .page(connected($0)) }
            actions += queuedFrames.map { .page($0) }
            queuedFrames = []
            queuedBytes = 0
        }
        wasReady = true
        // Makes the app ready: queued events are delivered, and the status lists the namespaces.
        return actions + [.request(.ready(namespaces))]
    }

    /// Returns whether the page's library is newer than 2.0.0, which throws at unknown types. Newer libraries may
    /// report 2.0.0, too, but they report capabilities or use a namespace that the old library does not have.
    private static func isModern(_ message: JSONObject, _ namespaces: [CastNamespace]) -> Bool {
        let parts = message["version"]?.stringValue?.split(separator: ".").map { Int($0) ?? 0 } ?? []
        return message["sdkCapabilities"]?.objectValue != nil || namespaces.contains(.commandAndControl)
            || [2, 0, 0].lexicographicallyPrecedes(parts)
    }

    /// Returns the first messages to a page, in the order of real devices.
    private mutating func boot(_ device: ApplicationDevice, isModern: Bool) -> [Action] {
        reportedDevice = device
        var ready: JSONObject = [
            "applicationId": .string(facts.launch.appID),
            "applicationName": .string(facts.name),
            "closedCaption": [:],
            "deviceCapabilities": [
                "bluetooth_supported": false, "display_supported": .bool(device.isStandby != nil),
                "focus_state_supported": true, "hi_res_audio_supported": false,
            ],
            "launchingSenderId": .string(facts.launch.sender.map(pageID) ?? ""),
            "messagesVersion": "1.0",
            "sessionId": .string(facts.launch.sessionID),
            "type": "ready",
            "version": .string(facts.systemVersion),
        ]
        if !facts.iconURL.isEmpty { ready["iconUrl"] = .string(facts.iconURL) }
        var frames = [
            WebReceiverFrame(system: ready), volumeChanged(device), visibilityChanged(device), standbyChanged(device),
        ]
        if isModern { frames.append(WebReceiverFrame(system: ["hdrType": "sdr", "type": "hdroutputtypechanged"])) }
        if namespaces.contains(.commandAndControl) {
            let focus: JSONObject = ["state": "IN_FOCUS", "type": "FOCUS_STATE"]
            frames.append(
                WebReceiverFrame(.commandAndControl, WebReceiverFrame.systemSender, focus.jsonString)
            )
        }
        return frames.map { .page($0) }
    }
}

// MARK: - From the network

extension WebReceiver {
    mutating func senderConnected(_ sender: ApplicationSender) -> [Action] {
        guard case .ready = page else { return [] }
        announced.append(sender)
        return [.page(connected(sender))]
    }

    mutating func senderDisconnected(_ sender: ApplicationSender, _ departure: SenderDeparture) -> [Action] {
        let id = pageID(sender)
        guard case .ready = page else {
            queuedFrames.removeAll { $0.senderID == id }
            queuedBytes = queuedFrames.reduce(0) { $0 + $1.data.utf8.count }
            return []
        }
        announced.removeAll { $0 == sender }
        return [.page(disconnected(sender, departure))]
    }

    private func disconnected(_ sender: ApplicationSender, _ departure: SenderDeparture) -> WebReceiverFrame {
        let reason =
            switch departure {
            case .requestedBySender: "closed_by_peer"
            case .invalidMessage: "transport_invalid_message"
            case .connectionLost: "transport_closed"
            case .inactive: "too_long_inactive"
            }
        return WebReceiverFrame(system: [
            "reason": .string(reason), "senderId": .string(pageID(sender)), "type": "senderdisconnected",
        ])
    }

    /// Handles a message of a sender in one of the page's namespaces.
    mutating func received(_ message: ApplicationMessage) -> [Action] {
        // A page's socket carries only text.
        guard case .text(let text) = message.payload else { return [.request(.drop(.wrongPayloadKind))] }
        // The page would drop a frame without data.
        guard !text.isEmpty else { return [.request(.drop(.invalidJSON))] }
        let frame = WebReceiverFrame(message.namespace, pageID(message.sender), text)
        if case .ready = page { return [.page(frame)] }
        guard queuedFrames.count < Self.waitingLimit, queuedBytes + text.utf8.count <= Self.waitingByteLimit else {
            return [.request(.drop(.pendingRequestLimit))]
        }
        queuedFrames.append(frame)
        queuedBytes += text.utf8.count
        return []
    }

    mutating func deviceChanged(_ device: ApplicationDevice) -> [Action] {
        guard case .ready = page, let before = reportedDevice else { return [] }
        reportedDevice = device
        var frames: [WebReceiverFrame] = []
        if (before.volumeLevel, before.isMuted) != (device.volumeLevel, device.isMuted) {
            frames.append(volumeChanged(device))
        }
        if Self.isVisible(before) != Self.isVisible(device) { frames.append(visibilityChanged(device)) }
        if before.isStandby != device.isStandby { frames.append(standbyChanged(device)) }
        return frames.map { .page($0) }
    }

    private func connected(_ sender: ApplicationSender) -> WebReceiverFrame {
        WebReceiverFrame(system: [
            "largeMessageSupported": false, "senderId": .string(pageID(sender)), "type": "senderconnected",
            "userAgent": .string(sender.userAgent),
        ])
    }

    private func volumeChanged(_ device: ApplicationDevice) -> WebReceiverFrame {
        WebReceiverFrame(system: [
            "level": .number(device.volumeLevel), "muted": .bool(device.isMuted), "type": "volumechanged",
        ])
    }

    private func visibilityChanged(_ device: ApplicationDevice) -> WebReceiverFrame {
        var object: JSONObject = ["type": "visibilitychanged"]
        if let isVisible = Self.isVisible(device) { object["visible"] = .bool(isVisible) }
        return WebReceiverFrame(system: object)
    }

    private func standbyChanged(_ device: ApplicationDevice) -> WebReceiverFrame {
        var object: JSONObject = ["type": "standbychanged"]
        if let isStandby = device.isStandby { object["standby"] = .bool(isStandby) }
        return WebReceiverFrame(system: object)
    }

    private static func isVisible(_ device: ApplicationDevice) -> Bool? {
        guard let isStandby = device.isStandby, let isActiveInput = device.isActiveInput else { return nil }
        return isActiveInput && !isStandby
    }
}

// MARK: - From the page

extension WebReceiver {
    /// Handles a frame of the page.
    mutating func received(
        _ text: String,
        senders: [ApplicationSender],
        device: ApplicationDevice
    ) -> [Action] {
        guard page != .none else { return [] }
        guard let frame = WebReceiverFrame(parsing: text) else { return [.request(.drop(.badPageFrame))] }
        guard frame.namespace != WebReceiverFrame.systemNamespace else {
            guard frame.senderID == WebReceiverFrame.systemSender, let object = frame.object else {
                return [.request(.drop(.badPageFrame))]
            }
            return system(object, senders, device)
        }
        guard case .ready = page else { return [.request(.drop(.pageNotReady))] }
        var actions: [Action] = []
        if frame.namespace == .media { actions += updateActivity(from: frame) }
        if frame.senderID == WebReceiverFrame.broadcastID {
            return actions + [.request(.broadcast(.text(frame.data), frame.namespace))]
        }
        guard !Self.pseudoSenders.contains(frame.senderID) else { return actions }
        guard let sender = sender(frame.senderID), !Self.pseudoSenders.contains(sender.id) else {
            return actions + [.request(.drop(.unknownConnection))]
        }
        return actions + [.request(.send(.text(frame.data), frame.namespace, to: sender))]
    }

    private mutating func system(
        _ message: JSONObject,
        _ senders: [ApplicationSender],
        _ device: ApplicationDevice
    ) -> [Action] {
        let type = message.messageType
        if type == "ready" { return ready(message, senders, device) }
        guard case .ready = page else { return [.request(.drop(.pageNotReady))] }
        switch type {
        case "startheartbeat":
            let seconds = message["maxInactivity"].flatMap(Double.init(json:)) ?? 10
            return [.request(.inactivityLimit(.seconds(min(max(seconds, 5), 3600))))]
        case "setappstate":
            return message["statusText"]?.stringValue.map { [.request(.statusText($0))] } ?? []
        case "setvolume":
            let level = message["level"].flatMap(Double.init(json:))
            let isMuted = message["muted"].flatMap(Bool.init(json:))
            guard level != nil || isMuted != nil, level?.isFinite != false else {
                return [.request(.drop(.badPageFrame))]
            }
            return [.request(.deviceVolume(level: level, isMuted: isMuted))]
        case "stop", "stopapplication": return [.request(.stop(.finished))]
        case "sendfeedbackmessage": return []
        default: return [.request(.drop(.unknownType))]
        }
    }

    /// Derives the activity of the app from the page's media status, so that the app does not end as idle during
    /// playback.
    private mutating func updateActivity(from frame: WebReceiverFrame) -> [Action] {
        guard let object = frame.object, object.messageType == "MEDIA_STATUS",
            let sessions = object["status"]?.arrayValue
        else { return [] }
        let states = sessions.compactMap { $0["playerState"]?.stringValue }
        let now: PlaybackActivity =
            if states.contains(where: { ["PLAYING", "BUFFERING", "LOADING"].contains($0) }) {
                .playing
            } else if states.contains("PAUSED") {
                .paused
            } else {
                .none
            }
        guard now != activity else { return [] }
        activity = now
        return [.request(.activity(now))]
    }
}
