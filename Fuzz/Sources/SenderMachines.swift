// SPDX-License-Identifier: Apache-2.0

import NIOCore

@testable import CastSender
@testable import CastWire

extension FuzzTarget {
    /// The state machines of a sender.
    static let senderMachines = [connection, session, queue, mediaState]

    private static let connection = FuzzTarget("connection") { bytes in
        var model = ConnectionModel(FuzzInput(bytes))
        model.run()
    }

    private static let session = FuzzTarget("session", maximumLength: 1024) { bytes in
        var model = SessionModel(FuzzInput(bytes))
        model.run()
    }

    private static let queue = FuzzTarget("queue") { bytes in
        var model = QueueModel(FuzzInput(bytes))
        model.run()
    }

    private static let mediaState = FuzzTarget("media-state") { bytes in
        var model = MediaModel(FuzzInput(bytes))
        model.run()
    }
}

extension NIODeadline {
    static let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)
}

/// A connection under any events. Each request is settled once, each application ends once, nothing happens after the end.
private struct ConnectionModel: ~Copyable {
    private static let transports = ["web-1", "web-2"]
    private static let requestLimit = 16

    private var input: FuzzInput
    private var machine: ConnectionMachine
    private var now = NIODeadline.start
    private var made: Set<Int> = []
    private var settled: Set<Int> = []
    private var joined = 0
    private var ended = 0

    init(_ input: FuzzInput) {
        self.input = input
        var configuration = ConnectionMachine.Configuration(device: "TV")
        configuration.requestLimit = Self.requestLimit
        machine = ConnectionMachine(configuration: configuration, firstRequestID: 1, now: now)
    }

    mutating func run() {
        take(machine.opened())
        for _ in 0..<256 where !input.isEmpty { step() }
        take(machine.closed(.closedByDevice))
        require(machine.nextDeadline == nil, "a deadline after the end")
        // The machine also makes requests of its own.
        require(made.isSubset(of: settled), "requests \(made.subtracting(settled).sorted()) were not settled")
        require(ended == joined, "\(joined) applications joined, \(ended) ended")
        require(machine.requests.count == 0 && machine.waits.isEmpty, "something is pending after the end")
        let message = CastMessage(from: "receiver-0", to: "sender-0", namespace: .receiver, payload: .text("{}"))
        require(machine.messageReceived(message, now: now).isEmpty, "a message after the end has an effect")
        require(machine.deadlineReached(now: now + .hours(9)).isEmpty, "time after the end has an effect")
    }

    private mutating func step() {
        let transport = input.element(of: Self.transports)
        let ids = Array(made.sorted().suffix(4))
        switch input.below(14) {
        case 0, 1: request(type: "X", namespace: input.bool() ? .media : .receiver, to: transport)
        case 2: launch(transport)
        case 3: take(machine.requestCancelled(Int(input.byte())))
        case 4:
            let application = ApplicationStatus(
                appID: "CC1AD845",
                namespaces: [.media],
                sessionID: transport,
                transportID: transport
            )
            guard machine.joined[transport] == nil, !machine.isClosed else { return }
            joined += 1
            take(machine.applicationJoined(application, launchRequestID: input.bool() ? ids.first : nil))
        case 5: take(machine.applicationLeft(transport))
        case 6: receive(["type": input.bool() ? "CLOSE" : "CONNECTED"], in: .connection, from: transport)
        case 7: receive(["type": input.bool() ? "PONG" : "PING"], in: .heartbeat, from: "receiver-0")
        case 8, 9:
            let message = Messages.receiver(&input, ids: ids, transports: Self.transports)
            receive(message, in: .receiver, from: "receiver-0")
        case 10:
            var message = Messages.mediaStatus(&input, sessions: [1, 2], items: [1, 2])
            message["requestId"] = input.value(ids: ids)
            if input.chance(of: 3) { message["type"] = input.element(of: ["LOAD_FAILED", "INVALID_REQUEST", "ERROR"]) }
            receive(message, in: .media, from: transport)
        case 11:
            var message = input.object([("device", []), ("status", []), ("deviceId", [])], ids: ids)
            message["type"] = input.element(of: [
                "MULTIZONE_STATUS", "DEVICE_ADDED", "DEVICE_UPDATED", "DEVICE_REMOVED",
            ])
            receive(message, in: .multizone, from: "receiver-0")
        case 12:
            let namespace = input.element(of: [CastNamespace.receiver, .media, .connection, .heartbeat, "urn:x-cast:a"])
            var message = CastMessage(
                from: input.chance(of: 3) ? input.text() : transport,
                to: "sender-0",
                namespace: namespace,
                payload: input.bool() ? .text(input.text()) : .binary(input.bytes(input.below(16)))
            )
            message.isContinued = input.chance(of: 3)
            take(machine.messageReceived(message, now: now))
        default:
            machine.mediaReported(transport, isPlaying: input.bool(), now: now)
            take(machine.refreshMedia(now: now))
        }
        now = now + .nanoseconds(Int64(input.timeStep() * 1e9))
        if let deadline = machine.nextDeadline, deadline <= now { take(machine.deadlineReached(now: now)) }
        require(machine.requests.count <= Self.requestLimit, "\(machine.requests.count) pending requests")
        require(machine.lossInquiries.count <= Self.requestLimit, "\(machine.lossInquiries.count) inquiries")
    }

