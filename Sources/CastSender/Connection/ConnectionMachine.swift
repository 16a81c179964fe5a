// SPDX-License-Identifier: Apache-2.0

import CastWire
import NIOCore

/// The state machine for one socket, from CONNECT until it closes. It has no access to the socket or a clock.
///
/// **Responsibilities.** It owns the ``Heartbeat``, the ``RequestTable``, the ``VirtualConnections``, the
/// ``ReceiverState``, the applications that this sender has joined, and the ``ApplicationWait``s for applications that
/// are starting or stopping. Every event is passed in with its time, and actions are returned; ``CastConnection``
/// executes them in order. After each event the driver reads ``nextDeadline`` and schedules its one timer.
///
/// **States.** Open from the start; closed by ``closed(_:)`` or by its own ``Action/close(_:)``. A closed machine
/// ignores all events.
///
/// **Messages.** Heartbeat and connection messages are handled regardless of virtual connections, all others only over
/// an open one. Receiver messages change the receiver state and settle requests. Messages of a joined application are
/// passed to its session first and then settle requests, so that a caller that resumes finds the updated state. A
/// message in an application's custom namespace may contain anything: it is passed on without parsing, and parsed only
/// when a request waits for a reply in that namespace. A message that cannot be parsed is counted and dropped: it
/// neither delays a PONG nor closes the socket (framing errors, which are detected below this machine, do).
///
/// **Order of actions.** State changes first, then endings, then replies.
///
/// It is not copyable, because reading one of its properties from the connection's storage would otherwise copy all.
struct ConnectionMachine: ~Copyable {
    struct Configuration {
        var senderID = CastMessage.senderID
        /// The device's name, for error texts.
        var device: String
        var heartbeat = Heartbeat.Timing(silenceBeforePing: .seconds(5), silenceBeforeClose: .seconds(10))
        var requestLimit = 256
        /// How long to wait for the reply with the right request id after a status without one.
        var unnumberedReplyGrace = TimeAmount.milliseconds(300)
        /// The time limit for requests that the machine itself sends.
        var requestTimeout = TimeAmount.seconds(10)
        /// How long media may play without a status before one is requested; nil never requests one.
        var mediaRefresh: TimeAmount? = .seconds(30)
        var connect = ConnectRequest()
    }

    enum Action: Equatable {
        case send(CastMessage)
        /// Settles a request, which has left the table, with its result.
        case settle(Int, Result<JSONObject, CastError>)
        case launchProgress(Int, LaunchProgress)
        /// The receiver status changed.
        case receiverStatus(ReceiverStatus)
        /// The device's group changed.
        case groupChanged(GroupStatus, [GroupEvent])
        /// The description of a joined application changed.
        case applicationUpdated(transportID: String, ApplicationStatus)
        /// A message from a joined application; `settles` is the id of the request it answers.
        case applicationMessage(transportID: String, CastNamespace, JSONObject, settles: Int?)
        /// A message from a joined application in a custom namespace, not parsed.
        case channelMessage(transportID: String, CastMessage)
        /// A joined application sent CLOSE. A status request for the reason is pending.
        case transportLost(transportID: String)
        case applicationEnded(transportID: String, SessionEndReason)
        case close(CloseReason)
    }

    /// The number of dropped messages, by cause.
    struct Counters: Equatable {
        var unreadable = 0
        var notConnected = 0
        var unknownType = 0
        /// Parts of continued messages beyond the limits.
        var continued = 0
    }

    /// An application that this sender has opened a virtual connection to.
    struct Joined: Equatable {
        var application: ApplicationStatus
        let sessionID: String
        let transportID: String
        /// The id of the LAUNCH request that started it. CAST_INIT_TIMEOUT may arrive with this id a minute later.
        let launchRequestID: Int?
        /// Whether this sender has asked the device to stop it, and the device has not refused.
        var isStopping = false
        /// Whether the transport sent CLOSE. The next receiver status shows the reason.
        var hasLostTransport = false
    }

    var configuration: Configuration
    private(set) var closeReason: CloseReason?
    var heartbeat: Heartbeat
    var roundTrip = RoundTripEstimate()
    var continuedMessages = MessageReassembler()
    var requests: RequestTable
    var connections: VirtualConnections
    var receiver = ReceiverState()
    var joined: [String: Joined] = [:]
    /// When to request the media status of joined applications that play, unless one arrives before.
    var mediaRefreshes: [String: NIODeadline] = [:]
    var waits: [Int: ApplicationWait] = [:]
    var multizone = MultizoneState()
    /// The SET_DEVICE_VOLUME requests that wait for their effect.
    var memberWaits: [Int: MemberVolumeWait] = [:]
    /// The ids of GET_STATUS requests that the machine sent to find out why a transport was lost.
    var lossInquiries: Set<Int> = []
    var counters = Counters()

