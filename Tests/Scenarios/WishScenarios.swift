import CastReceiver
import CastSender
import CastWire
import Testing

private let defaultMediaReceiver = "CC1AD845"
private let film = MediaInformation(contentID: "http://192.0.2.1/film.mp4", contentType: "video/mp4")

@Suite("Sliders and buttons", .serialized)
struct WishScenarios {
    @Test(
        "Drags of both volumes over 100 steps never jump back, and end where they were let go",
        arguments: Stage.Kind.allCases
    )
    func drag(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let connection = try await stage.connect()
            let session = try await stage.passing { try await connection.launch(defaultMediaReceiver) }
            let media = session.media
            _ = try await stage.passing { try await media.load(film, until: .playing()) }
            try await connection.setVolume(0)
            _ = try await stage.passing { try await media.setStreamVolume(0) }
            for step in 1...100 {
                let level = Double(step) / 100
                try await connection.wishVolume(level)
                try await media.wish(.streamVolume(level))
                try await stage.pass(.milliseconds(4))
                #expect(connection.volumeControls.level.shown == level)
                #expect(media.controls.streamVolume.shown == level)
            }
            let isSettled: @Sendable () async -> Bool = {
                let device = connection.volumeControls.level
                let stream = media.controls.streamVolume
                return device.wanted == nil && stream.wanted == nil && !device.isPending && !stream.isPending
            }
            #expect(try await stage.wait(until: isSettled))
            #expect(connection.volumeControls.level.confirmed == 1)
            #expect(media.controls.streamVolume.confirmed == 1)
            await connection.close()
        }
    }

    @Test("Another sender's volume is shown once one's own wish is done", arguments: Stage.Kind.allCases)
    func others(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let first = try await stage.connect()
            let second = try await stage.connect()
            try await first.wishVolume(0.75)
            #expect(first.volumeControls.level.shown == 0.75)
            #expect(try await stage.wait { second.volumeControls.level.shown == 0.75 })
            _ = try await second.setVolume(0.25)
            #expect(try await stage.wait { first.volumeControls.level.shown == 0.25 })
            await first.close()
            await second.close()
        }
    }

    @Test("Play, seek, speed, repeat mode: shown at once and confirmed by the device", arguments: Stage.Kind.allCases)
    func all(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let connection = try await stage.connect()
            let session = try await stage.passing { try await connection.launch(defaultMediaReceiver) }
            let media = session.media
            _ = try await stage.passing { try await media.load(film, until: .playing()) }
            try await media.wish(.playing(false))
            try await media.wish(.playbackRate(1.5))
            try await media.wish(.repeatMode(.single))
            #expect(media.controls.isPlaying.shown == false)
            #expect(media.controls.playbackRate.shown == 1.5)
            #expect(try await stage.wait { await media.status?.playerState == .paused })
            for target in stride(from: 5.0, through: 50, by: 5) { try await media.wish(.position(target)) }
            #expect(
                try await stage.wait {
                    guard let status = await media.status else { return false }
                    return abs(stage.position(status) - 50) < 0.01 && status.playbackRate == 1.5
                        && status.repeatMode == .single
                }
            )
            #expect(media.controls.isPlaying.failure == nil && media.controls.repeatMode.failure == nil)
            await connection.close()
        }
    }
}
