// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastWire
import Testing

private let defaultMediaReceiver = "CC1AD845"
private let film = MediaInformation(contentID: "http://192.0.2.1/film.mp4", contentType: "video/mp4")

@Suite("Sliders and buttons", .serialized)
struct PendingValueScenarios {
    @Test(
        "Dragging both volumes over 100 steps never jumps back, and ends at the released value",
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
                try await connection.setPendingVolume(level)
                try await media.set(.streamVolume(level))
                try await stage.pass(.milliseconds(4))
                #expect(connection.volumeControls.level.shown == level)
                #expect(media.controls.streamVolume.shown == level)
            }
            let isSettled: @Sendable () async -> Bool = {
                let device = connection.volumeControls.level
                let stream = media.controls.streamVolume
                return device.requested == nil && stream.requested == nil && !device.isPending && !stream.isPending
            }
            #expect(try await stage.wait(until: isSettled))
            #expect(connection.volumeControls.level.confirmed == 1)
            #expect(media.controls.streamVolume.confirmed == 1)
            await connection.close()
        }
    }

    @Test(
        "Another sender's volume is shown once the sender's pending value is confirmed",
        arguments: Stage.Kind.allCases
    )
    func others(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let first = try await stage.connect()
            let second = try await stage.connect()
            try await first.setPendingVolume(0.75)
            #expect(first.volumeControls.level.shown == 0.75)
            #expect(try await stage.wait { second.volumeControls.level.shown == 0.75 })
            _ = try await second.setVolume(0.25)
            #expect(try await stage.wait { first.volumeControls.level.shown == 0.25 })
            await first.close()
            await second.close()
        }
    }

    @Test(
        "Playback, position, rate and repeat mode are shown at once and confirmed by the device",
        arguments: Stage.Kind.allCases
    )
    func all(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let connection = try await stage.connect()
            let session = try await stage.passing { try await connection.launch(defaultMediaReceiver) }
            let media = session.media
            _ = try await stage.passing { try await media.load(film, until: .playing()) }
            try await media.set(.playing(false))
            try await media.set(.playbackRate(1.5))
            try await media.set(.repeatMode(.single))
            #expect(media.controls.isPlaying.shown == false)
            #expect(media.controls.playbackRate.shown == 1.5)
            #expect(try await stage.wait { await media.status?.playerState == .paused })
            for target in stride(from: 5.0, through: 50, by: 5) { try await media.set(.position(target)) }
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
