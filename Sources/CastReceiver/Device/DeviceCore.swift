import CastAdmission
import CastTransport
import CastWire
import Logging
import NIOCore

/// The driver of a device: the one place where its machines meet sockets, timers and the player.
///
/// Its executor is the device's event loop, on which every socket and the player live, so nothing hops. Each message,
/// timer and player event is given to a machine, and ``perform(_:)`` carries out what the machine orders.
actor DeviceCore {
    /// What a core is made of.
    struct Setup: Sendable {
        var options: PlatformOptions
        /// Nil where there is no TLS to bind the device's key to.
        var authenticator: DeviceAuthenticator?
        var frameLog: FrameLog?
        var logger: Logger
        /// The sockets that are served at once. Default 128, 32 of them for one address, and 32 reserved for addresses
        /// that have none.
        var socketLimits = ConnectionLimits(total: 128)
        /// Between two PINGs.
        var pingInterval = Duration.seconds(5)
        /// Silence after which a sender is gone.
        var silenceLimit = Duration.seconds(15)
    }

    private struct Sender {
        var socket: any CastSocket
        var heartbeat: SocketHeartbeat
        var timer: RepeatedTask
    }

    nonisolated let eventLoop: any EventLoop
    nonisolated let snapshots: SnapshotOutlet
    /// What runs, whenever what is advertised about it has changed; newest only.
    nonisolated let applications: AsyncStream<RunningApplication?>

    nonisolated var unownedExecutor: UnownedSerialExecutor { eventLoop.executor.asUnownedSerialExecutor() }

    let setup: Setup
    private let announceApplication: AsyncStream<RunningApplication?>.Continuation
    var platform: ReceiverPlatform
    /// The groups that hear of what happens here.
    var zoneWatch = ZoneWatch()
    var media: DefaultMediaReceiver?
    /// Runs the app.
    var host: ApplicationHost?
    /// The sockets of receiver pages.
    var pages = OpenPages()
    /// Events that the app caused while it handled one.
    var applicationEvents: [ApplicationHost.Event] = []
    var isTellingApplication = false
    private var player: (any MediaPlayer)?
    private var senders: [SocketID: Sender] = [:]
    private var admission: ConnectionAdmission<SocketID>
    private var nextSocket = 1
    private var generation = 0
    private var answerTimer: Scheduled<Void>?
    private var answerDeadline: ContinuousClock.Instant?
    private var announced: RunningApplication?
    /// What the screen says comes next.
    private var announcedNext: PlayerUpNext?
    private var shownRevision = 0
    private var isSoundBlocked = false
    private(set) var isClosed = false
    private let clock: DeviceClock

    /// - Parameter makeSessionID: Gives each launch its id.
    init(
        _ setup: Setup,
        eventLoop: any EventLoop,
        makeSessionID: @escaping @Sendable () -> String
    ) {
        self.setup = setup
        self.eventLoop = eventLoop
        clock = DeviceClock(eventLoop: eventLoop)
        admission = ConnectionAdmission(limits: setup.socketLimits)
        platform = ReceiverPlatform(options: setup.options, now: clock.now, makeSessionID: makeSessionID)
        (applications, announceApplication) = AsyncStream.makeStream(
            of: RunningApplication?.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        snapshots = SnapshotOutlet(
            DeviceSnapshot(
                id: setup.options.description.id,
                name: setup.options.description.name,
                volumeLevel: setup.options.volume.level,
                isMuted: setup.options.volume.isMuted,
                isStandby: nil,
                isActiveInput: nil,
                socketCount: 0,
                senders: [],
                isSoundBlocked: false,
                drops: DropCounters()
            )
        )
    }

    /// The present on the event loop's clock, so that a loop whose time a test moves moves the machines, too.
    var now: ContinuousClock.Instant { clock.now }

    /// Takes the player and shows the idle screen. The player is made on the event loop.
    func begin(_ makePlayer: @Sendable () -> any MediaPlayer) {
        let player = makePlayer()
        player.onEvent = { [weak self] event, generation in
            self?.assumeIsolated { $0.playerReported(event, generation: generation) }
        }
        self.player = player
        player.perform(.setDeviceVolume(level: platform.volume.level, muted: platform.volume.isMuted))
        player.perform(.show(.idle))
    }

    /// Closes every socket and says nothing more. Later calls do nothing.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        answerTimer?.cancel()
        host?.stopped(.stoppedByDevice)
        host = nil
        pages.closeAll()
        for sender in senders.values {
            sender.timer.cancel()
            sender.socket.close(.local)
        }
        senders = [:]
        player?.onEvent = nil
        player?.perform(.show(.idle))
        player = nil
        tellGroups(.gone)
        announceApplication.finish()
        snapshots.finish()
    }

    /// What was let go so far.
    var drops: DropCounters {
        var drops = platform.drops
        if let media { drops.add(media.drops) }
        if let host { drops.add(host.drops) }
        return drops
    }
}

