// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastTransport
import CastWire
import NIOCore
import NIOEmbedded
import Testing

@testable import CastReceiver

/// Two devices with simulated players and shared time.
private struct TwoDevices {
    let time = ManualTime()
    let network: CastMemoryNetwork
    let first: VirtualDevice
    let second: VirtualDevice

    init() async throws {
        network = CastMemoryNetwork(eventLoop: time.eventLoop)
        first = try await Self.device("First", "192.0.2.1", network, time)
        second = try await Self.device("Second", "192.0.2.2", network, time)
    }

    static func device(
        _ name: String,
        _ host: String,
        _ network: CastMemoryNetwork,
        _ time: ManualTime
    ) async throws -> VirtualDevice {
        try await VirtualDevice.start(
            DeviceConfiguration(name: name, showsBackdrop: false),
            acceptor: network,
            at: CastEndpoint(host: host),
            on: time.eventLoop
        ) { ClockPlayer(eventLoop: time.eventLoop, inspector: FilmInspector()) }
    }

    func connect(to device: VirtualDevice) async throws -> TestSender {
        async let socket = network.connect(to: device.endpoint, timeout: .seconds(5), on: time.eventLoop)
        await time.settle()
        let connected = try await socket
        let recorder = try await SocketRecorder.activated(on: connected)
        let sender = TestSender(socket: connected, recorder: recorder, time: time)
        try await sender.send(["type": "CONNECT"], in: .connection)
        return sender
    }

    /// Connects a sender that plays a film on the first device, ten seconds in.
    func playing() async throws -> TestSender {
        let sender = try await connect(to: first)
        let app = try await sender.launch()
        try await sender.send(
            [
                "type": "LOAD", "requestId": 2, "currentTime": 10,
                "media": ["contentId": "http://192.0.2.9/film.mp4", "contentType": "video/mp4"],
            ],
            in: .media,
            to: app
        )
        #expect(await time.advance { first.snapshot.media?.state == .playing })
        return sender
    }

    /// Advances time while the body runs.
    func passing(_ body: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await body()
                return true
            }
            group.addTask {
                while !Task.isCancelled { await time.advance(by: .milliseconds(20)) }
                return false
            }
            defer { group.cancelAll() }
            _ = try await group.next()
        }
    }

    func end() async {
        await first.close()
        await second.close()
    }
}

private struct FilmInspector: MediaInspector {
    func inspect(_ item: PlayerItem) async -> MediaInspection {
        .playable(MediaMetadataFacts(duration: 100), kind: .video)
    }
}

@Suite("Transferring media to another device")
struct TransferDeviceTests {
    @Test("S51 keeping the session: the application moves with its session id, media session and position")
    func keeping() async throws {
        let stage = try await TwoDevices()
        let sender = try await stage.playing()
        let before = try #require(stage.first.snapshot.application)
        let media = try #require(stage.first.snapshot.media)
        await stage.time.advance(by: .seconds(5))
        _ = sender.received()
        try await stage.passing { try await stage.first.transfer(to: stage.second, keepsSession: true) }
        let messages = sender.received()
        #expect(messages.contains { $0.type == "CLOSE" && $0.source == before.sessionID })
        #expect(messages.last { $0.type == "RECEIVER_STATUS" }?.payload["status"]?["applications"] == nil)
        #expect(stage.first.snapshot.application == nil && stage.first.snapshot.media == nil)
        let after = try #require(stage.second.snapshot.application)
        #expect(after.sessionID == before.sessionID && after.statusText == before.statusText)
        #expect(await stage.time.advance { stage.second.snapshot.media?.state == .playing })
        let moved = try #require(stage.second.snapshot.media)
        #expect(moved.mediaSessionID == media.mediaSessionID)
        #expect(moved.url == media.url)
        #expect((14.5...18).contains(moved.position), "\(moved.position)")
        await stage.end()
    }

