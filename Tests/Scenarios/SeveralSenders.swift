// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastWire
import Testing

private let defaultMediaReceiver = "CC1AD845"
private let otherApp = "0DDBA115"
private let film = MediaInformation(contentID: "http://192.0.2.1/film.mp4", contentType: "video/mp4")

@Suite("Several senders on one device", .serialized)
struct SeveralSenders {
    @Test(
        "Each of two senders sees what the other one does",
        arguments: Stage.Kind.allCases
    )
    func shared(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let first = try await stage.connect()
            let firstSession = try await stage.passing { try await first.launch(defaultMediaReceiver) }
            _ = try await stage.passing { try await firstSession.media.load(film, until: .playing()) }

            let second = try await stage.connect()
            let secondSession = try await stage.passing { try await second.join(appID: defaultMediaReceiver) }
            #expect(secondSession.sessionID == firstSession.sessionID)
            _ = try await secondSession.media.refreshStatus()
            #expect(await secondSession.media.status?.playerState == .playing)

            _ = try await secondSession.media.pause()
            #expect(try await stage.wait { await firstSession.media.status?.playerState == .paused })
            _ = try await first.setVolume(0.1)
            #expect(try await stage.wait { abs((await second.status.volume?.level ?? 1) - 0.1) < 0.001 })
            // A status without media must not clear the second sender's current media.
            #expect(await secondSession.media.status?.media?.contentID == film.contentID)
            await first.close()
            await second.close()
        }
    }

    @Test("After a sender leaves, the film keeps playing and can be joined again", arguments: Stage.Kind.allCases)
    func leaving(_ kind: Stage.Kind) async throws {
        let configuration = DeviceConfiguration(name: "Scenario TV", endsAppWithLastSender: false)
        try await Stage.perform(kind, configuration: configuration) { stage in
            let connection = try await stage.connect()
            let session = try await stage.passing { try await connection.launch(defaultMediaReceiver) }
            _ = try await stage.passing { try await session.media.load(film, until: .playing()) }
            await session.leave()
            #expect(session.state == .ended(.left))
            #expect(stage.device.snapshot.media?.state == .playing)

            let again = try await stage.passing { try await connection.join(appID: defaultMediaReceiver) }
            #expect(again.sessionID == session.sessionID)
            _ = try await again.media.refreshStatus()
            #expect(await again.media.status?.playerState == .playing)
            await connection.close()
        }
    }

    @Test("S13 When the only sender leaves, the application ends", arguments: Stage.Kind.allCases)
    func leavingAlone(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let connection = try await stage.connect()
            let session = try await stage.passing { try await connection.launch(defaultMediaReceiver) }
            await session.leave()
            #expect(try await stage.wait { stage.device.snapshot.application == nil })
            #expect(stage.device.snapshot.lastApplicationEnd?.reason == .lastSenderLeft)
            await connection.close()
        }
    }

    @Test("When a sender's socket closes, the film keeps playing", arguments: Stage.Kind.allCases)
    func disconnecting(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let connection = try await stage.connect()
            let session = try await stage.passing { try await connection.launch(defaultMediaReceiver) }
            _ = try await stage.passing { try await session.media.load(film, until: .playing()) }
            await connection.close()
            #expect(try await stage.wait { stage.device.snapshot.senders == [] })
            #expect(stage.device.snapshot.media?.state == .playing)
        }
    }

    @Test(
        "When another sender launches another application, the session ends and names it",
        arguments: Stage.Kind.allCases
    )
    func replaced(_ kind: Stage.Kind) async throws {
        var configuration = DeviceConfiguration(name: "Scenario TV")
        configuration.appIDs = [otherApp]
        try await Stage.perform(kind, configuration: configuration) { stage in
            let first = try await stage.connect()
            let session = try await stage.passing { try await first.launch(defaultMediaReceiver) }
            let second = try await stage.connect()
            _ = try await stage.passing { try await second.launch(otherApp) }
            #expect(try await stage.wait { session.state != .running })
            #expect(session.state == .ended(.replaced(byAppID: otherApp)))
            let error = await #expect(throws: CastError.self) { try await session.media.load(film) }
            #expect(error?.code == .sessionEnded)
            await first.close()
            await second.close()
        }
    }

    @Test("When another sender stops the application, the session ends", arguments: Stage.Kind.allCases)
    func stoppedByAnother(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let first = try await stage.connect()
            let session = try await stage.passing { try await first.launch(defaultMediaReceiver) }
            let second = try await stage.connect()
            try await second.stopApp()
            #expect(try await stage.wait { session.state == .ended(.appClosed) })
            await first.close()
            await second.close()
        }
    }

    @Test("When the device shuts down, pending and later requests fail with a reason", arguments: Stage.Kind.allCases)
    func deviceGone(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let connection = try await stage.connect()
            let session = try await stage.passing { try await connection.launch(defaultMediaReceiver) }
            await stage.device.close()
            #expect(try await stage.wait { connection.state != .connected })
            guard case .ended(.connectionLost) = session.state else {
                Issue.record("the session is \(session.state)")
                return
            }
            let error = await #expect(throws: CastError.self) { try await connection.refreshStatus() }
            #expect(error?.code == .connectionClosed)
            #expect(error?.reason.isEmpty == false)
        }
    }
}