    private mutating func request(type: String, namespace: CastNamespace, to transport: String) {
        let peer = namespace == .receiver ? "receiver-0" : transport
        let outgoing = try? machine.requestMade(
            [:],
            type: type,
            namespace: namespace,
            to: peer,
            timeout: .seconds(8),
            now: now
        )
        if let outgoing { made.insert(outgoing.id) }
    }

    private mutating func launch(_ transport: String) {
        let isLaunch = input.bool()
        let outgoing = try? machine.requestMade(
            [:],
            type: isLaunch ? "LAUNCH" : "STOP",
            namespace: .receiver,
            to: "receiver-0",
            completion: .onEffect,
            timeout: .seconds(8),
            now: now
        )
        guard let outgoing else { return }
        made.insert(outgoing.id)
        let goal: ApplicationWait.Goal =
            isLaunch
            ? .running(appID: "CC1AD845", sessionID: nil, namespaces: [.media]) : .gone(sessionID: transport)
        machine.waitStarted(ApplicationWait(goal), id: outgoing.id)
    }

    private mutating func receive(_ object: JSONObject, in namespace: CastNamespace, from source: String) {
        let source = input.chance(of: 8) ? "receiver-0" : source
        let message = CastMessage(from: source, to: "sender-0", namespace: namespace, payload: .text(object.jsonString))
        take(machine.messageReceived(message, now: now))
    }

    private mutating func take(_ actions: [ConnectionMachine.Action]) {
        for action in actions {
            switch action {
            case .settle(let id, _): require(settled.insert(id).inserted, "request \(id) was settled twice")
            case .applicationEnded: ended += 1
            case .send(let message):
                guard let frame = try? CastFrame.encode(message) else { fatalError("cannot be encoded: \(message)") }
                require(frame.count <= CastFrame.defaultLimit + 4, "a frame of \(frame.count) bytes")
            default: break
            }
        }
    }
}

/// A session manager under any events. The announcements follow the lifecycle; one attempt is in progress at a time.
private struct SessionModel {
    private static let error = CastError(.connectFailed, "refused")

    private var input: FuzzInput
    private var machine: SessionMachine
    private var now = NIODeadline.start
    private var phase = AnnouncedPhase.none
    private var attempts: Set<Int> = []
    private var isEnding = false
    private var isSearching = false
    private var hasRecord = false

    init(_ input: FuzzInput) {
        self.input = input
        var configuration = SessionMachine.Configuration()
        configuration.suspendsInBackground = self.input.bool()
        if self.input.chance(of: 8) { configuration.reconnect = .never }
        machine = SessionMachine(configuration: configuration)
    }