    @Test("S51 copying the media: a new session plays it at the same position, and the source ends")
    func copying() async throws {
        let stage = try await TwoDevices()
        _ = try await stage.playing()
        let before = try #require(stage.first.snapshot.application)
        await stage.time.advance(by: .seconds(5))
        try await stage.passing { try await stage.first.transfer(to: stage.second) }
        #expect(stage.first.snapshot.application == nil)
        let after = try #require(stage.second.snapshot.application)
        #expect(after.appID == before.appID && after.sessionID != before.sessionID)
        #expect(await stage.time.advance { stage.second.snapshot.media?.state == .playing })
        let position = try #require(stage.second.snapshot.media?.position)
        #expect((14.5...18).contains(position), "\(position)")
        await stage.end()
    }

    @Test("after a failed transfer the media continues on the source")
    func failing() async throws {
        let stage = try await TwoDevices()
        await #expect(throws: VirtualDeviceError.self) {
            try await stage.passing { try await stage.second.transfer(to: stage.first) }
        }
        _ = try await stage.playing()
        let session = stage.first.snapshot.application?.sessionID
        await stage.second.close()
        await #expect(throws: VirtualDeviceError.self) {
            try await stage.passing { try await stage.first.transfer(to: stage.second, keepsSession: true) }
        }
        #expect(stage.first.snapshot.application?.sessionID == session)
        #expect(await stage.time.advance { stage.first.snapshot.media?.state == .playing })
        await #expect(throws: VirtualDeviceError.self) {
            try await stage.passing { try await stage.first.transfer(to: stage.second) }
        }
        #expect(stage.first.snapshot.application?.sessionID == session)
        await stage.end()
    }

    @Test("adding a device moves the running session to a group, and dissolving the group moves it back")
    func expanding() async throws {
        let stage = try await TwoDevices()
        let sender = try await stage.playing()
        let session = try #require(stage.first.snapshot.application?.sessionID)
        let loop = stage.time.eventLoop
        _ = sender.received()
        let group = try await VirtualGroup.start(
            GroupConfiguration(name: "First + 1", isDynamic: true),
            members: [stage.first, stage.second],
            acceptor: stage.network,
            on: loop,
            isMoving: true,
            makeSessionID: { "another" },
            makePlayer: { ClockPlayer(eventLoop: loop, inspector: FilmInspector()) }
        )
        await stage.time.settle()
        #expect(group.device.snapshot.application?.sessionID == session)
        #expect(await stage.time.advance { group.device.snapshot.media?.state == .playing })
        // The leader never reports a status without an application.
        let statuses = sender.received().filter { $0.type == "RECEIVER_STATUS" }
        #expect(statuses.allSatisfy { $0.payload["status"]?["applications"]?[0]?["sessionId"]?.stringValue == session })
        #expect(statuses.last?.payload["status"]?["applications"]?[0]?["appId"] == "531A4F84")
        #expect(await group.presentMembers.count == 2)

        try await stage.passing { await group.collapse(to: stage.first) }
        #expect(stage.first.snapshot.application?.sessionID == session)
        #expect(stage.first.snapshot.application?.appID == "CC1AD845")
        #expect(await stage.time.advance { stage.first.snapshot.media?.state == .playing })
        #expect(stage.second.snapshot.application == nil)
        await stage.end()
    }

    @Test("another sender can replace the media")
    func takingOver() async throws {
        let stage = try await TwoDevices()
        _ = try await stage.playing()
        let media = MediaInformation(contentID: "http://192.0.2.9/other.mp4", contentType: "video/mp4")
        try await stage.passing { try await stage.first.takeOver(media: media) }
        #expect(await stage.time.advance { stage.first.snapshot.media?.url == "http://192.0.2.9/other.mp4" })
        await #expect(throws: VirtualDeviceError.self) {
            try await stage.passing { try await stage.first.takeOver(appID: "NOSUCHAP") }
        }
        await stage.end()
    }
}