// MARK: - Sockets

extension DeviceCore {
    /// A sender has connected. On the event loop.
    nonisolated func accept(_ socket: any CastSocket) {
        assumeIsolated { $0.accepted(socket) }
    }

    private func accepted(_ socket: any CastSocket) {
        guard !isClosed else { return socket.close(.local) }
        let id = SocketID(nextSocket)
        nextSocket += 1
        guard admit(id, from: socket.remoteEndpoint.host) else { return socket.close(.local) }
        let period = TimeAmount(setup.pingInterval)
        let timer = eventLoop.scheduleRepeatedTask(initialDelay: period, delay: period) { [weak self] _ in
            self?.assumeIsolated { $0.heartbeatDue(id) }
        }
        let heartbeat = SocketHeartbeat(
            openedAt: now,
            interval: setup.pingInterval,
            timeout: setup.silenceLimit
        )
        senders[id] = Sender(socket: socket, heartbeat: heartbeat, timer: timer)
        setup.logger.debug("a sender connected", metadata: metadata(id))
        socket.activate(SenderLink(id: id, core: self))
        publish()
    }

    /// Whether a socket finds a place, which may be that of an idle one. A socket is in use while its sender is connected
    /// to the running app.
    private func admit(_ id: SocketID, from address: String) -> Bool {
        for other in senders.keys { admission.setActive(other, platform.isServed(other)) }
        switch admission.arrive(id, from: address) {
        case .admitted: return true
        case .admittedInPlace(let other):
            platform.dropped(.socketLimit)
            let replaced = senders[other]?.socket
            replaced?.close(.local)
            return true
        case .refused:
            platform.dropped(.socketLimit)
            return false
        }
    }

    /// A message has arrived. On the event loop.
    nonisolated func received(_ message: CastMessage, on id: SocketID) {
        assumeIsolated { core in
            guard core.senders[id] != nil else { return }
            core.senders[id]?.heartbeat.received(at: core.now)
            core.record(.inbound, message, id)
            core.perform(core.platform.received(message, on: id, at: core.now))
            core.settle()
        }
    }

    /// A socket is gone. On the event loop.
    nonisolated func closed(_ id: SocketID, reason: CastCloseReason) {
        assumeIsolated { core in
            core.admission.leave(id)
            guard let sender = core.senders.removeValue(forKey: id) else { return }
            sender.timer.cancel()
            var departure = SenderDeparture.connectionLost
            switch reason {
            case .protocolViolation:
                core.platform.dropped(.badFrame)
                departure = .invalidMessage
            case .writeQueueFull: core.platform.dropped(.slowSender)
            case .heartbeatLost:
                core.platform.dropped(.silentSender)
                departure = .inactive
            case .local, .remote, .failure: break
            }
            var metadata = core.metadata(id)
            metadata["cast-peer"] = "\(sender.socket.remoteEndpoint)"
            metadata["cast-close-reason"] = "\(reason)"
            core.setup.logger.debug("a sender's socket closed", metadata: metadata)
            core.perform(core.platform.socketClosed(id, departure, at: core.now))
            core.settle()
        }
    }

    private func heartbeatDue(_ id: SocketID) {
        guard let sender = senders[id] else { return }
        // An app may be less patient with its senders than the device.
        let limit = platform.isServed(id) ? platform.inactivityLimit.map { max($0, setup.pingInterval * 2) } : nil
        switch sender.heartbeat.timerFired(at: now, limit: limit) {
        case .drop: sender.socket.close(.heartbeatLost)
        case .ping:
            guard let senderID = platform.pingDestination(on: id) else { return }
            let ping = CastMessage(
                from: CastMessage.receiverID,
                to: senderID,
                namespace: .heartbeat,
                json: HeartbeatMessage.ping
            )
            send(ping, to: id)
        }
    }

