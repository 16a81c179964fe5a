// SPDX-License-Identifier: Apache-2.0

import CastWire
import NIOCore

extension ConnectionMachine {
    /// Handles a message from the socket.
    mutating func messageReceived(_ message: CastMessage, now: NIODeadline) -> [Action] {
        guard !isClosed else { return [] }
        heartbeat.messageReceived(now: now)
        switch continuedMessages.append(message) {
        case .waiting: return []
        case .dropped:
            counters.continued += 1
            return []
        case .complete(let whole): return wholeMessageReceived(whole, now: now)
        }
    }

    private mutating func wholeMessageReceived(_ message: CastMessage, now: NIODeadline) -> [Action] {
        switch message.namespace {
        case .heartbeat: return heartbeatReceived(message, now: now)
        case .connection: return connectionReceived(message, now: now)
        default: break
        }
        guard connections.accepts(from: message.sourceID, to: message.destinationID) else {
            counters.notConnected += 1
            return []
        }
        if message.sourceID != CastMessage.receiverID, !message.namespace.isReserved {
            return channelMessageReceived(message)
        }
        guard let object = read(message) else { return [] }
        if message.sourceID != CastMessage.receiverID {
            return applicationMessageReceived(object, namespace: message.namespace, from: message.sourceID)
        }
        if message.namespace == .receiver { return receiverMessageReceived(ReceiverMessage(object), object, now: now) }
        if message.namespace == .multizone { return multizoneMessageReceived(object) }
        if message.namespace == .media, let transportID = mediaTransport(for: object) {
            return applicationMessageReceived(object, namespace: .media, from: transportID)
        }
        return answerReceived(object, namespace: message.namespace, from: message.sourceID)
    }

    /// Returns the transport id of the application that a media message from the platform belongs to. Some receivers
    /// answer media requests from `receiver-0`. The application is the one whose request has the message's id, or else
    /// the only joined one with the media namespace.
    private func mediaTransport(for object: JSONObject) -> String? {
        if let entry = object.requestID.flatMap({ requests.entry($0) }), entry.namespace == .media,
            joined[entry.destinationID] != nil
        {
            return entry.destinationID
        }
        let players = joined.values.filter { $0.application.namespaces.contains(.media) }
        return players.count == 1 ? players.first?.transportID : nil
    }

    private mutating func read(_ message: CastMessage) -> JSONObject? {
        do {
            return try message.jsonObject()
        } catch {
            counters.unreadable += 1
            return nil
        }
    }

    /// Replies to a PING with the ids it was sent with, swapped. It needs no virtual connection.
    private mutating func heartbeatReceived(_ message: CastMessage, now: NIODeadline) -> [Action] {
        guard let object = read(message) else { return [] }
        guard HeartbeatMessage(fields: object).isPing else {
            if let sample = heartbeat.pongReceived(now: now) { roundTrip.measured(sample) }
            return []
        }
        let reply = CastMessage(
            from: message.destinationID,
            to: message.sourceID,
            namespace: .heartbeat,
            json: HeartbeatMessage.pong
        )
        return [.send(reply)]
    }

    private mutating func connectionReceived(_ message: CastMessage, now: NIODeadline) -> [Action] {
        guard let object = read(message), case .close = ConnectionMessage(object) else { return [] }
        switch connections.closeReceived(from: message.sourceID, to: message.destinationID) {
        case .nothing: return []
        case .platform: return close(.droppedByPlatform)
        case .transport(let transportID): return transportLost(transportID, now: now)
        }
    }

    /// Settles a request in a namespace that has no rules of its own.
    private mutating func answerReceived(
        _ object: JSONObject,
        namespace: CastNamespace,
        from sourceID: String
    ) -> [Action] {
        settle(object, namespace: namespace, from: sourceID).map { [$0] } ?? []
    }

    /// Returns the action that settles the request which this message answers; nil when it answers none.
    mutating func settle(_ object: JSONObject, namespace: CastNamespace, from sourceID: String) -> Action? {
        let id = object.requestID ?? object.launchRequestID
        if Refusal(object) != nil {
            guard
                case .settled(let entry) = requests.refusalReceived(id: id, from: sourceID, namespace: namespace)
            else { return nil }
            waitRefused(entry.id)
            return .settle(entry.id, .failure(.refused(entry.type, by: DevicePayload(fields: object), device: device)))
        }
        switch requests.replyReceived(id: id, from: sourceID, namespace: namespace) {
        case .settled(let entry): return .settle(entry.id, .success(object))
        case .acknowledged, .ignored: return nil
        }
    }

    private mutating func channelMessageReceived(_ message: CastMessage) -> [Action] {
        var actions: [Action] = []
        if joined[message.sourceID] != nil {
            actions.append(.channelMessage(transportID: message.sourceID, message))
        }
        guard requests.isWaiting(for: message.sourceID, in: message.namespace),
            let object = try? message.jsonObject(),
            let answer = settle(object, namespace: message.namespace, from: message.sourceID)
        else { return actions }
        return actions + [answer]
    }

    private mutating func applicationMessageReceived(
        _ object: JSONObject,
        namespace: CastNamespace,
        from transportID: String
    ) -> [Action] {
        var answer: Action?
        // A media message whose type is not a reply (such as TIME_TICK of a radio application) settles no request, even
        // when it carries the id of one.
        switch namespace == .media ? MediaMessage(object) : nil {
        case .unknown: counters.unknownType += 1
        // QUEUE_CHANGE notifies all senders of a change that a request made. The reply follows, unless nothing changed.
        case .queueChange(let change) where change.changeType != .noChange: break
        default: answer = settle(object, namespace: namespace, from: transportID)
        }
        var settled: Int?
        if case .settle(let id, _) = answer { settled = id }
        guard joined[transportID] != nil else { return answer.map { [$0] } ?? [] }
        let delivery = Action.applicationMessage(transportID: transportID, namespace, object, settles: settled)
        return answer.map { [delivery, $0] } ?? [delivery]
    }
}

/// The messages with which a device rejects a request.
enum Refusal {
    case invalidRequest
    case launchError
    case loadFailed
    case loadCancelled
    case invalidPlayerState
    case error

    init?(_ object: JSONObject) {
        switch object.messageType {
        case InvalidRequestMessage.type: self = .invalidRequest
        case LaunchErrorMessage.type: self = .launchError
        case LoadFailedMessage.type: self = .loadFailed
        case LoadCancelledMessage.type: self = .loadCancelled
        case InvalidPlayerStateMessage.type: self = .invalidPlayerState
        case MediaErrorMessage.type: self = .error
        default: return nil
        }
    }
}
