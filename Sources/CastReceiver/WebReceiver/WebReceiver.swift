import CastWire

/// The device's side of the socket on which a receiver page talks to its platform (web receiver IPC).
///
/// Responsibilities: the boot sequence; the bridge between senders and the page; what the page wants of the device;
/// a page that goes away, comes back, or lies. It holds no socket and no clock.
///
/// States: no page (the app was launched, or its page is gone); a page that has not said `ready`, which hears nothing
/// and of which nothing but `ready` is heard; a page that is ready. Once a page was ready the app stays so while the
/// page is loaded again: what senders say waits for it, within bounds. It has ``returnLimit`` to open its socket and
/// then ``readyAgainLimit`` to get ready, however often it starts over; otherwise the app ends.
///
/// Who may be lied to: a page speaks only in the namespaces it named, which are never the platform's (the platform
/// checks that), to senders that are connected, and to none of the pseudo senders of the libraries, whose messages
/// never reach the network. Everything else is dropped and counted.
struct WebReceiver: Sendable {
    enum Action: Sendable, Hashable {
        /// A frame for the page.
        case page(WebReceiverFrame)
        /// What every app can order.
        case order(ApplicationAction)
    }

    /// What the page is told about the app.
    struct Facts: Sendable, Hashable {
        var launch: ApplicationLaunch
        var name: String
        var iconURL = ""
        /// Names the senders of this launch, a UUID.
        var routingID: String
        var systemVersion = "1.56.500000"
    }

    /// How long a page may take to come back, as when it is loaded again. 15 s.
    static let returnLimit = Duration.seconds(15)
    /// How long a page that closed its socket by itself may take to open another, after which it has stopped. 3 s: Google's
    /// framework takes one second. A page in a frame cannot close its window, so this is all that its `stop()` does.
    static let reopenLimit = Duration.seconds(3)
    /// How long a page that came back may take to get ready: as long as a first one may. 60 s.
    static let readyAgainLimit = Duration.seconds(60)
    static let returnTimer = "page"
    /// How many messages wait for a page that is loaded again, and how many bytes of them. 256 and 1 MiB.
    static let waitingLimit = 256
    static let waitingByteLimit = 1 << 20
    /// Never sent to the network: messages among the parts of the libraries.
    static let pseudoSenders: Set<String> = [
        "__inject__", "__broadcast__", "__cloud__", "__touch_controls__", "local", "system-0",
        WebReceiverFrame.systemSender,
    ]

    enum Page: Sendable, Hashable {
        case none
        case booting
        /// `isModern`: it knows the types that came after version 2.0 of the library, which throws at unknown ones.
        case ready(isModern: Bool)
    }

    let facts: Facts
    private(set) var page = Page.none
    /// Whether a page was ready once.
    private var wasReady = false
    /// Whether a page has come back that was not ready yet; coming back once more gives it no more time.
    private var isReturning = false
    /// Whether the page closed its socket by itself and has not opened another.
    private var hasStoppedItself = false
    /// The senders that the page knows.
    private var announced: [ApplicationSender] = []
    private var namespaces: [CastNamespace] = []
    private var told: ApplicationDevice?
    private var waiting: [WebReceiverFrame] = []
    private var waitingBytes = 0
    private var activity = PlaybackActivity.none

    init(_ facts: Facts) {
        self.facts = facts
    }

    /// A sender as the page knows it.
    func pageID(_ sender: ApplicationSender) -> String {
        "\(facts.routingID).\(sender.connection):\(sender.id)"
    }

    /// The sender that the page means; nil for none that it could have heard of.
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

// MARK: - The page comes and goes

extension WebReceiver {
    /// A page has opened the socket. False when there is one already, which stays.
    ///
    /// - Parameter appliesVolume: Whether it applies the device's volume to its media.
    mutating func pageConnected(appliesVolume: Bool = false) -> (isTaken: Bool, actions: [Action]) {
        guard page == .none else { return (false, [.order(.drop(.secondPage))]) }
        page = .booting
        told = nil
        hasStoppedItself = false
        let volume = Action.order(.appliesDeviceVolume(appliesVolume))
        guard wasReady, !isReturning else { return (true, [volume]) }
        isReturning = true
        return (true, [volume, .order(.startTimer(Self.returnTimer, Self.readyAgainLimit))])
    }

    /// The page's socket is closed.
    ///
    /// - Parameter isDeliberate: Whether the page's script closed it, and not the browser, which leaves the page.
    mutating func pageDisconnected(isDeliberate: Bool = false) -> [Action] {
        guard page != .none else { return [] }
        page = .none
        announced = []
        var actions: [Action] = []
        // What it played is gone with it.
        if activity != .none {
            activity = .none
            actions.append(.order(.activity(.none)))
        }
        // Before the first `ready` the platform's own limit counts; while it comes back, the one that runs already.
        guard wasReady, !isReturning else { return actions }
        hasStoppedItself = isDeliberate
        let limit = isDeliberate ? Self.reopenLimit : Self.returnLimit
        actions.append(.order(.startTimer(Self.returnTimer, limit)))
        return actions
    }

    /// The page has not come back, or has not got ready again.
    func returnLimitReached() -> [Action] {
        if case .ready = page { return [] }
        return [.order(.stop(hasStoppedItself ? .finished : .pageGone))]
    }

