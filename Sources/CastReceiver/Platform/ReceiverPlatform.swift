// SPDX-License-Identifier: Apache-2.0

import CastWire

/// The platform of a device: its connections, the running app and the volume.
///
/// Responsibilities: virtual connections; PING and PONG; the receiver, discovery, setup and multizone namespaces of
/// `receiver-0`; routing between senders and the running app. The platform holds no socket and no clock: it receives
/// messages and returns ``PlatformAction``s in the order in which they must be executed.
///
/// Other types handle the media of the running app (``DefaultMediaReceiver``), the signature of device authentication
/// (``DeviceAuthenticator``) and the schedule of PING (``SocketHeartbeat``).
///
/// Senders see the request ids of other senders: an answer that changes the device's state goes to all senders, one
/// copy per socket with destination `*`, and has the id of the request that caused it (CASTV2, requests and replies).
/// An answer that changes nothing goes to the requester only.
struct ReceiverPlatform: Sendable {
    /// The maximum length of a source or destination id in bytes, which bounds the memory of a connection. Real ids
    /// have less than 100 bytes.
    static let identifierLimit = 256

    let options: PlatformOptions
    var volume: DeviceVolume
    /// The running app; nil while the device shows the idle screen.
    var application: RunningApplication?
    var idleApplication: RunningApplication?
    var connections: VirtualConnectionTable
    var drops = DropCounters()
    /// The session in MULTIZONE_STATUS; nil while the running app has no media.
    var playback: PlaybackSession?
    /// The installed app of which ``application`` is a session.
    var installed: InstalledApplication?
    /// The requester to notify if the running app does not become ready.
    var launcher: LaunchRequester?
    /// Whether senders may launch apps.
    var launchPolicy: LaunchPolicy
    /// The launch that waits for the user's permission.
    var question: LaunchQuestion?
    /// How the previous app ended.
    var lastApplicationEnd: ApplicationEnd?
    /// The time by which the running app must be ready; nil if it is ready.
    var readyDeadline: ContinuousClock.Instant?
    /// The time at which the running app ends because its last sender has left; nil while a sender is connected or none
    /// has left.
    var lastSenderDeadline: ContinuousClock.Instant?
    /// How busy the running app is, apart from its senders.
    var activity = PlaybackActivity.none
    /// The last time at which the running app was in use.
    var busyUntil: ContinuousClock.Instant?
    /// The silence after which a sender of the running app is disconnected; nil if the app has not set it.
    var inactivityLimit: Duration?
    var isStandby: Bool
    var isActiveInput: Bool
    /// The time at which apps become available.
    let availabilityStart: ContinuousClock.Instant
    /// The number of transport ids so far.
    var transportCount = 0
    /// The time of the current event.
    var now: ContinuousClock.Instant
    /// The groups that the device belongs to or represents.
    var zone = PlatformZone()

    /// Increases with every change that a snapshot of the device shows.
    var revision = 0

    private var continuedMessages: [SocketID: MessageReassembler] = [:]
    private var lastSenderIDs: [SocketID: String] = [:]
    let makeSessionID: @Sendable () -> String

    /// - Parameter makeSessionID: Creates the id of each session, a lowercase UUID.
    init(
        options: PlatformOptions,
        now: ContinuousClock.Instant,
        makeSessionID: @escaping @Sendable () -> String
    ) {
        self.options = options
        self.now = now
        launchPolicy = options.rules.launchPolicy
        let isUppercase = options.sessions.isUppercase
        self.makeSessionID = { isUppercase ? makeSessionID().uppercased() : makeSessionID() }
        volume = options.volume
        isStandby = options.screen.isStandby
        isActiveInput = options.screen.isActiveInput
        availabilityStart = now + options.availableAfter
        connections = VirtualConnectionTable(limitPerSocket: options.connectionLimitPerSocket)
        showIdleApplication()
        if options.idleScreen == .follower {
            zone.listed = RunningApplication.follower(
                named: ApplicationCatalog.defaultMediaReceiverName,
                makeSessionID()
            )
        }
    }

    /// Shows the idle screen, on a device that has one.
    mutating func showIdleApplication() {
        guard options.idleScreen == .backdrop else { return }
        idleApplication = numbered(options.catalog.backdrop(sessionID: makeSessionID()))
    }

    /// Returns an app with the next transport id, on a device that numbers them.
    mutating func numbered(_ application: RunningApplication) -> RunningApplication {
        guard options.sessions.hasNumberedTransports else { return application }
        transportCount += 1
        var application = application
        application.numberedTransportID = "web-\(transportCount)"
        return application
    }

    /// The app that the status lists: the running app, else the app of the group that is playing, else the idle screen.
    var listedApplication: RunningApplication? { application ?? zone.listed ?? idleApplication }

    /// The visible senders of the running app.
    var connectedSenders: [SenderAddress] {
        guard let application else { return [] }
        return connections.senders(connectedTo: application.transportID, onlyVisible: true)
    }

    /// Returns the sender to PING on a socket: the first one connected to the platform, else the source of the last
    /// message.
    func pingDestination(on socket: SocketID) -> String? {
        connections.firstSender(of: socket, connectedTo: CastMessage.receiverID) ?? lastSenderIDs[socket]
    }
}

// MARK: - Events

extension ReceiverPlatform {
    /// Handles a message.
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
        switch continuedMessages[socket, default: MessageReassembler(messageLimit: 4)].append(message) {
        case .waiting: return []
        case .dropped:
            drops.count(.continuedMessageLimit)
            return []
        case .complete(let whole):
            return route(whole, from: SenderAddress(socket: socket, id: whole.sourceID))
        }
    }

    /// Handles the end of a socket and of its connections.
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
        removeRequesters(on: socket)
        return (isSenderConnected == wasConnected ? [] : broadcastStatus()) + actions
    }

    /// Sets the session in MULTIZONE_STATUS; `playback` is nil while no media is loaded.
    mutating func playbackChanged(_ playback: PlaybackSession?) {
        self.playback = playback
        revision += 1
    }

    /// Records another change that a snapshot shows.
    mutating func recordChange() {
        revision += 1
    }

    /// Adds the drops of an app that has ended.
    mutating func adopt(_ drops: DropCounters) {
        self.drops.add(drops)
    }

    /// Counts a drop of the driver.
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
        // APPLICATION_BROADCAST addresses apps that may not be running. It has no reply.
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

// MARK: - Helpers of all namespaces

extension ReceiverPlatform {
    /// Returns the payload as a JSON object; counts a drop and returns nil if it is not one.
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
