// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastWire
import Foundation
import Testing

@testable import GoogleCast

@MainActor
@Suite("Handoff between the app's player and the device", .serialized)
struct PlayerHandoffTests {
    /// The app's player, which records what it is told.
    private final class LocalPlayer: HandoffPlayer {
        var handoffPosition: TimeInterval?
        var isPlayingForHandoff = true
        var calls: [String] = []

        init(at position: TimeInterval?) { handoffPosition = position }

        func pauseForHandoff() {
            isPlayingForHandoff = false
            calls.append("pause")
        }

        func continueAfterHandoff(at position: TimeInterval?, isPlaying: Bool) {
            (handoffPosition, isPlayingForHandoff) = (position, isPlaying)
            calls.append("\(isPlaying ? "play" : "stay") at \(position.map { "\(Int($0))" } ?? "live")")
        }
    }

    private static func film(live: Bool = false, url: String = "https://films.test/film.mp4") -> GCKMediaInformation {
        let builder = GCKMediaInformationBuilder(contentURL: URL(string: url)!)
        builder.contentType = "video/mp4"
        builder.streamType = live ? .live : .buffered
        return builder.build()
    }

    /// Starts a session with a player at a position, and waits until the device plays.
    private func moved(
        _ stage: CastStage,
        _ player: LocalPlayer,
        live: Bool = false
    ) async throws -> (PlayerHandoff, GCKCastSession) {
        let (_, listed) = try await stage.found()
        let handoff = PlayerHandoff(player, in: stage.context) { Self.film(live: live) }
        let session = try await stage.started(on: listed)
        #expect(await stage.wait { session.remoteMediaClient?.mediaStatus?.playerState == .playing })
        return (handoff, session)
    }

    @Test(
        "The device continues at the player's position, and the player where the device was when the user ends the session"
    )
    func roundTrip() async throws {
        try await CastStage.perform { stage in
            let player = LocalPlayer(at: 20)
            let (handoff, session) = try await moved(stage, player)
            var places: [PlayerHandoff.Place] = []
            handoff.onMove = { places.append($0) }
            #expect(handoff.place == .device && player.calls == ["pause"])
            #expect(session.remoteMediaClient?.approximateStreamPosition() ?? 0 >= 20)
            await stage.pass(.seconds(10))
            #expect(stage.sessions.endSessionAndStopCasting(true))
            #expect(await stage.wait { handoff.place == .player })
            #expect(places == [.player])
            #expect(player.calls.count == 2 && player.isPlayingForHandoff)
            #expect((29...32).contains(player.handoffPosition ?? 0), "\(player.calls)")
        }
    }

    @Test("A paused player is loaded paused, and a device that is paused leaves the player paused")
    func paused() async throws {
        try await CastStage.perform { stage in
            let player = LocalPlayer(at: 5)
            player.isPlayingForHandoff = false
            let (_, listed) = try await stage.found()
            let handoff = PlayerHandoff(player, in: stage.context) { Self.film() }
            let session = try await stage.started(on: listed)
            #expect(await stage.wait { session.remoteMediaClient?.mediaStatus?.playerState == .paused })
            stage.sessions.endSessionAndStopCasting(true)
            #expect(await stage.wait { handoff.place == .player })
            #expect(player.calls == ["pause", "stay at 5"])
        }
    }

    @Test("After the media has ended on the device, the player does not play it again")
    func ended() async throws {
        try await CastStage.perform { stage in
            let player = LocalPlayer(at: 55)
            let (handoff, session) = try await moved(stage, player)
            #expect(await stage.wait { session.remoteMediaClient?.mediaStatus?.playerState == .idle })
            stage.sessions.endSessionAndStopCasting(true)
            #expect(await stage.wait { handoff.place == .player })
            #expect(player.calls == ["pause"])
        }
    }

    @Test("The player does not take back media that another sender loaded")
    func replaced() async throws {
        try await CastStage.perform { stage in
            let player = LocalPlayer(at: 5)
            let (handoff, session) = try await moved(stage, player)
            let other = try #require(session.remoteMediaClient)
            other.loadMedia(Self.film(url: "https://films.test/other.mp4"))
            let id = "https://films.test/other.mp4"
            #expect(await stage.wait { other.mediaStatus?.mediaInformation?.contentID == id })
            stage.sessions.endSessionAndStopCasting(true)
            #expect(await stage.wait { handoff.place == .player })
            #expect(player.calls == ["pause"])
        }
    }

    @Test("A live stream is loaded and continued without a position")
    func live() async throws {
        try await CastStage.perform { stage in
            let player = LocalPlayer(at: 1_000)
            let (handoff, _) = try await moved(stage, player, live: true)
            #expect(stage.messages(with: "\"currentTime\":1000").isEmpty)
            stage.sessions.endSessionAndStopCasting(true)
            #expect(await stage.wait { handoff.place == .player })
            #expect(player.calls == ["pause", "play at live"])
        }
    }

    @Test("When the device does not play the media, the player continues at its position")
    func rejected() async throws {
        try await CastStage.perform { stage in
            let (device, listed) = try await stage.found()
            await device.faults.add(.failNext("LOAD", with: ["type": "LOAD_FAILED", "detailedErrorCode": 104]))
            let player = LocalPlayer(at: 7)
            let handoff = PlayerHandoff(player, in: stage.context) { Self.film() }
            try await stage.started(on: listed)
            #expect(await stage.wait { player.calls.count == 2 })
            #expect(handoff.place == .player && player.calls == ["pause", "play at 7"])
        }
    }

    @Test("A closed handoff moves nothing")
    func closed() async throws {
        try await CastStage.perform { stage in
            let (_, listed) = try await stage.found()
            let player = LocalPlayer(at: 7)
            let handoff = PlayerHandoff(player, in: stage.context) { Self.film() }
            handoff.close()
            try await stage.started(on: listed)
            await stage.pass(.seconds(1))
            #expect(player.calls.isEmpty && handoff.place == .player)
        }
    }
}