    /// The app has ended: its senders leave the page, so that one that stops with its last sender does so.
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
        // The libraries' own affair, not for senders.
        namespaces = names.map { CastNamespace($0) }
            .filter { $0 != "urn:x-cast:com.google.cast.inject" && $0 != WebReceiverFrame.systemNamespace }
        var actions: [Action] = []
        if let text = message["statusText"]?.stringValue { actions.append(.order(.statusText(text))) }
        guard case .booting = page else {
            // Said again, it changes its namespaces.
            return actions + [.order(.ready(namespaces))]
        }
        let isModern = Self.isModern(message, namespaces)
        page = .ready(isModern: isModern)
        actions = boot(device, isModern: isModern) + actions
        if wasReady {
            isReturning = false
            // It was loaded again and knows nobody.
            actions.append(.order(.stopTimer(Self.returnTimer)))
            announced = senders
            actions += senders.map { .page(connected($0)) }
            actions += waiting.map { .page($0) }
            waiting = []
            waitingBytes = 0
        }
        wasReady = true
        // Now everything that waited for the app to get ready comes, and statuses list its namespaces.
        return actions + [.order(.ready(namespaces))]
    }

    /// Whether the page's library came after 2.0.0, which throws at types it does not know. Newer ones call
    /// themselves 2.0.0 still, but say what they can do, or speak a namespace that the old one does not have.
    private static func isModern(_ message: JSONObject, _ namespaces: [CastNamespace]) -> Bool {
        let parts = message["version"]?.stringValue?.split(separator: ".").map { Int($0) ?? 0 } ?? []
        return message["sdkCapabilities"]?.objectValue != nil || namespaces.contains(.commandAndControl)
            || [2, 0, 0].lexicographicallyPrecedes(parts)
    }

    /// What every page is told first, in the order of real devices.
    private mutating func boot(_ device: ApplicationDevice, isModern: Bool) -> [Action] {
        told = device
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
            waiting.removeAll { $0.senderID == id }
            waitingBytes = waiting.reduce(0) { $0 + $1.data.utf8.count }
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

    /// A sender's message, in a namespace that the page has.
    mutating func received(_ message: ApplicationMessage) -> [Action] {
        // A page's socket carries text alone.
        guard case .text(let text) = message.payload else { return [.order(.drop(.wrongPayloadKind))] }
        // The page would drop a frame without data.
        guard !text.isEmpty else { return [.order(.drop(.invalidJSON))] }
        let frame = WebReceiverFrame(message.namespace, pageID(message.sender), text)
        if case .ready = page { return [.page(frame)] }
        guard waiting.count < Self.waitingLimit, waitingBytes + text.utf8.count <= Self.waitingByteLimit else {
            return [.order(.drop(.pendingRequestLimit))]
        }
        waiting.append(frame)
        waitingBytes += text.utf8.count
        return []
    }

    mutating func deviceChanged(_ device: ApplicationDevice) -> [Action] {
        guard case .ready = page, let before = told else { return [] }
        told = device
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
    /// The page said something.
    mutating func received(
        _ text: String,
        senders: [ApplicationSender],
        device: ApplicationDevice
    ) -> [Action] {
        guard page != .none else { return [] }
        guard let frame = WebReceiverFrame(parsing: text) else { return [.order(.drop(.badPageFrame))] }
        guard frame.namespace != WebReceiverFrame.systemNamespace else {
            guard frame.senderID == WebReceiverFrame.systemSender, let object = frame.object else {
                return [.order(.drop(.badPageFrame))]
            }
            return system(object, senders, device)
        }
        guard case .ready = page else { return [.order(.drop(.pageNotReady))] }
        var actions: [Action] = []
        if frame.namespace == .media { actions += activityShown(by: frame) }
        if frame.senderID == WebReceiverFrame.broadcastID {
            return actions + [.order(.broadcast(.text(frame.data), frame.namespace))]
        }
        guard !Self.pseudoSenders.contains(frame.senderID) else { return actions }
        guard let sender = sender(frame.senderID), !Self.pseudoSenders.contains(sender.id) else {
            return actions + [.order(.drop(.unknownConnection))]
        }
        return actions + [.order(.send(.text(frame.data), frame.namespace, to: sender))]
    }

    private mutating func system(
        _ message: JSONObject,
        _ senders: [ApplicationSender],
        _ device: ApplicationDevice
    ) -> [Action] {
        let type = message.messageType
        if type == "ready" { return ready(message, senders, device) }
        guard case .ready = page else { return [.order(.drop(.pageNotReady))] }
        switch type {
        case "startheartbeat":
            let seconds = message["maxInactivity"].flatMap(Double.init(json:)) ?? 10
            return [.order(.inactivityLimit(.seconds(min(max(seconds, 5), 3600))))]
        case "setappstate":
            return message["statusText"]?.stringValue.map { [.order(.statusText($0))] } ?? []
        case "setvolume":
            let level = message["level"].flatMap(Double.init(json:))
            let isMuted = message["muted"].flatMap(Bool.init(json:))
            guard level != nil || isMuted != nil, level?.isFinite != false else {
                return [.order(.drop(.badPageFrame))]
            }
            return [.order(.deviceVolume(level: level, isMuted: isMuted))]
        case "stop", "stopapplication": return [.order(.stop(.finished))]
        case "sendfeedbackmessage": return []
        default: return [.order(.drop(.unknownType))]
        }
    }

    /// What the page's media status says about how busy it is, so that a film is not ended as idle.
    private mutating func activityShown(by frame: WebReceiverFrame) -> [Action] {
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
        return [.order(.activity(now))]
    }
}
