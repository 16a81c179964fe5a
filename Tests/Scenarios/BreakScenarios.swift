// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastWire
import Testing

private let defaultMediaReceiver = "CC1AD845"
private let channel = "http://192.0.2.1/channel.m3u8"

@Suite("Advertisements and live streams", .serialized)
struct BreakScenarios {
    @Test(
        "An advertisement pauses the film; when it is skipped, the film continues",
        arguments: Stage.Kind.allCases
    )
    func skipped(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let connection = try await stage.connect()
            let session = try await stage.passing { try await connection.launch(defaultMediaReceiver) }
            let media = session.media
            var film = MediaInformation(contentID: "http://192.0.2.1/film.mp4", contentType: "video/mp4")
            film.breaks = [Break(id: "b1", breakClipIDs: ["c1", "missing"], position: 1)]
            film.breakClips = [
                BreakClip(
                    id: "c1",
                    title: "Buy this",
                    contentID: "http://192.0.2.1/ad.mp4",
                    contentType: "video/mp4",
                    duration: 60,
                    whenSkippable: 0.5
                )
            ]
            let loaded = film
            _ = try await stage.passing { try await media.load(loaded, until: .playing()) }
            #expect(try await stage.wait { await media.status?.currentBreak?.clip?.title == "Buy this" })
            #expect(try await stage.wait { await media.status?.playerState == .playing })
            let shown = try #require(await media.status)
            let held = stage.position(shown)
            #expect(shown.currentBreak?.clipCount == 2)
            #expect(shown.clips(of: try #require(shown.breaks.first)).count == 1)
            try await stage.pass(.milliseconds(700))
            #expect(stage.position(try #require(await media.status)) == held)
            _ = try await stage.passing { try await media.skipAd() }
            #expect(try await stage.wait { await media.status?.currentBreak == nil })
            #expect(try await stage.wait { await media.status.map { stage.position($0) > held + 0.2 } ?? false })
            #expect(await media.status?.breaks.first?.isWatched == true)
            await connection.close()
        }
    }

    @Test("A live stream can be rewound and returned to its live edge", arguments: Stage.Kind.allCases)
    func live(_ kind: Stage.Kind) async throws {
        let staged = StagedMedia(live: [channel: LiveWindow(start: 0, end: 120, isMoving: true)])
        try await Stage.perform(kind, media: staged) { stage in
            let connection = try await stage.connect()
            let session = try await stage.passing { try await connection.launch(defaultMediaReceiver) }
            let media = session.media
            let tv = MediaInformation(contentID: channel, contentType: "application/x-mpegurl", streamType: .live)
            _ = try await stage.passing { try await media.load(tv, until: .playing()) }
            #expect(try await stage.wait { await media.status?.isMovingWindow == true })
            _ = try await stage.passing { try await media.seek(to: 60) }
            #expect(try await stage.wait { await media.status.map { stage.position($0) < 80 } ?? false })
            _ = try await stage.passing { try await media.seekToLive() }
            #expect(try await stage.wait { await media.status.map { stage.position($0) > 110 } ?? false })
            #expect(await media.status?.isPlayingLiveStream == true)
            await connection.close()
        }
    }
}
