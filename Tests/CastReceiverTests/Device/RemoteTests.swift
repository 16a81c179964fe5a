// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastWire
import Testing

@testable import CastReceiver

@Suite("Remote control", .timeLimit(.minutes(1)))
struct RemoteTests {
    private func playing() async throws -> (device: MemoryDevice, sender: TestSender) {
        let device = try await MemoryDevice()
        let sender = try await device.connect()
        let app = try await sender.launch()
        let queue: JSONObject = [
            "items": [["media": ["contentId": "http://127.0.0.1/a"]], ["media": ["contentId": "http://127.0.0.1/b"]]]
        ]
        try await sender.send(
            ["type": "LOAD", "requestId": 2, "queueData": .object(queue)],
            in: .media,
            to: app
        )
        try await device.report(.metadataLoaded(duration: 100, width: nil, height: nil))
        try await device.report(.playing(position: 0))
        _ = sender.received()
        return (device, sender)
    }

    /// Presses a key without advancing time; the device answers on its event loop.
    private func press(_ command: TelevisionCommand, on device: MemoryDevice) async -> Bool {
        async let pressed = device.device.remote.press(command)
        await device.time.settle()
        let result = await pressed
        await device.time.settle()
        return result
    }

    @Test("every key that changes something is reported to senders")
    func keys() async throws {
        let (device, sender) = try await playing()
        #expect(await press(.pause, on: device))
        try await device.report(.paused(position: 3))
        var messages = sender.received()
        #expect(messages.map(\.type) == ["MEDIA_STATUS"] && messages.allSatisfy { $0.isBroadcast && $0.requestID == 0 })
        #expect(messages.first?.payload["status"]?[0]?["playerState"] == "PAUSED")
        #expect(await press(.next, on: device))
        messages = sender.received()
        #expect(messages.first?.payload["status"]?[0]?["loadingItemId"] == 2)
        #expect(await press(.changeVolume(by: -0.25), on: device))
        messages = sender.received()
        #expect(messages.map(\.type) == ["RECEIVER_STATUS"])
        #expect(messages.first?.payload["status"]?["volume"]?["level"] == 0.75)
        #expect(await press(.toggleMuted, on: device))
        #expect(sender.received().first?.payload["status"]?["volume"]?["muted"] == true)
        #expect(await press(.stop, on: device))
        messages = sender.received().filter { $0.type == "MEDIA_STATUS" }
        #expect(messages.first?.payload["status"]?[0]?["idleReason"] == "CANCELLED")
        await device.device.close()
    }

    @Test("media that is played again at the device is a new media session")
    func playAgain() async throws {
        let (device, sender) = try await playing()
        #expect(await press(.playAgain, on: device))
        let statuses = sender.received().filter { $0.type == "MEDIA_STATUS" }.map(\.payload)
        let replaced = statuses.first?["status"]?[0]
        #expect(replaced?["mediaSessionId"] == 1 && replaced?["idleReason"] == "INTERRUPTED")
        #expect(statuses.last?["status"]?[0]?["mediaSessionId"] == 2)
        #expect(await !press(.playAgain, on: device), "while it loads")
        try await device.report(.metadataLoaded(duration: 100, width: nil, height: nil))
        try await device.report(.playing(position: 0))
        let playing = sender.received().last?.payload
        #expect(playing?["requestId"] == 0 && playing?["status"]?[0]?["playerState"] == "PLAYING")
        await device.device.close()
    }

    @Test("keys without an effect return false")
    func nothing() async throws {
        let device = try await MemoryDevice()
        #expect(await press(.play, on: device) == false)
        #expect(await press(.setVolume(.nan), on: device) == false)
        #expect(await press(.setVolume(7), on: device))
        #expect(device.device.snapshot.volumeLevel == 1)
        await device.device.close()
    }

    @Test("a key pressed on the page acts like the remote control")
    func page() async throws {
        let (device, sender) = try await playing()
        try await device.report(.pressed(.togglePlayback))
        #expect(try await device.commands.last == .pause)
        try await device.report(.paused(position: 1))
        #expect(sender.received().map(\.type) == ["MEDIA_STATUS"])
        await device.device.close()
    }
}
