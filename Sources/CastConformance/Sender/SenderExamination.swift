// SPDX-License-Identifier: Apache-2.0

public import CastTransport
import CastWire

/// Judges a Cast sender by the events on the sockets of the device that it uses.
///
/// A state machine: events go in with their time, results come out. It has no clock and no sockets, so a recorded session
/// can be examined as well. All connections are judged as those of one sender. A statement about a situation that did
/// not occur is skipped.
///
/// The memory is bounded, whatever the sender sends.
public struct SenderExamination: Sendable {
    struct Tally: Sendable {
        var observations = 0
        var differences = 0
        var first = ""
        /// Connections that ended soon after the unusual answer, without CLOSE and without a pending request.
        var unexplainedEnds = 0
    }

    /// The time within which a PING must be answered.
    static let pongLimit = Duration.seconds(10)
    /// The time in which a sender may still use what has just ended, because messages cross.
    static let grace = Duration.seconds(2)
    /// The age at which a reply counts as late.
    static let lateReply = Duration.seconds(5)
    /// The silence of the device after which the sender must have acted.
    static let silenceLimit = Duration.seconds(15)

    private var tallies: [SenderRule: Tally] = [:]
    private var connections: [Int: SenderConnection] = [:]
    private var secrets: [String] = []
    private(set) var sender = ConformanceReport.Sender()
    var device = AnnouncedState()
    /// When the sender last asked to stop or replace the running app.
    var lastEndRequest: ContinuousClock.Instant?
    /// The apps that the device ended, with the time.
    var endedApps: [String: ContinuousClock.Instant] = [:]
    /// The media that failed, with the time and the number of loads since.
    var failedMedia: [String: (at: ContinuousClock.Instant, loads: Int)] = [:]
    /// The launches that failed, with the time and the number of launches since.
    var failedLaunches: [String: (at: ContinuousClock.Instant, launches: Int)] = [:]
    /// When the device ended a connection, by address, and the number of connections since.
    private var deviceEnds: [String: (at: ContinuousClock.Instant, opened: Int)] = [:]

    /// Creates an examination without events.
    public init() {}

    // MARK: - Events

    /// Processes an event of a socket of the device.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - socket: The number of the socket.
    ///   - now: The time of the event, which never decreases.
    public mutating func observe(_ event: CastSocketEvent, on socket: Int, at now: ContinuousClock.Instant) {
        advance(to: now)
        if case .opened(let local, let remote) = event { return opened(socket, local, remote, at: now) }
        // Taken out, so that the connection and the rest can be changed together.
        guard var connection = connections.removeValue(forKey: socket) else { return }
        switch event {
        case .received(let message):
            received(ExaminedSenderMessage(message), &connection, at: now)
            connections[socket] = connection
        case .sent(let message):
            sent(ExaminedSenderMessage(message), &connection, at: now)
            connections[socket] = connection
        case .closed(let reason): closed(connection, reason, at: now)
        default: connections[socket] = connection
        }
    }

    /// Judges what is due: PINGs without an answer, and silence.
    ///
    /// - Parameter now: The current time.
    public mutating func advance(to now: ContinuousClock.Instant) {
        for socket in connections.keys.sorted() {
            guard var connection = connections.removeValue(forKey: socket) else { continue }
            judgeDue(&connection, at: now)
            connections[socket] = connection
        }
        for (host, end) in deviceEnds where end.opened == 0 && now - end.at > .seconds(60) {
            judge(.reconnects, false, "no connection within a minute")
            deviceEnds[host] = nil
        }
    }

    /// The number of open connections.
    public var openConnections: Int { connections.count }

    // MARK: - Results

    /// Returns the report at a time. Further events can be processed afterwards.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - showsNames: Whether the report contains addresses. Default false.
    public func report(at now: ContinuousClock.Instant, showsNames: Bool = false) -> ConformanceReport {
        var examination = self
        examination.advance(to: now)
        for connection in examination.connections.values { examination.settle(connection, at: now) }
        let privacy = Privacy(showsNames ? [] : secrets)
        var report = ConformanceReport(sender: sender)
        report.results = SenderRule.allCases.map { rule in
            CaseResult(SenderStatement(rule), examination.outcome(of: rule, privacy))
        }
        return report
    }

    private func outcome(of rule: SenderRule, _ privacy: Privacy) -> CaseResult.Outcome {
        let tally = tallies[rule] ?? Tally()
        let statement = rule.definition.1
        if tally.differences > 0 {
            let times = tally.differences == 1 ? "" : " (\(tally.differences) times)"
            return .differs(expected: statement, received: privacy.cleaned(tally.first) + times)
        }
        if tally.observations > 0 { return .passed }
        if tally.unexplainedEnds > 1 {
            return .differs(
                expected: statement,
                received: "each of \(tally.unexplainedEnds) connections ended within a second, without CLOSE"
            )
        }
        return .skipped(reason: "not observed")
    }

    /// Records whether the sender did what a statement says.
    mutating func judge(_ rule: SenderRule, _ holds: Bool, _ received: @autoclosure () -> String) {
        var tally = tallies[rule] ?? Tally()
        tally.observations += 1
        if !holds {
            tally.differences += 1
            if tally.differences == 1 { tally.first = String(received().prefix(300)) }
        }
        tallies[rule] = tally
    }