    mutating func run() {
        for _ in 0..<256 where !input.isEmpty {
            step()
            now = now + .nanoseconds(Int64(input.timeStep() * 1e9))
            if let deadline = machine.nextDeadline, deadline <= now { take(machine.deadlineReached(now: now)) }
            check()
        }
        take(machine.endRequested(.leave, cancelled: Self.error))
        if isEnding { take(machine.endFinished(.left)) }
        require(machine.phase == .idle, "not idle at the end: \(machine.phase)")
        require(phase == .none, "the session has no end: \(phase)")
        require(!hasRecord, "the record of an ended session remains")
        require(machine.nextDeadline == nil, "a deadline after the end")
    }

    private mutating func step() {
        let attempt = attempts.first ?? input.below(20)
        switch input.below(21) {
        case 0, 1, 2: take(machine.startRequested())
        case 3, 4, 5:
            attempts.remove(attempt)
            take(machine.startSucceeded(attempt, now: now))
            take(machine.resumeFinished(attempt, .resumed, now: now))
        case 6:
            attempts.remove(attempt)
            take(machine.startFailed(attempt, Self.error))
            take(machine.resumeFinished(attempt, .failed(Self.error), now: now))
        case 7:
            guard machine.suspension?.attempt == attempt else { return }
            attempts.remove(attempt)
            let failure = input.element(of: [ResumeFailure.appNotRunning, .otherAppRuns(appID: nil), .sessionReplaced])
            take(machine.resumeFinished(attempt, .impossible(failure), now: now))
        case 8: take(machine.endRequested(.leave, cancelled: Self.error))
        case 9:
            guard isEnding else { return }
            isEnding = false
            take(machine.endFinished(.stopped))
        case 10, 11: take(machine.connectionLost(.heartbeatLost, now: now))
        case 12: take(machine.applicationEnded(.appClosed, canMove: input.bool(), now: now))
        case 13: take(machine.foundElsewhere(now: now))
        case 14: take(machine.transferred(now: now))
        case 15: take(machine.suspendRequested(.requested, now: now))
        case 16: take(machine.resumeRequested(now: now))
        case 17:
            take(input.bool() ? machine.enteredBackground(now: now) : machine.enteredForeground(now: now))
        case 18: take(machine.networkChanged(isReachable: input.bool(), now: now))
        case 19: take(machine.deviceMoved(now: now))
        default:
            take(machine.woke(now: now))
            if machine.phase == .idle { take(machine.recordFound(now: now)) }
        }
    }

    private mutating func take(_ actions: [SessionMachine.Action]) {
        for action in actions {
            switch action {
            case .announce(let announcement): announce(announcement)
            case .connect(let id), .rejoin(let id):
                require(attempts.insert(id).inserted, "attempt \(id) was started twice")
            case .cancel(let id):
                require(attempts.remove(id) != nil, "attempt \(id) was canceled, but is not in progress")
            case .end: isEnding = true
            case .searchElsewhere: isSearching = true
            case .stopSearching: isSearching = false
            case .saveRecord: hasRecord = true
            case .removeRecord: hasRecord = false
            case .disconnect, .checkConnection, .release: break
            }
        }
        require(attempts.count <= 1, "attempts \(attempts.sorted()) at once")
    }

    private mutating func announce(_ announcement: SessionMachine.Announcement) {
        guard let next = phase.after(announcement) else { fatalError("\(announcement) while \(phase)") }
        phase = next
    }

    private func check() {
        switch machine.phase {
        case .idle: require(phase == .none && attempts.isEmpty, "idle, but \(phase)")
        case .starting(let attempt): require(attempts == [attempt], "starting without an attempt")
        case .running: require(phase == .running && attempts.isEmpty, "running, but \(phase)")
        case .searching: require(isSearching && machine.nextDeadline != nil, "searching without a search")
        case .suspended(let suspension):
            if let attempt = suspension.attempt {
                require(attempts == [attempt], "resuming without an attempt")
            } else {
                require(!machine.holds.isEmpty || machine.nextDeadline != nil, "suspended for ever")
            }
        case .ending: require(phase == .ending, "ending, but \(phase)")
        }
    }
}

