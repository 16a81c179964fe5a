// SPDX-License-Identifier: Apache-2.0

import CastTransport
import CastWire

// Messages of the sender: frames, virtual connections, heartbeat and authentication.

extension SenderExamination {
    /// The namespaces of the protocol whose messages are JSON objects with a type.
    private static let typedNamespaces: Set<CastNamespace> = [
        .connection, .heartbeat, .receiver, .media, .multizone, .discovery,
    ]

    mutating func received(
        _ message: ExaminedSenderMessage,
        _ connection: inout SenderConnection,
        at now: ContinuousClock.Instant
    ) {
        let isFirst = !connection.hasReceived
        connection.hasReceived = true
        // What the sender sends so long after an unusual answer, it sends in spite of it.
        settleWatches(&connection, at: now, after: .milliseconds(250))
        judgeFraming(message)
        judgeSource(message, &connection)
        switch message.message.namespace {
        case .deviceAuth: challenged(message, &connection, isFirst: isFirst)
        case .heartbeat: heartbeat(message, &connection, at: now)
        case .connection: connectionMessage(message, &connection)
        default:
            guard judgeRoute(message, connection, at: now) else { return }
            requested(message, &connection, at: now)
        }
    }

    private mutating func judgeFraming(_ examined: ExaminedSenderMessage) {
        let message = examined.message
        let namespace = message.namespace
        judge(
            .validNamespace,
            namespace.isWellFormed,
            "\(namespace.rawValue.utf8.count) bytes: \(namespace.rawValue.prefix(80))"
        )
        judge(.notContinued, !message.isContinued, "a part of a message in \(namespace)")
        guard Self.typedNamespaces.contains(namespace) else { return }
        let form =
            if case .binary = message.payload { "binary" } else { "text that is no JSON object" }
        judge(.jsonObject, examined.object != nil, "\(form) in \(namespace)")
        if let object = examined.object {
            let type = object["type"]?.stringValue ?? ""
            judge(.messageType, !type.isEmpty, "an object without a type in \(namespace)")
        }
    }

    private mutating func judgeSource(_ examined: ExaminedSenderMessage, _ connection: inout SenderConnection) {
        let source = examined.message.sourceID
        let isValid = !source.isEmpty && source != CastMessage.broadcastID && source != CastMessage.receiverID
        judge(.validSource, isValid, "\"\(source.prefix(40))\" as the source of \(examined.summary)")
        // Senders authenticate devices as the platform sender, and the IDs of apps differ from it.
        guard examined.message.namespace != .deviceAuth, connection.sources.count < SenderConnection.capacity else {
            return
        }
        connection.sources.insert(source)
        judge(.oneSource, connection.sources.count == 1, "\(connection.sources.count) source IDs")
    }

    // MARK: - Authentication

    private mutating func challenged(
        _ examined: ExaminedSenderMessage,
        _ connection: inout SenderConnection,
        isFirst: Bool
    ) {
        connection.challenges += 1
        judge(.challengesOnce, connection.challenges == 1, "\(connection.challenges) challenges")
        judge(.challengesFirst, isFirst, "a challenge after other messages")
        guard case .binary(let bytes) = examined.message.payload else {
            return judge(.validChallenge, false, "text")
        }
        guard case .challenge(let challenge)? = try? DeviceAuthMessage(parsing: bytes) else {
            return judge(.validChallenge, false, "\(bytes.count) bytes that are no challenge")
        }
        judge(.validChallenge, true, "")
        judge(.longNonce, challenge.senderNonce.count >= 16, "a nonce of \(challenge.senderNonce.count) bytes")
        judge(.strongHash, challenge.hashAlgorithm == .sha256, "\(challenge.hashAlgorithm)")
    }

    // MARK: - Heartbeat

    private mutating func heartbeat(
        _ examined: ExaminedSenderMessage,
        _ connection: inout SenderConnection,
        at now: ContinuousClock.Instant
    ) {
        let message = examined.message
        switch examined.type {
        case "PING":
            connection.lastPing = now
            judge(.pings, true, "")
            let count = connection.pingTimes.add(now, within: .seconds(10))
            judge(.pingRate, count <= 10, "\(count) PINGs in 10 seconds")
            let route = SenderRoute(source: message.sourceID, destination: message.destinationID)
            let isLinked = if case .open? = connection.links[route] { true } else { false }
            judge(
                .pingDestination,
                message.destinationID == CastMessage.receiverID || isLinked,
                "PING to \"\(message.destinationID.prefix(40))\""
            )
        case "PONG":
            connection.pongs += 1
            judge(.pongOnlyAfterPing, connection.pongs <= connection.pings, "PONG without PING")
            guard connection.pongs <= connection.pings else { return }
            judge(
                .answersThePinger,
                connection.pingSources.contains(message.destinationID),
                "PONG to \"\(message.destinationID.prefix(40))\""
            )
            judge(.answersPing, true, "")
            // A burst of PINGs may be answered once.
            connection.openPings.removeAll()
        default: break
        }
    }

    // MARK: - Virtual connections

    private mutating func connectionMessage(_ examined: ExaminedSenderMessage, _ connection: inout SenderConnection) {
        let message = examined.message
        let route = SenderRoute(source: message.sourceID, destination: message.destinationID)
        switch examined.type {
        case "CONNECT":
            if let type = examined["connType"] {
                let isValid = if case .integer(0...2) = type { true } else { false }
                judge(.connectionType, isValid, "connType \(type.jsonString.prefix(40))")
            } else {
                judge(.connectionType, true, "")
            }
            judgeDestination(examined)
            connection.setLink(.open, route)
            connection.hasSentClose = false
            if let object = examined.object { introduce(object) }
        case "CLOSE":
            connection.hasSentClose = true
            judge(.nothingAfterClose, true, "")
            connection.pending.removeAll { $0.route == route }
            if connection.links[route] != nil { connection.setLink(.closedBySender, route) }
        default: break
        }
    }

    private mutating func judgeDestination(_ examined: ExaminedSenderMessage) {
        let destination = examined.message.destinationID
        judge(
            .knownDestination,
            destination == CastMessage.receiverID || device.applications[destination] != nil,
            "\(examined.summary) to \"\(destination.prefix(40))\""
        )
    }

    /// Judges whether a message may be sent to its destination. Returns false if the device drops it.
    private mutating func judgeRoute(
        _ examined: ExaminedSenderMessage,
        _ connection: SenderConnection,
        at now: ContinuousClock.Instant
    ) -> Bool {
        let message = examined.message
        let route = SenderRoute(source: message.sourceID, destination: message.destinationID)
        judgeDestination(examined)
        let isPlatform = message.destinationID == CastMessage.receiverID
        let connects: SenderRule = isPlatform ? .connectsToPlatform : .connectsToApplication
        if !isPlatform, let application = device.applications[message.destinationID], !application.namespaces.isEmpty {
            judge(
                .listedNamespace,
                application.namespaces.contains(message.namespace.rawValue),
                "\(message.namespace) to an app without it"
            )
        }
        switch connection.links[route] {
        case .open:
            judge(connects, true, "")
            return true
        case .closedBySender:
            judge(.nothingAfterClose, false, "\(examined.summary) after CLOSE")
            return false
        case .closedByDevice(let closedAt):
            if now - closedAt > Self.grace {
                judge(.nothingToClosedApplication, false, "\(examined.summary) after CLOSE of the device")
            }
            return false
        case nil:
            if connection.links.count < SenderConnection.capacity {
                judge(connects, false, "\(examined.summary) without CONNECT from \(message.sourceID.prefix(40))")
            }
            return false
        }
    }
}
