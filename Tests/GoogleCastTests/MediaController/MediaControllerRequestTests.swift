// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import Foundation
import Testing

@testable import GoogleCast

/// The state of an app's controls while a request to a device is in flight, for every outcome.
@MainActor
@Suite("Media controller: requests to a device", .serialized)
struct MediaControllerRequestTests {
    /// A device with a running session, and all bindable controls.
    @MainActor
    private struct Bench {
        let stage: CastStage
        let virtual: VirtualDevice
        let client: GCKRemoteMediaClient
        let bound: BoundControls
        let toggle = GCKUIPlayPauseToggleController()
        let position = GCKUIStreamPositionController()
        let rate = GCKUIPlaybackRateController()

        init(_ stage: CastStage) async throws {
            let (virtual, device) = try await stage.found()
            self.stage = stage
            self.virtual = virtual
            bound = BoundControls()
            client = try #require(try await stage.started(on: device).remoteMediaClient)
            bound.controller.playPauseToggleController = toggle
            bound.controller.streamPositionController = position
            bound.controller.playbackRateController = rate
        }

        var inputs: [Bool] { [toggle.inputEnabled, position.inputEnabled, rate.inputEnabled] }

        /// Whether all controls are disabled.
        var isShut: Bool { bound.enabled == [] && inputs == [false, false, false] }

        func film(breaks: Bool = false) -> GCKMediaInformation {
            let builder = GCKMediaInformationBuilder(contentURL: URL(string: "http://192.0.2.1/film.mp4")!)
            builder.contentType = "video/mp4"
            builder.streamDuration = 60
            guard breaks else { return builder.build() }
            let clip = GCKAdBreakClipInfoBuilder(adBreakClipID: "clip")
            clip.contentURL = URL(string: "http://192.0.2.1/ad.mp4")
            clip.mimeType = "video/mp4"
            clip.duration = 20
            clip.whenSkippable = 3
            builder.adBreakClips = [clip.build()]
            let pause = GCKAdBreakInfoBuilder(adBreakID: "break", adBreakClipIds: ["clip"])
            pause.playbackPosition = 10
            builder.adBreaks = [pause.build()]
            return builder.build()
        }

        /// Loads a video and waits until it plays and no request is in flight.
        func play() async throws {
            client.loadMedia(film())
            try #require(await stage.wait { client.mediaStatus?.playerState == .playing && bound.pause.isEnabled })
        }
    }

    /// The controls that media with one item enables.
    private static let usual: Set<String> = [
        "toggle", "stop", "repeat", "forward", "rewind", "slider", "back10", "ahead10",
    ]

    @Test("UC1 UC41 A request that the app cancels enables the controls at once; they then show its effect")
    func cancelled() async throws {
        try await CastStage.perform { stage in
            let bench = try await Bench(stage)
            try await bench.play()
            #expect(bench.bound.enabled == Self.usual.union(["pause"]))
            #expect(bench.inputs == [true, true, true])
            let request = bench.client.pause()
            #expect(bench.isShut)
            request.cancel()
            #expect(bench.bound.enabled == Self.usual.union(["pause"]))
            #expect(bench.inputs == [true, true, true])
            // The device has received the request nevertheless.
            #expect(await stage.wait { bench.bound.enabled == Self.usual.union(["play"]) })
            #expect(bench.inputs == [true, true, true])
        }
    }

    @Test("UC1 UC41 Of two simultaneous loads, the end of the first leaves the controls disabled until the second ends")
    func twoLoads() async throws {
        try await CastStage.perform { stage in
            let bench = try await Bench(stage)
            let (first, second) = (Outcomes(), Outcomes())
            bench.client.loadMedia(bench.film()).delegate = first
            bench.client.loadMedia(bench.film()).delegate = second
            #expect(bench.isShut)
            var wasShut: Bool?
            first.onOutcome = { wasShut = second.words.isEmpty && bench.isShut }
            #expect(await stage.wait { !second.words.isEmpty })
            #expect(first.words.count == 1)
            #expect(wasShut == true)
            #expect(second.words == ["completed"])
            #expect(await stage.wait { bench.bound.enabled == Self.usual.union(["pause"]) })
            #expect(bench.inputs == [true, true, true])
        }
    }

    @Test("UC1 UC41 A request that the device rejects leaves the controls unchanged")
    func refused() async throws {
        try await CastStage.perform { stage in
            let bench = try await Bench(stage)
            try await bench.play()
            let request = bench.client.queueJumpToItem(withID: 999)
            #expect(bench.isShut)
            #expect(await stage.wait { !request.inProgress })
            #expect(request.error != nil)
            #expect(await stage.wait { !stage.messages(with: "QUEUE_UPDATE").isEmpty })
            #expect(bench.bound.enabled == Self.usual.union(["pause"]))
            #expect(bench.inputs == [true, true, true])
        }
    }

    @Test("UC1 UC41 A connection that is lost during a request keeps the controls disabled until it is resumed")
    func cut() async throws {
        try await CastStage.perform { stage in
            let bench = try await Bench(stage)
            try await bench.play()
            let outcomes = Outcomes()
            try await bench.virtual.refuseConnections()
            bench.client.pause().delegate = outcomes
            #expect(bench.isShut)
            await bench.virtual.cutConnections()
            // The response may have been in transit already.
            #expect(await stage.wait { !outcomes.words.isEmpty && !bench.client.connected })
            #expect(bench.isShut)
            await stage.pass(.seconds(2))
            #expect(bench.isShut)
            try await bench.virtual.acceptConnections()
            #expect(await stage.wait(within: .seconds(60)) { !bench.bound.enabled.isEmpty })
            let state = try #require(bench.virtual.snapshot.media?.state)
            #expect(bench.bound.enabled == Self.usual.union([state == .paused ? "play" : "pause"]))
            #expect(bench.inputs == [true, true, true])
        }
    }

    @Test("UC1 UC32 UC33 The skip button sends one SKIP_AD, and playback continues")
    func skipsAd() async throws {
        try await CastStage.perform { stage in
            let bench = try await Bench(stage)
            let (bound, client) = (bench.bound, bench.client)
            client.loadMedia(bench.film(breaks: true))
            #expect(await stage.wait { client.mediaStatus?.playingAd == true && bound.toggle.isEnabled })
            #expect(bound.enabled.isDisjoint(with: ["skip", "slider", "forward", "rewind"]))
            #expect(bound.skipLabel.text?.hasPrefix("Skip ad in 00:0") == true)
            bound.skip.sendActions(for: .touchUpInside)
            #expect(await stage.wait { bound.skip.isEnabled })
            #expect(bound.skipLabel.isHidden)
            #expect(stage.messages(with: "SKIP_AD").isEmpty)
            bound.skip.sendActions(for: .touchUpInside)
            #expect(bench.isShut)
            #expect(await stage.wait { client.mediaStatus?.playingAd == false && bound.slider.isEnabled })
            #expect(await stage.wait { stage.messages(with: #""type":"SKIP_AD""#).count == 1 })
            #expect(client.mediaStatus?.playerState == .playing)
            #expect(bound.enabled == Self.usual.union(["pause"]))
            #expect(bench.inputs == [true, true, true])
            #expect((9...12).contains(bench.position.streamPosition))
        }
    }
}
