import CastWire

/// The platform side of a device: who is connected to what, which app runs, how loud the device is.
///
/// Responsibilities: virtual connections; PING and PONG; the receiver, discovery, setup and multizone namespaces of
/// `receiver-0`; routing between senders and the running app. It holds no socket and no clock: messages go in,
/// ``PlatformAction``s come out, in the order in which they are to be carried out.
///
/// What is not for it: the media of the running app (``DefaultMediaReceiver``), the signature of device
/// authentication (``DeviceAuthenticator``), and when to send PING (``SocketHeartbeat``).
///
/// Every sender sees foreign request ids: an answer that changes the device's state goes to everyone, one copy per
/// socket with destination `*`, and carries the id of whoever asked (CASTV2, requests and replies). Answers that
/// change nothing go to the asker.
struct ReceiverPlatform: Sendable {
    /// How long the name of a sender may be in bytes: what a connection keeps is bounded by it. Real ones have less
    /// than 100.
    static let identifierLimit = 256

    let options: PlatformOptions
    var volume: DeviceVolume
    /// What runs, the idle screen apart.
    var application: RunningApplication?
    var idleApplication: RunningApplication?
    var connections: VirtualConnectionTable
    var drops = DropCounters()
    /// Present while the running app plays: what MULTIZONE_STATUS says about it.
    var playback: PlaybackSession?
    /// What runs, as it was installed.
    var installed: InstalledApplication?
    /// Who is to be told when what runs does not get ready.
    var launcher: LaunchRequester?
    /// Who may start apps.
    var launchPolicy: LaunchPolicy
    /// What a person is asked.
    var question: LaunchQuestion?
    /// How the app before ended.
    var lastApplicationEnd: ApplicationEnd?
    /// Until when what runs has to be ready.
    var readyDeadline: ContinuousClock.Instant?
    /// When what runs ends because its last sender has left; nil while a sender is connected or none has left.
    var lastSenderDeadline: ContinuousClock.Instant?
    /// How busy what runs is without senders.
    var activity = PlaybackActivity.none
    /// When what runs was last of use to somebody.
    var busyUntil: ContinuousClock.Instant?
    /// Silence after which a sender of the running app is dropped, where the app wishes so.
    var inactivityLimit: Duration?
    var isStandby = false
    var isActiveInput = true
    /// When the present event happened.
    var now: ContinuousClock.Instant
    /// The groups that the device has to do with.
    var zone = PlatformZone()

    /// Grows with every change that a snapshot of the device shows.
    var revision = 0

    private var continuedMessages: [SocketID: ContinuedMessages] = [:]
    private var lastSenderIDs: [SocketID: String] = [:]
    let makeSessionID: @Sendable () -> String

    /// - Parameter makeSessionID: Gives each launch its id, a UUID in lower case.
    init(
        options: PlatformOptions,
        now: ContinuousClock.Instant,
        makeSessionID: @escaping @Sendable () -> String
    ) {
        self.options = options
        self.now = now
        launchPolicy = options.rules.launchPolicy
        self.makeSessionID = makeSessionID
        volume = options.volume
        connections = VirtualConnectionTable(limitPerSocket: options.connectionLimitPerSocket)
        if options.idleScreen == .backdrop {
            idleApplication = options.catalog.backdrop(sessionID: makeSessionID())
        }
    }

    /// The app that statuses list: what runs, else what stands for the group that plays, else the idle screen.
    var listedApplication: RunningApplication? { application ?? zone.listed ?? idleApplication }

    /// The senders that the running app may know about.
    var connectedSenders: [SenderAddress] {
        guard let application else { return [] }
        return connections.senders(connectedTo: application.transportID, onlyVisible: true)
    }

    /// Whom to PING on a socket: the sender that connected to the platform first, else the one heard last.
    func pingDestination(on socket: SocketID) -> String? {
        connections.firstSender(of: socket, connectedTo: CastMessage.receiverID) ?? lastSenderIDs[socket]
    }
}

// MARK: - Events

extension ReceiverPlatform {
    /// A message arrived.
    mutating func received(
        _ message: CastMessage,
        on socket: SocketID,
        at now: ContinuousClock.Instant
    ) -> [PlatformAction] {
        advance(to: now)
        guard message.sourceID.utf8.count <= Self.identifierLimit,
            message.destinationID.utf8.count <= Self.identifierLimit
        else { return drop(.identifierTooLong) }
        lastSenderIDs[socket] = message.sourceID
        switch continuedMessages[socket, default: ContinuedMessages(messageLimit: 4)].append(message) {
        case .waiting: return []
        case .dropped:
            drops.count(.continuedMessageLimit)
            return []
        case .complete(let whole):
            return route(whole, from: SenderAddress(socket: socket, id: whole.sourceID))
        }
    }