    // MARK: - Beginning and end of connections

    private mutating func opened(
        _ socket: Int,
        _ local: CastEndpoint,
        _ remote: CastEndpoint,
        at now: ContinuousClock.Instant
    ) {
        for host in [local.host, remote.host] where secrets.count < 64 && !secrets.contains(host) {
            secrets.append(host)
        }
        connections[socket] = SenderConnection(host: remote.host, openedAt: now)
        guard var end = deviceEnds[remote.host] else { return }
        end.opened += 1
        if end.opened == 1 { judge(.reconnects, true, "") }
        if now - end.at <= .seconds(10) {
            judge(.reconnectRate, end.opened <= 10, "\(end.opened) connections in 10 seconds")
            deviceEnds[remote.host] = end
        } else {
            deviceEnds[remote.host] = nil
        }
    }

    private mutating func closed(
        _ connection: SenderConnection,
        _ reason: CastCloseReason,
        at now: ContinuousClock.Instant
    ) {
        if case .protocolViolation(let error) = reason {
            judge(.validFrames, false, "\(error)")
        } else {
            judge(.validFrames, true, "")
        }
        if now - connection.openedAt >= .seconds(30) {
            judge(.pings, connection.lastPing != nil, "no PING in \((now - connection.openedAt).components.seconds) s")
        }
        let silence = connection.lastSent.map { now - $0 } ?? .zero
        let isOpen = connection.links.values.contains { if case .open = $0 { true } else { false } }
        switch reason {
        case .local where !connection.hasSentClose || isOpen, .heartbeatLost:
            if deviceEnds.count < 64 { deviceEnds[connection.host] = (now, 0) }
            if reason == .heartbeatLost, isOpen, silence >= .seconds(10) {
                judge(.silence, hasAsked(connection), "neither PING nor the end of the connection")
            }
        case .remote, .failure:
            // A reset by a simulated fault.
            if case .failure(let text) = reason, text.contains("simulated fault") {
                if deviceEnds.count < 64 { deviceEnds[connection.host] = (now, 0) }
                return
            }
            judge(.closesBeforeEnd, connection.hasSentClose, "the connection ended without CLOSE")
            if isOpen, silence >= .seconds(10) { judge(.silence, true, "") }
            judgeEnd(connection, at: now)
        case .protocolViolation: judgeEnd(connection, at: now)
        default: break
        }
    }

    /// Judges the end of a connection by the sender after unusual answers.
    private mutating func judgeEnd(_ connection: SenderConnection, at now: ContinuousClock.Instant) {
        guard !connection.hasSentClose else { return }
        for watch in connection.watches where now - watch.since <= .seconds(1) {
            let open = connection.pending.filter { now - $0.sentAt < .seconds(10) }
            if let request = open.first {
                judge(watch.rule, false, "the connection ended while \(request.type) was pending, without CLOSE")
            } else {
                tallies[watch.rule, default: Tally()].unexplainedEnds += 1
            }
        }
    }

    // MARK: - Time

    private func hasAsked(_ connection: SenderConnection) -> Bool {
        guard let ping = connection.lastPing, let sent = connection.lastSent else { return false }
        return ping > sent
    }

    private mutating func judgeDue(_ connection: inout SenderConnection, at now: ContinuousClock.Instant) {
        while let ping = connection.openPings.first, now - ping > Self.pongLimit {
            judge(.answersPing, false, "no PONG within \(Self.pongLimit.components.seconds) s")
            connection.openPings.removeFirst()
        }
        let isOpen = connection.links.values.contains { if case .open = $0 { true } else { false } }
        if isOpen, !connection.isSilenceJudged, let sent = connection.lastSent, now - sent >= Self.silenceLimit {
            judge(.silence, hasAsked(connection), "no PING in \((now - sent).components.seconds) s of silence")
            connection.isSilenceJudged = true
        }
        // A connection that is open so long afterwards has survived, also if nothing needed to be said.
        settleWatches(&connection, at: now, after: .seconds(15))
    }

    /// Ends the watches that have lasted long enough, as survived.
    mutating func settleWatches(
        _ connection: inout SenderConnection,
        at now: ContinuousClock.Instant,
        after delay: Duration
    ) {
        let survived = connection.watches.filter { now - $0.since >= delay }
        guard !survived.isEmpty else { return }
        connection.watches.removeAll { now - $0.since >= delay }
        for watch in survived { judge(watch.rule, true, "") }
    }

    /// Judges an open connection as if it ended now.
    private mutating func settle(_ connection: SenderConnection, at now: ContinuousClock.Instant) {
        var connection = connection
        judge(.validFrames, true, "")
        settleWatches(&connection, at: now, after: .seconds(3))
        if now - connection.openedAt >= .seconds(30) {
            judge(.pings, connection.lastPing != nil, "no PING in \((now - connection.openedAt).components.seconds) s")
        }
    }

    /// Keeps what the sender says of itself.
    mutating func introduce(_ object: JSONObject) {
        sender.merge(object)
    }
}