/// A queue under any messages. The reported changes lead an observer to the same list.
private struct QueueModel {
    private var input: FuzzInput
    private var machine: QueueMachine
    private var now = NIODeadline.start
    private var shown: [Int] = []
    private var tickets: [(ticket: Int, isIDs: Bool)] = []
    private var media = MediaState()

    init(_ input: FuzzInput) {
        self.input = input
        var configuration = QueueMachine.Configuration()
        configuration.cacheSize = self.input.below(8) + 1
        configuration.fetchLimit = self.input.below(6) + 1
        machine = QueueMachine(configuration: configuration)
    }

    mutating func run() {
        for _ in 0..<256 where !input.isEmpty {
            step()
            now = now + .nanoseconds(Int64(input.timeStep() * 1e9))
            if let deadline = machine.nextDeadline, deadline <= now {
                take(machine.deadlineReached(now: now))
                require(
                    machine.nextDeadline.map { $0 > now } ?? true,
                    "a deadline is due again right after it was handled"
                )
            }
        }
    }

    private mutating func step() {
        let known = machine.itemIDs + [1, 2, 3]
        switch input.below(12) {
        case 0, 1:
            let message = Messages.mediaStatus(&input, sessions: [1, 2], items: known)
            _ = media.received(MediaStatusMessage(fields: message), isReply: input.bool(), at: .origin)
            take(machine.statusReceived(media.snapshot))
        case 2, 3, 4:
            let ids: JSONValue = .array((0..<input.below(5)).map { _ in input.value(ids: known) })
            var change = input.object(
                [
                    ("insertBefore", []), ("sequenceNumber", [1, 2, 3]), ("mediaSessionId", [1, 2]),
                    ("reorderItemIds", [ids]),
                ],
                ids: known
            )
            change["itemIds"] = ids
            change["changeType"] = input.element(of: ["INSERT", "REMOVE", "UPDATE", "ITEMS_CHANGE", "NO_CHANGE"])
            take(machine.changeReceived(QueueChangeMessage(fields: change)))
        case 5:
            let ids = (0..<input.below(12)).map { _ in Int(input.byte()) }
            take(machine.itemIDsReceived(ids, sequence: input.bool() ? input.below(9) : nil, now: now))
        case 6:
            let items = QueueItemsMessage(fields: ["items": Messages.queueItems(&input, known)]).items
            take(machine.itemsReceived(items))
        case 7, 8:
            guard !tickets.isEmpty else { return }
            let (ticket, isIDs) = tickets.removeFirst()
            let codes: [CastError.Code] = [.requestTimedOut, .invalidRequest, .connectionClosed]
            let error = input.bool() ? CastError(input.element(of: codes), "refused") : nil
            take(
                isIDs
                    ? machine.itemIDsAnswered(ticket, error, now: now) : machine.itemsAnswered(ticket, error, now: now)
            )
        case 9: take(machine.item(at: Int(input.byte()) - 4, now: now).actions)
        case 10:
            take(
                input.bool() ? machine.reload() : input.bool() ? machine.clear() : machine.mediaSessionEnded()
            )
        default: take(machine.suspended(CastError(.connectionClosed, "gone")))
        }
    }

