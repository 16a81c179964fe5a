import CastReceiver
import CastSender
import CastWire
import Testing

private let defaultMediaReceiver = "CC1AD845"
private let film = MediaInformation(
    contentID: "http://192.0.2.1/film.mp4",
    contentType: "video/mp4",
    streamType: .buffered
)

@Suite("A sender plays on a device", .serialized)
struct MediaScenarios {
    @Test("Launch, load, play, pause, seek, stop", arguments: Stage.Kind.allCases)
    func wholeLife(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let connection = try await stage.connect()
            let session = try await stage.passing { try await connection.launch(defaultMediaReceiver) }
            #expect(session.appID == defaultMediaReceiver)
            let media = session.media

            let loaded = try await stage.passing { try await media.load(film, until: .playing()) }
            #expect(loaded.playerState == .playing)
            #expect(loaded.duration == 60)
            #expect(loaded.media?.contentID == film.contentID)

            try await stage.pass(.milliseconds(500))
            let position = stage.position(try #require(await media.status))
            #expect(position > 0.3 && position < 5)

            let paused = try #require(try await media.pause())
            #expect(paused.playerState == .paused)
            let held = stage.position(paused)
            try await stage.pass(.milliseconds(300))
            #expect(stage.position(try #require(await media.status)) == held)

            _ = try await stage.passing { try await media.seek(to: 30) }
            #expect(try await stage.wait { await media.status?.playerState == .paused })
            #expect(abs(stage.position(try #require(await media.status)) - 30) < 0.01)

            _ = try await media.play()
            #expect(try await stage.wait { await media.status?.playerState == .playing })
            try await stage.pass(.milliseconds(200))
            #expect(stage.position(try #require(await media.status)) > 30)

            _ = try await media.stop()
            #expect(await media.lastIdleReason == .cancelled)

            try await session.stop()
            #expect(session.state == .ended(.stopped))
            #expect(stage.device.snapshot.application == nil)
            await connection.close()
        }
    }

    @Test("A film plays to its end and says so", arguments: Stage.Kind.allCases)
    func toTheEnd(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind, media: StagedMedia(duration: 0.8)) { stage in
            let connection = try await stage.connect()
            let session = try await stage.passing { try await connection.launch(defaultMediaReceiver) }
            _ = try await stage.passing { try await session.media.load(film, until: .playing()) }
            #expect(try await stage.wait { await session.media.lastIdleReason == .finished })
            await connection.close()
        }
    }

    @Test("Nothing playable at the address: the load fails with the device's number", arguments: Stage.Kind.allCases)
    func loadFails(_ kind: Stage.Kind) async throws {
        let media = StagedMedia(failures: [film.contentID ?? "": 104])
        try await Stage.perform(kind, media: media) { stage in
            let connection = try await stage.connect()
            let session = try await stage.passing { try await connection.launch(defaultMediaReceiver) }
            let error = await #expect(throws: CastError.self) {
                try await stage.passing { try await session.media.load(film, until: .playing()) }
            }
            #expect(error?.code == .loadFailed)
            #expect(error?.payload?.detailedErrorCode == 104)

            // The application goes on, and can be used again.
            let other = MediaInformation(contentID: "http://192.0.2.1/other.mp4", contentType: "video/mp4")
            let snapshot = try await stage.passing { try await session.media.load(other, until: .playing()) }
            #expect(snapshot.playerState == .playing)
            await connection.close()
        }
    }

    @Test("Device volume, stream volume and rate come back as set", arguments: Stage.Kind.allCases)
    func volumesAndRate(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let connection = try await stage.connect()
            #expect(abs((try await connection.setVolume(0.25).volume?.level ?? 0) - 0.25) < 0.001)
            #expect(try await connection.setMuted(true).volume?.muted == true)
            let session = try await stage.passing { try await connection.launch(defaultMediaReceiver) }
            _ = try await stage.passing { try await session.media.load(film, until: .playing()) }
            let volume = try #require(try await session.media.setStreamVolume(0.5))
            #expect(abs(volume.streamVolume - 0.5) < 0.001)
            let rate = try #require(try await session.media.setPlaybackRate(2))
            #expect(rate.playbackRate == 2)
            let before = stage.position(rate)
            try await stage.pass(.milliseconds(500))
            #expect(stage.position(try #require(await session.media.status)) - before > 0.8)
            await connection.close()
        }
    }

    @Test("Availability: what the device has, and what it has not", arguments: Stage.Kind.allCases)
    func availability(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let connection = try await stage.connect()
            let answer = try await connection.availability(of: [defaultMediaReceiver, "DEADBEEF"])
            #expect(answer == [defaultMediaReceiver: .available, "DEADBEEF": .unavailable])
            let error = await #expect(throws: CastError.self) {
                try await stage.passing { try await connection.launch("DEADBEEF") }
            }
            #expect(error?.code == .launchFailed)
            #expect(error?.payload?.reason == "NOT_FOUND")
            await connection.close()
        }
    }
}