    init(configuration: Configuration, firstRequestID: Int, now: NIODeadline) {
        self.configuration = configuration
        heartbeat = Heartbeat(timing: configuration.heartbeat, now: now)
        requests = RequestTable(firstID: firstRequestID, limit: configuration.requestLimit)
        connections = VirtualConnections(senderID: configuration.senderID)
    }

    var isClosed: Bool { closeReason != nil }

    /// The time at which ``deadlineReached(now:)`` must be called next; nil once closed.
    var nextDeadline: NIODeadline? {
        guard !isClosed else { return nil }
        var earliest = heartbeat.deadline(allowance: roundTrip.limit)
        if let deadline = requests.deadline { earliest = min(earliest, deadline) }
        for refresh in mediaRefreshes.values { earliest = min(earliest, refresh) }
        return earliest
    }

    /// Handles the opened socket by connecting to the platform.
    mutating func opened() -> [Action] { connect(to: CastMessage.receiverID) }

    mutating func deadlineReached(now: NIODeadline) -> [Action] {
        guard !isClosed else { return [] }
        var actions: [Action] = []
        switch heartbeat.deadlineReached(now: now, allowance: roundTrip.limit) {
        case .none: break
        case .sendPing: actions.append(send(HeartbeatMessage.ping, in: .heartbeat, to: CastMessage.receiverID))
        case .closeConnection: return close(.heartbeatLost)
        }
        for entry in requests.expire(now: now) { actions += expired(entry) }
        return actions + refreshMedia(now: now)
    }

    /// Handles the end of the socket: every request fails and every application ends.
    mutating func closed(_ reason: CloseReason) -> [Action] {
        guard !isClosed else { return [] }
        closeReason = reason
        var actions: [Action] = []
        for transportID in joined.keys.sorted() {
            actions.append(.applicationEnded(transportID: transportID, .connectionLost(reason)))
        }
        joined = [:]
        mediaRefreshes = [:]
        waits = [:]
        for entry in requests.takeAll() {
            actions.append(.settle(entry.id, .failure(.closed(reason, during: entry.type, device: device))))
        }
        return actions
    }

    /// Closes the connection from this side.
    mutating func close(_ reason: CloseReason) -> [Action] {
        guard !isClosed else { return [] }
        return closed(reason) + [.close(reason)]
    }

    var device: String { configuration.device }

    func send(_ payload: some WireObject, in namespace: CastNamespace, to peerID: String) -> Action {
        .send(CastMessage(from: configuration.senderID, to: peerID, namespace: namespace, json: payload))
    }

    mutating func connect(to peerID: String) -> [Action] {
        guard connections.open(to: peerID) else { return [] }
        return [send(configuration.connect, in: .connection, to: peerID)]
    }

    private mutating func expired(_ entry: RequestTable.Entry) -> [Action] {
        if let answer = entry.unnumberedAnswer { return [.settle(entry.id, .success(answer))] }
        var error = CastError.timedOut(entry, device: device)
        if let wait = waits.removeValue(forKey: entry.id) { error = wait.timedOut(entry, device: device) }
        return endLost(afterInquiry: entry.id) + [.settle(entry.id, .failure(error))]
    }
}

/// The virtual connections of one socket: pairs of this sender's id and a peer's, opened by CONNECT and ended by CLOSE.
///
/// A device drops messages that are not sent over a virtual connection, so the sender connects to the platform
/// (`receiver-0`) first, and to each application's transport before it sends a message there. Incoming messages are
/// filtered by the same rule. A CLOSE from the platform ends the socket, one from a transport only that application; a
/// CLOSE with destination `*` is ignored (CASTV2 virtual connections).
struct VirtualConnections {
    /// The effect of a CLOSE message.
    enum Closed: Equatable {
        /// The platform closed the virtual connection; the socket cannot be used anymore.
        case platform
        /// An application closed the virtual connection, or has ended.
        case transport(String)
        /// No effect: a broadcast, or a connection that is not open.
        case nothing
    }

    /// The id of this sender.
    let senderID: String
    private var peers: Set<String> = []

    init(senderID: String) { self.senderID = senderID }

    /// Opens a virtual connection; returns false when it is already open, so that no CONNECT is needed.
    mutating func open(to peerID: String) -> Bool { peers.insert(peerID).inserted }

    /// Closes a virtual connection; returns false when it was not open, so that no CLOSE is needed.
    mutating func close(to peerID: String) -> Bool { peers.remove(peerID) != nil }

    func isOpen(to peerID: String) -> Bool { peers.contains(peerID) }

    /// Handles a CLOSE message.
    mutating func closeReceived(from sourceID: String, to destinationID: String) -> Closed {
        guard destinationID == senderID, peers.remove(sourceID) != nil else { return .nothing }
        return sourceID == CastMessage.receiverID ? .platform : .transport(sourceID)
    }

    /// Whether a message with these ids belongs to an open virtual connection.
    func accepts(from sourceID: String, to destinationID: String) -> Bool {
        (destinationID == senderID || destinationID == CastMessage.broadcastID) && peers.contains(sourceID)
    }
}
