// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastWire
import Testing

@Suite("Devices with a profile", .serialized)
struct ProfileScenarios {
    static let arguments = Stage.Kind.allCases.flatMap { kind in DeviceProfile.builtIn.map { (kind, $0) } }

    private static let film = MediaInformation(
        contentID: "http://192.0.2.1/film.mp4",
        contentType: "video/mp4",
        streamType: .buffered
    )

    @Test(
        "A sender launches, loads, pauses, seeks, changes the volume and stops with every profile",
        arguments: arguments
    )
    func wholeLife(_ kind: Stage.Kind, _ profile: DeviceProfile) async throws {
        var configuration = DeviceConfiguration(name: "Scenario TV")
        configuration.profile = profile
        try await Stage.perform(kind, configuration: configuration) { stage in
            let connection = try await stage.connect()
            let session = try await stage.passing { try await connection.launch("CC1AD845") }
            let media = session.media

            let loaded = try await stage.passing { try await media.load(Self.film, until: .playing()) }
            #expect(loaded.playerState == .playing)
            #expect(loaded.duration == 60)
            #expect(loaded.media?.contentID == Self.film.contentID)
            #expect(loaded.media?.streamType == .buffered)

            let paused = try #require(try await media.pause())
            #expect(paused.playerState == .paused)
            _ = try await stage.passing { try await media.seek(to: 30) }
            #expect(try await stage.wait { await media.status?.playerState == .paused })
            #expect(abs(stage.position(try #require(await media.status)) - 30) < 0.01)

            do throws(CastError) {
                _ = try await connection.setVolume(0.25)
                #expect(profile.volume.control != .fixed)
            } catch {
                #expect(profile.volume.control == .fixed && error.code == .notSupported)
            }
            let level = profile.volume.control == .fixed ? profile.volume.level : 0.25
            #expect(try await stage.wait { stage.device.snapshot.volumeLevel == level })
            #expect(try await stage.wait { await connection.status.volume?.level == level })

            _ = try await media.stop()
            #expect(await media.lastIdleReason == .cancelled)
            try await session.stop()
            #expect(session.state == .ended(.stopped))
            #expect(stage.device.snapshot.application == nil)
            await connection.close()
        }
    }
}