    private mutating func take(_ actions: [QueueMachine.Action]) {
        for action in actions {
            switch action {
            case .fetchIDs(_, let ticket): tickets.append((ticket, true))
            case .fetchItems(let ids, _, let ticket):
                require(ids.count <= machine.configuration.fetchLimit, "a batch of \(ids.count)")
                require(Set(ids).count == ids.count, "an item is fetched twice")
                tickets.append((ticket, false))
            case .changed(let changes): apply(changes)
            case .itemsUnavailable: break
            }
        }
        require(machine.items.count <= machine.configuration.cacheSize, "\(machine.items.count) cached items")
        require(Set(machine.itemIDs).count == machine.itemIDs.count, "the queue contains an id twice")
        require(
            machine.items.keys.allSatisfy { machine.index(ofItem: $0) != nil },
            "a cached item is not in the queue"
        )
        require(tickets.count < 64, "\(tickets.count) requests at once")
    }

    private mutating func apply(_ changes: [MediaQueueChange]) {
        let now = machine.itemIDs
        for change in changes {
            switch change {
            case .reloaded: shown = now
            case .inserted(let range):
                require(range.upperBound <= now.count && range.lowerBound <= shown.count, "an insertion at \(range)")
                shown.insert(contentsOf: now[range], at: range.lowerBound)
            case .removed(let indexes):
                require(indexes == indexes.sorted() && indexes.allSatisfy(shown.indices.contains), "\(indexes)")
                for index in indexes.reversed() { shown.remove(at: index) }
            case .updated(let indexes):
                require(indexes == indexes.sorted() && indexes.allSatisfy(now.indices.contains), "\(indexes)")
            default: break
            }
        }
        require(shown == now, "the changes give \(shown), the queue is \(now)")
    }
}

extension ContinuousClock.Instant {
    /// The start of every run. Only differences of instants matter.
    static let origin = ContinuousClock.now
}

/// The media of an application under any statuses, with all values that are derived from it.
private struct MediaModel {
    private var input: FuzzInput
    private var state = MediaState()
    private var now = ContinuousClock.Instant.origin
    private var running: Int?

    init(_ input: FuzzInput) { self.input = input }

    mutating func run() {
        for _ in 0..<128 where !input.isEmpty {
            step()
            if let snapshot = state.snapshot { read(snapshot) }
            now += .seconds(input.timeStep())
        }
        take(state.cleared())
        require(running == nil, "session \(running ?? 0) has no end")
        require(state.snapshot == nil, "a status after the end")
    }

    private mutating func step() {
        switch input.below(10) {
        case 0: take(state.suspended())
        case 1: take(state.cleared())
        case 2:
            let target = input.value()
            state.seekSent(to: Double(json: target).flatMap { $0.isFinite ? $0 : nil } ?? 0, at: now)
        default:
            let message = Messages.mediaStatus(&input, sessions: [1, 2, 3], items: [1, 2, 3])
            take(state.received(MediaStatusMessage(fields: message), isReply: input.bool(), at: now))
        }
    }

    private mutating func take(_ changes: [MediaState.Change]) {
        for change in changes {
            switch change {
            case .started(let id): running = id
            case .ended(let id, _):
                // A session that ended may continue: receivers report IDLE between two items.
                if running == id { running = nil }
            case .updated, .ignored: break
            }
        }
        // A session that reports another state after its end continues, except that it may load without ever playing again.
        guard let snapshot = state.snapshot, snapshot.playerState != .idle, !snapshot.isLoading else { return }
        running = snapshot.mediaSessionID
    }

    private func read(_ snapshot: MediaSnapshot) {
        for instant in [now, now + .seconds(1), now + .seconds(1e6), now - .seconds(5)] {
            require(snapshot.position(at: instant).isFinite, "the position \(snapshot.position(at: instant))")
            _ = snapshot.remaining(at: instant)
            if let range = snapshot.liveSeekableRange(at: instant) {
                require(range.lowerBound.isFinite && range.upperBound.isFinite, "the live range \(range)")
            }
            _ = snapshot.isAtLiveEdge(at: instant)
            _ = snapshot.section(at: instant)
        }
        _ = snapshot.absoluteTime(of: 10)
        let controls = MediaControls(snapshot, PendingMediaValues())
        let position = controls.position(at: now)
        require(position.shown?.isFinite ?? true, "the position of the controls")
    }
}
