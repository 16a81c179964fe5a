// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastTransport
import CastWire
import NIOConcurrencyHelpers
import NIOCore

@testable import CastSender

/// A strict model of a device in memory, with its own time.
///
/// The platform answers heartbeats as a correct device does. A test answers other requests with ``peer``'s expectations
/// and ``ScriptedConnection/whenever(_:in:answer:)``. A sender that violates the rules of CASTV2 fails the test in
/// ``verify()``.
struct ModelDevice {
    let time = ManualTime()
    let network: CastMemoryNetwork
    let peer: ScriptedPeer

    init() async throws {
        network = CastMemoryNetwork(eventLoop: time.eventLoop)
        peer = try await ScriptedPeer(acceptor: network)
    }

    var device: CastDevice { CastDevice(id: "1234", friendlyName: "Test TV", endpoints: [peer.endpoint]) }

    var environment: ConnectionEnvironment {
        let time = time
        let start = ContinuousClock.now
        return ConnectionEnvironment(
            connector: network,
            eventLoop: time.eventLoop,
            now: { start + .nanoseconds(Int64(time.now.uptimeNanoseconds)) },
            firstRequestID: { 100 }
        )
    }

    /// Connects and answers the platform's first requests.
    func connect(
        options: ConnectionOptions = ConnectionOptions(),
        status: JSONObject = Self.idle
    ) async throws -> (connection: CastConnection, peer: ScriptedConnection) {
        async let opening = CastConnection.open(to: device, options: options, environment: environment)
        let peer = try await peer.accept()
        try await peer.expect("CONNECT", in: .connection, to: "receiver-0")
        let request = try await peer.expect("GET_STATUS", in: .receiver)
        try await peer.reply(to: request, status)
        return (try await opening, peer)
    }

    /// Connects and joins the media player, which is running without media.
    func connectAndJoin(
        options: ConnectionOptions = ConnectionOptions(),
        media: JSONObject = ["type": "MEDIA_STATUS", "status": []]
    ) async throws -> (connection: CastConnection, session: CastSession, peer: ScriptedConnection) {
        let (connection, peer) = try await connect(options: options, status: Self.running)
        async let launching = connection.launch("CC1AD845")
        try await peer.expect("CONNECT", in: .connection, to: "web-1")
        let request = try await peer.expect("GET_STATUS", in: .media, to: "web-1")
        try await peer.reply(to: request, media)
        return (connection, try await launching, peer)
    }

    static let idle: JSONObject = [
        "type": "RECEIVER_STATUS", "status": ["volume": ["level": 0.5, "muted": false, "controlType": "attenuation"]],
    ]

    static let running = status(namespaces: [.media])

    /// A receiver status with a running media player.
    static func status(
        appID: String = "CC1AD845",
        session: String = "session-1",
        transport: String = "web-1",
        namespaces: [CastNamespace] = [.media],
        senderConnected: Bool? = nil,
        requestID: Int? = nil
    ) -> JSONObject {
        let application = ApplicationStatus(
            appID: appID,
            displayName: "Default Media Receiver",
            namespaces: namespaces,
            senderConnected: senderConnected,
            sessionID: session,
            statusText: "Ready To Cast",
            transportID: transport
        )
        let status = ReceiverStatus(applications: [application], volume: CastVolume(level: 0.5, muted: false))
        return ReceiverStatusMessage(status: status, requestID: requestID).fields
    }
}
