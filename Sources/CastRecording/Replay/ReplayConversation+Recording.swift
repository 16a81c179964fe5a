// SPDX-License-Identifier: Apache-2.0

import CastWire

/// The conversations of a recording: what each connection expects and sends.
extension ReplayConversation {
    /// Returns the conversations of the recorded connections, in the order of opening.
    static func all(
        of recording: Recording,
        as role: ReplayRole,
        _ options: ReplayOptions
    ) -> [ReplayConversation] {
        var conversations: [ReplayConversation] = []
        var numbers: [Int: Int] = [:]
        var requests: RecordedRequests? = role == .device ? RecordedRequests() : nil
        let peerDirection: RecordedEvent.Direction = role == .device ? .toDevice : .toSender
        var preceding = 0
        for (position, event) in recording.events.enumerated() {
            let place = (milliseconds: event.milliseconds, position: position)
            let number = numbers[event.socket] ?? conversations.count
            if number == conversations.count {
                numbers[event.socket] = number
                conversations.append(ReplayConversation(number, opened: place, options: options))
            }
            guard conversations[number].closed == nil else { continue }
            switch event.kind {
            case .message(let message, let direction):
                // The heartbeat depends on time, and authentication needs keys that a recording does not have.
                if message.namespace == .heartbeat || message.namespace == .deviceAuth { continue }
                if direction == peerDirection {
                    conversations[number].append(
                        expected: message,
                        place,
                        preceding: preceding,
                        requests: &requests
                    )
                    preceding = event.milliseconds
                } else {
                    conversations[number].append(own: message, place, preceding: preceding, requests: &requests)
                }
            case .closed(let closer, _):
                let isOwn = closer.rawValue == role.rawValue
                conversations[number].appendEnd(place, preceding: preceding, isOwn: isOwn)
            default: break
            }
        }
        return conversations
    }

    /// Adds a message of the peer.
    ///
    /// - Parameters:
    ///   - requests: The requests of all senders; nil for a replay as a sender.
    ///   - preceding: The time of the message of a peer before this one.
    mutating func append(
        expected message: CastMessage,
        _ event: (milliseconds: Int, position: Int),
        preceding: Int,
        requests: inout RecordedRequests?
    ) {
        let payload = try? message.jsonObject()
        if let id = Self.requestID(payload) {
            requests?.add(message, id: id, RecordedRequests.Reference(conversation: number, index: expected.count))
        }
        let key = key(of: message, payload)
        waiting[key, default: ([], 0)].indexes.append(expected.count)
        if let id = key.answeredRequest { expectedAnswers[id, default: []].append(expected.count) }
        expected.append(
            Expected(
                message: message,
                payload: payload,
                milliseconds: event.milliseconds,
                position: event.position,
                precedingMilliseconds: preceding
            )
        )
    }

    /// Adds a message of this end.
    mutating func append(
        own message: CastMessage,
        _ event: (milliseconds: Int, position: Int),
        preceding: Int,
        requests: inout RecordedRequests?
    ) {
        let payload = try? message.jsonObject()
        var action = Own(
            message: message,
            payload: payload,
            milliseconds: event.milliseconds,
            position: event.position,
            precedingMilliseconds: preceding
        )
        var isSequential = true
        if let id = Self.requestID(payload) {
            if requests == nil { self.requests[id] = MessageKey.type(of: message) }
            if let answered = requests?.request(answeredBy: message, id: id, on: number) {
                action.request = answered.request
                // What follows a request of another connection keeps its place in the order of events.
                let isBroadcast = message.destinationID == CastMessage.broadcastID
                isSequential = answered.request.conversation != number || answered.isRepeated && isBroadcast
            }
        }
        if isSequential {
            sequence.append(own.count)
        } else if let request = action.request {
            expected[request.index].answers.append(own.count)
        }
        own.append(action)
    }

    /// Adds the end of the connection, after which nothing is read.
    ///
    /// - Parameter isOwn: Whether this end closed it.
    mutating func appendEnd(_ event: (milliseconds: Int, position: Int), preceding: Int, isOwn: Bool) {
        closed = event
        guard isOwn else { return }
        sequence.append(own.count)
        own.append(
            Own(milliseconds: event.milliseconds, position: event.position, precedingMilliseconds: preceding)
        )
    }
}