    /// A socket is gone with everything on it.
    mutating func socketClosed(
        _ socket: SocketID,
        _ departure: SenderDeparture = .connectionLost,
        at now: ContinuousClock.Instant
    ) -> [PlatformAction] {
        advance(to: now)
        continuedMessages[socket] = nil
        lastSenderIDs[socket] = nil
        revision += 1
        let wasConnected = isSenderConnected
        let closed = connections.closeAll(on: socket)
        var actions: [PlatformAction] = []
        if let application {
            for connection in closed where connection.destinationID == application.transportID {
                actions.append(.senderLeft(SenderAddress(socket: socket, id: connection.senderID), departure))
            }
        }
        forgetRequester(on: socket)
        return (isSenderConnected == wasConnected ? [] : broadcastStatus()) + actions
    }

    /// The running app's media changed; `playback` is nil while nothing is loaded.
    mutating func playbackChanged(_ playback: PlaybackSession?) {
        self.playback = playback
        revision += 1
    }

    /// Something else that a snapshot shows has changed.
    mutating func noteChange() {
        revision += 1
    }

    /// Keeps what an app that has ended let go.
    mutating func adopt(_ drops: DropCounters) {
        self.drops.add(drops)
    }

    /// Counts what the driver had to let go.
    mutating func dropped(_ reason: DropReason) {
        drops.count(reason)
    }

    private mutating func route(_ message: CastMessage, from sender: SenderAddress) -> [PlatformAction] {
        switch message.namespace {
        case .deviceAuth:
            guard case .binary(let challenge) = message.payload else { return drop(.wrongPayloadKind) }
            return [.authenticate(challenge: challenge, from: sender, to: message.destinationID)]
        case .heartbeat: return heartbeat(message, from: sender)
        case .connection: return connection(message, from: sender)
        default: break
        }
        guard let connection = connections.connection(sender.id, message.destinationID, on: sender.socket) else {
            return drop(.unknownConnection)
        }
        if message.destinationID == CastMessage.receiverID {
            return platformMessage(message, from: sender, over: connection)
        }
        if application == nil, zone.listed?.transportID == message.destinationID {
            return zoneMessage(message, from: sender)
        }
        guard let application, application.transportID == message.destinationID,
            !application.isReady || application.namespaces.contains(message.namespace)
        else { return drop(.unknownNamespace) }
        if application.playsMedia, message.namespace == .media {
            guard let payload = object(message) else { return [] }
            return [.deliver(namespace: message.namespace, payload: payload, from: sender)]
        }
        let applicationSender = ApplicationSender(sender, userAgent: connection.userAgent)
        return [
            .message(
                ApplicationMessage(namespace: message.namespace, payload: message.payload, sender: applicationSender)
            )
        ]
    }

    private mutating func platformMessage(
        _ message: CastMessage,
        from sender: SenderAddress,
        over connection: VirtualConnection
    ) -> [PlatformAction] {
        switch message.namespace {
        case .receiver:
            guard let payload = object(message) else { return [] }
            return receiverRequest(payload, from: sender, over: connection)
        case .discovery:
            guard let payload = object(message) else { return [] }
            return discoveryRequest(payload, from: sender)
        case .setup: return setupRequest(message, from: sender)
        case .multizone:
            guard let payload = object(message) else { return [] }
            return multizoneRequest(payload, from: sender)
        // Forwarding to apps that may not run yet is asked for by senders and never answered.
        case .broadcast: return []
        default: return drop(.unknownNamespace)
        }
    }

    private mutating func heartbeat(_ message: CastMessage, from sender: SenderAddress) -> [PlatformAction] {
        guard let payload = object(message) else { return [] }
        guard HeartbeatMessage(fields: payload).isPing else { return [] }
        return [reply(HeartbeatMessage.pong, .heartbeat, to: sender, from: message.destinationID)]
    }
}

// MARK: - Parts used by every namespace

extension ReceiverPlatform {
    /// The payload as JSON object; nil, counted, for anything else.
    mutating func object(_ message: CastMessage) -> JSONObject? {
        guard case .text = message.payload else {
            drops.count(.wrongPayloadKind)
            return nil
        }
        do throws(PayloadError) {
            return try message.jsonObject()
        } catch {
            drops.count(.invalidJSON)
            return nil
        }
    }

    mutating func drop(_ reason: DropReason) -> [PlatformAction] {
        drops.count(reason)
        return []
    }

    func reply(
        _ payload: some WireObject,
        _ namespace: CastNamespace,
        to sender: SenderAddress,
        from sourceID: String = CastMessage.receiverID
    ) -> PlatformAction {
        .send(
            CastMessage(from: sourceID, to: sender.id, namespace: namespace, json: payload),
            to: sender.socket
        )
    }

    func broadcast(
        _ payload: some WireObject,
        _ namespace: CastNamespace,
        from sourceID: String = CastMessage.receiverID
    ) -> [PlatformAction] {
        let sockets = connections.sockets(connectedTo: sourceID)
        guard !sockets.isEmpty else { return [] }
        let message = CastMessage(
            from: sourceID,
            to: CastMessage.broadcastID,
            namespace: namespace,
            json: payload
        )
        return sockets.map { .send(message, to: $0) }
    }
}
