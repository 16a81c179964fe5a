// SPDX-License-Identifier: Apache-2.0

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

@Suite("Playback on a device", .serialized)
struct MediaScenarios {
    @Test("Media can be launched, loaded, played, paused, seeked and stopped", arguments: Stage.Kind.allCases)
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

    @Test(
        "Tracks, their style, the video size, user actions and custom data are the same for every sender",
        arguments: Stage.Kind.allCases
    )
    func details(_ kind: Stage.Kind) async throws {
        var rich = film
        rich.tracks = [
            MediaTrack(trackID: 1, type: .text, language: "en", trackContentID: "http://192.0.2.1/en.vtt"),
            MediaTrack(trackID: 2, type: .text, language: "de", trackContentID: "http://192.0.2.1/de.vtt"),
        ]
        rich.customData = ["shelf": 7]
        let loaded = rich
        try await Stage.perform(kind, media: StagedMedia(picture: (1280, 720))) { stage in
            let first = try await stage.connect()
            let media = try await stage.passing { try await first.launch(defaultMediaReceiver) }.media
            _ = try await stage.passing {
                try await media.load(loaded, options: .init(activeTrackIDs: [1]), until: .playing())
            }
            let second = try await stage.connect()
            let other = try await stage.passing { try await second.join(appID: defaultMediaReceiver) }.media
            #expect(try await stage.wait { await other.status?.activeTrackIDs == [1] })
            let seen = try #require(await other.status)
            #expect(seen.tracks.map(\.trackID) == [1, 2])
            #expect(seen.media?.customData == ["shelf": 7])
            #expect(seen.videoInfo?.width == 1280 && seen.videoInfo?.height == 720)

            _ = try await stage.passing { try await media.setActiveTracks([2]) }
            _ = try await stage.passing { try await media.setTextTrackStyle(TextTrackStyle(fontScale: 1.5)) }
            _ = try await stage.passing { try await media.send(.like) }
            #expect(
                try await stage.wait {
                    guard let status = await other.status else { return false }
                    return status.activeTrackIDs == [2] && status.media?.textTrackStyle?.fontScale == 1.5
                        && status.media?.userActionStates?.map(\.userAction) == [.like]
                }
            )
            _ = try await stage.passing { try await media.send(.like, isRevoked: true) }
            try await other.set(.activeTracks([]))
            #expect(other.controls.activeTracks.shown == [])
            #expect(
                try await stage.wait {
                    guard let status = await media.status else { return false }
                    return status.activeTrackIDs == [] && (status.media?.userActionStates ?? []).isEmpty
                }
            )
            await #expect(throws: CastError.self) { try await stage.passing { try await media.setActiveTracks([9]) } }
            #expect(await media.status?.activeTrackIDs == [])
            await first.close()
            await second.close()
        }
    }

    @Test("Playback to the end of the media reports the idle reason finished", arguments: Stage.Kind.allCases)
    func toTheEnd(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind, media: StagedMedia(duration: 0.8)) { stage in
            let connection = try await stage.connect()
            let session = try await stage.passing { try await connection.launch(defaultMediaReceiver) }
            _ = try await stage.passing { try await session.media.load(film, until: .playing()) }
            #expect(try await stage.wait { await session.media.lastIdleReason == .finished })
            await connection.close()
        }
    }

    @Test("Loading an unplayable address fails with the device's error code", arguments: Stage.Kind.allCases)
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

            // The application is still running and can load other media.
            let other = MediaInformation(contentID: "http://192.0.2.1/other.mp4", contentType: "video/mp4")
            let snapshot = try await stage.passing { try await session.media.load(other, until: .playing()) }
            #expect(snapshot.playerState == .playing)
            await connection.close()
        }
    }

    @Test("The device reports device volume, stream volume and rate as they were set", arguments: Stage.Kind.allCases)
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

    @Test(
        "The volume of a device can be changed unless its control type is fixed",
        arguments: Stage.Kind.allCases
    )
    func volumeControl(_ kind: Stage.Kind) async throws {
        let expected: [(DeviceConfiguration.VolumeControl, VolumeControlType)] = [
            (.attenuation, .attenuation), (.master, .master), (.fixed, .fixed),
        ]
        for (control, shown) in expected {
            let configuration = DeviceConfiguration(name: "Scenario TV", volumeControl: control, volumeLevel: 0.5)
            try await Stage.perform(kind, configuration: configuration) { stage in
                let connection = try await stage.connect()
                #expect(await connection.status.volumeControl == shown)
                #expect(await connection.status.hasVariableVolume == (shown != .fixed))
                do throws(CastError) {
                    _ = try await connection.setVolume(0.25)
                    #expect(shown != .fixed)
                } catch {
                    #expect(shown == .fixed && error.code == .notSupported)
                }
                let level = shown == .fixed ? 0.5 : 0.25
                #expect(try await stage.wait { stage.device.snapshot.volumeLevel == level })
                await connection.close()
            }
        }
    }

    @Test("App availability distinguishes installed and unknown applications", arguments: Stage.Kind.allCases)
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
