// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastWire
import NIOConcurrencyHelpers
import Testing

private let defaultMediaReceiver = "CC1AD845"
private let film = MediaInformation(contentID: "http://192.0.2.1/film.mp4", contentType: "video/mp4")

@Suite("Volume fades", .serialized)
struct FadeScenarios {
    @Test("a fade passes through levels in order, with at most ten per second", arguments: Stage.Kind.allCases)
    func complete(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let connection = try await stage.connect()
            try await connection.setVolume(0.75)
            let levels = NIOLockedValueBox<[Double]>([])
            let begin = stage.now()
            let result = try await connection.fadeVolume(to: 0.25, over: .seconds(1)) { delay in
                let level = await connection.status.volume?.level ?? -1
                levels.withLockedValue { $0.append(level) }
                try await stage.pass(delay)
            }
            #expect(result == .completed)
            #expect(await connection.status.volume?.level == 0.25)
            let seen = levels.withLockedValue { $0 }
            #expect(seen == seen.sorted(by: >) && seen.count <= 10 && seen.count > 3, "\(seen)")
            #expect(stage.now() - begin >= .seconds(1))
            await connection.close()
        }
    }

    @Test(
        "a fade stops when another sender changes the volume or mutes",
        arguments: Stage.Kind.allCases,
        [true, false]
    )
    func interrupted(_ kind: Stage.Kind, mutes: Bool) async throws {
        try await Stage.perform(kind) { stage in
            let first = try await stage.connect()
            let second = try await stage.connect()
            try await first.setVolume(0)
            let result = try await first.fadeVolume(to: 1, over: .seconds(2)) { delay in
                try await stage.pass(delay)
                guard await first.status.volume?.level ?? 0 > 0.3 else { return }
                if mutes { try await second.setMuted(true) } else { try await second.setVolume(0.875) }
                guard
                    try await stage.wait(until: {
                        let volume = await first.status.volume
                        return mutes ? volume?.muted == true : volume?.level == 0.875
                    })
                else { throw CancellationError() }
            }
            guard case .changedElsewhere(let level) = result else {
                Issue.record("\(result)")
                return
            }
            #expect(mutes ? level < 0.5 : level == 0.875)
            #expect(await second.status.volume?.level == level, "the other sender's volume stays")
            await first.close()
            await second.close()
        }
    }

    @Test("a canceled fade leaves the volume where it is", arguments: Stage.Kind.allCases)
    func canceled(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let connection = try await stage.connect()
            try await connection.setVolume(0)
            let result = try await connection.fadeVolume(to: 1, over: .seconds(2)) { delay in
                if await connection.status.volume?.level ?? 0 > 0.3 { throw CancellationError() }
                try await stage.pass(delay)
            }
            let level = try #require(await connection.status.volume?.level)
            guard case .canceled(let last) = result else {
                Issue.record("\(result)")
                return
            }
            #expect(abs(last - level) < 0.001 && level < 0.5)
            await connection.close()
        }
    }

    @Test("the app stops after the fade, and the volume is that of before", arguments: Stage.Kind.allCases)
    func stop(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let connection = try await stage.connect()
            let session = try await stage.passing { try await connection.launch(defaultMediaReceiver) }
            _ = try await stage.passing { try await session.media.load(film, until: .playing()) }
            try await connection.setVolume(0.5)
            let quietest = NIOLockedValueBox(1.0)
            let result = try await connection.stopApp(fadingOver: .seconds(1)) { delay in
                let level = await connection.status.volume?.level ?? 1
                let isRunning = await connection.status.runningApplication != nil
                if isRunning { quietest.withLockedValue { $0 = min($0, level) } }
                try await stage.pass(delay)
            }
            #expect(result == .completed)
            #expect(quietest.withLockedValue { $0 } < 0.1)
            #expect(await connection.status.runningApplication == nil)
            #expect(await connection.status.volume?.level == 0.5)
            await connection.close()
        }
    }

    @Test("if somebody changes the volume during the fade, the app keeps running", arguments: Stage.Kind.allCases)
    func kept(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let connection = try await stage.connect()
            let second = try await stage.connect()
            _ = try await stage.passing { try await connection.launch(defaultMediaReceiver) }
            try await connection.setVolume(0.5)
            let result = try await connection.stopApp(fadingOver: .seconds(1)) { delay in
                try await stage.pass(delay)
                guard await connection.status.volume?.level ?? 1 < 0.3 else { return }
                try await second.setVolume(0.75)
                _ = try await stage.wait { await connection.status.volume?.level == 0.75 }
            }
            #expect(result == .changedElsewhere(level: 0.75))
            #expect(await connection.status.runningApplication != nil)
            #expect(await connection.status.volume?.level == 0.75)
            await connection.close()
            await second.close()
        }
    }

    @Test("if the timer is canceled during the fade, the volume is set back", arguments: Stage.Kind.allCases)
    func canceledStop(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let connection = try await stage.connect()
            _ = try await stage.passing { try await connection.launch(defaultMediaReceiver) }
            try await connection.setVolume(0.5)
            let result = try await connection.stopApp(fadingOver: .seconds(1)) { delay in
                if await connection.status.volume?.level ?? 1 < 0.3 { throw CancellationError() }
                try await stage.pass(delay)
            }
            guard case .canceled = result else {
                Issue.record("\(result)")
                return
            }
            #expect(await connection.status.runningApplication != nil)
            #expect(await connection.status.volume?.level == 0.5)
            await connection.close()
        }
    }
}
