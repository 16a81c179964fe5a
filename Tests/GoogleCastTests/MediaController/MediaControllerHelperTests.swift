// SPDX-License-Identifier: Apache-2.0

import CastUI
import CastWire
import Foundation
import Testing

@testable import CastSender
@testable import GoogleCast

@MainActor
@Suite("Media controller: custom position, rate and toggle controllers", .serialized)
struct MediaControllerHelperTests {
    /// Counts the writes of the position.
    private final class Positions: GCKUIStreamPositionController {
        var written: [TimeInterval] = []
        var durations: [TimeInterval] = []
        override var streamPosition: TimeInterval { didSet { written.append(streamPosition) } }
        override var streamDuration: TimeInterval { didSet { durations.append(streamDuration) } }
    }

    private final class Rates: GCKUIPlaybackRateController {
        var rates: [Float] = []
        var inputs: [Bool] = []
        override var playbackRate: Float { didSet { rates.append(playbackRate) } }
        override var inputEnabled: Bool { didSet { inputs.append(inputEnabled) } }
    }

    @Test("UC36 UC37 HU25 The position is updated once a second during playback; setting it seeks")
    func positions() async throws {
        try await PanelBench.perform { bench in
            let controller = GCKUIMediaController()
            let helper = Positions()
            controller.streamPositionController = helper
            try bench.film(at: 5)
            #expect(helper.durations == [60])
            #expect(helper.inputEnabled)
            helper.written = []
            // Once a second, even if the store changes more often.
            for _ in 0..<10 {
                await bench.stage.pass(.milliseconds(500))
                bench.send(.volume(nil), .otherRequests(true), .otherRequests(false))
            }
            #expect((4...6).contains(helper.written.count), "\(helper.written)")
            let steps = zip(helper.written, helper.written.dropFirst()).map { $1 - $0 }
            // A timer may reach the main thread some steps late on a busy machine, but no update is left out.
            #expect(steps.allSatisfy { (0.8..<2).contains($0) }, "\(helper.written)")
            try bench.film("PAUSED", at: 10)
            helper.written = []
            await bench.stage.pass(.seconds(3))
            bench.send(.volume(nil))
            #expect(helper.written == [])
            try bench.film(at: 10)
            #expect(bench.take() == [])
            helper.streamPosition = 40
            #expect(bench.take() == [.change(.position(40))])
            #expect(helper.streamPosition == 40)
            helper.streamPosition = 99
            #expect(bench.take() == [.change(.position(60))])
            #expect(helper.streamPosition == 60)
            helper.streamPosition = .nan
            #expect(bench.take() == [])
            #expect(!helper.streamPosition.isNaN)
            helper.streamDuration = 3
            try bench.film("PAUSED", at: 19)
            #expect(helper.streamDuration == 60)
            try bench.film("PAUSED", at: 19, commands: 1)
            helper.streamPosition = 30
            #expect(bench.take() == [])
            #expect(helper.streamPosition == 19)
            #expect(!helper.inputEnabled)
        }
    }

    @Test("UC39 The app's overrides are called; a rate is clamped, kept while paused, and sent once")
    func rates() async throws {
        try await PanelBench.perform { bench in
            let controller = GCKUIMediaController()
            let helper = Rates()
            controller.playbackRateController = helper
            try bench.film(commands: 12_303 | 8192)
            #expect(helper.inputs == [false, true])
            helper.playbackRate = 2
            #expect(bench.take() == [.change(.playbackRate(2))])
            bench.send(.volume(nil))
            #expect(helper.playbackRate == 2)
            helper.playbackRate = 9
            #expect(helper.playbackRate == 2)
            helper.playbackRate = .nan
            #expect(!helper.playbackRate.isNaN)
            _ = bench.take()
            await bench.stage.pass(.seconds(2))
            helper.rates = []
            try bench.film(commands: 12_303 | 8192, rate: 1.5)
            #expect(helper.rates == [1.5])
            try bench.film("PAUSED", commands: 12_303 | 8192, rate: 0)
            await bench.stage.pass(.seconds(2))
            #expect(helper.playbackRate == 1.5)
            #expect(helper.rates == [1.5])
            try bench.film(commands: 12_303 | 8192)
            #expect(helper.rates == [1.5, 1])
            try bench.film(commands: 0)
            #expect(!helper.inputEnabled)
            helper.playbackRate = 0.5
            #expect(bench.take() == [])
            #expect(helper.playbackRate == 1)
        }
    }

    @Test("UC40 Setting a new play state sends one command, setting the current one sends none")
    func toggle() async throws {
        try await PanelBench.perform { bench in
            let controller = GCKUIMediaController()
            let helper = GCKUIPlayPauseToggleController()
            controller.playPauseToggleController = helper
            #expect(helper.playPauseState == .none)
            try bench.film()
            #expect(helper.playPauseState == .play)
            helper.playPauseState = .play
            #expect(bench.take() == [])
            helper.playPauseState = .pause
            #expect(bench.take() == [.change(.playing(false))])
            bench.send(.volume(nil))
            #expect(helper.playPauseState == .pause)
            try bench.film("PAUSED")
            helper.playPauseState = .play
            #expect(bench.take() == [.change(.playing(true))])
            try bench.live(commands: 0)
            #expect(helper.playPauseState == .play)
            helper.playPauseState = .pause
            #expect(bench.take() == [.command(.stop, ticket: 1)])
        }
    }

    @Test("A replaced controller sends no commands")
    func replaced() async throws {
        try await PanelBench.perform { bench in
            let controller = GCKUIMediaController()
            let (first, second) = (GCKUIPlayPauseToggleController(), GCKUIPlayPauseToggleController())
            controller.playPauseToggleController = first
            try bench.film()
            controller.playPauseToggleController = second
            #expect(second.playPauseState == .play)
            first.playPauseState = .pause
            #expect(bench.take() == [])
            controller.playPauseToggleController = nil
            second.playPauseState = .pause
            #expect(bench.take() == [])
        }
    }

    @Test("A setter override that sends a request on every write does not cause a loop")
    func stubborn() async throws {
        final class Stubborn: GCKUIPlaybackRateController {
            var count = 0
            override var inputEnabled: Bool {
                didSet {
                    count += 1
                    playbackRate = count.isMultiple(of: 2) ? 1.5 : 2
                }
            }
        }
        try await PanelBench.perform { bench in
            let controller = GCKUIMediaController()
            let helper = Stubborn()
            controller.playbackRateController = helper
            try bench.film(commands: 12_303 | 8192)
            bench.send(.otherRequests(true), .otherRequests(false))
            #expect(helper.count < 20)
        }
    }
}