    private func send(_ message: CastMessage, to id: SocketID) {
        guard let sender = senders[id] else { return }
        record(.outbound, message, id)
        do throws(CastSocketError) {
            try sender.socket.send(message)
        } catch {
            switch error {
            case .unsendable: platform.dropped(.answerTooLarge)
            // The socket says in a moment why it is gone.
            case .closed, .queueFull: break
            }
        }
    }

    private func record(_ direction: FrameLog.Direction, _ message: CastMessage, _ id: SocketID) {
        guard let log = setup.frameLog, let sender = senders[id] else { return }
        if !log.record(direction, message, peer: "\(sender.socket.remoteEndpoint)", socket: id) {
            platform.dropped(.frameLogOverflow)
        }
    }

    private func metadata(_ id: SocketID) -> Logger.Metadata {
        var metadata: Logger.Metadata = ["cast-connection-id": "\(id.number)"]
        if let sender = senders[id] { metadata["cast-peer"] = "\(sender.socket.remoteEndpoint)" }
        return metadata
    }
}

// MARK: - Orders

extension DeviceCore {
    func perform(_ actions: [PlatformAction]) {
        for action in actions {
            switch action {
            case .send(let message, let socket): send(message, to: socket)
            case .authenticate(let challenge, let sender, let destination):
                authenticate(challenge, from: sender, to: destination)
            case .deliver(_, let payload, let sender):
                let isHere = senders[sender.socket].map { $0.socket.isOnThisMachine } ?? true
                perform(media?.received(payload, from: sender, isOnThisMachine: isHere, at: now) ?? [])
            case .message(let message): tellApplication(.message(message))
            case .senderJoined(let sender): tellApplication(.senderConnected(sender))
            case .senderLeft(let sender, let departure):
                media?.senderLeft(sender)
                tellApplication(.senderDisconnected(sender, departure))
            case .launched(let application, let launch):
                if application.playsMedia { media = DefaultMediaReceiver(generation: generation) }
                let name = application.displayName
                player?.perform(.show(application.isReady ? .ready(appName: name) : .launching(appName: name)))
                if let url = application.pageURL {
                    player?.perform(.setAppPage(ScreenAppPage(url: url, sessionID: application.sessionID)))
                }
                startApplication(application, launch)
            case .ready(let application): player?.perform(.show(.ready(appName: application.displayName)))
            case .stopped(_, let reason):
                perform(media?.applicationStopped() ?? [])
                if let media { platform.adopt(media.drops) }
                media = nil
                endApplication(reason)
                player?.perform(.show(.idle))
            case .deviceVolumeChanged(let volume):
                player?.perform(.setDeviceVolume(level: volume.level, muted: volume.isMuted))
                tellApplication(.deviceChanged)
                if platform.zone.members != nil {
                    tellGroups(.groupTurned(level: volume.level, isMuted: volume.isMuted))
                }
            case .memberTurned(let id, let level, let isMuted, let requestID):
                tellGroups(.memberTurned(id: id, level: level, isMuted: isMuted, requestID: requestID))
            case .groupStopped: tellGroups(.groupStopped)
            case .zoneVolumeChanged, .displayChanged: tellApplication(.deviceChanged)
            }
        }
    }

    func perform(_ actions: [MediaAction]) {
        guard let media, !actions.isEmpty else { return }
        generation = media.generation
        platform.playbackChanged(media.playback)
        platform.activityChanged(media.activity, at: now)
        for action in actions {
            switch action {
            case .reply(let payload, let sender):
                perform(platform.applicationReply(.text(payload.jsonString), .media, to: sender))
            case .broadcast(let payload):
                perform(platform.applicationBroadcast(.text(payload.jsonString), .media))
            case .player(let command): player?.perform(command)
            case .statusText(let text): perform(platform.statusTextChanged(text))
            }
        }
    }

