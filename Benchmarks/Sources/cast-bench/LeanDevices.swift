// SPDX-License-Identifier: Apache-2.0

import CastTransport
import CastWire
import NIOCore
import NIOPosix
import ProcessFacts

/// Devices without discovery, media and HTTP: each connection to one port is a device of its own, so that thousands of
/// them fit into a process.
enum LeanDevices {
    /// Serves until the process ends.
    static func serve(_ endpoint: CastEndpoint) async throws {
        var configuration = CastAcceptConfiguration()
        configuration.socketLimit = 100_000
        configuration.socketLimitPerAddress = 100_000
        configuration.handshakeLimit = 10_000
        configuration.handshakeLimitPerAddress = 10_000
        configuration.handshakeTimeout = .seconds(60)
        let acceptor = try CastTLSAcceptor(
            group: MultiThreadedEventLoopGroup.singleton.next(),
            identity: try TLSIdentity.selfSigned(commonName: "cast-bench"),
            configuration: configuration
        )
        let listener = try await acceptor.listen(at: endpoint) { socket in
            socket.activate(LeanDevice(socket))
        }
        print(JSONLine(["ready": "\(listener.endpoint.port)"]))
        flushStandardOutput()
        while true { try await Task.sleep(for: .seconds(3600)) }
    }
}

/// A device whose application is always running and has a paused film.
private final class LeanDevice: CastSocketHandler {
    private static let transportID = "bench-1"

    private let socket: any CastSocket
    private var level = 0.5

    init(_ socket: any CastSocket) {
        self.socket = socket
    }

    func socketDidReceive(_ message: CastMessage) {
        guard let object = try? message.jsonObject() else { return }
        switch (message.namespace, object.messageType) {
        case (.heartbeat, "PING"): reply(to: message, HeartbeatMessage.pong)
        case (.receiver, "SET_VOLUME"):
            level = SetReceiverVolumeRequest(fields: object).volume?.level ?? level
            reply(to: message, status(answering: object))
        case (.receiver, "GET_STATUS"), (.receiver, "LAUNCH"): reply(to: message, status(answering: object))
        case (.media, "GET_STATUS"):
            reply(to: message, MediaStatusMessage(statuses: [Self.media], requestID: object.requestID))
        default: break
        }
    }

    func socketDidChangeWritability(_ isWritable: Bool) {}
    func socketDidClose(_ reason: CastCloseReason) {}

    private func reply(to message: CastMessage, _ payload: some WireObject) {
        let reply = CastMessage(
            from: message.destinationID,
            to: message.sourceID,
            namespace: message.namespace,
            json: payload
        )
        // A socket that has closed ends this device.
        try? socket.send(reply)
    }

    private func status(answering request: JSONObject) -> ReceiverStatusMessage {
        let application = ApplicationStatus(
            appID: "CC1AD845",
            appType: "WEB",
            displayName: "Default Media Receiver",
            namespaces: [.media],
            sessionID: "5f1a2c34-8d52-4d6f-9d0b-6f1f0a7f4f10",
            statusText: "A film",
            transportID: Self.transportID,
            universalAppID: "CC1AD845"
        )
        let status = ReceiverStatus(applications: [application], volume: CastVolume(level: level, muted: false))
        return ReceiverStatusMessage(status: status, requestID: request.requestID)
    }

    private static let media = MediaStatus(fields: [
        "mediaSessionId": 1, "playerState": "PAUSED", "currentTime": 12.5, "playbackRate": 1,
        "supportedMediaCommands": 12_303, "volume": ["level": 1, "muted": false],
        "media": [
            "contentId": "http://192.0.2.10/film.mp4", "contentType": "video/mp4", "streamType": "BUFFERED",
            "duration": 5400, "metadata": ["metadataType": 1, "title": "A film"],
        ],
    ])
}
