import CastWire

/// A message whose JSON is parsed at most once, when the first fault needs it.
struct ExaminedMessage {
    let message: CastMessage
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

    /// Returns a media status with shifted times; any other message unchanged.
    mutating func shiftingTimes(by duration: Duration) -> CastMessage {
        guard message.namespace == .media, var object, object.messageType == MediaStatusMessage.type,
            let statuses = object["status"]?.arrayValue
        else { return message }
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
        var shifted = message
        shifted.payload = .text(object.jsonString)
        return shifted
    }
}