    private func authenticate(_ challenge: [UInt8], from sender: SenderAddress, to destinationID: String) {
        let certificate = senders[sender.socket]?.socket.localCertificate
        let answer =
            if let authenticator = setup.authenticator {
                authenticator.answer(challenge, tlsCertificate: certificate)
            } else {
                DeviceAuthMessage.error(.noTLS)
            }
        guard let answer else {
            platform.dropped(.badChallenge)
            return
        }
        guard setup.authenticator?.isSilent != true else { return }
        let message = CastMessage(
            from: destinationID,
            to: sender.id,
            namespace: .deviceAuth,
            payload: .binary(answer.serializedBytes)
        )
        guard let delay = setup.authenticator?.delay, delay > .zero else { return send(message, to: sender.socket) }
        // A sender that is gone by then is not found any more.
        eventLoop.scheduleTask(in: TimeAmount(delay)) { [weak self] in
            self?.assumeIsolated { $0.send(message, to: sender.socket) }
        }
    }

    /// A key of a remote control, or of the page. False when it did nothing.
    func pressed(_ command: RemoteCommand) -> Bool {
        guard !isClosed, command.isMeant else { return false }
        let volume = platform.volume
        switch command {
        case .setVolume(let level): turnVolume(level: level, isMuted: nil)
        case .changeVolume(let step): turnVolume(level: volume.level + step, isMuted: nil)
        case .setMuted(let isMuted): turnVolume(level: nil, isMuted: isMuted)
        case .toggleMuted: turnVolume(level: nil, isMuted: !volume.isMuted)
        default:
            guard let actions = media?.pressed(command, at: now) else { return false }
            perform(actions)
            settle()
            return true
        }
        return !platform.effectiveVolume.isFixed
    }

    private func playerReported(_ event: PlayerEvent, generation: Int) {
        if case .pressed(let command) = event {
            _ = pressed(command)
            return
        }
        if case .soundBlocked(let isBlocked) = event {
            isSoundBlocked = isBlocked
            platform.noteChange()
        }
        if case .failed(let code, let message, _) = event {
            setup.logger.debug("media failed", metadata: ["cast-error": "\(code)", "cast-reason": "\(message)"])
        }
        perform(media?.playerReported(event, generation: generation, at: now) ?? [])
        settle()
    }

    private func answersDue() {
        answerTimer = nil
        answerDeadline = nil
        if let deadline = media?.nextDeadline, deadline <= now { perform(media?.timeReached(now) ?? []) }
        if let deadline = platform.nextDeadline, deadline <= now { perform(platform.timeReached(now)) }
        applicationTimeReached()
        settle()
    }

    /// What follows every event: the timer, the advertisement, and who watches.
    func settle() {
        scheduleAnswers()
        announceNext()
        if announced != platform.application {
            announced = platform.application
            announceApplication.yield(announced)
        }
        reportToZones()
        if shownRevision != platform.revision { publish() }
    }

    private func announceNext() {
        let upNext = media?.upNext
        guard upNext != announcedNext else { return }
        announcedNext = upNext
        player?.perform(.setUpNext(upNext))
    }

    private func scheduleAnswers() {
        let deadline = [media?.nextDeadline, platform.nextDeadline, host?.nextDeadline].compactMap(\.self).min()
        guard deadline != answerDeadline else { return }
        answerTimer?.cancel()
        answerTimer = nil
        answerDeadline = deadline
        guard let answerDeadline else { return }
        answerTimer = eventLoop.scheduleTask(in: DeviceClock.delay(from: now, until: answerDeadline)) { [weak self] in
            self?.assumeIsolated { $0.answersDue() }
        }
    }

    private func publish() {
        shownRevision = platform.revision
        snapshots.publish(snapshot)
    }

    private var snapshot: DeviceSnapshot {
        DeviceSnapshot(
            id: platform.options.description.id,
            name: platform.options.description.name,
            application: platform.application.map(DeviceSnapshot.Application.init),
            lastApplicationEnd: platform.lastApplicationEnd,
            pendingLaunch: platform.question.map(DeviceSnapshot.PendingLaunch.init),
            media: media?.snapshot(at: now),
            lastIdleReason: media?.session == nil ? media?.lastIdleReason?.rawValue : nil,
            volumeLevel: platform.effectiveVolume.level,
            isMuted: platform.effectiveVolume.isMuted,
            isStandby: platform.applicationDevice.isStandby,
            isActiveInput: platform.applicationDevice.isActiveInput,
            socketCount: senders.count,
            senders: platform.connectedSenders.map { sender in
                let peer = senders[sender.socket].map { "\($0.socket.remoteEndpoint)" } ?? "?"
                return "\(peer): \(sender.id)"
            },
            isSoundBlocked: isSoundBlocked && media?.session != nil,
            drops: drops
        )
    }
}
