import CastWire
import NIOCore

/// The conversation on one socket, from CONNECT to its end, without the socket and without a clock.
///
/// **Responsibilities.** It owns the ``Heartbeat``, the ``RequestTable``, the ``VirtualConnections``, the
/// ``ReceiverState``, the applications this sender has joined, and the ``ApplicationWait``s for applications that
/// shall start or stop. Every event goes in with its instant, and orders come out; ``CastConnection`` carries them
/// out one by one. After each event the driver reads ``alarm`` and arms its one timer.
///
/// **States.** Open from the start; closed by ``closed(_:)`` or by its own ``Action/close(_:)``. A closed machine
/// ignores everything.
///
/// **Messages.** Heartbeat and connection messages are taken regardless of virtual connections, all others only
/// over an open one. Receiver messages change the receiver state and settle requests. Messages of a joined
/// application are handed to its session first and then settle requests, so that whoever waited finds the state
/// that its answer made. What an application says in a namespace of its own may be anything: it is handed on unread,
/// and read only when a request waits for an answer there. A message that cannot be read is counted and dropped: it never delays a PONG and never
/// closes the socket (framing errors do, below this machine).
///
/// **Order of orders.** State first, then endings, then answers.
struct ConnectionMachine {
    struct Configuration {
        var senderID = CastMessage.senderID
        /// The device's name for texts.
        var device: String
        var heartbeat = Heartbeat.Budget(silenceBeforePing: .seconds(5), silenceBeforeClose: .seconds(10))
        var requestLimit = 256
        /// How long the answer with the right request id may still take after a status without one.
        var unnumberedReplyGrace = TimeAmount.milliseconds(300)
        /// For the requests the machine makes itself.
        var requestTimeout = TimeAmount.seconds(10)
        /// How long media may play without a status before one is asked for; nil never asks.
        var mediaRefresh: TimeAmount? = .seconds(30)
        var connect = ConnectRequest()
    }

    enum Action: Equatable {
        case send(CastMessage)
        /// The answer to a request; the request has left the table.
        case settle(Int, Result<JSONObject, CastError>)
        case launchProgress(Int, LaunchProgress)
        /// The receiver reported something new about itself.
        case receiverStatus(ReceiverStatus)
        /// The device reported something new about its group.
        case groupChanged(GroupStatus, [GroupEvent])
        /// Something new about a joined application.
        case applicationUpdated(transportID: String, Application)
        /// A message from a joined application; `settles` is the request it answers.
        case applicationMessage(transportID: String, CastNamespace, JSONObject, settles: Int?)
        /// A message from a joined application in a namespace of its own, not read.
        case channelMessage(transportID: String, CastMessage)
        /// A joined application said CLOSE; what became of it is being asked.
        case transportLost(transportID: String)
        case applicationEnded(transportID: String, SessionEndReason)
        case close(CloseReason)
    }

    /// Messages that were dropped, by cause.
    struct Counters: Equatable {
        var unreadable = 0
        var notConnected = 0
        var unknownType = 0
        /// Pieces of continued messages beyond the limits.
        var continued = 0
    }

    /// An application this sender has opened a virtual connection to.
    struct Joined: Equatable {
        var application: Application
        let sessionID: String
        let transportID: String
        /// The id of the LAUNCH that started it, under which CAST_INIT_TIMEOUT may come a minute later.
        let launchRequestID: Int?
        var isStopping = false
        /// The transport said CLOSE; the next receiver status tells why.
        var hasLostTransport = false
        /// When its media status is asked for unless one comes before; nil while nothing plays.
        var mediaRefresh: NIODeadline?
    }

    var configuration: Configuration
    private(set) var closeReason: CloseReason?
    var heartbeat: Heartbeat
    var roundTrip = RoundTripEstimate()
    var continuedMessages = ContinuedMessages()
    var requests: RequestTable
    var connections: VirtualConnections
    var receiver = ReceiverState()
    var joined: [String: Joined] = [:]
    var waits: [Int: ApplicationWait] = [:]
    var multizone = MultizoneState()
    /// The SET_DEVICE_VOLUME requests whose effect is looked for.
    var memberWaits: [Int: MemberVolumeWait] = [:]
    /// The GET_STATUS requests by which the machine asks what became of a lost transport.
    var inquiries: Set<Int> = []
    var counters = Counters()

    init(configuration: Configuration, firstRequestID: Int, now: NIODeadline) {
        self.configuration = configuration
        heartbeat = Heartbeat(budget: configuration.heartbeat, now: now)
        requests = RequestTable(firstID: firstRequestID, limit: configuration.requestLimit)
        connections = VirtualConnections(senderID: configuration.senderID)
    }

    var isClosed: Bool { closeReason != nil }

    /// When ``alarmRang(now:)`` has something to do next; nil once closed.
    var alarm: NIODeadline? {
        guard !isClosed else { return nil }
        var alarm = heartbeat.deadline(allowance: roundTrip.limit)
        if let deadline = requests.deadline { alarm = min(alarm, deadline) }
        for refresh in joined.values.lazy.compactMap(\.mediaRefresh) { alarm = min(alarm, refresh) }
        return alarm
    }

    /// The socket is open: connects to the platform.
    mutating func opened() -> [Action] { connect(to: CastMessage.receiverID) }

    mutating func alarmRang(now: NIODeadline) -> [Action] {
        guard !isClosed else { return [] }
        var actions: [Action] = []
        switch heartbeat.alarmRang(now: now, allowance: roundTrip.limit) {
        case .none: break
        case .sendPing: actions.append(send(HeartbeatMessage.ping, in: .heartbeat, to: CastMessage.receiverID))
        case .giveUp: return close(.heartbeatLost)
        }
        for entry in requests.expire(now: now) { actions += expired(entry) }
        return actions + refreshMedia(now: now)
    }

    /// The socket has closed, or is about to: every request fails, every application ends.
    mutating func closed(_ reason: CloseReason) -> [Action] {
        guard !isClosed else { return [] }
        closeReason = reason
        var actions: [Action] = []
        for transportID in joined.keys.sorted() {
            actions.append(.applicationEnded(transportID: transportID, .connectionLost(reason)))
        }
        joined = [:]
        waits = [:]
        for entry in requests.takeAll() {
            actions.append(.settle(entry.id, .failure(.closed(reason, during: entry.type, device: device))))
        }
        return actions
    }

    /// Ends the connection from this side.
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
        let lost = inquiries.remove(entry.id) != nil ? endLost(.appClosed) : []
        return lost + [.settle(entry.id, .failure(error))]
    }
}
