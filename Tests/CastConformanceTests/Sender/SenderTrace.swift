// SPDX-License-Identifier: Apache-2.0

import CastTransport
import CastWire

@testable import CastConformance

/// Events of a device's sockets, as a test writes them.
enum SenderEvent: Sendable {
    case open(Int)
    /// A message of the sender.
    case sender(CastNamespace, JSONObject, to: String, from: String, on: Int)
    /// A message of the device.
    case device(CastNamespace, JSONObject, from: String, to: String, on: Int)
    /// Any message of the sender.
    case raw(CastMessage)
    case closed(CastCloseReason, Int)
    /// Time passes, in seconds.
    case wait(Double)

    static let opened = SenderEvent.open(1)

    static func sender(
        _ namespace: CastNamespace,
        _ object: JSONObject,
        to destination: String = "receiver-0",
        from source: String = "sender-1"
    ) -> SenderEvent {
        .sender(namespace, object, to: destination, from: source, on: 1)
    }

    static func device(
        _ namespace: CastNamespace,
        _ object: JSONObject,
        from source: String = "receiver-0",
        to destination: String = "sender-1"
    ) -> SenderEvent {
        .device(namespace, object, from: source, to: destination, on: 1)
    }

    /// A request to the platform.
    static func platform(_ type: String, _ id: JSONValue, _ extra: JSONObject = [:]) -> SenderEvent {
        .sender(.receiver, request(type, id, extra))
    }

    /// A request to the app.
    static func media(_ type: String, _ id: JSONValue, _ extra: JSONObject = [:]) -> SenderEvent {
        .sender(.media, request(type, id, extra), to: "app")
    }

    private static func request(_ type: String, _ id: JSONValue, _ extra: JSONObject) -> JSONObject {
        var object: JSONObject = ["type": .string(type), "requestId": id]
        object.merge(extra)
        return object
    }

    /// A media status of the app.
    static func mediaStatus(_ id: JSONValue, _ session: JSONObject...) -> SenderEvent {
        .device(
            .media,
            ["type": "MEDIA_STATUS", "requestId": id, "status": .array(session.map { .object($0) })],
            from: "app"
        )
    }

    static func ping(on socket: Int = 1) -> SenderEvent {
        .device(.heartbeat, ["type": "PING"], from: "receiver-0", to: "sender-1", on: socket)
    }

    static let pong = SenderEvent.sender(.heartbeat, ["type": "PONG"])
    static func closed(_ reason: CastCloseReason) -> SenderEvent { .closed(reason, 1) }
}

extension SenderEvent {
    /// A receiver status with the app.
    static func status(_ id: JSONValue, app: Bool = true, _ extra: JSONObject = [:]) -> SenderEvent {
        var status: JSONObject = ["volume": ["level": 0.5, "muted": false, "controlType": "attenuation"]]
        if app {
            status["applications"] = [
                [
                    "appId": "CC1AD845", "sessionId": "session", "transportId": "app",
                    "namespaces": [["name": "urn:x-cast:com.google.cast.media"]],
                ]
            ]
        }
        status.merge(extra)
        return .device(.receiver, ["type": "RECEIVER_STATUS", "requestId": id, "status": .object(status)])
    }

    /// A command to the session that plays.
    static func command(_ type: String, _ extra: JSONObject = [:], id: JSONValue = 9) -> SenderEvent {
        var object: JSONObject = ["mediaSessionId": 7]
        object.merge(extra)
        return .media(type, id, object)
    }
}

/// What a sender has done before the events of a test.
enum Beginning {
    static let connected: [SenderEvent] = [.opened, .sender(.connection, ["type": "CONNECT", "connType": 0])]
    /// With the status of a device without an app.
    static let idle: [SenderEvent] = connected + [.platform("GET_STATUS", 1), .status(1, app: false)]
    /// With a virtual connection to the app.
    static let joined: [SenderEvent] =
        connected + [
            .platform("GET_STATUS", 1), .status(1), .sender(.connection, ["type": "CONNECT"], to: "app"),
        ]

    static let film: JSONObject = ["contentId": "http://a/b.mp4", "streamType": "BUFFERED", "duration": 60]
    /// A media session that plays and allows everything.
    static let session: JSONObject = [
        "mediaSessionId": 7, "playerState": "PLAYING", "currentTime": 1, "supportedMediaCommands": 274447,
        "media": ["contentId": "http://a/b.mp4", "duration": 60, "tracks": [["trackId": 1], ["trackId": 2]]],
        "currentItemId": 1, "items": [["itemId": 1], ["itemId": 2]],
    ]
    static let playing: [SenderEvent] =
        joined + [.media("LOAD", 2, ["media": .object(film), "autoplay": true]), .mediaStatus(2, session)]
}

/// Runs events through an examination.
struct SenderTrace {
    var examination = SenderExamination()
    private(set) var now = ContinuousClock.now

    mutating func perform(_ events: [SenderEvent]) {
        for event in events { perform(event) }
    }

    mutating func perform(_ event: SenderEvent) {
        switch event {
        case .open(let socket):
            let opened = CastSocketEvent.opened(
                local: CastEndpoint(host: "192.0.2.1", port: 8009),
                remote: CastEndpoint(host: "192.0.2.2", port: 50_000)
            )
            examination.observe(opened, on: socket, at: now)
        case .sender(let namespace, let object, let destination, let source, let socket):
            let message = CastMessage(from: source, to: destination, namespace: namespace, json: object)
            examination.observe(.received(message), on: socket, at: now)
        case .device(let namespace, let object, let source, let destination, let socket):
            let message = CastMessage(from: source, to: destination, namespace: namespace, json: object)
            examination.observe(.sent(message), on: socket, at: now)
        case .raw(let message): examination.observe(.received(message), on: 1, at: now)
        case .closed(let reason, let socket): examination.observe(.closed(reason), on: socket, at: now)
        case .wait(let seconds):
            now += .seconds(seconds)
            examination.advance(to: now)
        }
    }

    /// The report at the time of the last event.
    var report: ConformanceReport { examination.report(at: now) }

    /// What events say about a statement.
    static func outcome(_ rule: SenderRule, _ events: [SenderEvent]) -> CaseResult.Outcome? {
        var trace = SenderTrace()
        trace.perform(events)
        return trace.report.results.first { $0.id == rule.rawValue }?.outcome
    }
}
