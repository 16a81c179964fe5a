// SPDX-License-Identifier: Apache-2.0

import CastWire

/// The requests of a recording's senders, from which the request that a message of the device answers is found.
///
/// Senders number their requests independently, often from 1, and devices send the answers that concern every sender to
/// all of them. An id alone therefore does not identify a request.
struct RecordedRequests {
    /// A request, as the index of a conversation and of its `expected`.
    struct Reference: Hashable {
        var conversation: Int
        var index: Int
    }

    /// The request that a message answers.
    struct Answered {
        var request: Reference
        /// Whether the request has an answer of this type already. Such a message can also concern the request of a
        /// sender that was not recorded.
        var isRepeated: Bool
    }

    private struct Key: Hashable {
        var id: Int64
        var namespace: CastNamespace
    }

    private struct Request {
        var reference: Reference
        var sender: String
        /// The types of the answers that each conversation received, and of those to the sender alone.
        var answers: [Int: Set<String>] = [:]
        var directAnswers: Set<String> = []

        func isAnswered(on conversation: Int) -> Bool {
            !directAnswers.isEmpty || answers[conversation]?.isEmpty == false
        }

        /// Whether no answer of a type is due.
        func isAnswered(on conversation: Int, with type: String) -> Bool {
            let types = directAnswers.union(answers[conversation] ?? [])
            return types.contains(type) || types.contains(where: MessageKey.isRefusal)
        }
    }

    private var requests: [Key: [Request]] = [:]
    /// A bound for hostile recordings: the number of requests with the same id that are remembered.
    private static let limit = 64

    /// Adds a request.
    mutating func add(_ message: CastMessage, id: Int64, _ reference: Reference) {
        let key = Key(id: id, namespace: message.namespace)
        requests[key, default: []].append(Request(reference: reference, sender: message.sourceID))
        if requests[key, default: []].count > Self.limit { requests[key]?.removeFirst() }
    }

    /// Finds the request that a message of the device answers: the oldest without an answer, or else the newest without
    /// an answer of this type, or else the newest.
    mutating func request(answeredBy message: CastMessage, id: Int64, on conversation: Int) -> Answered? {
        let key = Key(id: id, namespace: message.namespace)
        guard let candidates = requests[key] else { return nil }
        let isBroadcast = message.destinationID == CastMessage.broadcastID
        let indexes = candidates.indices.filter { index in
            let request = candidates[index]
            return isBroadcast
                || request.reference.conversation == conversation && request.sender == message.destinationID
        }
        let type = MessageKey.type(of: message)
        let unanswered =
            indexes.first { !candidates[$0].isAnswered(on: conversation) }
            ?? indexes.last { !candidates[$0].isAnswered(on: conversation, with: type) }
        guard let index = unanswered ?? indexes.last else { return nil }
        if isBroadcast {
            requests[key]?[index].answers[conversation, default: []].insert(type)
        } else {
            requests[key]?[index].directAnswers.insert(type)
        }
        return Answered(request: candidates[index].reference, isRepeated: unanswered == nil)
    }
}
