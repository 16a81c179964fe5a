// SPDX-License-Identifier: Apache-2.0

import CastWire

@testable import CastReceiver

/// A Default Media Receiver with simulated senders, player and clock; one call per event.
struct MediaTrace {
    var receiver = DefaultMediaReceiver()
    var now = ContinuousClock.now

    static let film: JSONObject = [
        "contentId": "http://127.0.0.1/film.mp4", "contentType": "video/mp4", "streamType": "BUFFERED",
        "metadata": ["metadataType": 0, "title": "Sunrise"],
    ]

    /// Returns a trace in which the film was loaded by request 1 and plays: media session 1, 100 s long.
    static func playing(_ load: JSONObject = [:]) -> MediaTrace {
        var trace = MediaTrace()
        _ = trace.load(load)
        _ = trace.player(.metadataLoaded(duration: 100, width: 640, height: 360))
        _ = trace.player(.playing(position: 0))
        return trace
    }

    static func sender(_ socket: Int) -> SenderAddress {
        SenderAddress(socket: SocketID(socket), id: "sender-0")
    }

    mutating func load(_ extra: JSONObject = [:], requestID: Int = 1, from socket: Int = 1) -> [MediaAction] {
        var request: JSONObject = [
            "type": "LOAD", "requestId": .integer(Int64(requestID)), "media": .object(Self.film),
        ]
        request.merge(extra)
        return send(request, from: socket)
    }

    mutating func send(_ payload: JSONObject, from socket: Int = 1) -> [MediaAction] {
        receiver.received(payload, from: Self.sender(socket), at: now)
    }

    /// Sends a request to the current media session, or to the last one.
    mutating func ask(
        _ type: String,
        _ extra: JSONObject = [:],
        requestID: Int = 2,
        session: Int? = nil,
        from socket: Int = 1
    ) -> [MediaAction] {
        var request: JSONObject = [
            "type": .string(type), "requestId": .integer(Int64(requestID)),
            "mediaSessionId": .integer(Int64(session ?? receiver.session?.id ?? receiver.lastSessionID)),
        ]
        request.merge(extra)
        return send(request, from: socket)
    }

    mutating func player(_ event: PlayerEvent, generation: Int? = nil) -> [MediaAction] {
        receiver.playerReported(event, generation: generation ?? receiver.generation, at: now)
    }

    mutating func wait(_ seconds: Double) {
        now += .seconds(seconds)
    }

    /// Returns the status of GET_STATUS; nil if the list is empty.
    mutating func currentStatus(_ extra: JSONObject = [:]) -> JSONValue? {
        send(JSONObject([("type", "GET_STATUS"), ("requestId", 99)]).merging(extra)).replies.first?["status"]?[0]
    }
}

extension JSONObject {
    func merging(_ other: JSONObject) -> JSONObject {
        var merged = self
        merged.merge(other)
        return merged
    }
}

extension [MediaAction] {
    var broadcasts: [JSONObject] {
        compactMap { if case .broadcast(let payload) = $0 { payload } else { nil } }
    }

    var replies: [JSONObject] {
        compactMap { if case .reply(let payload, _) = $0 { payload } else { nil } }
    }

    var commands: [PlayerCommand] {
        compactMap { if case .player(let command) = $0 { command } else { nil } }
    }

    var statusTexts: [String] {
        compactMap { if case .statusText(let text) = $0 { text } else { nil } }
    }

    /// The broadcast statuses, each with the request id of its message.
    var statuses: [(requestID: Int?, status: JSONValue)] {
        broadcasts.compactMap { payload in payload["status"]?[0].map { (payload.requestID, $0) } }
    }

    /// The broadcast statuses as text: `PLAYING` or `IDLE/FINISHED`, with the request id.
    var statusSummary: [String] {
        statuses.map { requestID, status in
            let state = status["playerState"]?.stringValue ?? "?"
            let reason = status["idleReason"]?.stringValue.map { "/\($0)" } ?? ""
            let loading = status["extendedStatus"]?["playerState"]?.stringValue.map { "+\($0)" } ?? ""
            return "\(state)\(reason)\(loading) \(requestID ?? -1)"
        }
    }

    /// The reason of INVALID_REQUEST, if it is the only action.
    var refusal: String? {
        guard count == 1, let payload = replies.first, payload.messageType == "INVALID_REQUEST" else { return nil }
        return payload["reason"]?.stringValue
    }
}
