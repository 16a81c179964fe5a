// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastTransport
import CastWire
import NIOCore
import NIOEmbedded

@testable import CastReceiver

/// A virtual device in memory with a simulated player, and a sender that has joined its application.
struct DeviceBench {
    private static let place = CastEndpoint(host: "192.0.2.1", port: 8009)

    private let time = ManualTime()
    private let device: VirtualDevice
    private let socket: any CastSocket
    private let recorder: SocketRecorder

    static func perform(_ body: (DeviceBench) async throws -> Void) async throws {
        let bench = try await DeviceBench()
        do {
            try await body(bench)
        } catch {
            await bench.close()
            throw error
        }
        await bench.close()
    }

    private init() async throws {
        let loop = time.eventLoop
        let network = CastMemoryNetwork(eventLoop: loop)
        device = try await VirtualDevice.start(
            DeviceConfiguration(name: "Study", showsBackdrop: false),
            acceptor: network,
            at: Self.place,
            on: loop
        ) { ClockPlayer(eventLoop: loop, inspector: AnyFilm()) }
        async let connecting = network.connect(to: Self.place, timeout: .seconds(5), on: loop)
        await time.settle()
        socket = try await connecting
        recorder = try await SocketRecorder.activated(on: socket)
        try await send(["type": "CONNECT"], in: .connection)
    }

    private func close() async {
        let closing = Task { [device] in await device.close() }
        for _ in 0..<20 { await time.advance(by: .milliseconds(100)) }
        await closing.value
    }

    /// The id of the current media session; nil when there is none.
    var mediaSessionID: Int? { device.snapshot.media?.mediaSessionID }

    /// Sends a message from the sender.
    func send(_ payload: JSONObject, in namespace: CastNamespace, to destination: String = "receiver-0") async throws {
        try await socket.sendOnLoop(
            CastMessage(from: "sender-0", to: destination, namespace: namespace, payload: .text(payload.jsonString))
        )
        await time.settle()
    }

    /// Sends a message to the media namespace of the running application.
    func sendToMedia(_ payload: JSONObject) async throws {
        try await send(payload, in: .media, to: device.snapshot.application?.sessionID ?? "?")
    }

    /// Launches and joins the application and loads a queue of three items, unless this has been done.
    func play() async throws {
        if device.snapshot.application?.appID != "CC1AD845" {
            try await send(["type": "LAUNCH", "appId": "CC1AD845", "requestId": 7], in: .receiver)
            try await send(
                ["type": "CONNECT"],
                in: .connection,
                to: device.snapshot.application?.sessionID ?? "?"
            )
        }
        guard mediaSessionID == nil else { return }
        var load = SenderMessages.queueLoad
        load["requestId"] = 8
        try await sendToMedia(load)
        await pass()
    }

    /// Advances time by a second and waits for the result of the media inspection.
    func pass() async {
        await time.eventLoop.advanceTime(by: .seconds(1))
        await time.settle()
    }

    /// Whether the device and its application answer a request without extreme numbers.
    func answers(_ requestID: Int) async throws -> Bool {
        while recorder.events.takeNow() != nil {}
        let status: JSONObject = ["type": "GET_STATUS", "requestId": .integer(Int64(requestID))]
        try await send(status, in: .receiver)
        try await sendToMedia(status)
        var answers: Set<String> = []
        while let event = recorder.events.takeNow() {
            guard case .message(let message) = event, let object = try? message.jsonObject(),
                object["requestId"] == .integer(Int64(requestID)), let type = object.messageType
            else { continue }
            answers.insert(type)
        }
        return answers == ["RECEIVER_STATUS", "MEDIA_STATUS"]
    }
}

/// Reports playable video for every address.
private struct AnyFilm: MediaInspector {
    func inspect(_ item: PlayerItem) async -> MediaInspection {
        .playable(MediaMetadataFacts(duration: nil, width: 640, height: 360), kind: .video)
    }
}
