// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastTransport
import CastWire
import NIOCore
import NIOEmbedded

@testable import CastReceiver

/// A complete device in memory, with sockets of a memory network and manual time.
struct MemoryDevice {
    static let endpoint = CastEndpoint(host: "192.0.2.1", port: 8009)

    let time = ManualTime()
    let network: CastMemoryNetwork
    let device: VirtualDevice
    private let player: NIOLoopBound<ManualPlayer>

    init(
        _ configuration: DeviceConfiguration = DeviceConfiguration(name: "Study", showsBackdrop: false),
        sockets: CastSocketConfiguration = CastSocketConfiguration()
    ) async throws {
        let loop = time.eventLoop
        network = CastMemoryNetwork(eventLoop: loop, configuration: sockets)
        let player = try await loop.submit { NIOLoopBound(ManualPlayer(), eventLoop: loop) }.get()
        self.player = player
        device = try await VirtualDevice.start(
            configuration,
            acceptor: network,
            at: Self.endpoint,
            on: loop,
            makePlayer: { player.value }
        )
    }

    /// Connects a sender's socket without sending CONNECT.
    func connect() async throws -> TestSender {
        async let socket = network.connect(to: Self.endpoint, timeout: .seconds(5), on: time.eventLoop)
        await time.settle()
        let connected = try await socket
        let recorder = try await SocketRecorder.activated(on: connected)
        await time.settle()
        return TestSender(socket: connected, recorder: recorder, time: time)
    }

    func report(_ event: PlayerEvent) async throws {
        let player = player
        try await time.eventLoop.submit { try player.value.report(event) }.get()
        await time.settle()
    }

    var commands: [PlayerCommand] {
        get async throws {
            let player = player
            return try await time.eventLoop.submit { player.value.commands }.get()
        }
    }
}

/// A minimal sender that sends given messages and records those of the device.
struct TestSender {
    let socket: any CastSocket
    let recorder: SocketRecorder
    let time: ManualTime

    func send(
        _ payload: JSONObject,
        in namespace: CastNamespace = .receiver,
        from sender: String = "sender-0",
        to destination: String = "receiver-0"
    ) async throws {
        try await send(
            CastMessage(from: sender, to: destination, namespace: namespace, payload: .text(payload.jsonString))
        )
    }

    func send(_ message: CastMessage) async throws {
        try await socket.sendOnLoop(message)
        await time.settle()
    }

    /// The messages since the last call, without the group status that every sender gets after CONNECT.
    func received() -> [Sent] {
        receivedWithGreeting().filter { $0.type != "MULTIZONE_STATUS" || $0.requestID != 0 }
    }

    /// The messages since the last call.
    func receivedWithGreeting() -> [Sent] {
        var messages: [Sent] = []
        while let event = recorder.events.takeNow() {
            if case .message(let message) = event { messages.append(Sent(socket: 0, message: message)) }
        }
        return messages
    }

    /// The messages since the last call, unparsed.
    func messages() -> [CastMessage] {
        var messages: [CastMessage] = []
        while let event = recorder.events.takeNow() {
            if case .message(let message) = event { messages.append(message) }
        }
        return messages
    }

    /// Why the socket was closed, if it was. Discards the messages before it.
    func closeReason() -> CastCloseReason? {
        while let event = recorder.events.takeNow() {
            if case .closed(let reason) = event { return reason }
        }
        return nil
    }

    /// Connects to the platform, launches an application, by default the Default Media Receiver, and joins it.
    @discardableResult
    func launch(_ appID: String = "CC1AD845") async throws -> String {
        try await send(["type": "CONNECT"], in: .connection)
        try await send(["type": "LAUNCH", "appId": .string(appID), "requestId": 1])
        let status = received().last { $0.type == "RECEIVER_STATUS" }
        let transportID = status?.payload["status"]?["applications"]?[0]?["transportId"]?.stringValue ?? "?"
        try await send(["type": "CONNECT"], in: .connection, to: transportID)
        return transportID
    }
}
