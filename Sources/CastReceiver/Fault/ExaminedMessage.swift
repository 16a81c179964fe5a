// SPDX-License-Identifier: Apache-2.0

import CastWire

/// A message whose JSON is parsed at most once, when the first fault needs it.
struct ExaminedMessage {
    private(set) var message: CastMessage
    /// Nil if the payload is not a JSON object.
    lazy var object: JSONObject? = try? message.jsonObject()

    init(_ message: CastMessage) {
        self.message = message
    }

    /// Creates an answer to this request, with its request id; nil if the message is not a request.
    mutating func answer(_ reply: JSONObject) -> CastMessage? {
        guard let requestID = object?.integerRequestID else { return nil }
        var reply = reply
        if reply["requestId"] == nil { reply["requestId"] = .integer(Int64(requestID)) }
        return CastMessage(
            from: message.destinationID,
            to: message.sourceID,
            namespace: message.namespace,
            payload: .text(reply.jsonString)
        )
    }

    /// Changes the JSON of the message. Does nothing if the payload is not a JSON object.
    mutating func rewrite(_ edits: [MessageEdit]) {
        guard var edited = object else { return }
        for edit in edits { edit.apply(to: &edited) }
        replaceObject(with: edited)
    }

    private mutating func replaceObject(with edited: JSONObject) {
        object = edited
        message.payload = .text(edited.jsonString)
    }

    /// Shifts the times of a media status. Does nothing to any other message.
    mutating func shiftTimes(by duration: Duration) {
        guard message.namespace == .media, var object, object.messageType == MediaStatusMessage.type,
            let statuses = object["status"]?.arrayValue
        else { return }
        let seconds = duration / .seconds(1)
        func shift(_ object: inout JSONObject, _ keys: String...) {
            for key in keys {
                if let time = object[key].flatMap(Double.init(json:)) { object[key] = .number(time + seconds) }
            }
        }
        object["status"] = .array(
            statuses.map { value in
                guard case .object(var status) = value else { return value }
                shift(&status, "currentTime")
                if case .object(var range)? = status["liveSeekableRange"] {
                    shift(&range, "start", "end")
                    status["liveSeekableRange"] = .object(range)
                }
                return .object(status)
            }
        )
        replaceObject(with: object)
    }
}
