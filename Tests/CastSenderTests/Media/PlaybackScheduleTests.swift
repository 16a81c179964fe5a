// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastWire
import Testing

@testable import CastSender

/// Simulates a player whose statuses arrive late and out of order. The position that a sender shows must only go back
/// for a seek.
@Suite("Playback position under random schedules")
struct PlaybackScheduleTests {
    private struct Player {
        var position = 0.0
        var state = PlayerState.playing
        var rate = 1.0

        var status: MediaStatus {
            var status = MediaStatus(
                mediaSessionID: 1,
                playerState: state,
                currentTime: position,
                playbackRate: rate
            )
            status.media = MediaInformation(contentID: "film", duration: 7200)
            return status
        }

        mutating func pass(_ seconds: Double) {
            if state == .playing { position += seconds * rate }
        }
    }

    private struct Simulation {
        var generator: SeededGenerator
        var player = Player()
        var state = MediaState()
        var wire: [(at: Double, status: MediaStatus)] = []
        var now = 0.0
        var seeksBack = 0
        var nextSeek: Double

        init(seed: UInt64, seeks: Bool) {
            generator = SeededGenerator(seed: seed)
            nextSeek = seeks ? 5 : .infinity
            player.position = Double.random(in: 0...600, using: &generator)
            deliver(player.status)
        }

        var shown: Double? { state.snapshot?.position(at: .at(now)) }

        mutating func sendStatus() {
            wire.append((now + Double.random(in: 0...0.4, using: &generator), player.status))
        }

        mutating func deliver(_ status: MediaStatus) {
            var status = status
            // A status may omit the position.
            if generator.chance(5) { status.currentTime = nil }
            let message = MediaStatusMessage(statuses: [status])
            _ = state.received(message, isReply: false, at: .at(now))
        }

        mutating func act() {
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: player.state = .playing
            case 1: player.state = .paused
            case 2: player.state = .buffering
            case 3 where generator.chance(30): player.rate = [0.5, 1, 1.5, 2].randomElement(using: &generator) ?? 1
            case 4 where now >= nextSeek:
                nextSeek = now + 6
                let isShort = generator.chance(40)
                let distance = Double.random(in: isShort ? 0.2...2.5 : 10...300, using: &generator)
                let isBack = generator.chance(50)
                let isOurs = isShort || generator.chance(50)
                let target = max(0, player.position + (isBack ? -distance : distance))
                if isBack { seeksBack += 1 }
                if isOurs { state.seekSent(to: target, at: .at(now)) }
                player.position = target
            default: break
            }
            sendStatus()
        }
    }

    @Test(
        "The position goes back only for seeks, however late and disordered the statuses are",
        arguments: [false, true]
    )
    func neverBack(withSeeks: Bool) {
        for seed: UInt64 in 1...1000 {
            if let problem = Self.run(seed: seed, seeks: withSeeks) {
                Issue.record("seed \(seed): \(problem)")
                return
            }
        }
    }

    private static func run(seed: UInt64, seeks: Bool) -> String? {
        var simulation = Simulation(seed: seed, seeks: seeks)
        var last = simulation.shown ?? 0
        var stepsBack = 0
        for tick in 1...400 {
            simulation.now += 0.05
            simulation.player.pass(0.05)
            if simulation.generator.chance(4) { simulation.act() }
            if tick % 10 == 0 { simulation.sendStatus() }
            while let index = simulation.wire.firstIndex(where: { $0.at <= simulation.now }) {
                simulation.deliver(simulation.wire.remove(at: index).status)
            }
            guard let shown = simulation.shown else { return "no position is shown" }
            if shown < last - 1e-6 { stepsBack += 1 }

            last = shown
        }
        if stepsBack > simulation.seeksBack {
            return "\(stepsBack) steps back for \(simulation.seeksBack) seeks back"
        }
        // Without further events, the shown position converges to the player's.
        simulation.wire = []
        for _ in 0..<4 {
            simulation.deliver(simulation.player.status)
            simulation.now += 1
            simulation.player.pass(1)
        }
        guard let shown = simulation.shown, abs(shown - simulation.player.position) <= LinearPosition.tolerance else {
            return "\(simulation.shown ?? -1) s is shown, the player is at \(simulation.player.position) s"
        }
        return nil
    }
}
