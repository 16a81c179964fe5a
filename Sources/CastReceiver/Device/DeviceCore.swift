// SPDX-License-Identifier: Apache-2.0

import CastAdmission
import CastConcurrency
import CastTransport
import CastWire
import Logging
import NIOCore

/// Drives a device: connects its state machines to sockets, timers and the player.
///
/// Its executor is the device's event loop, on which all sockets and the player run, so no call switches threads. Each
/// message, timer and player event is passed to a state machine, and ``perform(_:)`` executes the actions that it
/// returns.
actor DeviceCore {
    /// The options and components with which a core is created.
    struct Setup: Sendable {
        var options: PlatformOptions
        /// Nil without TLS, because the device's signature has no certificate to cover.
        var authenticator: DeviceAuthenticator?
        var frameLog: FrameLog?
        var logger: Logger
        /// The limits on open sockets. Default 128 in total, 32 of one address, and 32 reserved for addresses without a
        /// socket.
        var socketLimits = ConnectionLimits(total: 128)
        /// The interval between PINGs. Default 5 s.
        var pingInterval = Duration.seconds(5)
        /// The silence after which a sender is disconnected. Default 15 s.
        var silenceLimit = Duration.seconds(15)
    }

    private struct Sender {
        var socket: any CastSocket
        var heartbeat: SocketHeartbeat
        var timer: RepeatedTask
    }

    nonisolated let eventLoop: any EventLoop
    nonisolated let snapshots: CurrentValue<DeviceSnapshot>
    /// The running app, each time its advertised properties change. Buffers only the newest value.
    nonisolated let applications: AsyncStream<RunningApplication?>

    nonisolated var unownedExecutor: UnownedSerialExecutor { eventLoop.executor.asUnownedSerialExecutor() }

    let setup: Setup
    private let announceApplication: AsyncStream<RunningApplication?>.Continuation
    var platform: ReceiverPlatform
    /// The groups that observe this device.
    var zoneObservers = ZoneObservers()
    var media: DefaultMediaReceiver?
    /// The host of the running app.
    var host: ApplicationHost?
    /// The sockets of receiver pages.
    var pages = OpenPages()
    /// The events that the app caused while it handled another event.
    var applicationEvents: [ApplicationHost.Event] = []
    var isDeliveringToApplication = false
    private var player: (any MediaPlayer)?
    private var senders: [SocketID: Sender] = [:]
    private var admission: ConnectionAdmission<SocketID>
    private var nextSocket = 1
    private var generation = 0
    private let deadlineTimer: DeadlineTimer
    private var announced: RunningApplication?
    /// The next item that the player last received.
    private var announcedUpNext: PlayerUpNext?
    private var publishedRevision = 0
    private var isSoundBlocked = false
    private(set) var isClosed = false
    private let clock: DeviceClock

    /// - Parameter makeSessionID: Creates the id of each session.
    init(
        _ setup: Setup,
        eventLoop: any EventLoop,
        makeSessionID: @escaping @Sendable () -> String
    ) {
        self.setup = setup
        self.eventLoop = eventLoop
        clock = DeviceClock(eventLoop: eventLoop)
        deadlineTimer = DeadlineTimer(on: eventLoop)
        admission = ConnectionAdmission(limits: setup.socketLimits)
        platform = ReceiverPlatform(options: setup.options, now: clock.now, makeSessionID: makeSessionID)
        (applications, announceApplication) = AsyncStream.makeStream(
            of: RunningApplication?.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        snapshots = CurrentValue(
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

    /// The current time of the event loop's clock. A test that controls the event loop's time also controls the state
    /// machines.
    var now: ContinuousClock.Instant { clock.now }

    /// Creates the player, on the event loop, and shows the idle screen.
    func begin(_ makePlayer: @Sendable () -> any MediaPlayer) {
        let player = makePlayer()
        player.onEvent = { [weak self] event, generation in
            self?.assumeIsolated { $0.playerReported(event, generation: generation) }
        }
        self.player = player
        player.perform(.setDeviceVolume(level: platform.volume.level, muted: platform.volume.isMuted))
        player.perform(.show(.idle))
    }

    /// Closes every socket and stops sending. Later calls do nothing.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        deadlineTimer.cancel()
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
        notifyGroups(.gone)
        announceApplication.finish()
        snapshots.finish()
    }

    /// The drops so far, by reason.
    var drops: DropCounters {
        var drops = platform.drops
        if let media { drops.add(media.drops) }
        if let host { drops.add(host.drops) }
        return drops
    }
}

// MARK: - Sockets

extension DeviceCore {
    /// Accepts the socket of a new sender. Must be called on the event loop.
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

    /// Whether a socket is admitted, if necessary in place of an idle one. A socket is in use while its sender is
    /// connected to the running app.
    private func admit(_ id: SocketID, from address: String) -> Bool {
        for other in senders.keys { admission.setActive(other, platform.isServed(other)) }
        switch admission.arrive(id, from: address) {
        case .admitted: return true
        case .admittedReplacing(let other):
            platform.dropped(.socketLimit)
            let replaced = senders[other]?.socket
            replaced?.close(.local)
            return true
        case .refused:
            platform.dropped(.socketLimit)
            return false
        }
    }

    /// Handles a message. Must be called on the event loop.
    nonisolated func received(_ message: CastMessage, on id: SocketID) {
        assumeIsolated { core in
            guard core.senders[id] != nil else { return }
            core.senders[id]?.heartbeat.received(at: core.now)
            core.record(.inbound, message, id)
            core.perform(core.platform.received(message, on: id, at: core.now))
            core.finishEvent()
        }
    }

    /// Handles the end of a socket. Must be called on the event loop.
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
            core.finishEvent()
        }
    }

    private func heartbeatDue(_ id: SocketID) {
        guard let sender = senders[id] else { return }
        // The app may set a shorter limit than the device.
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
            // The socket reports the reason separately, when it closes.
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

// MARK: - Actions

extension DeviceCore {
    func perform(_ actions: [PlatformAction]) {
        for action in actions {
            switch action {
            case .send(let message, let socket): send(message, to: socket)
            case .authenticate(let challenge, let sender, let destination):
                authenticate(challenge, from: sender, to: destination)
            case .deliver(_, let payload, let sender):
                let isOnThisMachine = senders[sender.socket].map { $0.socket.isOnThisMachine } ?? true
                perform(media?.received(payload, from: sender, isOnThisMachine: isOnThisMachine, at: now) ?? [])
            case .message(let message): deliverToApplication(.message(message))
            case .senderJoined(let sender): deliverToApplication(.senderConnected(sender))
            case .senderLeft(let sender, let departure):
                media?.senderLeft(sender)
                deliverToApplication(.senderDisconnected(sender, departure))
            case .launched(let application, let launch):
                if application.playsMedia {
                    media = DefaultMediaReceiver(generation: generation, options: setup.options.mediaReceiver)
                }
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
                deliverToApplication(.deviceChanged)
                if platform.zone.members != nil {
                    notifyGroups(.groupVolumeRequested(level: volume.level, isMuted: volume.isMuted))
                }
            case .memberVolumeRequested(let id, let level, let isMuted, let requestID):
                notifyGroups(.memberVolumeRequested(id: id, level: level, isMuted: isMuted, requestID: requestID))
            case .groupStopped: notifyGroups(.groupStopped)
            case .zoneVolumeChanged, .displayChanged: deliverToApplication(.deviceChanged)
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
        // Does nothing if the sender has disconnected by then.
        eventLoop.scheduleTask(in: TimeAmount(delay)) { [weak self] in
            self?.assumeIsolated { $0.send(message, to: sender.socket) }
        }
    }

    /// Executes a command of a remote control or of the page. Returns false if it had no effect.
    func pressed(_ command: TelevisionCommand) -> Bool {
        guard !isClosed, command.hasFiniteNumbers else { return false }
        let volume = platform.volume
        switch command {
        case .setVolume(let level): adjustVolume(level: level, isMuted: nil)
        case .changeVolume(let step): adjustVolume(level: volume.level + step, isMuted: nil)
        case .setMuted(let isMuted): adjustVolume(level: nil, isMuted: isMuted)
        case .toggleMuted: adjustVolume(level: nil, isMuted: !volume.isMuted)
        default:
            guard let actions = media?.pressed(command, at: now) else { return false }
            perform(actions)
            finishEvent()
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
            platform.recordChange()
        }
        if case .failed(let code, let message, _) = event {
            setup.logger.debug("media failed", metadata: ["cast-error": "\(code)", "cast-reason": "\(message)"])
        }
        perform(media?.playerReported(event, generation: generation, at: now) ?? [])
        finishEvent()
    }

    private func deadlineReached() {
        if let deadline = media?.nextDeadline, deadline <= now { perform(media?.timeReached(now) ?? []) }
        if let deadline = platform.nextDeadline, deadline <= now { perform(platform.timeReached(now)) }
        applicationTimeReached()
        finishEvent()
    }

    /// Concludes each event: updates timers, advertisement, groups and observers.
    func finishEvent() {
        scheduleDeadline()
        announceUpNext()
        if announced != platform.application {
            announced = platform.application
            announceApplication.yield(announced)
        }
        reportToZones()
        if publishedRevision != platform.revision { publish() }
    }

    private func announceUpNext() {
        let upNext = media?.upNext
        guard upNext != announcedUpNext else { return }
        announcedUpNext = upNext
        player?.perform(.setUpNext(upNext))
    }

    private func scheduleDeadline() {
        let deadline = [media?.nextDeadline, platform.nextDeadline, host?.nextDeadline].compactMap(\.self).min()
        deadlineTimer.set(to: deadline.map(DeviceClock.deadline)) { [weak self] in
            self?.assumeIsolated { $0.deadlineReached() }
        }
    }

    private func publish() {
        publishedRevision = platform.revision
        snapshots.publishChange(snapshot)
    }

    private var snapshot: DeviceSnapshot {
        DeviceSnapshot(
            id: platform.options.description.id,
            name: platform.options.description.name,
            application: platform.application.map(DeviceSnapshot.ApplicationStatus.init),
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
